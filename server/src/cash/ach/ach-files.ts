import { createHash } from 'node:crypto'
import { cents, date, flag, instant, int, ints, type RowOf, text, withDefault } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { amountOf } from '../../domain/money.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { Content } from '../../http/route-specs.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import type { AchFileModel } from './models.ts'

const shownColumns = {
  id: withDefault(int),
  fileName: text,
  effectiveEntryDate: date,
  isPrenote: flag,
  batchCount: int,
  entryCount: int,
  totalDebit: cents,
  totalCredit: cents,
  entryHash: int,
  cashTransactionIds: ints,
  createdAt: instant,
  createdBy: text,
}

/** Files that were sent to the bank. */
export const achFiles = table('ach_file', {
  ...shownColumns,
  madeOn: date,
  /** Sealed. */
  content: text,
})

const SELECT = table('ach_file', shownColumns).list('f')

function achFileModel(row: RowOf<typeof shownColumns>): AchFileModel {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    totalDebit: amountOf(row.totalDebit),
    totalCredit: amountOf(row.totalCredit),
    cashTransactionIds: [...row.cashTransactionIds],
  }
}

export const achFileSearch = { filters: {}, sort: {} } as const satisfies { filters: Filters; sort: Sort }

export const achFileList: ListQuery<AchFileModel> = listOf({
  ...achFileSearch,
  columns: shownColumns,
  select: SELECT,
  from: 'ach_file f',
  id: 'f.id',
  row: achFileModel,
})

export async function readAchFile(db: Db, id: number): Promise<AchFileModel> {
  return achFileModel(found(await FIND.first(db, [id]), `ACH file ${id}`))
}

const FIND = statement(shownColumns, `select ${SELECT} from ach_file f where f.id = $1`)

/** The file as the bank reads it, with account numbers. */
export async function openAchFile(db: Db, open: (sealed: string) => string, id: number): Promise<Content> {
  const { fileName, content } = found(await FIND_CONTENT.first(db, [id]), `ACH file ${id}`)
  const bytes = Buffer.from(open(content), 'latin1')
  return {
    fileName,
    contentType: 'text/plain; charset=us-ascii',
    sizeBytes: bytes.length,
    checksumSha256: createHash('sha256').update(bytes).digest('hex'),
    open: async () => inOnePiece(bytes),
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const FIND_CONTENT = statement(
  achFiles.pick('fileName', 'content'),
  'select file_name as "fileName", content from ach_file where id = $1',
)

/** A file has the bank accounts of every account holder, so it is not for a caller that is limited to some. */
export function requireStaff(caller: Pick<Caller, 'scopes'>): void {
  if (!isLimited(caller)) return
  throw new Problem('Forbidden', 'A caller that is limited to account holders does not see ACH files.', {
    members: { permission: 'cash:ach' },
  })
}
