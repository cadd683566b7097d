import type pg from 'pg'
import { isWorkerAway } from './cluster-errors.ts'
import { forgetPlans } from './connection.ts'
import {
  ATTEMPTS,
  codeOf,
  type Db,
  databaseOnClient,
  isStalePlan,
  pauseBefore,
  poolOf,
  type Tx,
} from './database.ts'
import { leavePlace, takePlace } from './places.ts'
import { openUnit, tellEventsCommitted, unitOf } from './unit-of-work.ts'

// Two writers were in each other's way, so the whole transaction runs again. The same goes for a stale plan.
const RETRYABLE = new Set(['40001', '40P01'])
/** Failures of commits that may have happened all the same. */
const unknown = new WeakSet<object>()

/** A worker of a cluster that was away may be back. What may have been committed is not done again. */
const mayRunAgain = (error: unknown) =>
  RETRYABLE.has(codeOf(error)) || (isWorkerAway(error) && !unknown.has(error as Error))

/**
 * Runs the work in one transaction and commits it. The work must do nothing outside the database, because the whole of it
 * runs again after a conflict with another writer.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return attempts(db, work, 'commit')
}

/** Runs the work in one transaction and rolls it back: a dry run. */
export function inTrial<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return attempts(db, work, 'rollback')
}

const committed = new WeakMap<pg.Pool, number>()

/** How many commits there this process knows of. If the number is the same, nothing that it knows of has changed. */
export const commitsIn = (db: Db): number => committed.get(poolOf(db)) ?? 0

const countCommit = (pool: pg.Pool) => committed.set(pool, (committed.get(pool) ?? 0) + 1)

type CommitListener = (pool: pg.Pool, hasEvents: boolean) => void
const listeners = new Set<CommitListener>()

/** Calls the listener after each commit of this process. It must return at once and never throw. Call the result to end it. */
export function onCommit(listener: CommitListener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Another process of the service has committed there: what was cached of it is read again. */
export function noteCommit(db: Db, hasEvents: boolean): void {
  const pool = poolOf(db)
  countCommit(pool)
  if (hasEvents) tellEventsCommitted(pool, false)
}

async function attempts<Result>(db: Db, work: (tx: Tx) => Promise<Result>, ending: Ending): Promise<Result> {
  const pool = poolOf(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inPlace(pool, work, ending)
    } catch (error) {
      if (isStalePlan(error)) forgetPlans()
      else if (!mayRunAgain(error)) throw error
      if (attempt === ATTEMPTS) throw error
      await pauseBefore(attempt)
    }
  }
}

type Ending = 'commit' | 'rollback'

async function inPlace<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
  ending: Ending,
): Promise<Result> {
  await takePlace(pool)
  try {
    return await once(pool, work, ending)
  } finally {
    leavePlace(pool)
  }
}

async function once<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
  ending: Ending,
): Promise<Result> {
  const client = await pool.connect()
  const tx = transactionOn(client)
  openUnit(tx, ending === 'rollback')
  let broken = false
  try {
    // Not awaited: it is sent with the first statement. If it fails, everything after it fails.
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const result = await work(tx)
    // The last statement of the work may still be running. The commit is sent right after it.
    const { last, sent } = unitOf(tx)
    const [{ command }] = await Promise.all([client.query(ending).catch(markUnknown), last, begun, ...sent])
    // PostgreSQL answers COMMIT with ROLLBACK if the transaction has failed. Nothing was saved.
    if (command !== ending.toUpperCase()) throw new Error('The transaction failed and was not committed.')
    if (ending === 'commit') {
      countCommit(pool)
      callAll(unitOf(tx).afterCommit)
      const hasEvents = unitOf(tx).events.length > 0
      for (const listener of listeners) listener(pool, hasEvents)
      if (hasEvents) tellEventsCommitted(pool, true)
    } else callAll(unitOf(tx).afterRollback)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    // If the connection broke, the commit may have happened, so what it needs must stay.
    if (!broken && !unknown.has(error as object)) callAll(unitOf(tx).afterRollback)
    // If a statement that was sent ahead failed, its error is the reason.
    await Promise.all(unitOf(tx).sent)
    throw error
  } finally {
    client.release(broken)
  }
}

function markUnknown(error: Error): never {
  if (isWorkerAway(error)) unknown.add(error)
  throw error
}

/** A listener that fails must not change the outcome of the transaction. */
function callAll(listeners: readonly (() => void)[]): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch {
      // Caches are checked again within seconds.
    }
  }
}

// A connection runs one transaction at a time, so its handle is created once.
const transactions = new WeakMap<pg.ClientBase, Tx>()

function transactionOn(client: pg.ClientBase): Tx {
  const known = transactions.get(client)
  if (known) return known
  const tx = databaseOnClient(client)
  transactions.set(client, tx)
  return tx
}
