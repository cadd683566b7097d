const DAY = 24 * 60 * 60 * 1000

/** How many days lie between two calendar dates, from their parts: a day is a day in every time zone. */
export function daysBetween(from: string, to: string): number {
  const [first, last] = [dayOf(from), dayOf(to)]
  return first === undefined || last === undefined ? 0 : Math.round((last - first) / DAY)
}

function dayOf(date: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  return parts ? Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : undefined
}
