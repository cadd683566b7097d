const DAY = 86_400_000

/** A calendar date as milliseconds in UTC, where every day has 24 hours. */
const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const daysBetween = (first: string, last: string): number =>
  Math.round((timeOf(last) - timeOf(first)) / DAY)

export const dayAfter = (first: string, days: number): string =>
  new Date(timeOf(first) + days * DAY).toISOString().slice(0, 10)
