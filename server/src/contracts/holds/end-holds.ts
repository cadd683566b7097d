import { run, type Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { recordEvents } from '../record/events.ts'
import type { ContractRow } from '../record/rows.ts'

const END = `
  with ended as (
    update contract_hold set status = 'Resolved' where contract_id = $1 and status = 'Open' returning id)
  insert into contract_resolve (hold_id, resolve_date, resolution, created_at, created_by)
  select id, $2, 'Cancelled', $3, $4 from ended returning id, hold_id`

/** Holds end with the contract. */
export async function endHolds(tx: Tx, acting: Acting, row: ContractRow): Promise<void> {
  if (row.open_holds === 0) return
  const { caller, now, today } = acting
  const ended = await run<{ id: number; hold_id: number }>(tx, END, [row.id, today, now, caller.name])
  await recordEvents(
    tx,
    acting,
    row.id,
    ended.map(({ id, hold_id }) => ({
      ...{ kind: 'Resolve', date: today, subjectId: hold_id, details: { resolveId: id, extendsDays: 0 } },
    })),
  )
}
