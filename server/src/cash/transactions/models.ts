import { z } from 'zod'
import { customFieldShapes } from '../../custom-fields/schemas.ts'
import { cashMethods, cashStatuses, cashTypes } from '../../domain/cash/cash.ts'
import { directions } from '../../domain/ledger/rows.ts'
import {
  auditFields,
  CalendarDate,
  Id,
  Instant,
  Money,
  optionalText,
  Reference,
  text,
} from '../../http/schemas.ts'

/** An amount above zero. */
export const PositiveMoney = Money.refine((amount) => amount > 0, {
  message: 'must be more than 0',
  params: { code: 'Range' },
})
/** An amount of zero or more. */
const AmountFromZero = Money.refine((amount) => amount >= 0, {
  message: 'must be 0 or more',
  params: { code: 'Range' },
})

const CashDetail = z
  .object({
    id: Id,
    cashTransactionId: Id,
    ledgerId: Id,
    appliedAmount: Money,
    appliedAt: Instant,
    isReversal: z.boolean(),
    direction: z.enum(directions),
    disbursementCode: z.string().nullable(),
    contractNumber: z.string().nullable(),
  })
  .meta({ id: 'CashTransactionLedger', description: 'What the cash paid of a ledger row, or gave back.' })

export const CashTransaction = z
  .object({
    id: Id,
    number: z.string(),
    type: z
      .enum(cashTypes)
      .describe('Receipt: money from the account holder. Payment: money to the account holder.'),
    method: z.enum(cashMethods),
    status: z.enum(cashStatuses),
    accountHolder: Reference,
    date: CalendarDate,
    postedDate: CalendarDate.describe('The day on which it counts in the books.'),
    amount: Money,
    applied: Money.describe('What it pays less what it nets. The amount is always applied + unapplied.'),
    unapplied: Money,
    checkNumber: z.string().nullable(),
    achFileId: Id.nullable(),
    achTrace: z.string().nullable(),
    reference: z.string().nullable(),
    memo: z.string().nullable(),
    bankAccountId: Id.nullable(),
    clearedDate: CalendarDate.nullable(),
    ledgers: z.array(CashDetail),
    customFields: z.array(customFieldShapes('CashTransaction').one),
    voidReason: z.string().nullable(),
    returnCode: z.string().nullable(),
    voidedAt: Instant.nullable(),
    replacesCashTransactionId: Id.nullable(),
    inProcessCashTransactionId: Id.nullable(),
    is1099: z.boolean().describe('A payment to a payee whose payments are reported on Form 1099.'),
    ...auditFields,
  })
  .meta({ id: 'CashTransaction' })
export type CashModel = z.input<typeof CashTransaction>

const Details = z
  .array(z.strictObject({ ledgerId: Id, amount: PositiveMoney }))
  .max(10_000)
  .superRefine((details, context) => {
    const seen = new Set<number>()
    for (const [at, { ledgerId }] of details.entries()) {
      if (seen.has(ledgerId))
        context.addIssue({
          ...{ code: 'custom', path: [at, 'ledgerId'], params: { code: 'Format' } },
          message: `Ledger row ${ledgerId} is named twice. Name each row once.`,
        })
      seen.add(ledgerId)
    }
  })
export type CashDetails = z.output<typeof Details>

const CheckNumber = text(30)
const ReturnCode = z
  .string()
  .regex(/^R\d{2}$/)
  .describe('The reason code of the bank, such as R01.')

export const NewCash = z
  .strictObject({
    type: z.enum(cashTypes),
    method: z.enum(cashMethods),
    accountHolderId: Id,
    date: CalendarDate,
    amount: AmountFromZero,
    details: Details.default([]),
    checkNumber: CheckNumber.nullable().optional(),
    reference: optionalText(100).optional(),
    memo: optionalText(500).optional(),
    allowUnapplied: z
      .boolean()
      .default(false)
      .describe('The part that pays no row stays unapplied, to be applied later.'),
    replacesCashTransactionId: Id.nullable()
      .optional()
      .describe('The voided payment that this one is issued for again.'),
  })
  .superRefine(({ amount, method }, context) => {
    if (amount > 0 || method === 'Netting') return
    const message = 'must be more than 0, except for the method Netting'
    context.addIssue({ code: 'custom', path: ['amount'], params: { code: 'Range' }, message })
  })
  .meta({
    id: 'CashTransactionCreateData',
    example: {
      type: 'Receipt',
      method: 'Check',
      accountHolderId: 12,
      date: '2024-04-12',
      amount: 1061.7,
      details: [{ ledgerId: 501, amount: 1061.7 }],
      checkNumber: '10441',
    },
  })
export type NewCashData = z.output<typeof NewCash>

/** What goes with the end of a cash transaction, and with nothing else. */
const withStatus = ['reason', 'returnCode', 'chargeNsfFee', 'placeHold'] as const

export const CashPatch = z
  .strictObject({
    reference: optionalText(100).optional(),
    memo: optionalText(500).optional(),
    checkNumber: CheckNumber.nullable().optional(),
    clearedDate: CalendarDate.optional().describe(
      'The day on which the bank saw it. The status becomes Cleared.',
    ),
    applyDetails: Details.optional().describe('Pays rows with what is unapplied.'),
    status: z.enum(['Voided', 'Returned']).optional(),
    reason: text(500).optional(),
    returnCode: ReturnCode.nullable().optional(),
    chargeNsfFee: z.boolean().optional().describe('For a returned receipt: true by default.'),
    placeHold: z
      .boolean()
      .optional()
      .describe('Puts the contracts that are no longer paid on hold (PAYRETURN). False by default.'),
  })
  .superRefine((patch, context) => {
    const fault = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], params: { code }, message })
    if (patch.status === undefined) {
      for (const name of withStatus)
        if (patch[name] !== undefined && patch[name] !== null)
          fault(name, 'Unknown', 'is sent only with the status Voided or Returned')
      return
    }
    if (patch.reason === undefined) fault('reason', 'Required', 'is required')
    for (const name of ['clearedDate', 'applyDetails', 'checkNumber'] as const)
      if (patch[name] !== undefined) fault(name, 'Unknown', 'cannot be sent with a status')
  })
  .meta({
    id: 'CashTransactionEditData',
    example: { status: 'Returned', reason: 'Insufficient funds', returnCode: 'R01' },
  })
export type CashPatchData = z.output<typeof CashPatch>
