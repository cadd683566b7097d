import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'
import type { PlanService } from '../rate-book/rate-book.ts'

// When a prepaid maintenance service is due: once per interval from the start of the contract, by months or by miles,
// whichever comes first.

export interface ServiceTerm {
  readonly effectiveDate: CalendarDate
  readonly effectiveOdometer: number | null
  readonly expirationDate: CalendarDate
  /** Null: no limit. */
  readonly expirationOdometer: number | null
}

/** A day and an odometer. A service that was performed has them, and so has the vehicle now. */
export interface ServicePoint {
  readonly date: CalendarDate
  /** Null: not known. */
  readonly odometer: number | null
}

export interface ServiceState extends ServicePoint {
  /** The services that are used or reserved. */
  readonly uses: readonly ServicePoint[]
}

/** When the service is due next. Null: not due by that measure, or no longer due. */
interface ServiceDue {
  readonly date: CalendarDate | null
  readonly odometer: number | null
}

export type DueService = Pick<
  PlanService,
  'quantity' | 'intervalMonths' | 'intervalMiles' | 'toleranceMiles' | 'useRule'
>

const NOT_DUE: ServiceDue = { date: null, odometer: null }
/** A service with a window can be used this many days before and after its due date. */
const WINDOW_DAYS = 30

/**
 * A service that can be used at any time stays due until it is used, even late. A service with a window is lost when the
 * window passes, and the next one is due.
 */
export function nextDue(service: DueService, term: ServiceTerm, state: ServiceState): ServiceDue {
  const { quantity, useRule } = service
  const { uses } = state
  const { expirationDate, expirationOdometer } = term
  const hasEnded =
    state.date > expirationDate ||
    (state.odometer !== null && expirationOdometer !== null && state.odometer > expirationOdometer)
  if (hasEnded || uses.length >= quantity) return NOT_DUE
  if (useRule === 'Anytime') return dueAt(service, term, uses.length + 1)
  const used = usedDuePoints(service, term, uses)
  for (let count = 1; count <= quantity; count += 1) {
    const due = dueAt(service, term, count)
    if (due.date === null && due.odometer === null) return NOT_DUE
    if (!used.has(count) && !hasPassed(service, due, state)) return due
  }
  return NOT_DUE
}

/** Whether a service with a window can be performed here: near a due point that the other uses leave free. */
export const isInFreeWindow = (
  service: DueService,
  term: ServiceTerm,
  { uses, ...point }: ServiceState,
): boolean => usedDuePoints(service, term, [...uses, point]).size > usedDuePoints(service, term, uses).size

/**
 * The due points that are used up: each use, in the order of their days, takes the first free due point in whose window it
 * is. Each service has one due point, which is counted from 1.
 */
function usedDuePoints(service: DueService, term: ServiceTerm, uses: readonly ServicePoint[]): Set<number> {
  const used = new Set<number>()
  const inOrder = [...uses].sort(
    (one, other) =>
      (one.date < other.date ? -1 : Number(one.date > other.date)) ||
      (one.odometer ?? 0) - (other.odometer ?? 0),
  )
  for (const use of inOrder)
    for (let count = 1; count <= service.quantity; count += 1) {
      if (used.has(count) || !isWithin(service, dueAt(service, term, count), use)) continue
      used.add(count)
      break
    }
  return used
}

/** Longer than any contract; keeps dates in range. */
const MONTHS_AT_MOST = 1_200

/** The due point after this many intervals. Null where it would be after the end of the contract. */
function dueAt({ intervalMonths, intervalMiles }: DueService, term: ServiceTerm, count: number): ServiceDue {
  const { effectiveDate, effectiveOdometer, expirationDate, expirationOdometer } = term
  const months = (intervalMonths ?? 0) * count
  const date = intervalMonths === null || months > MONTHS_AT_MOST ? null : addMonths(effectiveDate, months)
  // A book may use 0 miles for no interval.
  const odometer =
    !intervalMiles || effectiveOdometer === null ? null : effectiveOdometer + count * intervalMiles
  return {
    date: date !== null && date <= expirationDate ? date : null,
    odometer:
      odometer !== null && (expirationOdometer === null || odometer <= expirationOdometer) ? odometer : null,
  }
}

/** Within the days or within the miles of a due point. Both ends are included. */
function isWithin(
  { toleranceMiles }: DueService,
  due: ServiceDue,
  { date, odometer }: ServicePoint,
): boolean {
  const isNearDate = due.date !== null && Math.abs(daysBetween(due.date, date)) <= WINDOW_DAYS
  const isNearOdometer =
    due.odometer !== null && odometer !== null && Math.abs(odometer - due.odometer) <= toleranceMiles
  return isNearDate || isNearOdometer
}

/** The service can be used within its days or its miles; it is lost only when both have passed. */
function hasPassed(
  { toleranceMiles }: DueService,
  due: ServiceDue,
  { date, odometer }: ServicePoint,
): boolean {
  const isDateOver = due.date === null || addDays(due.date, WINDOW_DAYS) < date
  const isOdometerOver =
    due.odometer === null || (odometer !== null && due.odometer + toleranceMiles < odometer)
  return isDateOver && isOdometerOver
}
