import type pg from 'pg'
import { forgetPlans } from './connection.ts'
import { codeOf, type Db, databaseOnClient, isStalePlan, poolOf, type Tx } from './database.ts'
import { leavePlace, takePlace } from './places.ts'
import { openUnit, unitOf } from './unit-of-work.ts'

// Two writers met: the whole transaction can simply run again. So it can with a plan made before a migration.
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS = 6

/**
 * Runs the work in one transaction and commits it. Nothing outside the database may happen inside the work,
 * because it is run again, whole, when it loses against another writer.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return attempts(db, work, 'commit')
}

/** Runs the work in one transaction and takes everything back: what a dry run is. */
export function inTrial<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return attempts(db, work, 'rollback')
}

const committed = new WeakMap<pg.Pool, number>()

/** How many transactions this process has committed there: another number wherever something may have changed by it. */
export const commitsIn = (db: Db): number => committed.get(poolOf(db)) ?? 0

async function attempts<Result>(db: Db, work: (tx: Tx) => Promise<Result>, ending: Ending): Promise<Result> {
  const pool = poolOf(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inPlace(pool, work, ending)
    } catch (error) {
      if (isStalePlan(error)) forgetPlans()
      else if (!RETRYABLE.has(codeOf(error))) throw error
      if (attempt === ATTEMPTS) throw error
      await pause(Math.random() * 5 * 2 ** attempt)
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
  openUnit(tx)
  let broken = false
  try {
    // Not awaited: it travels with the first statement. If it fails, so does everything behind it.
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const result = await work(tx)
    // The last statement of the work may still be under way: the ending travels with it, and neither counts alone.
    const { last, sent } = unitOf(tx)
    const [{ command }] = await Promise.all([client.query(ending), last, begun, ...sent])
    // A transaction that an error has ended answers COMMIT with ROLLBACK. Nothing was saved: say so.
    if (command !== ending.toUpperCase()) throw new Error('The transaction had failed and was not committed.')
    if (ending === 'commit') {
      committed.set(pool, (committed.get(pool) ?? 0) + 1)
      tell(unitOf(tx).afterCommit)
    } else tell(unitOf(tx).afterRollback)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    // Whether a commit got through that was not answered is not known: what it needs must stay.
    if (!broken) tell(unitOf(tx).afterRollback)
    // Where a statement that was sent ahead has failed, all behind it failed for that.
    await Promise.all(unitOf(tx).sent)
    throw error
  } finally {
    client.release(broken)
  }
}

/** What has happened has happened: a listener that fails must not turn it into something else. */
function tell(listeners: readonly (() => void)[]): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch {
      // Caches mend themselves within seconds.
    }
  }
}

// One connection serves one transaction at a time, so its query builder is made once.
const transactions = new WeakMap<pg.ClientBase, Tx>()

function transactionOn(client: pg.ClientBase): Tx {
  const known = transactions.get(client)
  if (known) return known
  const tx = databaseOnClient(client)
  transactions.set(client, tx)
  return tx
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
