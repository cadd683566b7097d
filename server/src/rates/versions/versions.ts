import { instant, int, type RowOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { found } from '../../http/problems.ts'
import { loadContent } from '../book/store.ts'
import type { BookThread } from './book-thread.ts'
import type { ComparedBooks } from './compared-books.ts'
import type { BookVersionDetailsModel, BookVersionModel } from './models.ts'

const columns = { version: int, name: text, appliedAt: instant, appliedBy: text, checksum: text }
const SELECT = `select version, name, applied_at as "appliedAt", applied_by as "appliedBy", checksum from rate_book`

const ALL = statement(columns, `${SELECT} order by version desc`)

/** Every book that was applied, the one in force first. */
export async function readVersions(db: Db): Promise<BookVersionModel[]> {
  return (await ALL.rows(db, [])).map((row, at) => versionAnswer(row, at === 0))
}

const versionAnswer = ({ appliedAt, ...row }: RowOf<typeof columns>, isLive: boolean): BookVersionModel => ({
  ...{ version: row.version, name: row.name, appliedAt: appliedAt.toISOString() },
  ...{ appliedBy: row.appliedBy, isLive, checksum: row.checksum },
})

// The one before a version is the next lower one: a number may be missing where a transaction was rolled back.
const AROUND = statement(columns, `${SELECT} where version <= $1 order by version desc limit 2`)
const NEWER = statement({ version: int }, 'select version from rate_book where version > $1 limit 1')

/** A version without what it changed. */
export async function readVersion(db: Db, version: number): Promise<BookVersionModel> {
  const [[row], newer] = await Promise.all([AROUND.rows(db, [version]), NEWER.first(db, [version])])
  if (row?.version !== version) return found<BookVersionModel>(undefined, `rate book version ${version}`)
  return versionAnswer(row, newer === undefined)
}

/** A version, and what it changed in the one before. */
export async function readVersionDetails(
  thread: BookThread,
  db: Db,
  version: number,
): Promise<BookVersionDetailsModel> {
  const [shown, [, previous]] = await Promise.all([readVersion(db, version), AROUND.rows(db, [version])])
  const [content, before] = await Promise.all([
    loadContent(db, version),
    previous ? loadContent(db, previous.version) : undefined,
  ])
  const after = { content: found(content, `rate book version ${version}`) }
  const compared = await thread.compare(before ? { content: before } : null, after)
  return versionDetails(shown, previous?.version ?? null, compared)
}

/** The version that was just applied, as `readVersionDetails` answers it. */
export const versionDetails = (
  shown: BookVersionModel,
  previousVersion: number | null,
  { parts, changes, changeCount, grids }: ComparedBooks,
): BookVersionDetailsModel => ({ ...shown, counts: parts, previousVersion, changes, changeCount, grids })
