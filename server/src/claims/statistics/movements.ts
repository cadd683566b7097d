import { type Sql, sql } from '../../db/sql.ts'
import type { CalendarDate } from '../../domain/dates.ts'

// What was paid for claims, from the cash that was applied to their ledger rows. Inspection fees are rows of another type.

/** What left, and with a minus what came back. `l` is the ledger row, `a` what cash did to it. */
export const MONEY = `case when a.is_reversal = (l.direction = 'Pay') then -a.applied_amount else a.applied_amount end`

export const PAYMENTS = 'ledger_detail a join ledger l on l.id = a.ledger_id'

/** The condition for the payments of claims in a period, by the day on which they count in the books. */
export const paidWithin = (from: CalendarDate | undefined, to: CalendarDate | undefined): Sql =>
  sql.join(
    [sql`l.ledger_type = 'Claim' and l.claim_id is not null`, ...within('a.accounting_date', from, to)],
    sql` and `,
  )

/** The conditions for a day in a period that may be open on both sides. */
export const within = (
  column: string,
  from: CalendarDate | undefined,
  to: CalendarDate | undefined,
): readonly Sql[] => [
  ...(from === undefined ? [] : [sql`${sql.raw(column)} >= ${from}`]),
  ...(to === undefined ? [] : [sql`${sql.raw(column)} <= ${to}`]),
]
