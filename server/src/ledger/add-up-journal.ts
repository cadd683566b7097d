import { flag, int, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { lastJournalId } from './balances.ts'

// Adds the journal up by account and day. Rows get their ids when they are written and can be seen when they are
// committed, so a row may appear after one with a higher id. Rows are added up only when none can appear before them.

/** Adds up everything. Only while nothing can be posted: the months are locked. */
export async function addUpJournal(tx: Tx): Promise<void> {
  await LOCK.first(tx, [])
  await addUpThrough(tx, await lastJournalId(tx))
}

/** At most this many rows are added up by one statement, which must not take longer than statements may. */
const ROWS_AT_ONCE = 200_000

/**
 * Adds up the rows that were seen the last time, if every transaction that was running then has ended, and notes the last
 * row that can be seen now. So it needs no lock that a posting would wait for.
 */
export async function addUpSeenJournal(db: Db): Promise<void> {
  let isMore = true
  while (isMore) isMore = await inTransaction(db, addUpSome)
}

/** True if rows that were seen are left. */
async function addUpSome(tx: Tx): Promise<boolean> {
  const state = await LOCK.first(tx, [])
  if (!state || !(await SETTLED.first(tx, [state.seenAt]))?.isSettled) return false
  const through = Math.min(state.seenId, state.throughId + ROWS_AT_ONCE)
  if (through > state.throughId) await addUpThrough(tx, through)
  if (through < state.seenId) return true
  const last = await lastJournalId(tx)
  if (last > state.seenId) await NOTE.run(tx, [last])
  return false
}

async function addUpThrough(tx: Tx, id: number): Promise<void> {
  await ADD.run(tx, [id])
  await MARK.run(tx, [id])
}

// The instant is read as text, to the microsecond.
const LOCK = statement(
  { throughId: int, seenId: int, seenAt: text },
  `select through_id as "throughId", seen_id as "seenId", seen_at::text as "seenAt" from journal_added_up for update`,
)
/**
 * Whoever began before the rows were seen may still commit rows among them. The own transaction began later. An autovacuum of
 * a long journal takes minutes and adds no rows, so nobody waits for it.
 */
const SETTLED = statement(
  { isSettled: flag },
  `select not exists (select from pg_stat_activity a
     where a.datname = current_database() and a.xact_start <= $1::timestamptz
       and a.backend_type <> 'autovacuum worker') as "isSettled"`,
)

const NOTE = command('update journal_added_up set seen_id = $1, seen_at = statement_timestamp()')
const MARK = command(
  'update journal_added_up set through_id = $1, seen_id = greatest(seen_id, $1) where through_id < $1',
)

const ADD = command(`
  insert into journal_day (account, accounting_date, debit, credit)
  select account, accounting_date, sum(debit), sum(credit) from (
    select debit_account as account, accounting_date, sum(amount) as debit, 0 as credit from journal
    where id > (select through_id from journal_added_up) and id <= $1 group by 1, 2
    union all
    select credit_account, accounting_date, 0, sum(amount) from journal
    where id > (select through_id from journal_added_up) and id <= $1 group by 1, 2) as side
  group by 1, 2
  on conflict (account, accounting_date) do update
    set debit = journal_day.debit + excluded.debit, credit = journal_day.credit + excluded.credit`)
