import { int } from './columns.ts'
import type { Db } from './database.ts'
import { statement } from './statement.ts'
import { commitsIn } from './transaction.ts'

/**
 * Caches what was read from an administrator's data until something is written there. A write by this service is noticed
 * at once, a write by another service within a second. For data that is read again and again, such as the dealer of a
 * quote.
 */
export interface ReadCache<Value> {
  of(db: Db, key: string, load: () => Promise<Value>): Promise<Value>
  /** Clears everything, as after a reset. */
  forget(): void
}

const LOOK_EVERY_MILLISECONDS = 1_000
const AT_MOST = 5_000

interface CachedReads<Value> {
  /** Raised whenever the cached values are dropped. */
  epoch: number
  commits: number
  stamp: number | undefined
  lookedAt: number
  looking: Promise<void> | undefined
  readonly values: Map<string, Value>
}

export function openReadCache<Value>(now: () => number = () => performance.now()): ReadCache<Value> {
  let databases = new WeakMap<Db, CachedReads<Value>>()
  const knownOf = (db: Db): CachedReads<Value> => {
    const known = databases.get(db)
    if (known) return known
    const made: CachedReads<Value> = {
      epoch: 0,
      commits: commitsIn(db),
      stamp: undefined,
      lookedAt: Number.NEGATIVE_INFINITY,
      looking: undefined,
      values: new Map(),
    }
    databases.set(db, made)
    return made
  }
  async function look(db: Db, known: CachedReads<Value>): Promise<void> {
    const began = now()
    const stamp = await writesIn(db)
    if (stamp !== known.stamp) dropValues(known)
    known.stamp = stamp
    known.lookedAt = began
  }
  return {
    async of(db, key, load) {
      const known = knownOf(db)
      if (known.looking) await known.looking
      else if (now() - known.lookedAt >= LOOK_EVERY_MILLISECONDS) {
        known.looking = look(db, known).finally(() => {
          known.looking = undefined
        })
        await known.looking
      }
      const commits = commitsIn(db)
      if (commits !== known.commits) {
        dropValues(known)
        known.commits = commits
      }
      const { epoch } = known
      const value = known.values.get(key)
      if (value !== undefined) return value
      const loaded = await load()
      // If something was written meanwhile, the loaded value may or may not include it.
      if (known.epoch === epoch && commitsIn(db) === commits) {
        if (known.values.size >= AT_MOST) known.values.clear()
        known.values.set(key, loaded)
      }
      return loaded
    },
    forget() {
      databases = new WeakMap()
    },
  }
}

function dropValues<Value>(known: CachedReads<Value>): void {
  known.values.clear()
  known.epoch += 1
}

const COUNT_WRITES = statement(
  { writes: int },
  'select coalesce(sum(seq), 0)::bigint as writes from audit_lane',
)

/** Every write leaves an audit record, so their number tells whether anything was written. */
const writesIn = async (db: Db): Promise<number> => (await COUNT_WRITES.first(db, []))?.writes ?? 0
