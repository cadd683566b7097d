// The way of a cancel request through the desk, as one table. What is not in it is refused.

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

/** `asked`: Requested, or NeedsInfo while something is missing that the refund needs. */
type Leads = Exclude<RequestState, 'Quote' | 'Requested' | 'NeedsInfo'> | 'asked'

const open = (to: Leads) => ({ Requested: to, NeedsInfo: to, Approved: to })

const table: Readonly<Record<RequestTrigger, Partial<Record<RequestState, Leads>>>> = {
  Submit: { Quote: 'asked' },
  Update: open('asked'),
  Approve: { Requested: 'Approved' },
  Execute: { Requested: 'Executed', Approved: 'Executed' },
  Deny: open('Denied'),
  Withdraw: open('Withdrawn'),
}

/** What a step is on its way to, where it is refused. */
const aims: Readonly<Record<RequestTrigger, RequestState>> = {
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

/** A quote counts on its last day still. */
export const isExpired = ({ status, validUntil }: RequestStatus, today: string): boolean =>
  status === 'Quote' && validUntil !== null && today > validUntil

/** As it is read. */
export const requestStatusOn = (standing: RequestStatus, today: string): RequestState | 'Expired' =>
  isExpired(standing, today) ? 'Expired' : standing.status

/** Where a step leads. */
export function nextRequestState(
  standing: RequestStatus,
  trigger: RequestTrigger,
  today: string,
): { readonly to: Leads } | RequestRefusal {
  const { status } = standing
  if (trigger === 'Submit' && isExpired(standing, today)) return { refused: 'QuoteExpired' }
  if (status === 'NeedsInfo' && (trigger === 'Approve' || trigger === 'Execute'))
    return { refused: 'NeedsInfo' }
  if (status === 'Executed' && trigger === 'Execute') return { refused: 'AlreadyExecuted' }
  const to = table[trigger][status]
  return to
    ? { to }
    : { refused: 'InvalidTransition', from: requestStatusOn(standing, today), to: aims[trigger] }
}
