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

// The amount to post is always the amount earned by a date, less the rows dated on or before it. So rounded months are
// never summed, a second run posts nothing, and a late run posts the same as one on time.

/**
 * The rows that are missing up to a date: one for each line and month, dated the last day of the month, and one on the
 * date itself. Without `rebuild`, days before the last row are skipped, which is faster when nothing changed before it.
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

/** The journal posting of a row. Only internal lines are in the journal. */
export function earningPosting({ code, amount }: NewEarning, ledger: NewPosting['ledger']): NewPosting {
  const [from, to] = amount > 0 ? [unearned(code), earned(code)] : [earned(code), unearned(code)]
  return posting(from, to, Math.abs(amount) as Cents, ledger)
}
