import type { ClaimStatus, DetailStatus } from './claim.ts'

// The states of a claim and of its details. The status of a claim is derived; only details have transitions, in one table.

export interface ClaimState {
  /** Voided or closed by hand. */
  readonly ended: 'Voided' | 'Closed' | null
  readonly hasOpenHold: boolean
  readonly details: readonly DetailStatus[]
  /** Whether a payment request is Requested or InProcess. */
  readonly hasOpenRequest: boolean
  readonly hasAdjuster: boolean
}

/** The status of a claim: the first line that fits. */
export function claimStatus({ ended, hasOpenHold, details, ...more }: ClaimState): ClaimStatus {
  const counting = details.filter((status) => status !== 'Voided')
  const standing = counting.filter((status) => status !== 'Denied')
  if (ended) return ended
  if (hasOpenHold) return 'OnHold'
  if (counting.length === 0) return 'Open'
  if (standing.length === 0) return 'Denied'
  if (standing.includes('PendingApproval')) return 'PendingApproval'
  if (standing.every((status) => status === 'Paid')) return 'Paid'
  if (more.hasOpenRequest) return 'PaymentRequested'
  if (standing.some((status) => status === 'Authorized' || status === 'Paid')) return 'Authorized'
  return more.hasAdjuster || counting.some((status) => status !== 'Pending') ? 'InReview' : 'Open'
}

/** Statuses in which a claim keeps its contract from ending by itself. */
export const openStatuses: readonly ClaimStatus[] = [
  'Open',
  'InReview',
  'OnHold',
  'PendingApproval',
  'Authorized',
  'PaymentRequested',
]
export const isOpenClaim = (status: ClaimStatus): boolean => openStatuses.includes(status)

export const detailActions = [
  'Authorize',
  'RequestApproval',
  'Approve',
  'Reopen',
  'Deny',
  'Hold',
  'Release',
  'Inspect',
  'EndInspection',
  'Pay',
  'Unpay',
  'Void',
  'LeaveOut',
] as const
/**
 * `RequestApproval`: an Authorize above the caller's authority. `Unpay`: the cash of a payment was voided. `LeaveOut`: the
 * detail is left out of a claim that is replaced.
 */
export type DetailAction = (typeof detailActions)[number]

/** From `Authorized`, the actions marked here need a detail without payment requests. */
const table: Readonly<
  Record<
    DetailAction,
    { readonly to: DetailStatus; readonly from: readonly DetailStatus[]; readonly onlyUnrequested?: true }
  >
> = {
  Authorize: { to: 'Authorized', from: ['Pending', 'Hold'] },
  RequestApproval: { to: 'PendingApproval', from: ['Pending', 'Hold'] },
  Approve: { to: 'Authorized', from: ['PendingApproval'] },
  Reopen: { to: 'Pending', from: ['Denied', 'PendingApproval', 'Authorized'], onlyUnrequested: true },
  Deny: {
    ...{ to: 'Denied', onlyUnrequested: true },
    from: ['Pending', 'Hold', 'Inspection', 'PendingApproval', 'Authorized'],
  },
  Hold: { to: 'Hold', from: ['Pending'] },
  Release: { to: 'Pending', from: ['Hold'] },
  Inspect: { to: 'Inspection', from: ['Pending', 'Hold'] },
  EndInspection: { to: 'Pending', from: ['Inspection'] },
  Pay: { to: 'Paid', from: ['Authorized'] },
  Unpay: { to: 'Authorized', from: ['Paid'] },
  Void: {
    ...{ to: 'Voided', onlyUnrequested: true },
    from: ['Pending', 'Hold', 'Inspection', 'PendingApproval', 'Authorized', 'Denied'],
  },
  LeaveOut: { to: 'Voided', from: ['Pending', 'Hold'] },
}

export interface DetailState {
  readonly status: DetailStatus
  /** Paid or being paid, and paid. */
  readonly requestedPayments: number
  readonly paid: number
}

/** The status after an action, or why it is refused. */
export type DetailMove =
  | { readonly to: DetailStatus }
  | {
      readonly refused: 'InvalidTransition' | 'PaymentRequested' | 'PaidDetails'
      readonly from: DetailStatus
      readonly to: DetailStatus
    }

export function nextDetailStatus(detail: DetailState, action: DetailAction): DetailMove {
  const { to, from, onlyUnrequested } = table[action]
  const isRequested = onlyUnrequested === true && detail.requestedPayments > 0
  if (from.includes(detail.status) && !isRequested) return { to }
  return { refused: refusalOf(detail, action), from: detail.status, to }
}

function refusalOf({ status, requestedPayments, paid }: DetailState, action: DetailAction) {
  if (action === 'Void' && (status === 'Paid' || paid > 0)) return 'PaidDetails'
  // What was paid is not requested any more: there is no request to void first.
  return action === 'Deny' && status === 'Authorized' && requestedPayments > paid
    ? 'PaymentRequested'
    : 'InvalidTransition'
}

/** Whether a detail still waits for a decision. */
export const isUndecided = (status: DetailStatus): boolean =>
  status === 'Pending' || status === 'Hold' || status === 'Inspection' || status === 'PendingApproval'

/** Details that keep the figures of their decision. */
export const keepsFigures = (status: DetailStatus): boolean =>
  status === 'PendingApproval' || status === 'Authorized' || status === 'Paid'
