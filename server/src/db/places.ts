import type pg from 'pg'

/**
 * Connections of a pool that are never given to transactions. A transaction may need to read a rate book or a dealer outside
 * of itself. If transactions held every connection, they would all wait for one more.
 */
const RESERVED_FOR_READS = 2
const WAIT_MILLISECONDS = 5_000

interface Places {
  free: number
  readonly waiting: Set<() => void>
}

const places = new WeakMap<pg.Pool, Places>()

function placesOf(pool: pg.Pool): Places {
  const known = places.get(pool)
  if (known) return known
  const made: Places = { free: Math.max(1, pool.options.max - RESERVED_FOR_READS), waiting: new Set() }
  places.set(pool, made)
  return made
}

/** Waits until the pool has room for one more transaction. Places are given in the order of the calls. */
export function takePlace(pool: pg.Pool): Promise<void> | undefined {
  const all = placesOf(pool)
  if (all.free > 0) {
    all.free -= 1
    return undefined
  }
  return new Promise((resolve, reject) => {
    const given = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      all.waiting.delete(given)
      // The same message as the pool's own, so that a busy database is always reported in the same way.
      reject(new Error('timeout exceeded when trying to connect'))
    }, WAIT_MILLISECONDS)
    all.waiting.add(given)
  })
}

/** Gives the place to the transaction that has waited longest. */
export function leavePlace(pool: pg.Pool): void {
  const all = placesOf(pool)
  const [next] = all.waiting
  if (!next) {
    all.free += 1
    return
  }
  all.waiting.delete(next)
  next()
}

/** How many transactions are waiting for a place. */
export const waitingIn = (pool: pg.Pool): number => placesOf(pool).waiting.size
