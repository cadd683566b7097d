import type { Contract } from '../../../sdk/src/types.gen.ts'
import type { Operation } from '../../api/client.ts'
import type { TextKey } from '../text.ts'

// Which actions a contract offers. What the caller may never do is absent; what the state forbids says why.

export const actionNames = [
  'submit',
  'finalize',
  'hold',
  'rerate',
  'transfer',
  'cobuyer',
  'void',
  'cancel',
  'print',
] as const
export type ActionName = (typeof actionNames)[number]

/** The operation behind each action. */
export const operationOf: Readonly<Record<ActionName, Operation>> = {
  submit: 'PATCH /contracts/{contractId}',
  finalize: 'POST /contracts/{contractId}/finalize',
  hold: 'POST /contracts/{contractId}/holds',
  rerate: 'POST /contracts/{contractId}/rerateRequests',
  transfer: 'POST /contracts/{contractId}/transferrequest',
  cobuyer: 'POST /contracts/{contractId}/cobuyer',
  void: 'PATCH /contracts/{contractId}',
  cancel: 'POST /contracts/{contractId}/cancelrequests',
  print: 'POST /contracts/{contractId}/documents',
}

type Standing = Pick<Contract, 'status' | 'heldFrom' | 'statusLabel'>

/** Why the state forbids an action; undefined: it does not. The service has the last word. */
export function refusalOf(action: ActionName, contract: Standing): TextKey | undefined {
  const { status, heldFrom, statusLabel } = contract
  const isEnded = status === 'Cancelled' || status === 'Expired' || status === 'Voided'
  if (action === 'print') return undefined
  if (isEnded) return 'why.ended'
  switch (action) {
    case 'submit':
      return status === 'Quote' ? undefined : 'why.submitted'
    case 'finalize':
      return status === 'Pending' ? undefined : beforeFinalize(status)
    case 'hold':
      return status === 'Quote' ? 'why.quote' : undefined
    case 'rerate':
    case 'cobuyer':
      return undefined
    case 'transfer':
      return status === 'Active' ? undefined : status === 'OnHold' ? 'why.onHold' : 'why.notInForce'
    case 'void':
      return status === 'OnHold' && heldFrom === 'Active' ? 'why.onHold' : undefined
    case 'cancel':
      if (statusLabel === 'CancelPending') return 'why.requestOpen'
      return status === 'Active' || heldFrom === 'Active' ? undefined : 'why.notInForce'
  }
}

function beforeFinalize(status: Contract['status']): TextKey {
  if (status === 'OnHold') return 'why.onHold'
  return status === 'Quote' ? 'why.quote' : 'why.finalized'
}

/** Actions that are not even shown, because the contract is past them and they would only crowd the page. */
export function isPast(action: ActionName, { status, heldFrom }: Standing): boolean {
  if (action === 'submit') return status !== 'Quote'
  const isInForce = status === 'Active' || (status === 'OnHold' && heldFrom === 'Active')
  return action === 'finalize' && isInForce
}
