import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import { Id, Instant, shownOnce } from '../../http/schemas.ts'
import { lockContract, nextState } from '../record/change-state.ts'
import { endLease, findLease, type Lease, leaseAnswer, takeLease } from '../record/leases.ts'
import { lockRow, seeContract } from '../record/rows.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}/lock'
const subject = 'contracts/{contractId}/lock'

const LockModel = z
  .object({
    isLocked: z.boolean(),
    lockedByUserId: Id.nullable(),
    lockedByName: z.string().nullable(),
    lockedAt: Instant.nullable(),
    expiresAt: Instant.nullable(),
    lockToken: shownOnce('Only for the holder of the lock.'),
  })
  .meta({ id: 'ExistingItemLockResult' })
type LockModel = z.input<typeof LockModel>

const FREE: LockModel = {
  isLocked: false,
  lockedByUserId: null,
  lockedByName: null,
  lockedAt: null,
  expiresAt: null,
  lockToken: null,
}

/** The lease as this caller may see it. */
const lockAnswer = (lease: Lease | undefined, { caller }: Acting): LockModel =>
  lease ? { ...leaseAnswer(lease), lockToken: lease.holder_key === caller.key ? lease.token : null } : FREE

const readLock = async (db: Db, acting: Acting, contractId: number) =>
  lockAnswer(await findLease(db, contractId, acting.now), acting)

/**
 * The lock of a contract: a lease that keeps two people from working on it at once. It is not part of the contract and does
 * not change its version.
 */
export function leaseRoutes(): readonly Route[] {
  return [
    route.read({
      path,
      tag,
      summary: 'Read who has locked a contract',
      permission: 'contracts:read',
      answer: LockModel,
      async handler({ db, params: { contractId }, ...acting }) {
        await seeContract(db, acting.caller, contractId)
        return readLock(db, acting, contractId)
      },
    }),
    route.write({
      method: 'POST',
      path,
      tag,
      summary: 'Lock a contract, or renew the lock',
      description:
        'The lock lasts 15 minutes from the last request of its holder. Until then, changes by others are answered with 423.',
      permission: 'contracts:write',
      answer: LockModel,
      model: LockModel,
      status: 201,
      subject,
      problems: ['InvalidTransition', 'Locked'],
      async current({ tx, params: { contractId }, ...acting }) {
        await lockContract(tx, acting, contractId)
        return readLock(tx, acting, contractId)
      },
      async handler({ tx, params: { contractId }, ...acting }) {
        nextState(await lockContract(tx, acting, contractId), 'lock')
        return lockAnswer(await takeLease(tx, acting, contractId), acting)
      },
    }),
    route.write({
      method: 'DELETE',
      path,
      tag,
      summary: 'Unlock a contract',
      description: 'Removes your own lock, or any lock with contracts:unlock.',
      permission: ['contracts:write', 'contracts:unlock'],
      model: LockModel,
      subject,
      problems: ['Locked'],
      async current({ tx, params: { contractId }, ...acting }) {
        await lockRow(tx, acting.caller, contractId)
        return readLock(tx, acting, contractId)
      },
      handler: ({ tx, params: { contractId }, ...acting }) => endLease(tx, acting, contractId),
    }),
  ]
}
