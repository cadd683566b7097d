import { z } from 'zod'
import { AddressInput } from '../../account-holders/people.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import { payeeTypes, refundMethods, refundPayers } from './models.ts'

// What cancellations are asked for with.

/** Also when another field is wrong, so that all faults are listed at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

export const PayeeInput = z
  .strictObject({
    type: z.enum(payeeTypes),
    accountHolderId: Id.nullable()
      .optional()
      .describe('Absent: the contract’s own of the type. Somebody else needs one.'),
    name: text(200).nullable().optional().describe('On the cheque; absent: as the rules say.'),
    address: AddressInput.nullable()
      .optional()
      .describe('Where the cheque goes; absent: to the payee’s own.'),
  })
  .meta({ id: 'CancelPayeeData', example: { type: 'LienHolder' } })
export type PayeeInput = z.output<typeof PayeeInput>

export const OverrideInput = z
  .strictObject({
    reason: text(2_000),
    cancelMethodId: Id.optional(),
    cancelMethodCode: z.enum(methodCodes).optional(),
    // What lies outside is a rule of the business, told with all others.
    unearnedFactor: z.number().optional(),
    grossRefund: Money.optional(),
    claimsDeduction: Money.optional(),
    cancelFee: Money.optional(),
    netRefund: Money.optional(),
    disbursements: z
      .array(z.strictObject({ code: text(40), refund: Money }))
      .max(100)
      .optional(),
    payee: PayeeInput.optional(),
    refundPayer: z.enum(refundPayers).optional(),
  })
  .meta({
    id: 'NewCancelRequestOverrideData',
    example: { reason: 'Agreed with the lender', cancelFee: 0 },
  })
export type OverrideInput = z.output<typeof OverrideInput>

export const PaymentInput = z
  .strictObject({
    payee: PayeeInput,
    method: z.enum(refundMethods).default('Check'),
    amount: Money.min(0.01),
  })
  .meta({ id: 'CancelPaymentData' })
export type PaymentInput = z.output<typeof PaymentInput>

const reason = { cancelReasonId: Id.optional(), cancelReasonCode: text(40).optional() }

/** What may be changed as long as it is not decided. */
const asked = {
  requestedBy: z
    .enum(requesters)
    .optional()
    .describe('Dealer and LienHolder for their own callers, else Customer.'),
  noticeReceivedDate: CalendarDate.optional().describe('Today by itself.'),
  cancelOdometer: z.int().min(0).max(9_999_999).nullable().optional(),
  payee: PayeeInput.nullable().optional(),
  lienPaidOff: z.boolean().nullable().optional(),
  documentIds: z.array(Id).max(100).optional(),
  note: optionalText(2_000).optional(),
  override: OverrideInput.nullable().optional(),
}

const executed = {
  executionDate: CalendarDate.optional().describe('From the day of the cancellation to today, which it is.'),
  payments: z.array(PaymentInput).min(1).max(20).optional(),
}

export const NewCancelRequestData = z
  .strictObject({
    cancelDate: CalendarDate,
    ...reason,
    ...asked,
    isQuoteOnly: z.boolean().default(false),
    alternatives: z
      .array(
        z.strictObject({
          cancelDate: CalendarDate.optional(),
          cancelMethodCode: z.enum(methodCodes).optional(),
        }),
      )
      .max(12)
      .optional()
      .describe('Of a quote: the same on other days, or by other methods.'),
  })
  .superRefine(nameTheReason, always)
  .superRefine(({ isQuoteOnly, alternatives }, context) => {
    if (isQuoteOnly !== true && alternatives !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['alternatives'],
        params: { code: 'Unknown' },
        message: 'Alternatives are for quotes only.',
      })
  }, always)
  .meta({
    id: 'NewCancelRequestData',
    example: {
      cancelDate: '2025-09-10',
      cancelReasonCode: 'CUSTREQ',
      cancelOdometer: 41_250,
      requestedBy: 'Customer',
      isQuoteOnly: false,
    },
  })
export type NewCancelRequest = z.output<typeof NewCancelRequestData>

export const ContractCancelData = z
  .strictObject({ cancelDate: CalendarDate, ...reason, ...asked, ...executed })
  .superRefine(nameTheReason, always)
  .meta({
    id: 'ContractCancelData',
    example: { cancelDate: '2025-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 41_250 },
  })
export type ContractCancel = z.output<typeof ContractCancelData>

function nameTheReason(
  { cancelReasonId, cancelReasonCode }: { cancelReasonId?: unknown; cancelReasonCode?: unknown },
  context: z.core.$RefinementCtx,
): void {
  if (cancelReasonId !== undefined || cancelReasonCode !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['cancelReasonCode'],
    params: { code: 'Required' },
    message: 'A cancelReasonId or a cancelReasonCode is required.',
  })
}

export const requestActions = [
  'Submit',
  'Update',
  'Approve',
  'Execute',
  'Deny',
  'Withdraw',
  'Letter',
] as const
export type RequestAction = (typeof requestActions)[number]

const acting = {
  action: z.enum(requestActions),
  denyReason: text(2_000).optional().describe('Required to deny.'),
  acceptRecalculated: z.boolean().optional().describe('To execute although the amounts are others by now.'),
  ...executed,
  cancelDate: CalendarDate.optional().describe('This, and what follows, to update.'),
  ...reason,
  ...asked,
}
type ActingField = Exclude<keyof typeof acting, 'action'>

/** What goes with an action, besides a note. */
const taken: Readonly<Record<RequestAction, readonly ActingField[]>> = {
  Submit: [],
  Update: ['cancelDate', 'cancelReasonId', 'cancelReasonCode', ...(Object.keys(asked) as ActingField[])],
  Approve: [],
  Execute: ['executionDate', 'acceptRecalculated', 'override', 'payments'],
  Deny: ['denyReason'],
  Withdraw: [],
  Letter: [],
}

/** Spelt as the specification spells it. */
export const CanceRequestExecutionData = z
  .strictObject(acting)
  .superRefine((body, context) => {
    const allowed: readonly string[] | undefined = taken[body.action]
    if (!allowed) return
    for (const [name, value] of Object.entries(body))
      if (
        name in acting &&
        name !== 'action' &&
        name !== 'note' &&
        value !== undefined &&
        !allowed.includes(name)
      )
        context.addIssue({
          code: 'custom',
          path: [name],
          params: { code: 'Unknown' },
          message: `${name} does not go with ${body.action}.`,
        })
    if (body.action === 'Deny' && body.denyReason === undefined)
      context.addIssue({
        code: 'custom',
        path: ['denyReason'],
        params: { code: 'Required' },
        message: 'A denial says why.',
      })
  }, always)
  .meta({ id: 'CanceRequestExecutionData', example: { action: 'Execute', note: 'Form on file' } })
export type RequestActionInput = z.output<typeof CanceRequestExecutionData>
