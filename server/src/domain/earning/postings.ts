import { type CalendarDate, epochDay, laterDay, monthEnd } from '../dates.ts'
import { earned, type NewPosting, posting, unearned } from '../ledger/journal.ts'
import type { Cents } from '../money.ts'
import {
  type EarningBooks,
  firstDay,
  lastDay,
  type NewEarning,
  openTallies,
  settleDay,
  settleMonths,
} from './tallies.ts'
import type { EarningTimeline } from './timeline.ts'

// What is to be posted: always what is earned by a date less what the rows say that are dated on or before it. Rounded
// months are never summed up, a second run finds nothing to do, and a run that comes late posts what one in time would.

/**
 * The rows that are missing up to a date: one for each line and month, dated the month's last day, the last one on the
 * date. Without `rebuild` the days before the last row are not looked at: quicker, when nothing changed before it.
 */
export function earningsToPost(
  timeline: EarningTimeline,
  books: EarningBooks,
  asOf: CalendarDate,
  { rebuild = true }: { readonly rebuild?: boolean } = {},
): NewEarning[] {
  const tallies = openTallies(books)
  const last = epochDay(asOf)
  const from = rebuild ? firstDay(timeline, tallies) : laterDay(firstDay(timeline, tallies), lastDay(tallies))
  settleMonths(timeline, tallies, from, last)
  if (from <= last) settleDay(timeline, tallies, last, monthEnd(last) === last ? 'always' : 'uncovered')
  return tallies.added
}

/** The row as the journal has it. Only lines that stay inside are in it. */
export function earningPosting({ code, amount }: NewEarning, ledger: NewPosting['ledger']): NewPosting {
  const [from, to] = amount > 0 ? [unearned(code), earned(code)] : [earned(code), unearned(code)]
  return posting(from, to, Math.abs(amount) as Cents, ledger)
}
