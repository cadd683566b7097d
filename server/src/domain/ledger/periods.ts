import { addMonths, type CalendarDate } from '../dates.ts'

/** An accounting month, such as `2024-03`. */
export type Period = string

/** The date of an event, and the date on which it is in the books. */
export interface PostingDates {
  readonly effectiveDate: CalendarDate
  readonly accountingDate: CalendarDate
}

/** Which months are closed. They are closed in order, so the last closed month is enough. */
export interface Books {
  /** The month of the first posting, or null before it. */
  readonly first: Period | null
  readonly closedThrough: Period | null
}

export const periodFromDate = (date: CalendarDate): Period => date.slice(0, 7)
export const nextPeriod = (period: Period): Period => periodFromDate(addMonths(`${period}-01`, 1))
export const isPeriod = (text: string): boolean => /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** An event in a closed month is booked on the first day of the first open month. */
export function postingDates(effectiveDate: CalendarDate, closedThrough: Period | null): PostingDates {
  const isClosed = closedThrough !== null && periodFromDate(effectiveDate) <= closedThrough
  return { effectiveDate, accountingDate: isClosed ? `${nextPeriod(closedThrough)}-01` : effectiveDate }
}

/** Every month from the first posting to the current month. */
export function periodsThrough({ first }: Pick<Books, 'first'>, today: CalendarDate): Period[] {
  const periods: Period[] = []
  if (first === null) return periods
  for (let period = first; period <= periodFromDate(today); period = nextPeriod(period)) periods.push(period)
  return periods
}

export type PeriodStatus = 'Open' | 'Closed'
export type PeriodRefusal = 'PeriodNotOver' | 'EarlierPeriodOpen' | 'LaterPeriodClosed'

export const periodStatus = (period: Period, { closedThrough }: Books): PeriodStatus =>
  closedThrough !== null && period <= closedThrough ? 'Closed' : 'Open'

/** Why a month cannot be closed or opened, or nothing if it can. */
export function periodRefusal(
  books: Books,
  period: Period,
  wanted: PeriodStatus,
  today: CalendarDate,
): PeriodRefusal | undefined {
  if (periodStatus(period, books) === wanted) return undefined
  if (wanted === 'Open') return period === books.closedThrough ? undefined : 'LaterPeriodClosed'
  if (period >= periodFromDate(today)) return 'PeriodNotOver'
  const next = books.closedThrough === null ? books.first : nextPeriod(books.closedThrough)
  return period === next ? undefined : 'EarlierPeriodOpen'
}
