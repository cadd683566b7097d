import { z } from 'zod'
import { checkCodes } from '../../domain/cash/verification.ts'
import { CalendarDate, Money } from '../../http/schemas.ts'

const BooksDifference = z
  .object({
    kind: z.enum(['Account', 'AccountHolder', 'CashTransaction', 'Contract', 'Claim']),
    id: z.union([z.int(), z.string()]).describe('The id of the record, or the name of the account.'),
    expected: Money,
    found: Money,
  })
  .meta({ id: 'BooksDifference' })

const BooksCheck = z
  .object({
    code: z.enum(checkCodes),
    isWhole: z.boolean(),
    expected: Money.describe('What the journal should have. FundingEqualsRows counts contracts.'),
    found: Money,
    difference: Money,
    rows: z.array(BooksDifference).describe('At most 100 that do not agree, the largest difference first.'),
  })
  .meta({ id: 'BooksCheck' })

export const BooksVerification = z
  .object({ asOfDate: CalendarDate, isWhole: z.boolean(), checks: z.array(BooksCheck) })
  .meta({ id: 'BooksVerification' })
export type BooksVerificationModel = z.input<typeof BooksVerification>
