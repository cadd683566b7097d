const DAY = 86_400_000

/** A calendar date as milliseconds in UTC, where every day has 24 hours. */
const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dateOf(timeOf(text)) === text

export const daysBetween = (first: string, last: string): number =>
  Math.round((timeOf(last) - timeOf(first)) / DAY)

export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * DAY)

const partsOf = (date: string) => date.split('-').map(Number) as [number, number, number]

/** The last day of the month, counted from 1. */
const lastOf = (year: number, month: number) => dateOf(Date.UTC(year, month, 0))

/** The same day of the next month, or its last day if it is shorter. */
export function addMonth(date: string): string {
  const [year, month, day] = partsOf(date)
  const last = lastOf(year, month + 1)
  const [nextYear, nextMonth, lastDay] = partsOf(last)
  return dateOf(Date.UTC(nextYear, nextMonth - 1, Math.min(day, lastDay)))
}

/** The last day of the month; of the next one, if it is that day already. */
export function monthEnd(date: string): string {
  const [year, month] = partsOf(date)
  const last = lastOf(year, month)
  return last === date ? lastOf(year, month + 1) : last
}

/** The instant at which the clock stands on a day: in the morning of every state of the mainland. */
export const instantOf = (date: string): string => `${date}T15:00:00Z`
