import { z } from 'zod'
import { AddressAnswer } from '../../account-holders/people.ts'
import { ReferenceModel } from '../../contracts/record/models.ts'
import { GeneratedDocument } from '../../documents/schemas.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { auditFields, CalendarDate, Id, Instant, Money } from '../../http/schemas.ts'
import { CancelReason, requesters } from '../../reference/cancel-reasons.ts'

// Cancellations as they are answered.

const text = z.string().nullable()
const count = z.int().nullable()
const date = CalendarDate.nullable()

export const payeeTypes = ['Customer', 'LienHolder', 'Dealer', 'Other'] as const
export const refundMethods = ['Check', 'ACH', 'Wire', 'Netting'] as const
export const refundPayers = ['Administrator', 'Dealer'] as const
export const paymentStatuses = ['Pending', 'InProcess', 'Paid', 'Voided', 'Stopped'] as const
export const requestStatuses = [
  ...['Quote', 'Expired', 'Requested', 'NeedsInfo', 'Approved'],
  ...['Executed', 'Denied', 'Withdrawn'],
] as const
export const cancelStatuses = ['Active', 'Reversed'] as const

const payment = {
  id: Id.nullable().describe('Null, as the ids of the cancel and of the ledger row, while it is planned.'),
  cancelId: Id.nullable(),
  payee: ReferenceModel,
  payeeName: z.string(),
  forPayeeName: text.describe('Where the dealer passes the money on: to whom.'),
  amount: Money,
  method: z.enum(refundMethods),
  status: z.enum(paymentStatuses),
  refundDueDate: CalendarDate,
  latePenalty: Money.describe('As of today, or of the day it was paid.'),
  ledgerId: Id.nullable(),
  cashTransactionId: Id.nullable(),
  checkNumber: text,
  paidDate: date,
  confirmedDate: date.describe('When the customer had the money, as the dealer says who passed it on.'),
}

export const CancelPayment = z.object(payment).meta({ id: 'CancelPayment' })

const paymentDetails = {
  ...payment,
  lines: z
    .array(z.object({ disbursementCode: z.string(), amount: Money }))
    .describe('What the payment is made of; they sum to it.'),
  mailTo: AddressAnswer.nullable(),
  memo: text,
  isLienHolder: z.boolean(),
}
export const CancelPaymentDetails = z.object(paymentDetails).meta({ id: 'CancelPaymentDetails' })
export type CancelPaymentDetails = z.input<typeof CancelPaymentDetails>

export const OverdueCancelPayment = z
  .object({
    ...paymentDetails,
    contractNumber: text,
    daysLeft: z.int().describe('Until the refund is due; below zero when it is late.'),
  })
  .meta({ id: 'OverdueCancelPayment' })
export type OverdueCancelPayment = z.input<typeof OverdueCancelPayment>

const Payee = z.object({
  type: z.enum(payeeTypes),
  accountHolderId: Id.nullable(),
  name: z.string().describe('As it stands on the cheque.'),
  isSole: z.boolean().describe('Nobody else is named.'),
})

const Line = z.object({
  code: z.string(),
  accountHolder: ReferenceModel.nullable(),
  original: Money,
  unearnedFactor: z.number(),
  refund: Money,
  claimsDeduction: Money,
  chargeback: z.boolean().describe('It is somebody else’s money, which they have to give back.'),
  direction: z.enum(['Receive']),
})

const Step = z.object({
  code: z.string().describe('The figure that it explains.'),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  formula: z.string(),
  exact: z.string().describe('Before it is rounded.'),
  rounding: z.enum(['None', 'HalfUpToCent', 'LargestRemainder', 'HalfUpToSixDecimals']),
  amount: Money.nullable(),
  ruleCode: text,
  source: text.describe('The statute behind the rule.'),
  clause: text.describe('What of the rule counts here.'),
  words: z.string(),
})

const figures = {
  method: z.enum(methodCodes),
  unearnedFactor: z.number(),
  refundPercent: z.number(),
  grossRefund: Money,
  claimsDeduction: Money,
  cancelFee: Money,
  netRefund: Money,
  salesTaxRefund: Money,
  totalRefund: Money,
  refundPayer: z.enum(refundPayers),
  payee: Payee,
}

export const CancelCalculation = z
  .object({
    ruleId: Id,
    ruleCode: z.string(),
    state: z.string(),
    isFreeLook: z.boolean(),
    freeLookEndDate: CalendarDate,
    daysElapsed: z.int(),
    totalDays: z.int(),
    monthsElapsed: z.int(),
    milesUsed: count,
    timeFactor: z.number().nullable(),
    milesFactor: z.number().nullable(),
    retail: Money,
    claimsPaid: Money,
    ...figures,
    refundDueDate: CalendarDate,
    lines: z
      .array(Line)
      .describe(
        'They sum with the shortfall to the gross refund. For limited callers DEALERCOST and MARKUP.',
      ),
    shortfall: Money,
    payments: z.array(CancelPaymentDetails).describe('As they are planned.'),
    explanation: z.array(z.string()),
    steps: z.array(Step).describe('The worksheet: every figure with how it came about.'),
  })
  .meta({ id: 'CancelCalculation' })
export type CancelCalculationModel = z.input<typeof CancelCalculation>

const LineRefund = z.object({ code: z.string(), refund: Money })

/** What was set by hand, as far as it was, and what the rules alone give. */
export const CancelOverride = z
  .object({
    reason: z.string(),
    cancelMethodCode: text,
    unearnedFactor: z.number().nullable(),
    grossRefund: Money.nullable(),
    claimsDeduction: Money.nullable(),
    cancelFee: Money.nullable(),
    netRefund: Money.nullable(),
    disbursements: z.array(LineRefund).nullable(),
    payee: z
      .object({
        type: z.enum(payeeTypes),
        accountHolderId: Id.nullable(),
        name: text,
        address: AddressAnswer.nullable(),
      })
      .nullable(),
    refundPayer: z.enum(refundPayers).nullable(),
    computed: z
      .object({ ...figures, disbursements: z.array(LineRefund) })
      .nullable()
      .describe('What the rules alone give; null where they cannot, without the odometer for one.'),
  })
  .meta({ id: 'CancelOverride' })
export type CancelOverrideModel = z.input<typeof CancelOverride>

const Alternative = z.object({
  cancelDate: CalendarDate,
  method: z.enum(methodCodes).nullable(),
  calculation: CancelCalculation.nullable().describe('Null where it cannot be: `refused` says why.'),
  refused: z.array(z.string()),
})

export const CancelRequest = z
  .object({
    id: Id,
    number: z.string(),
    contractId: Id,
    contractNumber: text,
    status: z.enum(requestStatuses),
    isQuoteOnly: z.boolean(),
    requestedBy: z.enum(requesters),
    requestedAt: Instant,
    noticeReceivedDate: CalendarDate,
    cancelDate: CalendarDate,
    cancelOdometer: count,
    reason: CancelReason,
    lienPaidOff: z.boolean().nullable(),
    documentIds: z.array(Id),
    calculation: CancelCalculation.nullable().describe('Null while something is missing that it needs.'),
    override: CancelOverride.nullable(),
    alternatives: z.array(Alternative).describe('Of a quote that asked for them.'),
    missing: z.array(z.string()).describe('E.g. `cancelOdometer`, `document:CancelForm`.'),
    validUntil: date.describe('Of a quote: after it the quote reads Expired.'),
    denyReason: text,
    note: text,
    cancelId: Id.nullable(),
    ...auditFields,
  })
  .meta({ id: 'CancelRequest' })
export type CancelRequestModel = z.input<typeof CancelRequest>

/** With the letter, where one was asked for. */
export const ActedCancelRequest = CancelRequest.extend({
  generatedDocument: GeneratedDocument.optional().meta({ unaudited: true }),
}).meta({ id: 'ActedCancelRequest' })
export type ActedCancelRequestModel = z.input<typeof ActedCancelRequest>

export const Cancel = z
  .object({
    id: Id,
    number: z.string(),
    contractId: Id,
    contractNumber: text,
    cancelRequestId: Id.nullable(),
    requestedBy: z.enum(requesters),
    noticeReceivedDate: CalendarDate,
    cancelDate: CalendarDate,
    cancelOdometer: count,
    executionDate: CalendarDate,
    executedAt: Instant,
    executedBy: z.string(),
    reason: CancelReason,
    calculation: CancelCalculation,
    override: CancelOverride.nullable(),
    status: z.enum(cancelStatuses),
    reinstatement: z
      .object({ id: Id, date: CalendarDate, reason: z.string(), gapDays: z.int(), by: z.string() })
      .nullable(),
    payments: z.array(CancelPaymentDetails),
    note: text,
    ...auditFields,
  })
  .meta({ id: 'Cancel' })
export type CancelModel = z.input<typeof Cancel>

export const ActedCancel = Cancel.extend({
  generatedDocument: GeneratedDocument.optional().meta({ unaudited: true }),
}).meta({ id: 'ActedCancel' })
export type ActedCancelModel = z.input<typeof ActedCancel>
