import { createHash } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { bytes, int, orNull, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { takeTurn } from '../../db/turns.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { KnownIds } from '../../domain/rate-book/ids.ts'
import { completeStoredBook } from '../../domain/rate-book/stored-book.ts'
import { bookFromText, bookToText } from './pieces.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
// A medium effort is nearly as small as the highest and many times faster.
const EFFORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const LIVE_VERSION = statement({ version: orNull(int) }, 'select max(version) as version from rate_book')

/** The live version; undefined before the first book is applied. */
export const liveVersion = async (db: Db): Promise<number | undefined> =>
  (await LIVE_VERSION.first(db, []))?.version ?? undefined

const CONTENT = statement({ content: bytes }, 'select content from rate_book where version = $1')

/** A book as it is stored. */
export const loadContent = async (db: Db, version: number): Promise<Buffer | undefined> =>
  (await CONTENT.first(db, [version]))?.content

export async function loadBook(db: Db, version: number): Promise<Book | undefined> {
  const content = await loadContent(db, version)
  return content && bookFromContent(content)
}

/** The book that was stored as this content. */
export const bookFromContent = async (content: Uint8Array): Promise<Book> =>
  // Only books are stored.
  completeStoredBook((await inSlices(bookFromText(await decompress(content)))) as Book)

/** Prevents another book from being applied at the same time. */
export const lockBooks = (tx: Tx) => takeTurn(tx, 'rate books')

const ADD_BOOK = command(
  `insert into rate_book (version, name, content, checksum, applied_at, applied_by)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** Stores a book as the next version. The caller has locked the books, so a dry run uses up no number. */
export async function saveBook(
  tx: Tx,
  book: Book,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<number> {
  const stored = bookToText(book)
  const content = await compress(Buffer.from(stored), EFFORT)
  const checksum = createHash('sha256').update(stored).digest('hex')
  const version = ((await liveVersion(tx)) ?? 0) + 1
  await ADD_BOOK.run(tx, [version, book.name, content, checksum, at, by])
  return version
}

const IDS = statement({ kind: text, path: text, id: int }, 'select kind, path, id from rate_item')

export async function loadIds(db: Db): Promise<KnownIds> {
  const rows = await IDS.rows(db, [])
  return new Map(rows.map(({ kind, path, id }) => [`${kind} ${path}`, id]))
}

const ADD_IDS = command(
  'insert into rate_item (kind, path, id) select * from unnest($1::text[], $2::text[], $3::bigint[])',
)

export async function saveIds(tx: Tx, ids: KnownIds): Promise<void> {
  const rows = [...ids].map(([key, id]) => {
    const space = key.indexOf(' ')
    return { kind: key.slice(0, space), path: key.slice(space + 1), id }
  })
  await ADD_IDS.run(tx, [
    rows.map(({ kind }) => kind),
    rows.map(({ path }) => path),
    rows.map(({ id }) => id),
  ])
}

/** How long the work runs before it pauses: short compared to a request. */
const SLICE_MILLISECONDS = 4

/** Runs work that is made of steps, and lets requests run in between every few milliseconds. */
export async function inSlices<Made>(work: Generator<void, Made>): Promise<Made> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < SLICE_MILLISECONDS) continue
    await letOthersRun()
    began = performance.now()
  }
}
