import { z } from 'zod'
import { Base64, FileName } from '../../documents/schemas.ts'
import { bankLineStatuses } from '../../domain/cash/bank-matching.ts'
import { auditFields, CalendarDate, Id, Money, text } from '../../http/schemas.ts'

export const bankFormats = ['BAI2', 'CSV'] as const
export type BankFormat = (typeof bankFormats)[number]

const balances = ['openingBalance', 'closingBalance'] as const

export const NewBankFile = z
  .strictObject({
    format: z.enum(bankFormats),
    fileName: FileName,
    data: Base64.describe(
      "The bank's file, in base64. The columns of CSV are date, amount, check number, reference, description.",
    ),
    openingBalance: Money.optional().describe('For CSV, which has no balances.'),
    closingBalance: Money.optional().describe('For CSV, which has no balances.'),
  })
  .superRefine((file, context) => {
    for (const name of balances) {
      const isSent = file[name] !== undefined
      if (isSent === (file.format === 'CSV')) continue
      context.addIssue({
        ...{ code: 'custom', path: [name], params: { code: isSent ? 'Unknown' : 'Required' } },
        message: isSent ? 'is in the file' : 'is required for CSV',
      })
    }
  })
  .meta({
    id: 'BankFileCreateData',
    example: {
      ...{ format: 'CSV', fileName: 'march.csv', openingBalance: 5000, closingBalance: 6362.93 },
      data: 'ZGF0ZSxhbW91bnQKMjAyNC0wMy0xNSwxMzYyLjkzCg==',
    },
  })
export type NewBankFileData = z.output<typeof NewBankFile>

export const BankLineModel = z
  .object({
    id: Id,
    date: CalendarDate,
    amount: Money.describe('Money in is positive.'),
    reference: z.string().nullable(),
    checkNumber: z.string().nullable(),
    description: z.string(),
    status: z.enum(bankLineStatuses),
    cashTransactionId: Id.nullable().describe('Null when the line is all of an ACH file.'),
    cashTransactionIds: z.array(Id).describe('All that the line is matched with.'),
    suggestions: z.array(Id).describe('Cash transactions that the line may be.'),
    reason: z.string().nullable().describe('Why it is ignored, or why it was taken back.'),
  })
  .meta({ id: 'BankFileLine' })
export type BankLineAnswer = z.input<typeof BankLineModel>

export const BankFileSummary = z
  .object({
    id: Id,
    format: z.enum(bankFormats),
    fileName: z.string(),
    statementDate: CalendarDate,
    openingBalance: Money,
    closingBalance: Money,
    matched: z.int().describe('The number of lines that are matched.'),
    unmatched: z.int().describe('The number of lines that are Suggested or Unmatched.'),
    ...auditFields,
  })
  .meta({ id: 'BankFileSummary' })
export type BankFileSummaryModel = z.input<typeof BankFileSummary>

export const BankFile = BankFileSummary.extend({ lines: z.array(BankLineModel) }).meta({ id: 'BankFile' })
export type BankFileModel = z.input<typeof BankFile>

export const BankLinePatch = z
  .strictObject({
    cashTransactionId: Id.optional().describe(
      'The cash transaction that the line is. For the sum of an ACH file: any one of its transactions.',
    ),
    ignore: z
      .literal(true)
      .optional()
      .describe('The line is no cash transaction, such as a fee of the bank.'),
    unmatch: z
      .literal(true)
      .optional()
      .describe(
        'The line was matched or ignored by mistake. Cash that the match has cleared is Posted again.',
      ),
    reason: text(500).optional().describe('Why it is ignored or taken back.'),
  })
  .superRefine(({ cashTransactionId, ignore, unmatch, reason }, context) => {
    const fault = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], params: { code }, message })
    const [first, ...others] = Object.entries({ cashTransactionId, ignore, unmatch }).flatMap(
      ([name, value]) => (value === undefined ? [] : [name]),
    )
    if (first === undefined)
      fault('cashTransactionId', 'Required', 'is required, or ignore or unmatch instead')
    for (const other of others) fault(other, 'Format', `cannot be sent together with ${first}`)
    const needsReason = ignore !== undefined || unmatch !== undefined
    if (needsReason && reason === undefined) fault('reason', 'Required', 'is required')
    if (!needsReason && reason !== undefined)
      fault('reason', 'Unknown', 'is sent only with ignore or unmatch')
  })
  .meta({ id: 'BankFileLineEditData', example: { cashTransactionId: 88 } })
export type BankLinePatchData = z.output<typeof BankLinePatch>
