// The states of a cancel request, as one table. A transition that is not in it is refused.

export const requestStates = [
  'Quote',
  'Requested',
  'NeedsInfo',
  'Approved',
  'Executed',
  'Denied',
  'Withdrawn',
] as const
export type RequestState = (typeof requestStates)[number]

export const requestTriggers = ['Submit', 'Update', 'Approve', 'Execute', 'Deny', 'Withdraw'] as const
export type RequestTrigger = (typeof requestTriggers)[number]

/** `Submitted`: Requested, or NeedsInfo while a required input is missing. */
type NextState = Exclude<RequestState, 'Quote' | 'Requested' | 'NeedsInfo'> | 'Submitted'

const fromOpen = (to: NextState) => ({ Requested: to, NeedsInfo: to, Approved: to })

const table: Readonly<Record<RequestTrigger, Partial<Record<RequestState, NextState>>>> = {
  Submit: { Quote: 'Submitted' },
  Update: fromOpen('Submitted'),
  Approve: { Requested: 'Approved' },
  Execute: { Requested: 'Executed', Approved: 'Executed' },
  Deny: fromOpen('Denied'),
  Withdraw: fromOpen('Withdrawn'),
}

/** The state that a trigger aims at, for refusals. */
const targets: Readonly<Record<RequestTrigger, RequestState>> = {
  Submit: 'Requested',
  Update: 'Requested',
  Approve: 'Approved',
  Execute: 'Executed',
  Deny: 'Denied',
  Withdraw: 'Withdrawn',
}

export type RequestRefusal =
  | { readonly refused: 'QuoteExpired' }
  | { readonly refused: 'NeedsInfo' }
  | { readonly refused: 'AlreadyExecuted' }
  | {
      readonly refused: 'InvalidTransition'
      readonly from: RequestState | 'Expired'
      readonly to: RequestState
    }

export interface RequestStatus {
  readonly status: RequestState
  readonly validUntil: string | null
}

/** A quote is valid through its last day. */
export const isExpired = ({ status, validUntil }: RequestStatus, today: string): boolean =>
  status === 'Quote' && validUntil !== null && today > validUntil

/** The status that callers see. */
export const requestStatusOn = (request: RequestStatus, today: string): RequestState | 'Expired' =>
  isExpired(request, today) ? 'Expired' : request.status

/** The next state after a trigger. */
export function nextRequestState(
  request: RequestStatus,
  trigger: RequestTrigger,
  today: string,
): { readonly to: NextState } | RequestRefusal {
  const { status } = request
  if (trigger === 'Submit' && isExpired(request, today)) return { refused: 'QuoteExpired' }
  if (status === 'NeedsInfo' && (trigger === 'Approve' || trigger === 'Execute'))
    return { refused: 'NeedsInfo' }
  if (status === 'Executed' && trigger === 'Execute') return { refused: 'AlreadyExecuted' }
  const to = table[trigger][status]
  return to
    ? { to }
    : { refused: 'InvalidTransition', from: requestStatusOn(request, today), to: targets[trigger] }
}
