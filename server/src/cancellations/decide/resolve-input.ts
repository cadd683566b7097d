import type { CancelOverride, CancelTerms, PayeeTerms } from '../../domain/cancellation/facts.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { CancelInput } from './decide-cancel.ts'
import type { CancelFault } from './faults.ts'
import type { OverrideInput, PayeeInput } from './inputs.ts'
import type { LoadedCancel } from './load-facts.ts'
import { mayOverride } from './rights.ts'

/** Stands in for a reason that is not there, so that all else that is wrong can be told with it. */
export const PLACEHOLDER_REASON: CancelReasonModel = {
  ...{ id: 0, code: '', name: '', forcesFlat: false, requiredDocuments: [], payeeRule: 'Standard' },
  requestedBy: ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'],
  isActive: true,
}

/** Who asks: as it is said, else by whose credential it is. */
export const requesterFor = ({ caller }: Pick<Acting, 'caller'>, { requestedBy }: CancelInput): Requester =>
  requestedBy ?? requesterBy(caller)

function requesterBy({ scopes }: Caller): Requester {
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
  return {
    cancelDate: input.cancelDate,
    cancelOdometer: input.cancelOdometer ?? null,
    reason,
    requestedBy: requesterFor(acting, input),
    noticeReceivedDate: input.noticeReceivedDate ?? acting.today,
    lienPaidOff: input.lienPaidOff ?? null,
    payee: input.payee ? payeeIn(input.payee, loaded) : null,
    override: input.override ? overrideIn(input.override, loaded) : null,
    payments:
      input.payments?.map(({ payee, method, amount }) => ({
        ...{ method, payee: payeeIn(payee, loaded), amount: centsOf(amount) },
      })) ?? null,
    mayChoosePayee: mayOverride(acting.caller),
  }
}

const payeeIn = ({ type, accountHolderId, name }: PayeeInput, { holders }: LoadedCancel): PayeeTerms => ({
  type,
  accountHolder: holders.get(accountHolderId ?? 0) ?? null,
  name: name ?? null,
})

function overrideIn(input: OverrideInput, loaded: LoadedCancel): CancelOverride {
  const { grossRefund, claimsDeduction, cancelFee, netRefund } = input
  return {
    reason: input.reason,
    cancelMethodCode: methodSet(input, loaded),
    unearnedFactor: input.unearnedFactor,
    grossRefund: cents(grossRefund),
    claimsDeduction: cents(claimsDeduction),
    cancelFee: cents(cancelFee),
    netRefund: cents(netRefund),
    disbursements: input.disbursements?.map(({ code, refund }) => ({ code, refund: centsOf(refund) })),
    payee: input.payee && payeeIn(input.payee, loaded),
    refundPayer: input.refundPayer,
  }
}

/** One that is not in use is told, and does not count meanwhile. */
const methodSet = ({ cancelMethodCode }: OverrideInput, { methods, methodCode }: LoadedCancel) =>
  cancelMethodCode && methods.has(cancelMethodCode) ? cancelMethodCode : methodCode

const cents = (amount: number | undefined): Cents | undefined =>
  amount === undefined ? undefined : centsOf(amount)

/** What is named and not there. */
export function referenceFaults(input: CancelInput, loaded: LoadedCancel): CancelFault[] {
  const unknown = (pointer: string, what: string): CancelFault => ({
    ...{ code: 'UnknownReference', field: pointer, message: `There is no ${what}.` },
  })
  const { override, cancelReasonId, cancelReasonCode } = input
  const payees: readonly (readonly [string, PayeeInput | null | undefined])[] = [
    ['/payee', input.payee],
    ['/override/payee', override?.payee],
    ...(input.payments ?? []).map(({ payee }, at) => [`/payments/${at}/payee`, payee] as const),
  ]
  return [
    ...(loaded.reason
      ? []
      : [unknown(reasonPointer(input), `cancel reason ${cancelReasonCode ?? cancelReasonId} in use`)]),
    ...(override?.cancelMethodId === undefined || isOneMethod(override, loaded)
      ? []
      : [unknown('/override/cancelMethodId', `cancel method ${override.cancelMethodId} in use`)]),
    ...methodsIn(input).flatMap(([pointer, code]) =>
      loaded.methods.has(code) ? [] : [unknown(pointer, `cancel method ${code} in use`)],
    ),
    ...payees.flatMap(([pointer, payee]) => {
      const id = payee?.accountHolderId ?? null
      if (!payee || id === null) return []
      const holder = loaded.holders.get(id)
      const isMeant = holder && (payee.type === 'Other' || payee.type === holder.type)
      return isMeant ? [] : [unknown(`${pointer}/accountHolderId`, `${whoIs(payee)} ${id}`)]
    }),
    ...(input.documentIds ?? []).flatMap((id, at) =>
      loaded.documentIds.has(id) ? [] : [unknown(`/documentIds/${at}`, `document ${id} of the contract`)],
    ),
  ]
}

const whoIs = ({ type }: PayeeInput) => (type === 'Other' ? 'account holder' : type)

/** The method of the id is there, and no other than the one of the code. */
const isOneMethod = ({ cancelMethodCode }: OverrideInput, { methodCode }: LoadedCancel): boolean =>
  methodCode !== undefined && (cancelMethodCode ?? methodCode) === methodCode

/** The methods that are named by their codes. */
const methodsIn = ({ override, alternatives }: CancelInput): (readonly [string, MethodCode])[] => [
  ...(override?.cancelMethodCode ? [['/override/cancelMethodCode', override.cancelMethodCode] as const] : []),
  ...(alternatives ?? []).flatMap(({ cancelMethodCode }, at) =>
    cancelMethodCode ? [[`/alternatives/${at}/cancelMethodCode`, cancelMethodCode] as const] : [],
  ),
]

export const reasonPointer = ({ cancelReasonCode }: Pick<CancelInput, 'cancelReasonCode'>): string =>
  cancelReasonCode === undefined ? '/cancelReasonId' : '/cancelReasonCode'
