import type pg from 'pg'

/**
 * So many connections of a pool are never given to transactions. What a transaction asks outside of itself, a rate book or
 * what is remembered of a dealer, would otherwise wait for a connection that others hold who wait for the same.
 */
const BESIDE = 2
const WAIT_MILLISECONDS = 5_000

interface Places {
  free: number
  readonly waiting: Set<() => void>
}

const places = new WeakMap<pg.Pool, Places>()

function placesOf(pool: pg.Pool): Places {
  const known = places.get(pool)
  if (known) return known
  const made: Places = { free: Math.max(1, pool.options.max - BESIDE), waiting: new Set() }
  places.set(pool, made)
  return made
}

/** Waits until the pool has room for one more transaction, in the order in which it was asked. */
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
      // The pool's own words, so that a busy database is told of in one way.
      reject(new Error('timeout exceeded when trying to connect'))
    }, WAIT_MILLISECONDS)
    all.waiting.add(given)
  })
}

/** Gives a place to the one who has waited longest. */
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

/** How many transactions wait for a place. */
export const waitingIn = (pool: pg.Pool): number => placesOf(pool).waiting.size
