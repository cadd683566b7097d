import {
  auditColumns,
  bytes,
  cents,
  date,
  int,
  ints,
  oneOf,
  orNull,
  type RowOf,
  text,
  withDefault,
} from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { bankLineStatuses } from '../../domain/cash/bank-matching.ts'
import { amountOf } from '../../domain/money.ts'
import { found } from '../../http/problems.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { type BankFileModel, type BankFileSummaryModel, type BankLineAnswer, bankFormats } from './models.ts'

const shownColumns = {
  id: withDefault(int),
  format: oneOf(bankFormats),
  fileName: text,
  statementDate: date,
  openingBalance: cents,
  closingBalance: cents,
  ...auditColumns,
}

/** Files in which a bank reported what happened on our account. */
export const bankFiles = table('bank_file', { ...shownColumns, checksum: bytes })

export const bankLines = table('bank_line', {
  id: withDefault(int),
  bankFileId: int,
  lineDate: date,
  amount: cents,
  reference: orNull(text),
  checkNumber: orNull(text),
  description: text,
  status: oneOf(bankLineStatuses),
  suggestions: ints,
  reason: orNull(text),
})

const summaryColumns = { ...shownColumns, matched: int, unmatched: int }
const counted = (condition: string) =>
  `(select count(*) from bank_line l where l.bank_file_id = f.id and ${condition})`
const SELECT_SUMMARY = `${table('bank_file', shownColumns).list('f')}, ${counted(`l.status = 'Matched'`)} as matched,
  ${counted(`l.status in ('Suggested', 'Unmatched')`)} as unmatched`

const summaryModel = (row: RowOf<typeof summaryColumns>): BankFileSummaryModel => ({
  ...{ id: row.id, format: row.format, fileName: row.fileName, statementDate: row.statementDate },
  openingBalance: amountOf(row.openingBalance),
  closingBalance: amountOf(row.closingBalance),
  ...{ matched: row.matched, unmatched: row.unmatched },
  ...auditFieldsFromRow(row),
})

export const bankFileSearch = { filters: {}, sort: {} } as const satisfies { filters: Filters; sort: Sort }

/** The files without their lines: a file of a month has thousands. */
export const bankFileList: ListQuery<BankFileSummaryModel> = listOf({
  ...bankFileSearch,
  columns: summaryColumns,
  select: SELECT_SUMMARY,
  from: 'bank_file f',
  id: 'f.id',
  row: summaryModel,
})

const FIND_FILE = statement(summaryColumns, `select ${SELECT_SUMMARY} from bank_file f where f.id = $1`)

const lineColumns = { ...bankLines.columns, cashTransactionIds: ints, stillPosted: ints }
const SELECT_LINES = `select ${bankLines.list('l')}, array(select m.cash_transaction_id from bank_line_cash m
    where m.bank_line_id = l.id order by m.cash_transaction_id) as "cashTransactionIds",
  array(select k.id from unnest(l.suggestions) with ordinality as suggested (id, place)
    join cash_transaction k on k.id = suggested.id
    where k.status = 'Posted' order by suggested.place) as "stillPosted" from bank_line l`
const LINES_OF = statement(lineColumns, `${SELECT_LINES} where l.bank_file_id = $1 order by l.id`)
const FIND_LINE = statement(lineColumns, `${SELECT_LINES} where l.bank_file_id = $1 and l.id = $2`)

export async function readBankFile(db: Db, id: number): Promise<BankFileModel> {
  const file = found(await FIND_FILE.first(db, [id]), `bank file ${id}`)
  const lines = await LINES_OF.rows(db, [id])
  return { ...summaryModel(file), lines: lines.map(lineModel) }
}

export async function readBankLine(db: Db, bankFileId: number, id: number): Promise<BankLineAnswer> {
  return lineModel(
    found(await FIND_LINE.first(db, [bankFileId, id]), `line ${id} of bank file ${bankFileId}`),
  )
}

/** What is no longer Posted is no longer suggested. */
function lineModel(row: RowOf<typeof lineColumns>): BankLineAnswer {
  const [first, ...others] = row.cashTransactionIds
  return {
    ...{ id: row.id, date: row.lineDate, amount: amountOf(row.amount) },
    ...{ reference: row.reference, checkNumber: row.checkNumber, description: row.description },
    status: row.status === 'Suggested' && row.stillPosted.length === 0 ? 'Unmatched' : row.status,
    cashTransactionId: first !== undefined && others.length === 0 ? first : null,
    cashTransactionIds: [...row.cashTransactionIds],
    suggestions: [...row.stillPosted],
    reason: row.reason,
  }
}
