import { run, type Tx } from '../../db/database.ts'

/** The days that the contract stood still or was cancelled, and by which it ends later. */
export async function suspendedDays(tx: Tx, contractId: number): Promise<number> {
  const [row] = await run<{ days: number }>(
    tx,
    `select coalesce(sum(coalesce(details -> 'extendsDays', details -> 'gapDays')::integer), 0)::integer as days
     from contract_event where contract_id = $1 and kind in ('Resolve', 'Reinstatement', 'ReinstatementHold')`,
    [contractId],
  )
  return row?.days ?? 0
}
