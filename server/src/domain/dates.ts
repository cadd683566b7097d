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
