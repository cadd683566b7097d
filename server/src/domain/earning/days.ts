import type { CalendarDate } from '../dates.ts'

// Earnings are asked for by the million: for every contract, line and month. Inside, dates are counted in days.

/** Days since 1970-01-01. */
export type Day = number

export const dayOf = (date: CalendarDate): Day => civilOf(date).day

export function dateOf(day: Day): CalendarDate {
  const month = monthOf(day)
  const year = Math.floor(month / 12)
  return `${String(year).padStart(4, '0')}-${padded(month - year * 12 + 1)}-${padded(day - firstOf(month) + 1)}`
}

const padded = (value: number) => (value < 10 ? `0${value}` : `${value}`)

/** A date as what anniversaries are counted from: months since year 0, and the day of the month. */
export interface CivilDate {
  readonly day: Day
  readonly month: number
  readonly dayOfMonth: number
}

export function civilOf(date: CalendarDate): CivilDate {
  const month = (digits(date, 0) * 100 + digits(date, 2)) * 12 + digits(date, 5) - 1
  const dayOfMonth = digits(date, 8)
  return { day: firstOf(month) + dayOfMonth - 1, month, dayOfMonth }
}

const ZERO = 48

/** Two digits as a number: several times as quick as cutting the text. */
const digits = (date: CalendarDate, at: number): number =>
  (date.charCodeAt(at) - ZERO) * 10 + date.charCodeAt(at + 1) - ZERO

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const YEAR_ZERO = -719_528
const DAYS_IN_MONTH = 30.436875

/** The first day of a month: years of 365 days, and a leap day for each leap year before it. */
function firstOf(month: number): Day {
  const year = Math.floor(month / 12)
  const inYear = month - year * 12
  // From March on the leap day of the year itself is among them.
  const last = inYear > 1 ? year : year - 1
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1
  return YEAR_ZERO + year * 365 + leapDays + (daysBefore[inYear] ?? 0)
}

/** So many calendar months later; a day that the month lacks becomes its last. */
export function anniversary({ month, dayOfMonth }: CivilDate, months: number): Day {
  const day = firstOf(month + months) + dayOfMonth - 1
  return dayOfMonth <= 28 ? day : Math.min(day, firstOf(month + months + 1) - 1)
}

/** How far a day is from a date: whole months, and days of the one that is running. */
export interface MonthsAt {
  readonly months: number
  readonly days: number
  readonly daysInMonth: number
}

/** Of a day that is not before the date. */
export function monthsAt(from: CivilDate, day: Day): MonthsAt {
  // Dividing by the mean month is at most one month wrong.
  let months = Math.floor((day - from.day) / DAYS_IN_MONTH)
  let begin = anniversary(from, months)
  if (begin > day) {
    months -= 1
    begin = anniversary(from, months)
  }
  let end = anniversary(from, months + 1)
  while (end <= day) {
    months += 1
    begin = end
    end = anniversary(from, months + 1)
  }
  return { months, days: day - begin, daysInMonth: end - begin }
}

/** The last day of the month that a day is in. */
export const monthEnd = (day: Day): Day => firstOf(monthOf(day) + 1) - 1

/** The month that a day is in, since year 0. */
function monthOf(day: Day): number {
  const guess = Math.floor((day - YEAR_ZERO) / DAYS_IN_MONTH)
  if (firstOf(guess) > day) return guess - 1
  return firstOf(guess + 1) <= day ? guess + 1 : guess
}
