import { addMonths, type CalendarDate } from '../dates.ts'

/** A month of the books, as `2024-03`. */
export type Period = string

/** When something happened, and the day on which it is in the books. */
export interface PostingDates {
  readonly effectiveDate: CalendarDate
  readonly accountingDate: CalendarDate
}

/** What is known of the months of the books: they are closed one after the other, so that one month says it all. */
export interface Books {
  /** The month of the first posting; null while there is none. */
  readonly first: Period | null
  readonly closedThrough: Period | null
}

export const periodFromDate = (date: CalendarDate): Period => date.slice(0, 7)
export const nextPeriod = (period: Period): Period => periodFromDate(addMonths(`${period}-01`, 1))
export const isPeriod = (text: string): boolean => /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** What happened in a month that is closed is in the books on the first day of the first one that is open. */
export function postingDates(effectiveDate: CalendarDate, closedThrough: Period | null): PostingDates {
  const isClosed = closedThrough !== null && periodFromDate(effectiveDate) <= closedThrough
  return { effectiveDate, accountingDate: isClosed ? `${nextPeriod(closedThrough)}-01` : effectiveDate }
}

/** Every month from the first posting to this one. */
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

/** Why a month cannot be closed or opened; nothing when it can. */
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
