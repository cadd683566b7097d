import { z } from 'zod'
import { Base64, FileName } from '../../documents/schemas.ts'
import { CalendarDate, Id, Instant, Money } from '../../http/schemas.ts'

export const NewAchFile = z
  .strictObject({
    cashTransactionIds: z
      .array(Id)
      .min(1)
      .max(10_000)
      .optional()
      .describe('Default: all ACH cash transactions that are Posted and in no file.'),
    effectiveEntryDate: CalendarDate.optional().describe('A weekday, today or later. Default: the next one.'),
    prenotes: z
      .boolean()
      .default(false)
      .describe('Make a file of zero amounts that asks the banks to check accounts that are new.'),
  })
  .superRefine(({ prenotes, cashTransactionIds }, context) => {
    if (!prenotes || cashTransactionIds === undefined) return
    context.addIssue({
      code: 'custom',
      path: ['cashTransactionIds'],
      params: { code: 'Format' },
      message: 'A file of prenotes has no cash transactions.',
    })
  })
  .meta({ id: 'AchFileCreateData', example: { effectiveEntryDate: '2026-10-16' } })
export type NewAchFileData = z.output<typeof NewAchFile>

export const AchFile = z
  .object({
    id: Id,
    fileName: z.string(),
    createdAt: Instant,
    createdBy: z.string(),
    effectiveEntryDate: CalendarDate,
    isPrenote: z.boolean(),
    batchCount: z.int(),
    entryCount: z.int(),
    totalDebit: Money,
    totalCredit: Money,
    entryHash: z.int(),
    cashTransactionIds: z.array(Id),
  })
  .meta({ id: 'AchFile' })
export type AchFileModel = z.input<typeof AchFile>

export const ReturnFileInput = z
  .strictObject({ fileName: FileName, data: Base64.describe("The bank's return file, in base64.") })
  .meta({ id: 'AchReturnFileData', example: { fileName: 'returns-261018.ach', data: 'MTAxIDEx' } })
export type ReturnFileData = z.output<typeof ReturnFileInput>

const Trace = z.string().describe('The trace number of the entry: 15 digits.')

export const AchReturns = z
  .object({
    id: Id,
    returned: z.array(
      z
        .object({
          cashTransactionId: Id.nullable().describe('Null for a prenote.'),
          achTrace: Trace,
          returnCode: z.string(),
        })
        .meta({ id: 'AchReturnedEntry' }),
    ),
    corrections: z.array(
      z
        .object({
          cashTransactionId: Id.nullable().describe('Null for a prenote.'),
          changeCode: z.string(),
          correctedData: z.string(),
        })
        .meta({ id: 'AchCorrection' }),
    ),
    unmatched: z.array(
      z.object({ achTrace: Trace, amount: Money, returnCode: z.string() }).meta({ id: 'AchUnmatchedEntry' }),
    ),
  })
  .meta({ id: 'AchReturns' })
export type AchReturnsModel = z.input<typeof AchReturns>
