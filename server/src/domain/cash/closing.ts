import { addDays, type CalendarDate } from '../dates.ts'
import { nextPeriod, type Period } from '../ledger/periods.ts'

/** What must be done before a month can be closed. */
export interface ClosingFacts {
  readonly lastDay: CalendarDate
  /** The checks of the books that do not agree on the last day. */
  readonly differing: readonly string[]
  /** The batches of the month, or of an earlier one, that are not processed. */
  readonly batches: readonly number[]
  /** The first contracts without earnings up to the last day. */
  readonly unposted: readonly number[]
}

/** The last day of a month. */
export const lastDayOfPeriod = (period: Period): CalendarDate => addDays(`${nextPeriod(period)}-01`, -1)

/** Why a month cannot be closed yet; nothing if it can. */
export function closingReasons({ lastDay, differing, batches, unposted }: ClosingFacts): string[] {
  return [
    ...(differing.length > 0 ? [`The books do not agree as of ${lastDay}: ${listed(differing)}.`] : []),
    ...(batches.length > 0 ? [`Batches of the month are not processed: ${listed(batches)}.`] : []),
    ...(unposted.length > 0
      ? [`Earnings are not posted through ${lastDay}, for example of contract ${listed(unposted)}.`]
      : []),
  ]
}

const LISTED_AT_MOST = 5
const listed = (all: readonly (string | number)[]) =>
  `${all.slice(0, LISTED_AT_MOST).join(', ')}${all.length > LISTED_AT_MOST ? ' and others' : ''}`
