import { int, oneOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { reserveDocument } from '../../documents/save-documents.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import {
  type AcceptedStatementModel,
  type NewStatementData,
  type StatementRequestModel,
  statementDeliveries,
} from './models.ts'
import type { StatementWorker } from './services.ts'
import { accountHolderDocuments, seesAccountHolder, statementFacts } from './statement-documents.ts'
import { loadFigures } from './statement-lines.ts'
import { acceptedStatement, findStatement, statementModel } from './statement-table.ts'

/** Computes a statement and queues its document. */
export async function requestStatement(
  tx: Tx,
  worker: Pick<StatementWorker, 'queue'>,
  acting: Acting,
  accountHolderId: number,
  { fromDate, toDate, format, delivery, includePaid }: NewStatementData,
): Promise<AcceptedStatementModel> {
  const holder = await loadHolder(tx, acting.caller, accountHolderId)
  requireRange(fromDate, toDate)
  const figures = await loadFigures(tx, { accountHolderId, fromDate, toDate })
  const documentId = await reserveDocument(
    tx,
    acting,
    accountHolderDocuments,
    accountHolderId,
    statementFacts({ number: holder.number, fromDate, toDate, format }),
  )
  const made = await INSERT.first(tx, [
    ...[accountHolderId, fromDate, toDate, format, delivery ?? holder.delivery, includePaid, documentId],
    ...[
      figures.openingBalance,
      figures.newBusiness,
      figures.cancels,
      figures.claims,
      figures.other,
      figures.cash,
    ],
    ...[acting.now, acting.caller.name],
  ])
  const id = made?.id ?? 0
  await worker.queue(tx, acting.caller.tenant.id, id)
  const data = { id, accountHolderId, fromDate, toDate, documentId }
  emit(tx, { subject: `statementrequests/${id}`, type: 'statement.requested', data })
  return acceptedStatement(found(await findStatement(tx, id), `statement request ${id}`))
}

function requireRange(fromDate: string, toDate: string): void {
  if (fromDate <= toDate) return
  const message = `The statement must end on or after its first day, ${fromDate}.`
  throw new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '/toDate', code: 'DateRangeInvalid', message }],
    isMalformed: true,
  })
}

const HOLDER = statement(
  { number: text, delivery: oneOf(statementDeliveries) },
  'select number, statement_delivery as delivery from account_holder where id = $1',
)

/** The account holder, if the caller acts for it. */
async function loadHolder(db: Db, caller: Caller, id: number) {
  const isSeen = await seesAccountHolder(db, caller, id)
  return found(isSeen ? await HOLDER.first(db, [id]) : undefined, `account holder ${id}`)
}

const INSERT = statement(
  { id: int },
  `insert into statement_request (account_holder_id, from_date, to_date, format, delivery, include_paid, status,
    document_id, opening_balance, new_business, cancels, claims, other, cash, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, 'Queued', $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
)

/** How far a statement is. Only for callers who act for its account holder. */
export async function readStatement(db: Db, caller: Caller, id: number): Promise<StatementRequestModel> {
  const row = await findStatement(db, id)
  const isSeen = row !== undefined && (await seesAccountHolder(db, caller, row.accountHolderId))
  return statementModel(found(isSeen ? row : undefined, `statement request ${id}`))
}
