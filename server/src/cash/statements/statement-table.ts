import { cents, date, flag, instant, int, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { amountOf } from '../../domain/money.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'
import {
  type AcceptedStatementModel,
  type StatementRequestModel,
  statementDeliveries,
  statementFormats,
  statementStatuses,
} from './models.ts'

/** A statement that was asked for. */
export const statementTable = table('statement_request', {
  id: int,
  accountHolderId: int,
  fromDate: date,
  toDate: date,
  format: oneOf(statementFormats),
  delivery: oneOf(statementDeliveries),
  includePaid: flag,
  status: oneOf(statementStatuses),
  linesTotal: int,
  linesDone: int,
  documentId: int,
  openingBalance: cents,
  newBusiness: cents,
  cancels: cents,
  claims: cents,
  other: cents,
  cash: cents,
  closingBalance: cents,
  error: orNull(text),
  createdAt: instant,
  createdBy: text,
  finishedAt: orNull(instant),
})

const columns = { ...statementTable.columns, holderType: text, holderNumber: text, holderName: text }
export type StatementRow = RowOf<typeof columns>

const SELECT = `select ${statementTable.list('s')}, h.type as "holderType", h.number as "holderNumber",
    h.name as "holderName"
  from statement_request s join account_holder h on h.id = s.account_holder_id`

const FIND = statement(columns, `${SELECT} where s.id = $1`)

export const findStatement = (db: Db, id: number): Promise<StatementRow | undefined> => FIND.first(db, [id])

interface StatementsAsked {
  readonly accountHolderId: number | undefined
  readonly statuses: readonly string[] | undefined
  readonly limit: number
}

/** The newest statements, of one account holder or of all that the caller acts for. */
export function findStatements(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  { accountHolderId, statuses, limit }: StatementsAsked,
): Promise<StatementRow[]> {
  const conditions = [
    ...(accountHolderId === undefined ? [] : [sql`s.account_holder_id = ${accountHolderId}`]),
    ...(statuses === undefined ? [] : [sql`s.status = any(${statuses}::text[])`]),
    ...(isLimited(caller) ? [ownAccounts(caller, 's.account_holder_id')] : []),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return query(columns)`${sql.raw(SELECT)} ${where} order by s.id desc limit ${limit}`.rows(db)
}

const figuresFromRow = (row: StatementRow) => ({
  fromDate: row.fromDate,
  toDate: row.toDate,
  openingBalance: amountOf(row.openingBalance),
  newBusiness: amountOf(row.newBusiness),
  cancels: amountOf(row.cancels),
  claims: amountOf(row.claims),
  other: amountOf(row.other),
  cash: amountOf(row.cash),
  closingBalance: amountOf(row.closingBalance),
})

export const acceptedStatement = (row: StatementRow): AcceptedStatementModel => ({
  statementRequestId: row.id,
  documentId: row.documentId,
  ...figuresFromRow(row),
})

export const statementModel = (row: StatementRow): StatementRequestModel => ({
  id: row.id,
  accountHolder: {
    type: row.holderType,
    id: row.accountHolderId,
    number: row.holderNumber,
    name: row.holderName,
  },
  ...{ status: row.status, linesDone: row.linesDone, linesTotal: row.linesTotal },
  ...{ format: row.format, delivery: row.delivery, includePaid: row.includePaid, documentId: row.documentId },
  ...figuresFromRow(row),
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
