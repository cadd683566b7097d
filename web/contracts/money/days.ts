const DAY = 86_400_000

/** A calendar date as milliseconds in UTC, where every day has 24 hours. */
const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const daysBetween = (first: string, last: string): number =>
  Math.round((timeOf(last) - timeOf(first)) / DAY)

export const dayAfter = (first: string, days: number): string =>
  new Date(timeOf(first) + days * DAY).toISOString().slice(0, 10)

/** The same day of the month so many months later, or the last day of a month that is shorter. */
function monthsAfter(first: string, months: number): string {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The next day on which a month of the contract is full. */
export function nextMonthTurn(first: string, day: string): string {
  let months = Math.max(0, Math.floor(daysBetween(first, day) / 31))
  while (monthsAfter(first, months) <= day) months += 1
  return monthsAfter(first, months)
}
