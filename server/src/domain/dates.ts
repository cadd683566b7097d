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
