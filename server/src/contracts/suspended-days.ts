import { run, type Tx } from '../db/database.ts'

/** The days that the contract stood still, and by which it ends later. */
export async function suspendedDays(tx: Tx, contractId: number): Promise<number> {
  const [row] = await run<{ days: number }>(
    tx,
    `select coalesce(sum(z.extends_days), 0)::integer as days
     from contract_resolve z join contract_hold o on o.id = z.hold_id where o.contract_id = $1`,
    [contractId],
  )
  return row?.days ?? 0
}
