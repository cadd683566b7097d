import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { type CompiledBook, compileInSteps } from '../../domain/rating/compile-book.ts'
import type { Caller } from '../../http/caller.ts'
import { inSlices, liveVersion, loadBook } from './store.ts'

/** A book that is ready for rating. */
export interface LiveBook {
  readonly version: number
  readonly book: Book
  readonly compiled: CompiledBook
}

type BookCaller = Pick<Caller, 'db' | 'tenant'>

/** The books of all administrators. Each version is compiled once. */
export interface LiveBooks {
  /** The live book; undefined where none has been applied. */
  findLive(caller: BookCaller): Promise<LiveBook | undefined>
  /** An older version, to compute again what was quoted with it. */
  findVersion(caller: BookCaller, version: number): Promise<LiveBook | undefined>
  /** Forgets all books: for a reset of the sandbox. */
  clear(): void
}

// Any instance may apply a book, and all instances must use it within two seconds. A busy instance looks for a new
// version every second in the background, so that no request waits. After a pause, the first request looks itself.
const LOOK_AFTER_MILLISECONDS = 1_000
const TRUSTED_MILLISECONDS = 1_800
/** How long that request waits for a newer book. A book that takes longer to compile is used when it is ready. */
const WAIT_MILLISECONDS = 500
const VERSIONS_IN_MEMORY = 4

/** What is known about the books of one administrator. */
interface TenantBooks {
  /** When the last completed look started. */
  lookedAt: number
  looking: Promise<void> | undefined
  /** The newest version in the database, and the newest that is ready. */
  version: number | undefined
  live: LiveBook | undefined
  readonly books: Map<number, Promise<LiveBook | undefined>>
}

export function openLiveBooks(now: () => number = () => performance.now()): LiveBooks {
  const tenants = new Map<number, TenantBooks>()
  const tenantBooks = (id: number): TenantBooks => {
    const known = tenants.get(id)
    if (known) return known
    const fresh: TenantBooks = {
      lookedAt: Number.NEGATIVE_INFINITY,
      looking: undefined,
      version: undefined,
      live: undefined,
      books: new Map(),
    }
    tenants.set(id, fresh)
    return fresh
  }
  /** Makes the newest version the live one, unless there is a newer one when it is ready. */
  const renew = async ({ db }: BookCaller, known: TenantBooks): Promise<void> => {
    const { version } = known
    if (version === known.live?.version) return
    const loaded = version === undefined ? undefined : await findBook(known, db, version)
    if (version === known.version) known.live = loaded
  }
  const look = (caller: BookCaller, known: TenantBooks): Promise<void> => {
    const began = now()
    known.looking ??= liveVersion(caller.db)
      .then((version) => {
        // Versions go back only when the sandbox is reset; their numbers are then used again.
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
    findVersion: ({ db, tenant }, version) => findBook(tenantBooks(tenant.id), db, version),
    async findLive(caller) {
      const known = tenantBooks(caller.tenant.id)
      const age = now() - known.lookedAt
      if (age >= TRUSTED_MILLISECONDS) {
        await look(caller, known)
        if (known.live) await Promise.race([renew(caller, known), sleep(WAIT_MILLISECONDS, undefined, UNREF)])
      } else if (age >= LOOK_AFTER_MILLISECONDS) {
        // A failure here comes up again in the request that has to look itself.
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

/** This wait must not keep the service from stopping. */
const UNREF = { ref: false }

/** A version, loaded once. The last few stay in memory. */
function findBook({ books }: TenantBooks, db: Db, version: number): Promise<LiveBook | undefined> {
  const known = books.get(version)
  if (known) return known
  const loading = load(db, version)
  books.set(version, loading)
  // A version that could not be loaded, or does not exist yet, is tried again by the next request.
  loading.then(
    (book) => book ?? books.delete(version),
    () => books.delete(version),
  )
  for (const oldest of [...books.keys()].slice(0, Math.max(0, books.size - VERSIONS_IN_MEMORY)))
    books.delete(oldest)
  return loading
}

async function load(db: Db, version: number): Promise<LiveBook | undefined> {
  const book = await loadBook(db, version)
  return book && { version, book, compiled: await inSlices(compileInSteps(book)) }
}
