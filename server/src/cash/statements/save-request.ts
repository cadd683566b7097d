import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { reserveDocument } from '../../documents/save-documents.ts'
import type { NewStatementData } from './models.ts'
import type { StatementWorker } from './services.ts'
import { accountHolderDocuments, statementFacts } from './statement-documents.ts'
import { loadFigures } from './statement-lines.ts'

/** Who asks, and for which administrator. */
interface Requester {
  readonly now: Date
  readonly caller: { readonly name: string }
  readonly tenantId: number
}

interface Request {
  readonly holder: { readonly id: number; readonly number: string }
  readonly asked: NewStatementData & { readonly delivery: NonNullable<NewStatementData['delivery']> }
  /** Nothing is requested when nothing happened and nothing is owed. */
  readonly skipEmpty?: boolean
}

/** Saves a request with its figures, and queues its document. Gives its id. */
export async function saveRequest(
  tx: Tx,
  worker: Pick<StatementWorker, 'queue'>,
  by: Requester,
  { holder, asked, skipEmpty = false }: Request,
): Promise<number | undefined> {
  const { fromDate, toDate, format, delivery, includePaid } = asked
  const accountHolderId = holder.id
  const figures = await loadFigures(tx, { accountHolderId, fromDate, toDate })
  if (skipEmpty && Object.values(figures).every((amount) => amount === 0)) return undefined
  const facts = statementFacts({ number: holder.number, fromDate, toDate, format })
  const documentId = await reserveDocument(tx, by, accountHolderDocuments, accountHolderId, facts)
  const made = await INSERT.first(tx, [
    ...[accountHolderId, fromDate, toDate, format, delivery, includePaid, documentId],
    ...[figures.openingBalance, figures.newBusiness, figures.cancels, figures.claims],
    ...[figures.other, figures.cash, by.now, by.caller.name],
  ])
  const id = made?.id ?? 0
  await worker.queue(tx, by.tenantId, id)
  const data = { id, accountHolderId, fromDate, toDate, documentId }
  emit(tx, { subject: `statementrequests/${id}`, type: 'statement.requested', data })
  return id
}

const INSERT = statement(
  { id: int },
  `insert into statement_request (account_holder_id, from_date, to_date, format, delivery, include_paid, status,
    document_id, opening_balance, new_business, cancels, claims, other, cash, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, 'Queued', $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
)
