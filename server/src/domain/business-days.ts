import { addDays, type CalendarDate } from './dates.ts'

// Days on which offices work: from Monday to Friday, without the holidays of the United States and those that the
// administrator adds.

/** The last of so many business days after a date. With 0 it is the date itself. */
export function addBusinessDays(
  from: CalendarDate,
  days: number,
  holidays: readonly CalendarDate[],
): CalendarDate {
  let [date, left] = [from, days]
  while (left > 0) {
    date = addDays(date, 1)
    if (isBusinessDay(date, holidays)) left -= 1
  }
  return date
}

export function isBusinessDay(date: CalendarDate, holidays: readonly CalendarDate[]): boolean {
  const weekday = weekdayOf(date)
  if (weekday === SUNDAY || weekday === SATURDAY) return false
  return !holidays.includes(date) && !isFederalHoliday(date)
}

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const FRIDAY = 5
const SATURDAY = 6

const weekdayOf = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Holidays of the federal government (5 U.S.C. 6103) on a fixed day. */
const fixedDays: readonly string[] = ['01-01', '06-19', '07-04', '11-11', '12-25']

/** Holidays on a weekday of a month: its number there, or the last one. */
const floatingDays: readonly (readonly [month: string, weekday: number, number: number | 'last'])[] = [
  ['01', MONDAY, 3],
  ['02', MONDAY, 3],
  ['05', MONDAY, 'last'],
  ['09', MONDAY, 1],
  ['10', MONDAY, 2],
  ['11', THURSDAY, 4],
]

/** A fixed holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
function isFederalHoliday(date: CalendarDate): boolean {
  const weekday = weekdayOf(date)
  const isFixed = (day: CalendarDate) => fixedDays.includes(day.slice(5))
  if (isFixed(date)) return true
  if (weekday === FRIDAY && isFixed(addDays(date, 1))) return true
  if (weekday === MONDAY && isFixed(addDays(date, -1))) return true
  const number = Math.ceil(Number(date.slice(8)) / 7)
  const isLast = addDays(date, 7).slice(5, 7) !== date.slice(5, 7)
  return floatingDays.some(
    ([month, day, which]) =>
      month === date.slice(5, 7) && day === weekday && (which === 'last' ? isLast : which === number),
  )
}
