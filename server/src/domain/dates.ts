/** A calendar date as `YYYY-MM-DD`. */
export type CalendarDate = string

/** The calendar date that an instant falls on in a time zone, e.g. `America/Chicago`. */
export function dateIn(timeZone: string, instant: Date): CalendarDate {
  // Every request needs the date, and it can only change at a full minute.
  const minute = Math.floor(instant.getTime() / 60_000)
  const last = latest.get(timeZone)
  if (last?.minute === minute) return last.date
  const date = formatterFor(timeZone).format(instant)
  latest.set(timeZone, { minute, date })
  return date
}

const latest = new Map<string, { minute: number; date: CalendarDate }>()

/** The time of day of an instant in a time zone, e.g. `09:30`. */
export const timeIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    instant,
  )

/** The first instant of a day in a time zone. Midnight is a quarter of an hour, and at most 14 hours from the one of UTC. */
export function startOfDayIn(timeZone: string, date: CalendarDate): Date {
  const format = formatterFor(timeZone)
  for (let quarter = -56; quarter < 56; quarter += 1) {
    const instant = new Date(startOfDay(date) + quarter * 900_000)
    if (format.format(instant) === date) return instant
  }
  return new Date(startOfDay(date))
}

export function isTimeZone(name: string): boolean {
  try {
    formatterFor(name)
    return true
  } catch {
    return false
  }
}

/** Whether a text is a date that exists: 2024-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

const DAY = 86_400_000
const startOfDay = (date: CalendarDate) => Date.parse(`${date}T00:00:00Z`)
const dateFromInstant = (instant: number): CalendarDate => new Date(instant).toISOString().slice(0, 10)

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  dateFromInstant(startOfDay(date) + days * DAY)

/** How many days the second date is after the first. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / DAY)

/** Adds calendar months. A day that the month does not have becomes its last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  const last = lastDayOfMonth(toYear, toMonth)
  return `${padded(toYear, 4)}-${padded(toMonth, 2)}-${padded(Math.min(day, last), 2)}`
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0')

function lastDayOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * A calendar day as the number of days since 1970-01-01. It is a separate type so that the compiler does not confuse it
 * with a number of days. Earnings use it because they are computed for millions of days.
 */
export type EpochDay = number & { readonly unit: 'epoch day' }

/** A day before every day, and one after every day. */
export const BEFORE_ALL = Number.NEGATIVE_INFINITY as EpochDay
export const AFTER_ALL = Number.POSITIVE_INFINITY as EpochDay

export const plusDays = (day: EpochDay, days: number): EpochDay => (day + days) as EpochDay
export const earlierDay = (first: EpochDay, second: EpochDay): EpochDay => (first < second ? first : second)
export const laterDay = (first: EpochDay, second: EpochDay): EpochDay => (first > second ? first : second)

export const epochDay = (date: CalendarDate): EpochDay => civilDate(date).day

export function dateFromEpochDay(day: EpochDay): CalendarDate {
  const month = monthOfDay(day)
  const year = Math.floor(month / 12)
  return `${padded(year, 4)}-${padded(month - year * 12 + 1, 2)}-${padded(day - firstDayOfMonth(month) + 1, 2)}`
}

/** A date for counting anniversaries: months since year 0, and the day of the month. */
export interface CivilDate {
  readonly day: EpochDay
  readonly month: number
  readonly dayOfMonth: number
}

export function civilDate(date: CalendarDate): CivilDate {
  const month = (digits(date, 0) * 100 + digits(date, 2)) * 12 + digits(date, 5) - 1
  const dayOfMonth = digits(date, 8)
  return { day: plusDays(firstDayOfMonth(month), dayOfMonth - 1), month, dayOfMonth }
}

/** The character code of the digit 0. */
const ZERO = 48

/** Two digits as a number. This is several times faster than slicing the text. */
const digits = (date: CalendarDate, at: number): number =>
  (date.charCodeAt(at) - ZERO) * 10 + date.charCodeAt(at + 1) - ZERO

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
/** The day 0000-01-01. */
const YEAR_ZERO = -719_528
/** The average month. */
const DAYS_IN_MONTH = 30.436875

/** The first day of a month: 365 days for each year, and a day for each leap day before it. */
function firstDayOfMonth(month: number): EpochDay {
  const year = Math.floor(month / 12)
  const inYear = month - year * 12
  // From March on, the leap day of the same year counts.
  const last = inYear > 1 ? year : year - 1
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1
  return (YEAR_ZERO + year * 365 + leapDays + (daysBefore[inYear] ?? 0)) as EpochDay
}

/** The day this many calendar months later. A day that the month does not have becomes its last day. */
export function anniversary({ month, dayOfMonth }: CivilDate, months: number): EpochDay {
  const day = plusDays(firstDayOfMonth(month + months), dayOfMonth - 1)
  return dayOfMonth <= 28 ? day : earlierDay(day, plusDays(firstDayOfMonth(month + months + 1), -1))
}

/** The time from a date to a day: whole months, and the days of the current month. */
export interface ElapsedMonths {
  readonly months: number
  readonly days: number
  readonly daysInMonth: number
}

/** The day must not be before the date. */
export function elapsedMonths(from: CivilDate, day: EpochDay): ElapsedMonths {
  // Dividing by the average month is off by at most one month.
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
export const monthEnd = (day: EpochDay): EpochDay => plusDays(firstDayOfMonth(monthOfDay(day) + 1), -1)

/** The month of a day, counted from year 0. */
function monthOfDay(day: EpochDay): number {
  const guess = Math.floor((day - YEAR_ZERO) / DAYS_IN_MONTH)
  if (firstDayOfMonth(guess) > day) return guess - 1
  return firstDayOfMonth(guess + 1) <= day ? guess + 1 : guess
}

/**
 * Writes instants as a clock of a time zone shows them, in the ISO form, which is the Swedish one. Creating a formatter takes
 * a thousand times as long as using one, and there are few time zones, so each is kept.
 */
export function zoneFormatters(parts: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = formatters.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat('sv-SE', { ...DAY_PARTS, ...parts, timeZone })
    formatters.set(timeZone, made)
    return made
  }
}

const DAY_PARTS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const formatterFor = zoneFormatters({})
