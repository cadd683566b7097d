/** The last day of a month, `2024-02` → `2024-02-29`. */
export function lastDayOf(period: string): string {
  const [year = 0, month = 1] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
