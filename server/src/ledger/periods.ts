import { instant, orNull, type RowOf, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { command, statement } from '../db/statement.ts'
import { shareTurn, takeTurn } from '../db/turns.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import type { CalendarDate } from '../domain/dates.ts'
import {
  type Books,
  type Period,
  type PeriodRefusal,
  type PeriodStatus,
  type PostingDates,
  periodRefusal,
  periodStatus,
  periodsThrough,
  postingDates,
} from '../domain/ledger/periods.ts'
import type { Acting } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import type { AccountingPeriodModel } from './models.ts'

/**
 * Gives the accounting date of an effective date. No month can be closed until the transaction ends; several
 * transactions may do this at once.
 */
export async function accountingDates(tx: Tx): Promise<AccountingDates> {
  const closedThrough = await holdMonthsOpen(tx)
  return (effectiveDate) => postingDates(effectiveDate, closedThrough)
}

export type AccountingDates = (effectiveDate: CalendarDate) => PostingDates

/** The same in a transaction that shares the turn already. */
export async function accountingDatesInTurn(tx: Tx): Promise<AccountingDates> {
  const closedThrough = await loadClosedThrough(tx)
  return (effectiveDate) => postingDates(effectiveDate, closedThrough)
}

/** The last closed month. No other month can be closed until the transaction ends. */
export async function holdMonthsOpen(tx: Tx): Promise<Period | null> {
  const [, closedThrough] = await runAll([shareMonths(tx), loadClosedThrough(tx)])
  return closedThrough
}

/** Shared by everyone who posts, alone for who closes or opens a month. */
export const MONTHS = 'accounting months'

/** No month can be closed until the transaction ends. */
export const shareMonths = (tx: Tx): Promise<void> =>
  lockedOnce(tx, 'turn of accounting months', () => shareTurn(tx, MONTHS))

/** The last closed month. Months are shared first, so it stays the last one. */
export const loadClosedThrough = (tx: Tx): Promise<Period | null> =>
  lockedOnce(
    tx,
    'accounting periods',
    async () => (await CLOSED_THROUGH.first(tx, ['Closed']))?.period ?? null,
  )

const CLOSED_THROUGH = statement(
  { period: orNull(text) },
  'select max(period) as period from accounting_period where status = $1',
)

const closedPeriod = { period: text, closed_at: instant, closed_by: text }
type ClosedPeriod = RowOf<typeof closedPeriod>
const CLOSED_PERIODS = statement(
  closedPeriod,
  'select period, closed_at, closed_by from accounting_period where status = $1',
)
const FIRST_PERIOD = statement(
  { period: orNull(text) },
  `select to_char(min(accounting_date), 'YYYY-MM') as period from journal`,
)

async function loadBooks(db: Db): Promise<{ books: Books; closed: ReadonlyMap<string, ClosedPeriod> }> {
  const [first, closed] = await Promise.all([FIRST_PERIOD.rows(db, []), CLOSED_PERIODS.rows(db, ['Closed'])])
  const closedThrough =
    closed
      .map(({ period }) => period)
      .sort()
      .at(-1) ?? null
  return {
    books: { first: first[0]?.period ?? null, closedThrough },
    closed: new Map(closed.map((month) => [month.period, month])),
  }
}

const shown = (period: string, closed: ClosedPeriod | undefined): AccountingPeriodModel => ({
  period,
  status: closed ? 'Closed' : 'Open',
  closedAt: closed?.closed_at.toISOString() ?? null,
  closedBy: closed?.closed_by ?? null,
})

/** Every month from the first posting to this one. */
export async function listPeriods(db: Db, today: CalendarDate): Promise<AccountingPeriodModel[]> {
  const { books, closed } = await loadBooks(db)
  return periodsThrough(books, today).map((period) => shown(period, closed.get(period)))
}

/** Locks a month: nothing is posted until the transaction ends. A month before the first posting is not found. */
export async function lockPeriod(
  tx: Tx,
  period: string,
  today: CalendarDate,
): Promise<AccountingPeriodModel> {
  await takeTurn(tx, MONTHS)
  const { books, closed } = await loadBooks(tx)
  const isInBooks = period >= (books.first ?? today.slice(0, 7))
  return shown(found(isInBooks ? period : undefined, `accounting period ${period}`), closed.get(period))
}

const refusals: Readonly<Record<PeriodRefusal, string>> = {
  PeriodNotOver: 'Only a past month can be closed.',
  EarlierPeriodOpen: 'An earlier month is still open. Close it first.',
  LaterPeriodClosed: 'A later month is closed. Open it first.',
}

/** Whether the month has to change to get this status. Refuses when it may not. The months are locked. */
export async function mayChangePeriod(
  tx: Tx,
  { today }: Acting,
  period: string,
  wanted: PeriodStatus,
): Promise<boolean> {
  const { books } = await loadBooks(tx)
  const refusal = periodRefusal(books, period, wanted, today)
  if (refusal) throw new Problem(refusal, refusals[refusal])
  return periodStatus(period, books) !== wanted
}

/** Closes or opens a month that may be. */
export async function savePeriod(
  tx: Tx,
  { caller, now }: Acting,
  period: string,
  status: PeriodStatus,
): Promise<void> {
  await SAVE.run(tx, [period, status, ...(status === 'Closed' ? [now, caller.name] : [null, null])])
}

const SAVE =
  command(`insert into accounting_period (period, status, closed_at, closed_by) values ($1, $2, $3, $4)
  on conflict (period) do update set status = excluded.status, closed_at = excluded.closed_at, closed_by = excluded.closed_by`)

export async function readPeriod(db: Db, period: string): Promise<AccountingPeriodModel> {
  const { closed } = await loadBooks(db)
  return shown(period, closed.get(period))
}
