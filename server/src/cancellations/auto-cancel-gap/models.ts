import { z } from 'zod'
import { CalendarDate, Id, Money } from '../../http/schemas.ts'

/** The specification spells it this way. */
export const DuplicateGAPContracts_Result = z
  .object({
    olderContractId: Id,
    olderNumber: z.string(),
    olderSaleDate: CalendarDate,
    newerContractId: Id.nullable().describe('The contract that replaces it. Null for a payoff.'),
    newerNumber: z.string().nullable(),
    newerSaleDate: CalendarDate.nullable(),
    vin: z.string().nullable(),
    customerName: z.string(),
    dealerNumber: z.string(),
    suggestedCancelDate: CalendarDate,
    estimatedRefund: Money.nullable().describe(
      'The net refund of a cancel on the suggested date. Null if that cancel would be refused.',
    ),
    reason: z.enum(['DUPGAP', 'PAYOFF']),
  })
  .meta({ id: 'DuplicateGAPContracts_Result' })
export type SupersededGap = z.input<typeof DuplicateGAPContracts_Result>

export const AutoCancelResult = z
  .object({ contractId: Id, result: z.literal('Cancelled'), cancelId: Id })
  .meta({ id: 'AutoCancelledResult' })
