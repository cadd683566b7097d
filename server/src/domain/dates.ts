/** A calendar date as `YYYY-MM-DD`. */
export type CalendarDate = string

/** The calendar date that an instant falls on in a time zone, e.g. `America/Chicago`. */
export function dateIn(timeZone: string, instant: Date): CalendarDate {
  // Every request asks, and the answer changes at a full minute at the earliest.
  const minute = Math.floor(instant.getTime() / 60_000)
  const last = latest.get(timeZone)
  if (last?.minute === minute) return last.date
  const date = formatterOf(timeZone).format(instant)
  latest.set(timeZone, { minute, date })
  return date
}

const latest = new Map<string, { minute: number; date: CalendarDate }>()

export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/** True for a date that exists: 2024-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

const DAY = 86_400_000
const instantOf = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`)
const dateOf = (instant: number): CalendarDate => new Date(instant).toISOString().slice(0, 10)

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateOf(instantOf(date) + days * DAY)

/** How many days the second date is after the first. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((instantOf(to) - instantOf(from)) / DAY)

/** Calendar months later; a day that the month lacks becomes its last. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  const last = lastDayOf(toYear, toMonth)
  return `${padded(toYear, 4)}-${padded(toMonth, 2)}-${padded(Math.min(day, last), 2)}`
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0')

function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * A calendar day as the count of days since 1970-01-01. It is a type of its own, so that the compiler refuses a count of
 * days in its place; a difference of two is such a count. Earnings use it, because they are computed by the million.
 */
export type EpochDay = number & { readonly unit: 'epoch day' }

/** Before every day, and after every day. */
export const BEFORE_ALL = Number.NEGATIVE_INFINITY as EpochDay
export const AFTER_ALL = Number.POSITIVE_INFINITY as EpochDay

export const plusDays = (day: EpochDay, days: number): EpochDay => (day + days) as EpochDay
export const earlierDay = (one: EpochDay, other: EpochDay): EpochDay => (one < other ? one : other)
export const laterDay = (one: EpochDay, other: EpochDay): EpochDay => (one > other ? one : other)

export const epochDay = (date: CalendarDate): EpochDay => civilDate(date).day

export function dateFromEpochDay(day: EpochDay): CalendarDate {
  const month = monthOf(day)
  const year = Math.floor(month / 12)
  return `${padded(year, 4)}-${padded(month - year * 12 + 1, 2)}-${padded(day - firstOf(month) + 1, 2)}`
}

/** A date as what anniversaries are counted from: months since year 0, and the day of the month. */
export interface CivilDate {
  readonly day: EpochDay
  readonly month: number
  readonly dayOfMonth: number
}

export function civilDate(date: CalendarDate): CivilDate {
  const month = (digits(date, 0) * 100 + digits(date, 2)) * 12 + digits(date, 5) - 1
  const dayOfMonth = digits(date, 8)
  return { day: plusDays(firstOf(month), dayOfMonth - 1), month, dayOfMonth }
}

/** The character code of the digit 0. */
const ZERO = 48

/** Two digits as a number: several times faster than cutting the text. */
const digits = (date: CalendarDate, at: number): number =>
  (date.charCodeAt(at) - ZERO) * 10 + date.charCodeAt(at + 1) - ZERO

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
/** The day 0000-01-01. */
const YEAR_ZERO = -719_528
/** On average. */
const DAYS_IN_MONTH = 30.436875

/** The first day of a month: years of 365 days, and a leap day for each leap year before it. */
function firstOf(month: number): EpochDay {
  const year = Math.floor(month / 12)
  const inYear = month - year * 12
  // From March on the leap day of the year itself is among them.
  const last = inYear > 1 ? year : year - 1
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1
  return (YEAR_ZERO + year * 365 + leapDays + (daysBefore[inYear] ?? 0)) as EpochDay
}

/** So many calendar months later; a day that the month lacks becomes its last. */
export function anniversary({ month, dayOfMonth }: CivilDate, months: number): EpochDay {
  const day = plusDays(firstOf(month + months), dayOfMonth - 1)
  return dayOfMonth <= 28 ? day : earlierDay(day, plusDays(firstOf(month + months + 1), -1))
}

/** How far a day is from a date: whole months, and days of the one that is running. */
export interface ElapsedMonths {
  readonly months: number
  readonly days: number
  readonly daysInMonth: number
}

/** Of a day that is not before the date. */
export function elapsedMonths(from: CivilDate, day: EpochDay): ElapsedMonths {
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
export const monthEnd = (day: EpochDay): EpochDay => plusDays(firstOf(monthOf(day) + 1), -1)

/** The month that a day is in, since year 0. */
function monthOf(day: EpochDay): number {
  const guess = Math.floor((day - YEAR_ZERO) / DAYS_IN_MONTH)
  if (firstOf(guess) > day) return guess - 1
  return firstOf(guess + 1) <= day ? guess + 1 : guess
}

// Making a formatter costs a thousand times what using one does, and there are few time zones.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  // The Swedish form of a date is the ISO form.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}
