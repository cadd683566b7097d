import { seesContract } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { requestStatusOn } from '../../domain/cancellation/request-states.ts'
import { documentTypeById } from '../../domain/document-types.ts'
import type { Caller } from '../../http/caller.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { calculationAnswer, overrideAnswer } from '../decide/calculation-answer.ts'
import { type CancelRequestModel, requestStatuses } from '../decide/models.ts'
import { loadRequest, REQUEST_SELECT, type RequestRead, requestColumns, requestTable } from './rows.ts'

/** Who reads a request, and on which day. */
interface RequestShowing {
  readonly caller: Caller
  readonly today: string
}

/** The request as this caller may see it. */
export function requestAnswer(read: RequestRead, { caller, today }: RequestShowing): CancelRequestModel {
  const { calculation, override } = read
  return {
    id: read.id,
    number: read.number,
    contractId: read.contract_id,
    contractNumber: read.contract_number,
    status: requestStatusOn({ status: read.status, validUntil: read.valid_until }, today),
    isQuoteOnly: read.is_quote_only,
    requestedBy: read.requested_by,
    requestedAt: read.requested_at.toISOString(),
    noticeReceivedDate: read.notice_received_date,
    cancelDate: read.cancel_date,
    cancelOdometer: read.cancel_odometer,
    cancelOdometerUnit: read.odometer_unit,
    reason: read.reason,
    lienPaidOff: read.lien_paid_off,
    documentIds: [...read.document_ids],
    calculation: calculation && calculationAnswer(calculation, caller, mailToAsked(read)),
    override: override && overrideAnswer(override, calculation, caller),
    alternatives: read.alternatives.map((alternative) => ({
      ...{
        cancelDate: alternative.cancelDate,
        method: alternative.method,
        refused: [...alternative.refused],
      },
      calculation: alternative.calculation && calculationAnswer(alternative.calculation, caller),
    })),
    missing: missingNow(read),
    validUntil: read.valid_until,
    denyReason: read.deny_reason,
    note: read.note,
    cancelId: read.cancel_id,
    ...auditFieldsFromRow(read),
  }
}

/** The mailing address that was sent. A payment through the dealer goes to the dealer. */
const mailToAsked = ({ calculation, override, payee }: RequestRead) =>
  calculation?.refundPayer === 'Dealer' ? null : ((override?.payee ?? payee)?.address ?? null)

/** The items that are still missing, without documents that have been added since. */
export function missingNow({
  missing,
  document_types,
}: Pick<RequestRead, 'missing' | 'document_types'>): string[] {
  const present = document_types.map((id) => `document:${documentTypeById(id).name}`)
  return missing.filter((name) => !present.includes(name))
}

export const readRequest = async (db: Db, showing: RequestShowing, id: number): Promise<CancelRequestModel> =>
  requestAnswer(await loadRequest(db, showing.caller, id), showing)

export const requestSearch = {
  filters: {
    status: { match: 'oneOf', column: 'r.shown_status', values: requestStatuses },
    from: { match: 'from', column: 'r.requested_date' },
    to: { match: 'to', column: 'r.requested_date' },
  },
  sort: { cancelDate: { column: 'r.cancel_date' }, requestedAt: { column: 'r.requested_at' } },
  order: { by: 'r.requested_at desc, r.id desc', words: 'the newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** The requests of a contract, the newest first by default. */
export const requestList = (showing: RequestShowing, contractId: number): ListQuery<CancelRequestModel> =>
  listOf({
    ...requestSearch,
    columns: requestColumns,
    select: REQUEST_SELECT,
    // The status filter must find a quote whose time is over as Expired.
    from: sql`(select ${sql.raw(requestTable.list('q'))}, case when q.status = 'Quote' and q.valid_until < ${showing.today}::date then 'Expired'
      else q.status end as shown_status from cancel_request q) r join contract c on c.id = r.contract_id`,
    id: 'r.id',
    where: [sql`r.contract_id = ${contractId}`, seesContract(showing.caller)],
    row: (read) => requestAnswer(read, showing),
  })
