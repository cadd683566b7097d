import type { Logger } from 'pino'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import { quoted } from '../../db/migrations.ts'
import { saveEvents } from '../../db/outbox.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Doorway } from '../../http/limits.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { liveVersion } from '../book/store.ts'
import { decideChange } from './decision.ts'
import type { Overrides } from './overrides.ts'
import {
  lockChanges,
  lockNextChange,
  overridesOfProgram,
  type QueuedChange,
  saveOverride,
  saveResult,
} from './store.ts'

/** Applies changes of disbursements that were asked for, on whichever instance. */
export interface DisbursementWorker {
  /** From now on: what waits already, what this instance is nudged for, and what others have left. */
  start(): void
  /** Something waits: called after the commit that put it into the queue. */
  nudge(): void
  /** Applies everything that waits; how many it were. */
  applyAll(): Promise<number>
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>
}

export interface WorkerParts {
  readonly databases: Databases
  readonly clock: Clock
  readonly door: Doorway
  readonly books: LiveBooks
  readonly overrides: Overrides
  readonly log: Logger
}

/** Nudges come at once; looking is for what an instance left behind that is no more. */
const LOOK_EVERY_MILLISECONDS = 1_000

export function openDisbursementWorker(parts: WorkerParts): DisbursementWorker {
  const { log } = parts
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> | undefined
  let isNudged = false
  const work = () => {
    if (!isRunning) return
    if (working) {
      isNudged = true
      return
    }
    isNudged = false
    working = throughDoor(parts.door, () => applyWaiting(parts))
      .catch((error: unknown) => log.warn({ err: error, event: 'disbursement changes not looked for' }))
      .finally(() => {
        working = undefined
        if (isNudged) work()
      })
  }
  return {
    start() {
      isRunning = true
      timer = setInterval(work, LOOK_EVERY_MILLISECONDS)
      timer.unref()
      work()
    },
    nudge: work,
    applyAll: () => applyWaiting(parts),
    async stop() {
      isRunning = false
      clearInterval(timer)
      await working
    },
  }
}

/** As a request comes in: a reset waits until it is out again, and it waits while the door is closed. */
async function throughDoor(door: Doorway, work: () => Promise<unknown>): Promise<void> {
  for (let closed = door.closed(); closed; closed = door.closed()) await closed
  door.enter()
  try {
    await work()
  } finally {
    door.leave()
  }
}

async function applyWaiting(parts: WorkerParts): Promise<number> {
  let applied = 0
  for (const tenant of await tenantsWaiting(parts.databases))
    try {
      while (await applyNext(parts, tenant)) applied += 1
    } catch (error) {
      // It stays in the queue and is tried again; the other administrators do not wait for it.
      parts.log.error({ err: error, event: 'disbursement change failed', tenant: tenant.number })
    }
  return applied
}

/** Those for whom something waits: one question for all, so that nobody's connections are opened for nothing. */
async function tenantsWaiting({ platformPool, tenants }: Databases): Promise<Tenant[]> {
  const all = await tenants()
  if (all.length === 0) return []
  const each = all.map(
    ({ id, schema }) =>
      `select ${Number(id)}::bigint as id where exists (
         select 1 from ${quoted(schema)}.rate_disbursement_change where status = 'Queued')`,
  )
  const { rows } = await platformPool.query<{ id: number }>(each.join(' union all '))
  return all.filter(({ id }) => rows.some((row) => row.id === id))
}

/** Applies the change that has waited longest, in a transaction of its own. False where none waits. */
async function applyNext(parts: WorkerParts, tenant: Tenant): Promise<boolean> {
  const db = parts.databases.of(tenant)
  const isDone = await inTransaction(db, async (tx) => {
    // One at a time and in their order: each was allowed on the ground of those before it.
    await lockChanges(tx)
    const change = await lockNextChange(tx)
    if (!change) return false
    const version = await liveVersion(tx)
    const live = version === undefined ? undefined : await parts.books.at({ db: tx, tenant }, version)
    await applyChange(tx, change, live?.book, parts.clock.now())
    return true
  })
  if (isDone) parts.overrides.changed(tenant.id)
  return isDone
}

async function applyChange(tx: Tx, change: QueuedChange, book: Book | undefined, now: Date): Promise<void> {
  const { id, programId, wanted } = change
  const decided = book
    ? decideChange(book, wanted, await overridesOfProgram(tx, programId))
    : { refused: { code: 'NotFound', message: 'There is no rate book.' } as const }
  const told = { auditLogId: id, programId }
  const subject = wanted.kind === 'New' ? wanted.override.id : wanted.overrideId
  if ('refused' in decided) {
    const { code, message } = decided.refused
    const errors = [{ code, message }]
    await saveResult(tx, id, { status: 'Failed', completedAt: now, affectedRates: 0, changes: [], errors })
    emit(tx, { subject: `disbursements/${subject}`, type: 'rateDisbursement.failed', data: told })
  } else {
    const { touched, affectedRates, changes } = decided
    for (const { after } of touched) await saveOverride(tx, after)
    await saveResult(tx, id, { status: 'Completed', completedAt: now, affectedRates, changes, errors: [] })
    for (const { after } of touched)
      emit(tx, { subject: `disbursements/${after.id}`, type: 'rateDisbursement.changed', data: told })
  }
  await saveEvents(tx, now)
}
