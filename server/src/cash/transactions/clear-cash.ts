import type { Tx } from '../../db/database.ts'
import { command } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'

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
  await CLEAR.run(tx, [cleared.map(({ id }) => id), cleared.map(({ date }) => date), now, caller.name])
  for (const { id } of cleared) emitCleared(tx, id)
}

const CLEAR = command(
  `update cash_transaction k set status = 'Cleared', cleared_date = seen.day, updated_at = $3, updated_by = $4,
     row_version = k.row_version + 1
   from unnest($1::bigint[], $2::date[]) as seen (id, day) where k.id = seen.id and k.status = 'Posted'`,
)

export const emitCleared = (tx: Tx, id: number): void =>
  emit(tx, { subject: `cashtransactions/${id}`, type: 'cashTransaction.cleared', data: { id } })
