import { z } from 'zod'
import { AddressInput } from '../../account-holders/people.ts'
import { LetterMail } from '../../contracts/form/mail-letter.ts'
import type { AlternativeTerms } from '../../domain/cancellation/calculation.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import { type OdometerUnit, odometerUnits } from '../../domain/odometer-unit.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import type { Moves } from '../../http/route-specs.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import { payeeTypes, refundMethods, refundPayers } from './models.ts'

// The bodies of quotes, requests and cancels.

/** Runs even if another field is wrong, so that all faults are listed at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

export const PayeeInput = z
  .strictObject({
    type: z.enum(payeeTypes),
    accountHolderId: Id.nullable()
      .optional()
      .describe('If absent, the contract’s own party of this type. Required for Other.'),
    name: text(200)
      .nullable()
      .optional()
      .describe('The name on the check. If absent, the name that the rules give.'),
    address: AddressInput.nullable()
      .optional()
      .describe('The address for the check. If absent, the payee’s own address.'),
  })
  .meta({ id: 'CancelPayeeData', example: { type: 'LienHolder' } })
export type PayeeInput = z.output<typeof PayeeInput>

export const OverrideInput = z
  .strictObject({
    reason: text(2_000),
    cancelMethodId: Id.optional(),
    cancelMethodCode: z.enum(methodCodes).optional(),
    // The range is a business rule, reported together with all others.
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

/** The input of a quote, a request or a cancel, as it is sent and stored. */
export interface CancelInput {
  readonly cancelDate: string
  readonly cancelReasonId?: number | undefined
  readonly cancelReasonCode?: string | undefined
  readonly requestedBy?: Requester | undefined
  readonly noticeReceivedDate?: string | undefined
  readonly cancelOdometer?: number | null | undefined
  readonly cancelOdometerUnit?: OdometerUnit | undefined
  readonly payee?: PayeeInput | null | undefined
  readonly lienPaidOff?: boolean | null | undefined
  readonly documentIds?: readonly number[] | undefined
  readonly note?: string | null | undefined
  readonly override?: OverrideInput | null | undefined
  readonly payments?: readonly PaymentInput[] | undefined
  /** The day on which an executed cancel is booked. */
  readonly executionDate?: string | undefined
  /** For quotes only. */
  readonly alternatives?: readonly AlternativeTerms[] | undefined
}

/** The member that names the reason, as a JSON pointer. */
export const reasonPointer = ({ cancelReasonCode }: Pick<CancelInput, 'cancelReasonCode'>): string =>
  cancelReasonCode === undefined ? '/cancelReasonId' : '/cancelReasonCode'

const reason = { cancelReasonId: Id.optional(), cancelReasonCode: text(40).optional() }

/** The members that an Update may change. */
const details = {
  requestedBy: z
    .enum(requesters)
    .optional()
    .describe('If absent: Dealer or LienHolder for a caller of that kind, otherwise Customer.'),
  noticeReceivedDate: CalendarDate.optional().describe('If absent, today.'),
  cancelOdometer: z.int().min(0).max(9_999_999).nullable().optional(),
  cancelOdometerUnit: z.enum(odometerUnits).optional(),
  payee: PayeeInput.nullable().optional(),
  lienPaidOff: z.boolean().nullable().optional(),
  documentIds: z.array(Id).max(100).optional(),
  note: optionalText(2_000).optional(),
  override: OverrideInput.nullable().optional(),
}

const executed = {
  executionDate: CalendarDate.optional().describe('Between the cancel date and today. If absent, today.'),
  payments: z.array(PaymentInput).min(1).max(20).optional(),
}

export const NewCancelRequestData = z
  .strictObject({
    cancelDate: CalendarDate,
    ...reason,
    ...details,
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
      .describe('For quotes only: the same cancellation on other days or by other methods.'),
  })
  .superRefine(nameTheReason, always)
  .superRefine(({ isQuoteOnly, alternatives }, context) => {
    if (isQuoteOnly !== true && alternatives !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['alternatives'],
        params: { code: 'Unknown' },
        message: 'Alternatives are allowed for quotes only. Set isQuoteOnly to true, or leave them out.',
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
  .strictObject({ cancelDate: CalendarDate, ...reason, ...details, ...executed })
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
    message: 'Send cancelReasonId or cancelReasonCode.',
  })
}

const requestActions = ['Submit', 'Update', 'Approve', 'Execute', 'Deny', 'Withdraw', 'Letter'] as const
export type RequestAction = (typeof requestActions)[number]

/** What each action moves. A letter moves nothing. */
export const movedByRequestAction: Readonly<Record<RequestAction, Moves | undefined>> = {
  Submit: 'state',
  Update: 'state',
  Approve: 'state',
  Execute: 'money',
  Deny: 'state',
  Withdraw: 'state',
  Letter: undefined,
}

const acting = {
  action: z.enum(requestActions),
  mail: LetterMail.optional(),
  denyReason: text(2_000).optional().describe('Required to deny.'),
  acceptRecalculated: z
    .boolean()
    .optional()
    .describe('Executes even though the amounts have changed since the request.'),
  ...executed,
  cancelDate: CalendarDate.optional().describe('For Update, like all members below.'),
  ...reason,
  ...details,
}
type ActingField = Exclude<keyof typeof acting, 'action'>

/** The members that each action accepts, besides the note. */
const accepted: Readonly<Record<RequestAction, readonly ActingField[]>> = {
  Submit: [],
  Update: ['cancelDate', 'cancelReasonId', 'cancelReasonCode', ...(Object.keys(details) as ActingField[])],
  Approve: [],
  Execute: ['executionDate', 'acceptRecalculated', 'override', 'payments'],
  Deny: ['denyReason'],
  Withdraw: [],
  Letter: ['mail'],
}

/** The specification spells it this way. */
export const CanceRequestExecutionData = z
  .strictObject(acting)
  .superRefine((body, context) => {
    const allowed: readonly string[] | undefined = accepted[body.action]
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
          message: `${name} is not allowed with ${body.action}.`,
        })
    if (body.action === 'Deny' && body.denyReason === undefined)
      context.addIssue({
        code: 'custom',
        path: ['denyReason'],
        params: { code: 'Required' },
        message: 'Send denyReason to say why the request is denied.',
      })
  }, always)
  .meta({ id: 'CanceRequestExecutionData', example: { action: 'Execute', note: 'Form on file' } })
export type RequestActionInput = z.output<typeof CanceRequestExecutionData>
