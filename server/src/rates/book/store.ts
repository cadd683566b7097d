import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Db, run, type Tx } from '../../db/database.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { KnownIds } from '../../domain/rate-book/ids.ts'
import { completeStoredBook } from '../../domain/rate-book/stored-book.ts'
import { inSlices } from './in-slices.ts'
import { bookFromText, bookToText } from './pieces.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
// A book is written once and read by every start: a middling effort is nearly as small and many times quicker.
const EFFORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A version of the book as it was applied. */
export interface BookVersion {
  readonly version: number
  readonly book: Book
}

/** The version that is live; nothing before the first book is applied. */
export async function liveVersion(db: Db): Promise<number | undefined> {
  const [row] = await run<{ version: number | null }>(db, 'select max(version) as version from rate_book', [])
  return row?.version ?? undefined
}

export async function loadBook(db: Db, version: number): Promise<Book | undefined> {
  const [row] = await run<{ content: Buffer }>(db, 'select content from rate_book where version = $1', [
    version,
  ])
  // What was stored was a book.
  return row && completeStoredBook((await inSlices(bookFromText(await decompress(row.content)))) as Book)
}

/** Keeps others from applying a book at the same time. */
export const lockBooks = (tx: Tx) => run(tx, 'lock table rate_book in share row exclusive mode', [])

export async function saveBook(
  tx: Tx,
  book: Book,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<number> {
  const text = bookToText(book)
  const content = await compress(Buffer.from(text), EFFORT)
  const checksum = createHash('sha256').update(text).digest('hex')
  const [row] = await run<{ version: number }>(
    tx,
    `insert into rate_book (name, content, checksum, applied_at, applied_by) values ($1, $2, $3, $4, $5)
     returning version`,
    [book.name, content, checksum, at, by],
  )
  if (!row) throw new Error('The book was not stored.')
  return row.version
}

export async function loadIds(db: Db): Promise<KnownIds> {
  const rows = await run<{ kind: string; path: string; id: number }>(
    db,
    'select kind, path, id from rate_item',
    [],
  )
  return new Map(rows.map(({ kind, path, id }) => [`${kind} ${path}`, id]))
}

export async function saveIds(tx: Tx, ids: KnownIds): Promise<void> {
  const rows = [...ids].map(([key, id]) => {
    const space = key.indexOf(' ')
    return { kind: key.slice(0, space), path: key.slice(space + 1), id }
  })
  await run(
    tx,
    'insert into rate_item (kind, path, id) select * from unnest($1::text[], $2::text[], $3::bigint[])',
    [rows.map(({ kind }) => kind), rows.map(({ path }) => path), rows.map(({ id }) => id)],
  )
}
