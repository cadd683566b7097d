import { run, type Tx } from '../db/database.ts'
import type { Acting } from '../http/caller.ts'
import type { ContractRow } from './contract-rows.ts'

const END = `
  with ended as (
    update contract_hold set status = 'Resolved' where contract_id = $1 and status = 'Open' returning id)
  insert into contract_resolve (hold_id, resolve_date, resolution, created_at, created_by)
  select id, $2, 'Cancelled', $3, $4 from ended`

/** Holds end with the contract. */
export async function endHolds(tx: Tx, { caller, now, today }: Acting, row: ContractRow): Promise<void> {
  if (row.open_holds > 0) await run(tx, END, [row.id, today, now, caller.name])
}
