import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import type { TableRow } from '../../db/table.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { lockRow } from './rows.ts'
import { lockTable } from './tables.ts'

const MINUTES = 15

/** A contract that a user is working on. Other users cannot change it until the lease ends. */
export type Lease = TableRow<typeof lockTable>

const FIND = statement(
  lockTable.columns,
  `select ${lockTable.list()} from contract_lock where contract_id = $1`,
)
const SAVE = command(`insert into contract_lock (${lockTable.list()}) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (contract_id) do update set holder_key = excluded.holder_key, holder_id = excluded.holder_id,
    holder_name = excluded.holder_name, token = excluded.token, locked_at = excluded.locked_at,
    expires_at = excluded.expires_at`)
const END = command('delete from contract_lock where contract_id = $1')

/** The lease in effect now. */
export async function findLease(db: Db, contractId: number, now: Date): Promise<Lease | undefined> {
  const lease = await FIND.first(db, [contractId])
  return lease && lease.expires_at > now ? lease : undefined
}

/** Refuses a change while another user holds the lease. A caller who may not see the contract gets 404 instead. */
export async function refuseLeased(tx: Tx, { caller, now }: Acting, contractId: number): Promise<void> {
  // The lock on the contract's row covers its lease too.
  const lease = await lockedOnce(tx, `lease ${contractId}`, () => findLease(tx, contractId, now))
  if (!lease || lease.holder_key === caller.key) return
  await lockRow(tx, caller, contractId)
  throw leased(lease)
}

/** Takes the lease of a free contract, or renews the caller's own. The caller of this function has locked the contract's row. */
export async function takeLease(tx: Tx, { caller, now }: Acting, contractId: number): Promise<Lease> {
  const own = await findLease(tx, contractId, now)
  const lease: Lease = {
    contract_id: contractId,
    holder_key: caller.key,
    holder_id: caller.id,
    holder_name: caller.name,
    token: own?.token ?? randomUUID(),
    locked_at: own?.locked_at ?? now,
    expires_at: new Date(now.getTime() + MINUTES * 60_000),
  }
  const { holder_key, holder_id, holder_name, token, locked_at, expires_at } = lease
  await SAVE.run(tx, [contractId, holder_key, holder_id, holder_name, token, locked_at, expires_at])
  return lease
}

/** Ends a lease: the caller's own, or any lease with the permission to unlock. */
export async function endLease(tx: Tx, { caller, now }: Acting, contractId: number): Promise<void> {
  const lease = found(await findLease(tx, contractId, now), `lock of contract ${contractId}`)
  const isOwn = lease.holder_key === caller.key
  if (!isOwn && !caller.permissions.has('contracts:unlock')) throw leased(lease)
  await END.run(tx, [contractId])
}

export const leased = (lease: Lease) =>
  new Problem('Locked', `The contract is locked by ${lease.holder_name}.`, { members: leaseAnswer(lease) })

export const leaseAnswer = ({ holder_id, holder_name, locked_at, expires_at }: Lease) => ({
  isLocked: true,
  lockedByUserId: holder_id,
  lockedByName: holder_name,
  lockedAt: locked_at.toISOString(),
  expiresAt: expires_at.toISOString(),
})
