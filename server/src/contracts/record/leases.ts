import { randomUUID } from 'node:crypto'
import { type Db, run, type Tx } from '../../db/database.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { lockRow } from './rows.ts'

const MINUTES = 15

/** A contract that somebody works on: others keep away from it until the lease ends. */
export interface Lease {
  readonly contract_id: number
  readonly holder_key: string
  readonly holder_id: number
  readonly holder_name: string
  readonly token: string
  readonly locked_at: Date
  readonly expires_at: Date
}

const COLUMNS = 'contract_id, holder_key, holder_id, holder_name, token, locked_at, expires_at'

/** The lease that counts now; one that has run out is none. */
export async function findLease(db: Db, contractId: number, now: Date): Promise<Lease | undefined> {
  const [lease] = await run<Lease>(db, `select ${COLUMNS} from contract_lock where contract_id = $1`, [
    contractId,
  ])
  return lease && lease.expires_at > now ? lease : undefined
}

/** Refuses a change while somebody else has the contract. Who does not see it is not told who works on it. */
export async function refuseLeased(tx: Tx, { caller, now }: Acting, contractId: number): Promise<void> {
  // The contract is locked with it, and with the contract its lease.
  const lease = await lockedOnce(tx, `lease ${contractId}`, () => findLease(tx, contractId, now))
  if (!lease || lease.holder_key === caller.key) return
  await lockRow(tx, caller, contractId)
  throw leased(lease)
}

const UPSERT = `insert into contract_lock (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (contract_id) do update set holder_key = excluded.holder_key, holder_id = excluded.holder_id,
    holder_name = excluded.holder_name, token = excluded.token, locked_at = excluded.locked_at,
    expires_at = excluded.expires_at`

/**
 * Takes the lease of a contract that is free, or goes on with the caller's own. The contract is locked by whoever calls:
 * a lease that is not there yet cannot be.
 */
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
  await run(tx, UPSERT, [contractId, holder_key, holder_id, holder_name, token, locked_at, expires_at])
  return lease
}

/** Ends a lease: one's own, or anybody's for who may unlock. */
export async function endLease(tx: Tx, { caller, now }: Acting, contractId: number): Promise<void> {
  const lease = found(await findLease(tx, contractId, now), `lock of contract ${contractId}`)
  const isOwn = lease.holder_key === caller.key
  if (!isOwn && !caller.permissions.has('contracts:unlock')) throw leased(lease)
  await run(tx, 'delete from contract_lock where contract_id = $1', [contractId])
}

export const leased = (lease: Lease) =>
  new Problem('Locked', `The contract is locked by ${lease.holder_name}.`, { members: shownLease(lease) })

export const shownLease = ({ holder_id, holder_name, locked_at, expires_at }: Lease) => ({
  isLocked: true,
  lockedByUserId: holder_id,
  lockedByName: holder_name,
  lockedAt: locked_at.toISOString(),
  expiresAt: expires_at.toISOString(),
})
