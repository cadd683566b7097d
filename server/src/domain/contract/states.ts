// The states of a contract as one table. Every use case checks it; a transition that is not in the table is refused.

export const contractStatuses = [
  'Quote',
  'Pending',
  'Active',
  'OnHold',
  'Cancelled',
  'Expired',
  'Voided',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** What a contract in force is called while a cancel request is open. Its status stays. */
export const CANCEL_PENDING = 'CancelPending'

/** The state of a contract. A contract on hold keeps the status it was held from. */
export interface ContractState {
  readonly status: ContractStatus
  readonly heldFrom: 'Pending' | 'Active' | null
}

export const contractTriggers = [
  'submit',
  'finalize',
  'refinalize',
  'hold',
  'resolve',
  'void',
  'cancel',
  'reinstate',
  'expire',
  'reopen',
  'transfer',
  'lock',
  'rerate',
  'changeCobuyer',
] as const
export type ContractTrigger = (typeof contractTriggers)[number]

/** States by name. On hold from Pending and on hold from Active are two states. */
type Place = Exclude<ContractStatus, 'OnHold'> | 'OnHold from Pending' | 'OnHold from Active'

const places = [
  'Quote',
  'Pending',
  'Active',
  'OnHold from Pending',
  'OnHold from Active',
  'Cancelled',
  'Expired',
  'Voided',
] as const satisfies readonly Place[]

/** `stay`: the state does not change. `back`: the status before the hold. */
type Leads = Place | 'stay' | 'back'

const open = (to: Leads): Partial<Record<Place, Leads>> => ({
  Quote: to,
  Pending: to,
  Active: to,
  'OnHold from Pending': to,
  'OnHold from Active': to,
})

const table: Readonly<Record<ContractTrigger, Readonly<Partial<Record<Place, Leads>>>>> = {
  submit: { Quote: 'Pending' },
  finalize: { Pending: 'Active' },
  refinalize: { Active: 'stay' },
  hold: {
    Pending: 'OnHold from Pending',
    Active: 'OnHold from Active',
    'OnHold from Pending': 'stay',
    'OnHold from Active': 'stay',
  },
  resolve: { 'OnHold from Pending': 'back', 'OnHold from Active': 'back' },
  void: { Quote: 'Voided', Pending: 'Voided', 'OnHold from Pending': 'Voided', Active: 'Voided' },
  cancel: { Active: 'Cancelled', 'OnHold from Active': 'Cancelled' },
  reinstate: { Cancelled: 'Active' },
  expire: { Active: 'Expired', 'OnHold from Active': 'Expired' },
  reopen: { Expired: 'Active' },
  transfer: { Active: 'stay' },
  lock: open('stay'),
  rerate: open('stay'),
  changeCobuyer: open('stay'),
}

/** The status that a trigger aims for, named in a refusal. */
const aim: Readonly<Record<ContractTrigger, ContractStatus | null>> = {
  submit: 'Pending',
  finalize: 'Active',
  refinalize: 'Active',
  hold: 'OnHold',
  resolve: null,
  void: 'Voided',
  cancel: 'Cancelled',
  reinstate: 'Active',
  expire: 'Expired',
  reopen: 'Active',
  transfer: 'Active',
  lock: null,
  rerate: null,
  changeCobuyer: null,
}

type Moved =
  | { readonly to: ContractState }
  | {
      readonly refused: 'InvalidTransition' | 'OpenHold' | 'NotCancellable'
      readonly from: ContractStatus
      readonly to: ContractStatus
    }

/** The state after a trigger, or why it is refused. */
export function move(state: ContractState, trigger: ContractTrigger): Moved {
  const place = placeOf(state)
  const leads = table[trigger][place]
  if (leads === undefined)
    return { refused: refusalOf(state, trigger), from: state.status, to: aim[trigger] ?? state.status }
  if (leads === 'stay') return { to: state }
  if (leads === 'back') return { to: { status: state.heldFrom ?? 'Active', heldFrom: null } }
  return { to: stateOf(leads) }
}

function refusalOf({ status }: ContractState, trigger: ContractTrigger) {
  if (trigger === 'cancel') return 'NotCancellable'
  const isHeld = status === 'OnHold' && (trigger === 'finalize' || trigger === 'refinalize')
  return isHeld ? 'OpenHold' : 'InvalidTransition'
}

const placeOf = ({ status, heldFrom }: ContractState): Place =>
  status === 'OnHold' ? `OnHold from ${heldFrom ?? 'Active'}` : status

function stateOf(place: Place): ContractState {
  if (place === 'OnHold from Pending') return { status: 'OnHold', heldFrom: 'Pending' }
  if (place === 'OnHold from Active') return { status: 'OnHold', heldFrom: 'Active' }
  return { status: place, heldFrom: null }
}

/** Every state a contract can be in. */
export const contractStates: readonly ContractState[] = places.map(stateOf)

/** What may be edited: everything; rate inputs only as a pending change for refinalize; or only notes. */
export function editingIn(state: ContractState): 'all' | 'pendingChanges' | 'notes' {
  const place = placeOf(state)
  if (place === 'Quote' || place === 'Pending' || place === 'OnHold from Pending') return 'all'
  return place === 'Active' || place === 'OnHold from Active' ? 'pendingChanges' : 'notes'
}

/** Whether the contract is active, or on hold while active. */
export const isContractInForce = (state: ContractState) => {
  const place = placeOf(state)
  return place === 'Active' || place === 'OnHold from Active'
}
