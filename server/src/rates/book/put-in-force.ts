import type { Db, Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Book, FileFault } from '../../domain/rate-book/book.ts'
import { applyBook, type ReadyBook } from './apply-book.ts'
import { liveVersion, loadBook } from './store.ts'

/** The book in force with its number. */
interface BookInForce {
  readonly version: number
  readonly book: Book
}

/** The book in force; undefined before the first one is applied. */
export async function loadBookInForce(db: Db): Promise<BookInForce | undefined> {
  const version = await liveVersion(db)
  const book = version === undefined ? undefined : await loadBook(db, version)
  return version === undefined || !book ? undefined : { version, book }
}

interface Made {
  readonly at: Date
  readonly by: string
  /** The version in force before, which the caller has read under the lock of the books. */
  readonly previous: number | null
}

/** Puts a book in force in place of the one before, and tells of it. The caller has decided that it is wanted. */
export async function putInForce(
  tx: Tx,
  ready: ReadyBook,
  { at, by, previous }: Made,
): Promise<{ readonly version: number } | { readonly faults: readonly FileFault[] }> {
  const applied = await applyBook(tx, ready, { at, by })
  if ('faults' in applied) return applied
  const { version, book } = applied
  emit(tx, {
    type: 'rateBook.applied',
    subject: `ratebooks/${version}`,
    data: { version, name: book.name, previousVersion: previous },
  })
  return { version }
}
