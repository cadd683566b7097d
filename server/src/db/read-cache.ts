import { type Db, run } from './database.ts'
import { commitsIn } from './transaction.ts'

/**
 * What was read from an administrator's data, and is believed until something is written there: at once where this
 * instance writes, within a second where another one does. For reads that are asked again and again, such as the dealer
 * of a quote.
 */
export interface ReadCache<Value> {
  of(db: Db, key: string, load: () => Promise<Value>): Promise<Value>
  /** Believes nothing any more: after a reset. */
  forget(): void
}

const LOOK_EVERY_MILLISECONDS = 1_000
const AT_MOST = 5_000

interface Known<Value> {
  /** Another number whenever what is known is given up. */
  epoch: number
  commits: number
  stamp: number | undefined
  lookedAt: number
  looking: Promise<void> | undefined
  readonly values: Map<string, Value>
}

export function openReadCache<Value>(now: () => number = () => performance.now()): ReadCache<Value> {
  let databases = new WeakMap<Db, Known<Value>>()
  const knownOf = (db: Db): Known<Value> => {
    const known = databases.get(db)
    if (known) return known
    const made: Known<Value> = {
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
  async function look(db: Db, known: Known<Value>): Promise<void> {
    const began = now()
    const stamp = await writesIn(db)
    if (stamp !== known.stamp) giveUp(known)
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
        giveUp(known)
        known.commits = commits
      }
      const { epoch } = known
      const value = known.values.get(key)
      if (value !== undefined) return value
      const loaded = await load()
      // What was written meanwhile may or may not be in it.
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

function giveUp<Value>(known: Known<Value>): void {
  known.values.clear()
  known.epoch += 1
}

/** Every write leaves an audit record: how many there are tells whether anybody has written. */
async function writesIn(db: Db): Promise<number> {
  const [row] = await run<{ seq: number }>(
    db,
    'select coalesce(sum(seq), 0)::bigint as seq from audit_lane',
    [],
  )
  return row?.seq ?? 0
}
