import type { CancelOverride, CancelTerms, PayeeTerms } from '../../domain/cancellation/facts.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { comparable, readingIn } from '../../domain/odometer-unit.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { CancelFault } from './faults.ts'
import { type CancelInput, type OverrideInput, type PayeeInput, reasonPointer } from './inputs.ts'
import type { LoadedCancel } from './load-facts.ts'
import { mayOverride } from './rights.ts'

/** Replaces a reason that does not exist, so that all other faults can be reported together with it. */
export const PLACEHOLDER_REASON: CancelReasonModel = {
  ...{ id: 0, code: '', name: '', forcesFlat: false, requiredDocuments: [], payeeRule: 'Standard' },
  requestedBy: ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'],
  isActive: true,
}

/** The requester in the input; if absent, the one that the credential implies. */
export const requesterFor = ({ caller }: Pick<Acting, 'caller'>, { requestedBy }: CancelInput): Requester =>
  requestedBy ?? requesterFromScopes(caller)

function requesterFromScopes({ scopes }: Caller): Requester {
  const types = new Set(scopes.map(({ type }) => type))
  if (['Dealer', 'DealerGroup', 'PortalVisibilityGroup'].some((type) => types.has(type))) return 'Dealer'
  return types.has('LienHolder') ? 'LienHolder' : 'Customer'
}

/** The input as the calculation takes it, with the records that it names. */
export function termsFromInput(
  acting: Acting,
  input: CancelInput,
  loaded: LoadedCancel,
  reason: CancelReasonModel,
): CancelTerms {
  const cancelOdometer = odometerGiven(input, loaded)
  return {
    cancelDate: input.cancelDate,
    cancelOdometer: cancelOdometer === null ? null : comparable(cancelOdometer, loaded.odometerUnit),
    reason,
    requestedBy: requesterFor(acting, input),
    noticeReceivedDate: input.noticeReceivedDate ?? acting.today,
    lienPaidOff: input.lienPaidOff ?? null,
    payee: input.payee ? payeeTerms(input.payee, loaded) : null,
    override: input.override ? overrideTerms(input.override, loaded) : null,
    payments:
      input.payments?.map(({ payee, method, amount }) => ({
        ...{ method, payee: payeeTerms(payee, loaded), amount: centsOf(amount) },
      })) ?? null,
    mayChoosePayee: mayOverride(acting.caller),
  }
}

/** The odometer as it is stored and answered: in the unit of the contract. */
export const odometerGiven = (
  { cancelOdometer, cancelOdometerUnit }: CancelInput,
  { odometerUnit }: LoadedCancel,
): number | null =>
  typeof cancelOdometer === 'number' ? readingIn(odometerUnit, cancelOdometer, cancelOdometerUnit) : null

const payeeTerms = ({ type, accountHolderId, name }: PayeeInput, { holders }: LoadedCancel): PayeeTerms => ({
  type,
  accountHolder: holders.get(accountHolderId ?? 0) ?? null,
  name: name ?? null,
})

function overrideTerms(input: OverrideInput, loaded: LoadedCancel): CancelOverride {
  const { grossRefund, claimsDeduction, cancelFee, netRefund } = input
  return {
    reason: input.reason,
    cancelMethodCode: methodOverride(input, loaded),
    unearnedFactor: input.unearnedFactor,
    grossRefund: cents(grossRefund),
    claimsDeduction: cents(claimsDeduction),
    cancelFee: cents(cancelFee),
    netRefund: cents(netRefund),
    disbursements: input.disbursements?.map(({ code, refund }) => ({ code, refund: centsOf(refund) })),
    payee: input.payee && payeeTerms(input.payee, loaded),
    refundPayer: input.refundPayer,
  }
}

/** A method that is not in use is reported by `referenceFaults` and ignored here. */
const methodOverride = ({ cancelMethodCode }: OverrideInput, { methods, methodCode }: LoadedCancel) =>
  cancelMethodCode && methods.has(cancelMethodCode) ? cancelMethodCode : methodCode

const cents = (amount: number | undefined): Cents | undefined =>
  amount === undefined ? undefined : centsOf(amount)

/** The records that the input names and that do not exist. */
export function referenceFaults(input: CancelInput, loaded: LoadedCancel): CancelFault[] {
  const unknown = (field: string, what: string): CancelFault => ({
    ...{ code: 'UnknownReference', field, message: `There is no ${what}.` },
  })
  const { override, cancelReasonId, cancelReasonCode } = input
  const payees: readonly (readonly [string, PayeeInput | null | undefined])[] = [
    ['/payee', input.payee],
    ['/override/payee', override?.payee],
    ...(input.payments ?? []).map(({ payee }, index) => [`/payments/${index}/payee`, payee] as const),
  ]
  return [
    ...(loaded.reason
      ? []
      : [unknown(reasonPointer(input), `active cancel reason ${cancelReasonCode ?? cancelReasonId}`)]),
    ...(override?.cancelMethodId === undefined || isConsistentMethod(override, loaded)
      ? []
      : [unknown('/override/cancelMethodId', `active cancel method ${override.cancelMethodId}`)]),
    ...namedMethods(input).flatMap(([pointer, code]) =>
      loaded.methods.has(code) ? [] : [unknown(pointer, `active cancel method ${code}`)],
    ),
    ...payees.flatMap(([pointer, payee]) => {
      const id = payee?.accountHolderId ?? null
      if (!payee || id === null) return []
      const holder = loaded.holders.get(id)
      const isOfType = holder && (payee.type === 'Other' || payee.type === holder.type)
      return isOfType ? [] : [unknown(`${pointer}/accountHolderId`, `${holderNoun(payee)} ${id}`)]
    }),
    ...(input.documentIds ?? []).flatMap((id, index) =>
      loaded.documentIds.has(id) ? [] : [unknown(`/documentIds/${index}`, `document ${id} on the contract`)],
    ),
  ]
}

const holderNoun = ({ type }: PayeeInput) => (type === 'Other' ? 'account holder' : type)

/** The method named by id exists, and it is the one named by code if both are sent. */
const isConsistentMethod = ({ cancelMethodCode }: OverrideInput, { methodCode }: LoadedCancel): boolean =>
  methodCode !== undefined && (cancelMethodCode ?? methodCode) === methodCode

/** The methods that the input names by code, with their pointers. */
const namedMethods = ({ override, alternatives }: CancelInput): (readonly [string, MethodCode])[] => [
  ...(override?.cancelMethodCode ? [['/override/cancelMethodCode', override.cancelMethodCode] as const] : []),
  ...(alternatives ?? []).flatMap(({ cancelMethodCode }, index) =>
    cancelMethodCode ? [[`/alternatives/${index}/cancelMethodCode`, cancelMethodCode] as const] : [],
  ),
]
