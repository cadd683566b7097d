import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'

/** Days that do not count as used or as part of the term: a suspension, or the gap before a reinstatement. */
export interface Suspension {
  readonly from: CalendarDate
  /** The first day that counts again. Null while the suspension lasts. */
  readonly to: CalendarDate | null
}

/** The term of a contract for a refund. */
export interface RefundTerm {
  readonly saleDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly suspensions: readonly Suspension[]
  /** The days by which ended suspensions have extended the expiration date. */
  readonly extendedDays: number
}

/** The time used of a contract: calendar time without suspended days. */
export interface RefundClock {
  readonly totalDays: number
  readonly daysElapsed: number
  /** A partial month counts as a month of the term. */
  readonly totalMonths: number
  /** Full months only. `daysIntoMonth` has the days of the current month. */
  readonly monthsElapsed: number
  readonly daysIntoMonth: number
}

export function refundClockOn(term: RefundTerm, date: CalendarDate): RefundClock {
  const { saleDate, expirationDate, suspensions, extendedDays } = term
  const now = addDays(date, -suspendedDays(suspensions, date))
  const end = addDays(expirationDate, -extendedDays)
  const daysElapsed = Math.max(daysBetween(saleDate, now), 0)
  const whole = fullMonths(saleDate, end)
  const monthsElapsed = daysElapsed === 0 ? 0 : fullMonths(saleDate, now)
  return {
    totalDays: Math.max(daysBetween(saleDate, end), 0),
    daysElapsed,
    totalMonths: addMonths(saleDate, whole) < end ? whole + 1 : whole,
    monthsElapsed,
    daysIntoMonth: daysElapsed === 0 ? 0 : daysBetween(addMonths(saleDate, monthsElapsed), now),
  }
}

/** Days before the date with at least one suspension. Overlapping suspensions count once. */
export function suspendedDays(suspensions: readonly Suspension[], before: CalendarDate): number {
  const begun = suspensions
    .filter(({ from }) => from < before)
    .map(({ from, to }) => ({ from, to: to === null || to > before ? before : to }))
    .filter(({ from, to }) => from < to)
    .sort((first, second) => (first.from < second.from ? -1 : 1))
  let [days, countedTo] = [0, BEFORE_ALL_SALES]
  for (const { from, to } of begun) {
    if (to <= countedTo) continue
    days += Math.min(daysBetween(from, to), daysBetween(countedTo, to))
    countedTo = to
  }
  return days
}

/** Earlier than any sale. */
const BEFORE_ALL_SALES: CalendarDate = '0001-01-01'

/** Full months by calendar day. If a month has no such day, its last day counts. */
function fullMonths(from: CalendarDate, to: CalendarDate): number {
  const months = monthCount(to) - monthCount(from)
  return Math.max(addMonths(from, months) <= to ? months : months - 1, 0)
}

const monthCount = (date: CalendarDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
