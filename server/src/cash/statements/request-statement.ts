import { oneOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import {
  type AcceptedStatementModel,
  type NewStatementData,
  type StatementRequestModel,
  statementDeliveries,
} from './models.ts'
import { saveRequest } from './save-request.ts'
import type { StatementWorker } from './services.ts'
import { seesAccountHolder } from './statement-documents.ts'
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
  const by = { ...acting, tenantId: acting.caller.tenant.id }
  const id = found(
    await saveRequest(tx, worker, by, {
      holder: { id: accountHolderId, number: holder.number },
      asked: { fromDate, toDate, format, includePaid, delivery: delivery ?? holder.delivery },
    }),
    'statement request',
  )
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

/** How far a statement is. Only for callers who act for its account holder. */
export async function readStatement(db: Db, caller: Caller, id: number): Promise<StatementRequestModel> {
  const row = await findStatement(db, id)
  const isSeen = row !== undefined && (await seesAccountHolder(db, caller, row.accountHolderId))
  return statementModel(found(isSeen ? row : undefined, `statement request ${id}`))
}
