import { addDays, addMonths, type CalendarDate } from '../dates.ts'
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

export interface ServiceState {
  /** How many services are used or reserved. */
  readonly taken: number
  readonly date: CalendarDate
  /** Null: not known. */
  readonly odometer: number | null
}

/** When the service is due next. Null: not due by that measure, or no longer due. */
interface ServiceDue {
  readonly date: CalendarDate | null
  readonly odometer: number | null
}

type Service = Pick<
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
export function nextDue(service: Service, term: ServiceTerm, state: ServiceState): ServiceDue {
  const { quantity, useRule } = service
  const { expirationDate, expirationOdometer } = term
  const hasEnded =
    state.date > expirationDate ||
    (state.odometer !== null && expirationOdometer !== null && state.odometer > expirationOdometer)
  if (hasEnded || state.taken >= quantity) return NOT_DUE
  // Each service has one due point; a service whose window has passed is lost.
  for (let count = state.taken + 1; count <= quantity; count += 1) {
    const due = dueAt(service, term, count)
    if (due.date === null && due.odometer === null) return NOT_DUE
    if (useRule === 'Anytime' || !hasPassed(service, due, state)) return due
  }
  return NOT_DUE
}

/** Longer than any contract; keeps dates in range. */
const MONTHS_AT_MOST = 1_200

/** The due point after this many intervals. Null where it would be after the end of the contract. */
function dueAt({ intervalMonths, intervalMiles }: Service, term: ServiceTerm, count: number): ServiceDue {
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

/** The service can be used within its days or its miles; it is lost only when both have passed. */
function hasPassed({ toleranceMiles }: Service, due: ServiceDue, { date, odometer }: ServiceState): boolean {
  const isDateOver = due.date === null || addDays(due.date, WINDOW_DAYS) < date
  const isOdometerOver =
    due.odometer === null || (odometer !== null && due.odometer + toleranceMiles < odometer)
  return isDateOver && isOdometerOver
}
