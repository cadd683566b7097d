import { addDays, addMonths, type CalendarDate, epochDay } from '../dates.ts'

/** How often an account holder gets a statement. */
export const statementCycles = ['Monthly', 'Weekly'] as const
export type StatementCycle = (typeof statementCycles)[number]

export interface DateRange {
  readonly fromDate: CalendarDate
  readonly toDate: CalendarDate
}

/** The last month, or the last week from Monday to Sunday, that is over. */
export function lastCycle(cycle: StatementCycle, today: CalendarDate): DateRange {
  if (cycle === 'Monthly') {
    const first = `${today.slice(0, 7)}-01`
    return { fromDate: addMonths(first, -1), toDate: addDays(first, -1) }
  }
  const monday = addDays(today, -daysSinceMonday(today))
  return { fromDate: addDays(monday, -7), toDate: addDays(monday, -1) }
}

/** The first day of the epoch, 1970-01-01, was a Thursday. */
const daysSinceMonday = (day: CalendarDate): number => (((epochDay(day) + 3) % 7) + 7) % 7
