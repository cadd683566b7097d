import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { type CashRow, cashTable } from './cash-table.ts'

/** Cash that the bank saw on a day. */
export interface ClearedCash {
  readonly id: number
  readonly date: CalendarDate
}

/** Clears cash that is locked and Posted, as the bank reports it. */
export async function clearCash(
  tx: Tx,
  { now, caller }: Acting,
  cleared: readonly ClearedCash[],
): Promise<void> {
  if (cleared.length === 0) return
  const days = cleared.map(({ date }) => date)
  const rows = await CLEAR.rows(tx, [cleared.map(({ id }) => id), days, now, caller.name])
  for (const row of rows.toSorted((first, second) => first.id - second.id)) emitCleared(tx, row)
}

const CLEAR = statement(
  cashTable.pick('id', 'number'),
  `update cash_transaction k set status = 'Cleared', cleared_date = seen.day, updated_at = $3, updated_by = $4,
     row_version = k.row_version + 1
   from unnest($1::bigint[], $2::date[]) as seen (id, day) where k.id = seen.id and k.status = 'Posted'
   returning k.id, k.number`,
)

/** Takes back that the bank has seen cash. What was voided or returned since stays so. */
export async function unclearCash(tx: Tx, { now, caller }: Acting, ids: readonly number[]): Promise<void> {
  const rows = await UNCLEAR.rows(tx, [ids, now, caller.name])
  for (const { id, number } of rows.toSorted((first, second) => first.id - second.id)) {
    const data = { id, number, status: 'Posted' }
    emit(tx, { subject: `cashtransactions/${id}`, type: 'cashTransaction.updated', data })
  }
}

const UNCLEAR = statement(
  cashTable.pick('id', 'number'),
  `update cash_transaction set status = 'Posted', cleared_date = null, updated_at = $2, updated_by = $3,
     row_version = row_version + 1
   where id = any($1::bigint[]) and status = 'Cleared' returning id, number`,
)

export function emitCleared(tx: Tx, { id, number }: Pick<CashRow, 'id' | 'number'>): void {
  const data = { id, number, status: 'Cleared' }
  emit(tx, { subject: `cashtransactions/${id}`, type: 'cashTransaction.cleared', data })
}
