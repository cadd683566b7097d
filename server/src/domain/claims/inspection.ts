import type { DetailStatus } from './claim.ts'

// An inspection as the rules see it: what a company was asked to look at, and what it has reported. Findings decide nothing
// by themselves; an adjuster reads them.

export const inspectionStatuses = [
  'Ordered',
  'Assigned',
  'Scheduled',
  'Completed',
  'Reviewed',
  'Rejected',
  'Cancelled',
] as const
export type InspectionStatus = (typeof inspectionStatuses)[number]

export const recommendations = ['FailureConfirmed', 'NotConfirmed', 'Inconclusive'] as const
export type Recommendation = (typeof recommendations)[number]

export interface InspectionField {
  readonly code: string
  readonly label: string | null
  readonly value: string | null
}

export interface InspectionNote {
  readonly text: string
  readonly author: string
  readonly at: string
}

export interface InspectionState {
  readonly status: InspectionStatus
  /** The number of the order in the company's own system. */
  readonly externalReference: string | null
  readonly scheduledAt: Date | null
  readonly completedAt: Date | null
  readonly odometerSeen: number | null
  readonly findings: string | null
  readonly recommendation: Recommendation | null
  readonly holdReasonId: number | null
  readonly rejectReasonId: number | null
  readonly fields: readonly InspectionField[]
  readonly notes: readonly InspectionNote[]
  /** Of the last event that was applied. */
  readonly lastSequence: number | null
}

/** A move that is not in this table is refused. Forward steps may be skipped up to Completed. */
const moves: Readonly<Record<InspectionStatus, readonly InspectionStatus[]>> = {
  Ordered: ['Assigned', 'Scheduled', 'Completed', 'Rejected', 'Cancelled'],
  Assigned: ['Scheduled', 'Completed', 'Rejected', 'Cancelled'],
  Scheduled: ['Completed', 'Cancelled'],
  Completed: ['Reviewed'],
  Reviewed: [],
  Rejected: [],
  Cancelled: [],
}

/** An open inspection keeps its details and its claim waiting. */
export const openInspectionStatuses = ['Ordered', 'Assigned', 'Scheduled'] as const

export const isOpenInspection = ({ status }: Pick<InspectionState, 'status'>): boolean =>
  openInspectionStatuses.some((open) => open === status)

/** The company's work is done, which is what authorizing an expensive claim needs. */
export const isInspected = ({ status }: Pick<InspectionState, 'status'>): boolean =>
  status === 'Completed' || status === 'Reviewed'

export type InspectionRefusal =
  | {
      readonly refused: 'InvalidTransition'
      readonly from: InspectionStatus
      readonly to: InspectionStatus
      /** The move exists, but only the administrator makes it. */
      readonly isAdministrators?: true
    }
  | { readonly refused: 'RejectReasonRequired' }
  | { readonly refused: 'AlreadyTaken'; readonly externalReference: string }
  /** The inspection is over, and what it says does not change any more. */
  | { readonly refused: 'NotEditable'; readonly status: InspectionStatus }

/** What is reported about an inspection. What is absent stays as it is. */
export interface InspectionReport {
  readonly status?: InspectionStatus | undefined
  readonly scheduledAt?: Date | null | undefined
  readonly completedAt?: Date | null | undefined
  readonly odometerSeen?: number | null | undefined
  readonly findings?: string | null | undefined
  readonly recommendation?: Recommendation | null | undefined
  readonly holdReasonId?: number | null | undefined
  readonly fields?: readonly InspectionField[] | undefined
}

export interface Reporting {
  readonly by: 'Company' | 'Administrator'
  readonly now: Date
}

/** The inspection with what was reported. */
export function reportInspection<State extends InspectionState>(
  inspection: State,
  report: InspectionReport,
  reporting: Reporting,
): State | InspectionRefusal {
  const { status: from } = inspection
  const to = report.status ?? from
  const refusal = moveRefusal(from, to, reporting)
  if (refusal) return refusal
  const reported = withReport(inspection, report)
  // When the work was done belongs to the status: it is known from Completed on, and not before.
  const completedAt = isInspected({ status: to })
    ? (reported.completedAt ?? inspection.completedAt ?? reporting.now)
    : null
  const next = { ...reported, completedAt }
  const isOver = !isOpenInspection(inspection) && from !== 'Completed'
  if (isOver && reporting.by === 'Company' && JSON.stringify(next) !== JSON.stringify(inspection))
    return { refused: 'NotEditable', status: from }
  return next
}

function moveRefusal(
  from: InspectionStatus,
  to: InspectionStatus,
  { by }: Pick<Reporting, 'by'>,
): InspectionRefusal | undefined {
  if (to === from) return undefined
  if (!moves[from].includes(to)) return { refused: 'InvalidTransition', from, to }
  if (by === 'Company' && (to === 'Reviewed' || to === 'Cancelled'))
    return { refused: 'InvalidTransition', from, to, isAdministrators: true }
  // A report has no place for the reason. Rejecting is an operation of its own.
  return to === 'Rejected' ? { refused: 'RejectReasonRequired' } : undefined
}

const given = <Value>(reported: Value | undefined, standing: Value): Value =>
  reported === undefined ? standing : reported

const withReport = <State extends InspectionState>(inspection: State, report: InspectionReport): State => ({
  ...inspection,
  status: given(report.status, inspection.status),
  scheduledAt: given(report.scheduledAt, inspection.scheduledAt),
  completedAt: given(report.completedAt, inspection.completedAt),
  odometerSeen: given(report.odometerSeen, inspection.odometerSeen),
  findings: given(report.findings, inspection.findings),
  recommendation: given(report.recommendation, inspection.recommendation),
  holdReasonId: given(report.holdReasonId, inspection.holdReasonId),
  fields: given(report.fields, inspection.fields),
})

export interface Taking {
  readonly externalReference: string | null
  /** Taken and scheduled at once. */
  readonly scheduledAt: Date | null
}

/**
 * The company accepts an order. Taking it again changes nothing, except that an order which was taken without a reference
 * can get one: events of the company's system are found by it.
 */
export function takeInspection<State extends InspectionState>(
  inspection: State,
  { externalReference, scheduledAt }: Taking,
): State | InspectionRefusal {
  const { status, externalReference: standing } = inspection
  if (status === 'Rejected' || status === 'Cancelled')
    return { refused: 'InvalidTransition', from: status, to: 'Assigned' }
  if (status !== 'Ordered') {
    if (externalReference === null || externalReference === standing) return inspection
    return standing === null
      ? { ...inspection, externalReference }
      : { refused: 'AlreadyTaken', externalReference: standing }
  }
  return {
    ...inspection,
    status: scheduledAt === null ? 'Assigned' : 'Scheduled',
    externalReference: externalReference ?? standing,
    scheduledAt: scheduledAt ?? inspection.scheduledAt,
  }
}

/** The company turns an order down, with a reason. Turning it down again for the same reason changes nothing. */
export function rejectInspection<State extends InspectionState>(
  inspection: State,
  {
    reasonId,
    externalReference,
  }: { readonly reasonId: number | null; readonly externalReference: string | null },
): State | InspectionRefusal {
  const { status } = inspection
  if (status === 'Rejected' && reasonId === inspection.rejectReasonId) return inspection
  if (!moves[status].includes('Rejected'))
    return { refused: 'InvalidTransition', from: status, to: 'Rejected' }
  if (reasonId === null) return { refused: 'RejectReasonRequired' }
  return {
    ...inspection,
    status: 'Rejected',
    rejectReasonId: reasonId,
    externalReference: inspection.externalReference ?? externalReference,
  }
}

interface InspectedDetail {
  readonly id: number
  readonly status: DetailStatus
}

export type DetailRefusal =
  | { readonly refused: 'UnknownDetail'; readonly ids: readonly number[] }
  | { readonly refused: 'InvalidTransition'; readonly from: DetailStatus; readonly to: DetailStatus }

/** The details that an order covers: those that it names, or all that are still to be decided. */
export function detailsToInspect(
  details: readonly InspectedDetail[],
  named: readonly number[] | undefined,
): { readonly detailIds: readonly number[] } | DetailRefusal {
  const isWaiting = ({ status }: InspectedDetail) => status === 'Pending' || status === 'Hold'
  if (named === undefined) return { detailIds: details.filter(isWaiting).map(({ id }) => id) }
  const unknown = named.filter((id) => details.every((detail) => detail.id !== id))
  if (unknown.length > 0) return { refused: 'UnknownDetail', ids: unknown }
  const wanted = details.filter(({ id }) => named.includes(id))
  const decided = wanted.find((detail) => !isWaiting(detail) && detail.status !== 'Inspection')
  if (decided) return { refused: 'InvalidTransition', from: decided.status, to: 'Inspection' }
  return { detailIds: wanted.map(({ id }) => id) }
}

/** The details whose last open inspection has ended. They are pending again. */
export function detailsToReturn(
  details: readonly InspectedDetail[],
  inspections: readonly { readonly status: InspectionStatus; readonly detailIds: readonly number[] }[],
): readonly number[] {
  const watched = new Set(inspections.filter(isOpenInspection).flatMap(({ detailIds }) => detailIds))
  return details.filter(({ id, status }) => status === 'Inspection' && !watched.has(id)).map(({ id }) => id)
}
