import { type Db, run, type Tx } from '../db/database.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import type { CalendarDate } from '../domain/dates.ts'
import {
  type Books,
  type Period,
  type PeriodRefusal,
  type PeriodStatus,
  type PostingDates,
  periodRefusal,
  periodsOf,
  postingDates,
  statusOf,
} from '../domain/ledger/periods.ts'
import type { Acting } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import type { AccountingPeriodModel } from './models.ts'

/**
 * The day on which something is in the books that happened on another. Whoever asks keeps months from being closed until
 * its transaction ends; many can ask at once.
 */
export async function accountingDates(tx: Tx): Promise<(effectiveDate: CalendarDate) => PostingDates> {
  const closedThrough = await holdMonthsOpen(tx)
  return (effectiveDate) => postingDates(effectiveDate, closedThrough)
}

/** The last month that is closed, while no other can be. */
export const holdMonthsOpen = (tx: Tx): Promise<Period | null> =>
  lockedOnce(tx, 'accounting periods', async () => {
    const [, closed] = await Promise.all([
      run(tx, 'lock table accounting_period in row share mode', []),
      run<{ period: string | null }>(tx, CLOSED_THROUGH, ['Closed']),
    ])
    return closed[0]?.period ?? null
  })

const CLOSED_THROUGH = 'select max(period) as period from accounting_period where status = $1'

interface Closed {
  period: string
  closed_at: Date
  closed_by: string
}

async function loadBooks(db: Db): Promise<{ books: Books; closed: ReadonlyMap<string, Closed> }> {
  const [first, closed] = await Promise.all([
    run<{ period: string | null }>(
      db,
      `select to_char(min(accounting_date), 'YYYY-MM') as period from journal`,
      [],
    ),
    run<Closed>(db, 'select period, closed_at, closed_by from accounting_period where status = $1', [
      'Closed',
    ]),
  ])
  const closedThrough =
    closed
      .map(({ period }) => period)
      .sort()
      .at(-1) ?? null
  return {
    books: { first: first[0]?.period ?? null, closedThrough },
    closed: new Map(closed.map((one) => [one.period, one])),
  }
}

const shown = (period: string, closed: Closed | undefined): AccountingPeriodModel => ({
  period,
  status: closed ? 'Closed' : 'Open',
  closedAt: closed?.closed_at.toISOString() ?? null,
  closedBy: closed?.closed_by ?? null,
})

/** Every month from the first posting to this one. */
export async function listPeriods(db: Db, today: CalendarDate): Promise<AccountingPeriodModel[]> {
  const { books, closed } = await loadBooks(db)
  return periodsOf(books, today).map((period) => shown(period, closed.get(period)))
}

/** A month, with nobody posting until the transaction ends. One before all postings is none of the books. */
export async function lockPeriod(
  tx: Tx,
  period: string,
  today: CalendarDate,
): Promise<AccountingPeriodModel> {
  await run(tx, 'lock table accounting_period in exclusive mode', [])
  const { books, closed } = await loadBooks(tx)
  const isOfBooks = period >= (books.first ?? today.slice(0, 7))
  return shown(found(isOfBooks ? period : undefined, `accounting period ${period}`), closed.get(period))
}

const refusals: Readonly<Record<PeriodRefusal, string>> = {
  PeriodNotOver: 'Only months that are past are closed.',
  EarlierPeriodOpen: 'A month before this one is open.',
  LaterPeriodClosed: 'A month after this one is closed.',
}

/** Closes or opens a month. */
export async function changePeriod(
  tx: Tx,
  { caller, now, today }: Acting,
  period: string,
  wanted: PeriodStatus,
): Promise<AccountingPeriodModel> {
  const { books } = await loadBooks(tx)
  const refusal = periodRefusal(books, period, wanted, today)
  if (refusal) throw new Problem(refusal, refusals[refusal])
  if (statusOf(period, books) !== wanted)
    await run(tx, SAVE, [period, wanted, ...(wanted === 'Closed' ? [now, caller.name] : [null, null])])
  const { closed } = await loadBooks(tx)
  return shown(period, closed.get(period))
}

const SAVE = `insert into accounting_period (period, status, closed_at, closed_by) values ($1, $2, $3, $4)
  on conflict (period) do update set status = excluded.status, closed_at = excluded.closed_at, closed_by = excluded.closed_by`
