// The life of a contract as one table. Every use case asks it; what is not in it is refused and changes nothing.

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

/** Where a contract stands. On hold it is still what it was held from. */
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

/** States by name: a hold of a pending contract and one of an active one are two. */
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

/** `stay`: what it is. `back`: what it was held from. */
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

/** What a trigger would lead to where it is allowed: told in a refusal. */
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

export type Moved =
  | { readonly to: ContractState }
  | {
      readonly refused: 'InvalidTransition' | 'OpenHold' | 'NotCancellable'
      readonly from: ContractStatus
      readonly to: ContractStatus
    }

/** Where a trigger leads from a state, or why it does not. */
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

/** Every state that a contract can be in. */
export const contractStates: readonly ContractState[] = places.map(stateOf)

/** What may be edited: everything; what rates rest on only as a change that waits for refinalize; or hardly anything. */
export function editingIn(state: ContractState): 'all' | 'pendingChanges' | 'notes' {
  const place = placeOf(state)
  if (place === 'Quote' || place === 'Pending' || place === 'OnHold from Pending') return 'all'
  return place === 'Active' || place === 'OnHold from Active' ? 'pendingChanges' : 'notes'
}

/** Whether the contract is one that the books know: it has been finalized. */
export const isInForce = (state: ContractState) => {
  const place = placeOf(state)
  return place === 'Active' || place === 'OnHold from Active'
}
