import { z } from 'zod'
import { askAll } from '../../db/ask-all.ts'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import { type Job, job, queueJob } from '../../db/jobs.ts'
import { quoted } from '../../db/migrations.ts'
import { saveEvents } from '../../db/outbox.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { afterCommit, emit } from '../../db/unit-of-work.ts'
import { decideChange } from '../../domain/disbursements/decide-change.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { type Doorway, throughDoor } from '../../http/limits.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { liveVersion } from '../book/store.ts'
import { loggedChanges } from './calculation-figures.ts'
import type { OverrideCache } from './override-cache.ts'
import {
  findProgramOverrides,
  lockChange,
  lockChanges,
  lockNextChange,
  type QueuedChange,
  saveOverride,
  saveResult,
} from './store.ts'

/** Applies the queued changes of disbursements. */
export interface DisbursementWorker {
  readonly jobs: readonly Job<unknown>[]
  /** Queues the job that applies an administrator's changes, with the transaction that saves one. */
  queue(tx: Tx, tenantId: number): Promise<void>
  /** Applies everything that is queued, and returns how many changes that were. */
  applyAll(): Promise<number>
  /** Applies one change in a transaction of the caller, who saves its events. False if it does not wait any more. */
  applyOne(tx: Tx, tenant: Tenant, id: number): Promise<'Completed' | 'Failed' | undefined>
}

interface WorkerParts {
  readonly databases: Databases
  readonly clock: Clock
  readonly door: Doorway
  readonly books: LiveBooks
  readonly overrides: OverrideCache
}

export function openDisbursementWorker(parts: WorkerParts): DisbursementWorker {
  const { databases, door } = parts
  const applying = job({
    name: 'rates:apply-disbursement-changes',
    payload: z.object({ tenantId: z.number() }),
    run: async ({ tenantId }) => {
      const tenant = await databases.tenant(tenantId)
      if (tenant) await throughDoor(door, () => applyWaiting(parts, tenant))
    },
  })
  const queue = (tx: Tx, tenantId: number) => queueJob(tx, applying, { tenantId }, String(tenantId))
  // Changes that have no job: saved by a version that had none, or restored from a backup.
  const resuming = job({
    name: 'rates:resume-disbursement-changes',
    payload: z.object({}),
    schedule: '*/10 * * * *',
    run: async () => {
      for (const tenant of await tenantsWaiting(databases))
        await inTransaction(databases.of(tenant), (tx) => queue(tx, tenant.id))
    },
  })
  return {
    jobs: [applying, resuming],
    queue,
    async applyAll() {
      let applied = 0
      for (const tenant of await tenantsWaiting(databases)) applied += await applyWaiting(parts, tenant)
      return applied
    },
    async applyOne(tx, tenant, id) {
      await lockChanges(tx)
      const change = await lockChange(tx, id)
      if (!change) return undefined
      const status = await applyToLiveBook(tx, parts, tenant, change)
      afterCommit(tx, () => parts.overrides.invalidate(tenant.id))
      return status
    },
  }
}

async function applyWaiting(parts: WorkerParts, tenant: Tenant): Promise<number> {
  let applied = 0
  while (await applyNext(parts, tenant)) applied += 1
  return applied
}

/** The administrators with queued changes. */
async function tenantsWaiting(databases: Databases): Promise<Tenant[]> {
  const all = await databases.tenants()
  const { rows } = await askAll<{ id: number }>(
    databases,
    all,
    ({ id, schema }) =>
      `select ${Number(id)}::bigint as id where exists (
         select 1 from ${quoted(schema)}.rate_disbursement_change where status = 'Queued')`,
  )
  return all.filter(({ id }) => rows.some((row) => row.id === id))
}

/** Applies the oldest queued change in its own transaction. False if the queue is empty. */
async function applyNext(parts: WorkerParts, tenant: Tenant): Promise<boolean> {
  const db = parts.databases.of(tenant)
  const isDone = await inTransaction(db, async (tx) => {
    // One at a time and in order, because each change was accepted on the basis of those before it.
    await lockChanges(tx)
    const change = await lockNextChange(tx)
    if (!change) return false
    await applyToLiveBook(tx, parts, tenant, change)
    await saveEvents(tx, parts.clock.now())
    return true
  })
  if (isDone) parts.overrides.invalidate(tenant.id)
  return isDone
}

async function applyToLiveBook(tx: Tx, parts: WorkerParts, tenant: Tenant, change: QueuedChange) {
  const version = await liveVersion(tx)
  const live = version === undefined ? undefined : await parts.books.findVersion({ db: tx, tenant }, version)
  return applyChange(tx, change, live?.book, parts.clock.now())
}

async function applyChange(
  tx: Tx,
  queued: QueuedChange,
  book: Book | undefined,
  now: Date,
): Promise<'Completed' | 'Failed'> {
  const { id, programId } = queued
  const decided = book
    ? decideChange(book, queued.change, await findProgramOverrides(tx, programId))
    : { refused: { code: 'NotFound', message: 'No rate book has been applied.' } as const }
  const facts = { auditLogId: id, programId }
  const { change } = queued
  const subject = change.kind === 'New' ? change.override.id : change.overrideId
  if ('refused' in decided) {
    const { code, message } = decided.refused
    const errors = [{ code, message }]
    await saveResult(tx, id, { status: 'Failed', completedAt: now, affectedRates: 0, changes: [], errors })
    emit(tx, {
      ...{ subject: `disbursements/${subject}`, type: 'rateDisbursement.failed' },
      data: { id: subject, ...facts },
    })
    return 'Failed'
  }
  const { changed, affectedRates, place } = decided
  const changes = changed.flatMap((override) => loggedChanges(place.line, override))
  for (const { after } of changed) await saveOverride(tx, after)
  await saveResult(tx, id, { status: 'Completed', completedAt: now, affectedRates, changes, errors: [] })
  for (const { after } of changed)
    emit(tx, {
      ...{ subject: `disbursements/${after.id}`, type: 'rateDisbursement.changed' },
      data: { id: after.id, ...facts },
    })
  return 'Completed'
}
