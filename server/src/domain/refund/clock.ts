import { addDays, addMonths, type CalendarDate, daysBetween } from '../dates.ts'

/** Days that count neither as used nor in the term: a suspended contract, and the gap of one that was reinstated. */
export interface Suspension {
  readonly from: CalendarDate
  /** The day from which days count again; null while it lasts. */
  readonly to: CalendarDate | null
}

/** The term of a contract as far as a refund counts it. */
export interface RefundTerm {
  readonly saleDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly suspensions: readonly Suspension[]
  /** By how many days suspensions that are over have moved the expiration date out. */
  readonly extendedDays: number
}

/** What the contract's own clock shows: calendar time without the suspended days. */
export interface RefundClock {
  readonly totalDays: number
  readonly daysElapsed: number
  /** A month that has begun counts in the term. */
  readonly totalMonths: number
  /** Full months only; what has passed of the next is in `daysIntoMonth`. */
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

/** Days before the date on which at least one suspension counted. */
export function suspendedDays(suspensions: readonly Suspension[], before: CalendarDate): number {
  const begun = suspensions
    .filter(({ from }) => from < before)
    .map(({ from, to }) => ({ from, to: to === null || to > before ? before : to }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => (one.from < other.from ? -1 : 1))
  let [days, countedTo] = [0, saleless]
  for (const { from, to } of begun) {
    if (to <= countedTo) continue
    days += Math.min(daysBetween(from, to), daysBetween(countedTo, to))
    countedTo = to
  }
  return days
}

/** Before anything that was ever sold. */
const saleless: CalendarDate = '0001-01-01'

/** By calendar anniversaries; one that the month lacks is on its last day. */
function fullMonths(from: CalendarDate, to: CalendarDate): number {
  const months = monthCount(to) - monthCount(from)
  return Math.max(addMonths(from, months) <= to ? months : months - 1, 0)
}

const monthCount = (date: CalendarDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
