import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { type CompiledBook, compileInSteps } from '../../domain/rating/compile-book.ts'
import type { Caller } from '../../http/caller.ts'
import { inSlices } from './in-slices.ts'
import { liveVersion, loadBook } from './store.ts'

/** A book that rates are made with. */
export interface LiveBook {
  readonly version: number
  readonly book: Book
  readonly compiled: CompiledBook
}

type Asking = Pick<Caller, 'db' | 'tenant'>

/** The books of all administrators, compiled once a version. */
export interface LiveBooks {
  /** The live book; nothing where none has been applied. */
  findLive(caller: Asking): Promise<LiveBook | undefined>
  /** An older one, to compute again what was quoted with it. */
  findVersion(caller: Asking, version: number): Promise<LiveBook | undefined>
  /** Looks anew: after a reset. */
  clear(): void
}

// A book may be applied by any instance, and is to be seen by all within two seconds. A busy one looks every second,
// beside its requests, none of which waits for that; only after a pause does the first one look itself.
const LOOK_AFTER_MILLISECONDS = 1_000
const BELIEVED_MILLISECONDS = 1_800
/** So long that request waits for a newer book; one that takes longer to compile is used when it is ready. */
const WAIT_MILLISECONDS = 500
const KEPT = 4

interface Known {
  /** When the last look began that has come back. */
  lookedAt: number
  looking: Promise<void> | undefined
  /** The newest version there is, and the newest that is ready. */
  version: number | undefined
  live: LiveBook | undefined
  readonly books: Map<number, Promise<LiveBook | undefined>>
}

export function openLiveBooks(now: () => number = () => performance.now()): LiveBooks {
  const tenants = new Map<number, Known>()
  const knownOf = (id: number): Known => {
    const known = tenants.get(id)
    if (known) return known
    const made: Known = {
      lookedAt: Number.NEGATIVE_INFINITY,
      looking: undefined,
      version: undefined,
      live: undefined,
      books: new Map(),
    }
    tenants.set(id, made)
    return made
  }
  /** Makes the newest version the live one, unless there is another by the time it is ready. */
  const renew = async ({ db }: Asking, known: Known): Promise<void> => {
    const { version } = known
    if (version === known.live?.version) return
    const loaded = version === undefined ? undefined : await bookOf(known, db, version)
    if (version === known.version) known.live = loaded
  }
  const look = (caller: Asking, known: Known): Promise<void> => {
    const began = now()
    known.looking ??= liveVersion(caller.db)
      .then((version) => {
        // Versions only go back when the sandbox does, and are then given anew.
        if ((version ?? 0) < (known.version ?? 0)) known.books.clear()
        known.version = version
        known.lookedAt = began
      })
      .finally(() => {
        known.looking = undefined
      })
    return known.looking
  }
  return {
    findVersion: ({ db, tenant }, version) => bookOf(knownOf(tenant.id), db, version),
    async findLive(caller) {
      const known = knownOf(caller.tenant.id)
      const age = now() - known.lookedAt
      if (age >= BELIEVED_MILLISECONDS) {
        await look(caller, known)
        if (known.live) await Promise.race([renew(caller, known), sleep(WAIT_MILLISECONDS, undefined, UNREF)])
      } else if (age >= LOOK_AFTER_MILLISECONDS) {
        // What fails here is met again by the request that has to look itself.
        look(caller, known)
          .then(() => renew(caller, known))
          .catch(() => undefined)
      }
      if (!known.live) await renew(caller, known)
      return known.live
    },
    clear() {
      tenants.clear()
    },
  }
}

/** A wait that nobody is left to wait for does not keep the service from ending. */
const UNREF = { ref: false }

/** A version, loaded once. The last few are kept. */
function bookOf({ books }: Known, db: Db, version: number): Promise<LiveBook | undefined> {
  const known = books.get(version)
  if (known) return known
  const loading = load(db, version)
  books.set(version, loading)
  // What could not be loaded, or is not there yet, is tried again by the next one.
  loading.then(
    (book) => book ?? books.delete(version),
    () => books.delete(version),
  )
  for (const oldest of [...books.keys()].slice(0, Math.max(0, books.size - KEPT))) books.delete(oldest)
  return loading
}

async function load(db: Db, version: number): Promise<LiveBook | undefined> {
  const book = await loadBook(db, version)
  return book && { version, book, compiled: await inSlices(compileInSteps(book)) }
}
