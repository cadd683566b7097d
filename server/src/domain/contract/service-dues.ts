import { addDays, addMonths, type CalendarDate } from '../dates.ts'
import type { PlanService } from '../rate-book/rate-book.ts'

// When a service of prepaid maintenance falls due: again and again after its interval, from the start of the contract on,
// by months or by miles, whichever comes first.

export interface ServiceTerm {
  readonly effectiveDate: CalendarDate
  readonly effectiveOdometer: number | null
  readonly expirationDate: CalendarDate
  /** Null: without limit. */
  readonly expirationOdometer: number | null
}

export interface ServiceState {
  /** How many are used or promised. */
  readonly taken: number
  readonly date: CalendarDate
  /** Null: not known. */
  readonly odometer: number | null
}

/** The next time it is due; null where it is not due by that measure, or any more. */
export interface ServiceDue {
  readonly date: CalendarDate | null
  readonly odometer: number | null
}

type Service = Pick<
  PlanService,
  'quantity' | 'intervalMonths' | 'intervalMiles' | 'toleranceMiles' | 'useRule'
>

const NOT_DUE: ServiceDue = { date: null, odometer: null }
/** So long before and after its day a service that has a window can be used. */
const WINDOW_DAYS = 30

/**
 * One that can be used at any time stays due until it is, also when that is late. One that has a window is lost with it,
 * and the next is due.
 */
export function nextDue(service: Service, term: ServiceTerm, state: ServiceState): ServiceDue {
  const { quantity, useRule } = service
  const { expirationDate, expirationOdometer } = term
  const hasEnded =
    state.date > expirationDate ||
    (state.odometer !== null && expirationOdometer !== null && state.odometer > expirationOdometer)
  if (hasEnded || state.taken >= quantity) return NOT_DUE
  // There are as many points as services: those whose window was missed are lost.
  for (let count = state.taken + 1; count <= quantity; count += 1) {
    const due = dueAt(service, term, count)
    if (due.date === null && due.odometer === null) return NOT_DUE
    if (useRule === 'Anytime' || !hasPassed(service, due, state)) return due
  }
  return NOT_DUE
}

/** No contract is so long, and dates end somewhere. */
const MONTHS_AT_MOST = 1_200

/** The point so many intervals after the start; what would be after the end of the contract is none. */
function dueAt({ intervalMonths, intervalMiles }: Service, term: ServiceTerm, count: number): ServiceDue {
  const { effectiveDate, effectiveOdometer, expirationDate, expirationOdometer } = term
  const months = (intervalMonths ?? 0) * count
  const date = intervalMonths === null || months > MONTHS_AT_MOST ? null : addMonths(effectiveDate, months)
  // A book may say 0 miles for none.
  const odometer =
    !intervalMiles || effectiveOdometer === null ? null : effectiveOdometer + count * intervalMiles
  return {
    date: date !== null && date <= expirationDate ? date : null,
    odometer:
      odometer !== null && (expirationOdometer === null || odometer <= expirationOdometer) ? odometer : null,
  }
}

/** It can be used within its days or within its miles: both have to be over. */
function hasPassed({ toleranceMiles }: Service, due: ServiceDue, { date, odometer }: ServiceState): boolean {
  const isDateOver = due.date === null || addDays(due.date, WINDOW_DAYS) < date
  const isOdometerOver =
    due.odometer === null || (odometer !== null && due.odometer + toleranceMiles < odometer)
  return isDateOver && isOdometerOver
}
