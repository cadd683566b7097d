import { z } from 'zod'
import { AddressAnswer } from '../../account-holders/people.ts'
import { GeneratedDocument } from '../../documents/schemas.ts'
import { odometerUnits } from '../../domain/odometer-unit.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { stepRoundings } from '../../domain/worksheet-step.ts'
import { auditFields, CalendarDate, Id, Instant, Money, Reference } from '../../http/schemas.ts'
import { CancelReasonValue, requesters } from '../../reference/cancel-reasons.ts'

// The answers: cancel requests, cancels, their calculations and payments.

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

const paymentDetails = {
  id: Id.nullable().describe(
    'Null while the payment is planned, like the ids of the cancel and of the ledger row.',
  ),
  cancelId: Id.nullable(),
  payee: Reference,
  payeeName: z.string(),
  forPayeeName: text.describe('The final payee, if the dealer passes the refund on.'),
  amount: Money,
  method: z.enum(refundMethods),
  status: z.enum(paymentStatuses),
  refundDueDate: CalendarDate,
  latePenalty: Money.describe('As of today, or as of the day it was paid.'),
  ledgerId: Id.nullable(),
  cashTransactionId: Id.nullable(),
  checkNumber: text,
  paidDate: date,
  confirmedDate: date.describe(
    'The day on which the customer received the money, as the dealer confirmed it.',
  ),
  lines: z
    .array(z.object({ disbursementCode: z.string(), amount: Money }))
    .describe('The parts of the payment. They sum to its amount.'),
  mailTo: AddressAnswer.nullable(),
  memo: text,
  isLienHolder: z.boolean(),
}
export const CancelPaymentDetails = z.object(paymentDetails).meta({ id: 'CancelPaymentDetails' })
export type CancelPaymentDetails = z.input<typeof CancelPaymentDetails>

/** What it costs if a refund waits. */
export const waitingFields = {
  nextPenalty: Money.nullable().describe(
    'What `nextPenaltyDate` adds to the penalty if the refund is still unpaid.',
  ),
  nextPenaltyDate: date.describe('The next day on which the penalty grows. Null if it does not.'),
  costOfWaiting: Money.describe('What it costs to pay tomorrow instead of today.'),
}

export const OverdueCancelPayment = z
  .object({
    ...paymentDetails,
    contractNumber: text,
    daysLeft: z.int().describe('Days until the refund is due. Negative when it is late.'),
    ...waitingFields,
  })
  .meta({ id: 'OverdueCancelPayment' })
export type OverdueCancelPayment = z.input<typeof OverdueCancelPayment>

const Payee = z
  .object({
    type: z.enum(payeeTypes),
    accountHolderId: Id.nullable(),
    name: z.string().describe('The name on the check.'),
    isSole: z.boolean().describe('No other party is named on the check.'),
  })
  .meta({ id: 'CancelPayee' })

const Line = z
  .object({
    code: z.string(),
    accountHolder: Reference.nullable(),
    original: Money,
    unearnedFactor: z.number(),
    refund: Money,
    claimsDeduction: Money,
    chargeback: z.boolean().describe('The account holder has to pay the amount back.'),
    direction: z.enum(['Receive']),
  })
  .meta({ id: 'CancelLine' })

const Step = z
  .object({
    code: z.string().describe('The name of the figure.'),
    inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    formula: z.string(),
    exact: z.string().describe('The value before rounding.'),
    rounding: z.enum(stepRoundings),
    amount: Money.nullable(),
    ruleCode: text,
    source: text.describe('The statute behind the rule.'),
    clause: text.describe('The part of the rule that applies.'),
    words: z.string(),
  })
  .meta({ id: 'CancelStep' })

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

export const CancelCalculationModel = z
  .object({
    ruleId: Id,
    ruleCode: z.string(),
    ruleSource: text,
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
        'With the shortfall they sum to the gross refund. Limited callers see DEALERCOST and MARKUP only.',
      ),
    shortfall: Money,
    payments: z.array(CancelPaymentDetails).describe('The planned payments.'),
    explanation: z.array(z.string()),
    steps: z.array(Step).describe('The worksheet: every figure with its inputs and its formula.'),
  })
  .meta({ id: 'CancelCalculation' })
export type CancelCalculationModel = z.input<typeof CancelCalculationModel>

const LineRefund = z.object({ code: z.string(), refund: Money }).meta({ id: 'CancelLineRefund' })

/** The values that were set by hand, and the figures that the rules alone give. */
export const CancelOverrideModel = z
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
      .meta({ id: 'CancelOverridePayee' })
      .nullable(),
    refundPayer: z.enum(refundPayers).nullable(),
    computed: z
      .object({ ...figures, disbursements: z.array(LineRefund) })
      .meta({ id: 'CancelOverrideComputed' })
      .nullable()
      .describe(
        'The figures by the rules alone. Null if they cannot be calculated, for example without the odometer.',
      ),
  })
  .meta({ id: 'CancelOverride' })
export type CancelOverrideModel = z.input<typeof CancelOverrideModel>

const Alternative = z
  .object({
    cancelDate: CalendarDate,
    method: z.enum(methodCodes).nullable(),
    calculation: CancelCalculationModel.nullable().describe(
      'Null if it is not possible; `refused` says why.',
    ),
    refused: z.array(z.string()),
  })
  .meta({ id: 'CancelAlternative' })

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
    cancelOdometerUnit: z.enum(odometerUnits).nullable(),
    reason: CancelReasonValue,
    lienPaidOff: z.boolean().nullable(),
    documentIds: z.array(Id),
    calculation: CancelCalculationModel.nullable().describe('Null while a required input is missing.'),
    override: CancelOverrideModel.nullable(),
    alternatives: z.array(Alternative).describe('For a quote with alternatives.'),
    missing: z.array(z.string()).describe('E.g. `cancelOdometer`, `document:CancelForm`.'),
    validUntil: date.describe(
      'For quotes: the last day on which it can be submitted. Afterwards its status is Expired.',
    ),
    denyReason: text,
    note: text,
    cancelId: Id.nullable(),
    ...auditFields,
  })
  .meta({ id: 'CancelRequest' })
export type CancelRequestModel = z.input<typeof CancelRequest>

/** With the letter, if one was written. */
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
    cancelOdometerUnit: z.enum(odometerUnits).nullable(),
    executionDate: CalendarDate,
    executedAt: Instant,
    executedBy: z.string(),
    reason: CancelReasonValue,
    calculation: CancelCalculationModel,
    override: CancelOverrideModel.nullable(),
    status: z.enum(cancelStatuses),
    reinstatement: z
      .object({ id: Id, date: CalendarDate, reason: z.string(), gapDays: z.int(), by: z.string() })
      .meta({ id: 'CancelReinstatement' })
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
