import { type CompiledBook, compileBook } from '../domain/compile-book.ts'
import type { Caller } from '../http/caller.ts'
import type { Book } from './book.ts'
import { liveVersion, loadBook } from './book-store.ts'

/** A book that rates are made with. */
export interface LiveBook {
  readonly version: number
  readonly book: Book
  readonly compiled: CompiledBook
}

/** The books of all administrators, compiled once a version. */
export interface LiveBooks {
  /** The live book; nothing where none has been applied. */
  of(caller: Pick<Caller, 'db' | 'tenant'>): Promise<LiveBook | undefined>
  /** An older one, to compute again what was quoted with it. */
  at(caller: Pick<Caller, 'db' | 'tenant'>, version: number): Promise<LiveBook | undefined>
  /** Looks anew: after a reset. */
  forget(): void
}

/** Another instance may have applied a book: it is seen within this time. */
const LOOK_EVERY_MILLISECONDS = 1_000
const KEPT = 4

interface Known {
  lookedAt: number
  version: number | undefined
  looking: Promise<number | undefined> | undefined
  readonly books: Map<number, Promise<LiveBook | undefined>>
}

export function openLiveBooks(now: () => number = () => performance.now()): LiveBooks {
  const tenants = new Map<number, Known>()
  const knownOf = (id: number): Known => {
    const known = tenants.get(id)
    if (known) return known
    const made: Known = {
      lookedAt: Number.NEGATIVE_INFINITY,
      version: undefined,
      looking: undefined,
      books: new Map(),
    }
    tenants.set(id, made)
    return made
  }
  const at: LiveBooks['at'] = ({ db, tenant }, version) => {
    const { books } = knownOf(tenant.id)
    const known = books.get(version)
    if (known) return known
    const loading = loadBook(db, version).then(
      (book) => book && { version, book, compiled: compileBook(book) },
    )
    books.set(version, loading)
    // What could not be loaded is tried again by the next one.
    loading.catch(() => books.delete(version))
    for (const oldest of [...books.keys()].slice(0, Math.max(0, books.size - KEPT))) books.delete(oldest)
    return loading
  }
  return {
    at,
    async of(caller) {
      const known = knownOf(caller.tenant.id)
      if (now() - known.lookedAt >= LOOK_EVERY_MILLISECONDS) {
        known.looking ??= liveVersion(caller.db).finally(() => {
          known.looking = undefined
        })
        known.version = await known.looking
        known.lookedAt = now()
      }
      return known.version === undefined ? undefined : at(caller, known.version)
    },
    forget() {
      tenants.clear()
    },
  }
}
