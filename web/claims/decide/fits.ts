import type { Claim, Issue } from '../../../sdk/src/types.gen.ts'

// Which details an action fits, as the service has it. What it does not fit is disabled with its reason.

export type DetailAction =
  | 'Authorize'
  | 'Approve'
  | 'Deny'
  | 'Reopen'
  | 'Hold'
  | 'Release'
  | 'Inspect'
  | 'Pay'

const isUnrequested = ({ requestedPayments }: Issue) => requestedPayments === 0

const fits: Readonly<Record<DetailAction, (detail: Issue) => boolean>> = {
  Authorize: ({ status }) => status === 'Pending' || status === 'Hold',
  Approve: ({ status }) => status === 'PendingApproval',
  Deny: (detail) =>
    ['Pending', 'Hold', 'Inspection', 'PendingApproval', 'Authorized'].includes(detail.status) &&
    isUnrequested(detail),
  Reopen: (detail) =>
    ['Denied', 'PendingApproval', 'Authorized'].includes(detail.status) && isUnrequested(detail),
  Hold: ({ status }) => status === 'Pending',
  Release: ({ status }) => status === 'Hold',
  Inspect: ({ status }) => status === 'Pending' || status === 'Hold',
  Pay: ({ status, authorizedAmount, requestedPayments }) =>
    status === 'Authorized' && (authorizedAmount ?? 0) > requestedPayments,
}

/** The details that an action is for: those that are chosen, or all that it fits. Authorized ones are denied by choice only. */
export function detailsFor(
  action: DetailAction,
  { details }: Pick<Claim, 'details'>,
  ticked: ReadonlySet<number>,
): readonly Issue[] {
  const isDecided = ({ status }: Issue) => action === 'Deny' && status === 'Authorized'
  const chosen = details.filter((detail) => (ticked.size === 0 ? !isDecided(detail) : ticked.has(detail.id)))
  return chosen.filter(fits[action])
}

/** The details that an action has moved into a status. */
export function movedTo(
  status: Issue['status'],
  before: Pick<Claim, 'details'>,
  after: Pick<Claim, 'details'>,
): readonly Issue[] {
  const had = new Set(before.details.filter((detail) => detail.status === status).map(({ id }) => id))
  return after.details.filter((detail) => detail.status === status && !had.has(detail.id))
}

export const isEnded = ({ status }: Pick<Claim, 'status'>): boolean =>
  status === 'Voided' || status === 'Closed'

/** Whether nothing is left to decide or pay, so that the claim can be closed. */
export const isSettled = ({ details, payments }: Pick<Claim, 'details' | 'payments'>): boolean =>
  details.every(({ status }) => ['Authorized', 'Denied', 'Paid', 'Voided'].includes(status)) &&
  payments.every(({ status }) => status === 'Paid' || status === 'Voided')
