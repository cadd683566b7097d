import { seesContract } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { auditOf } from '../../http/schemas.ts'
import type { Filters, ListQuery, OwnOrder, Sort } from '../../http/search.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import { calculationAnswer, overrideAnswer } from '../decide/calculation-answer.ts'
import { type CancelModel, cancelStatuses } from '../decide/models.ts'
import { paymentAnswers } from '../decide/payment-answer.ts'
import { CANCEL_FROM, CANCEL_SHOWN, type CancelRead, loadCancelRow } from './rows.ts'

/** Whom a cancellation is shown to, and on which day. */
export interface CancelShowing {
  readonly caller: Caller
  readonly today: string
}

/** The cancellation as this caller may see it. */
export function cancelAnswer(read: CancelRead, showing: CancelShowing): CancelModel {
  const { calculation, override, reinstatement } = read
  return {
    id: read.id,
    number: read.number,
    contractId: read.contract_id,
    contractNumber: read.contract_number,
    cancelRequestId: read.cancel_request_id,
    requestedBy: read.requested_by,
    noticeReceivedDate: read.notice_received_date,
    cancelDate: read.cancel_date,
    cancelOdometer: read.cancel_odometer,
    executionDate: read.execution_date,
    executedAt: read.executed_at.toISOString(),
    executedBy: read.executed_by,
    reason: reasonFromRow(read),
    calculation: calculationAnswer(calculation, showing.caller),
    override: override && overrideAnswer(override, calculation, showing.caller),
    status: read.status,
    reinstatement: reinstatement && {
      id: reinstatement.id,
      date: reinstatement.reinstate_date,
      reason: reinstatement.reason,
      gapDays: reinstatement.gap_days,
      by: reinstatement.created_by,
    },
    payments: paymentAnswers(read, showing),
    note: read.note,
    ...auditOf(read),
  }
}

/** Why it was cancelled, as the list of reasons has it. */
export const reasonFromRow = ({ reason }: Pick<CancelRead, 'reason'>): CancelReasonModel => {
  const { id, code, name, is_active, details } = reason
  const { requestedBy, forcesFlat, requiredDocuments, payeeRule } = details
  return { id, code, name, requestedBy, forcesFlat, requiredDocuments, payeeRule, isActive: is_active }
}

export const readCancel = async (db: Db, showing: CancelShowing, id: number): Promise<CancelModel> =>
  cancelAnswer(await loadCancelRow(db, showing.caller, id), showing)

export const cancelSearch = {
  filters: {
    status: { match: 'oneOf', column: 'x.status', values: cancelStatuses },
    from: { match: 'from', column: 'x.cancel_date' },
    to: { match: 'to', column: 'x.cancel_date' },
  },
  sort: { cancelDate: { column: 'x.cancel_date' } },
  order: { by: 'x.id desc', words: 'the newest first' },
} as const satisfies { filters: Filters; sort: Sort; order: OwnOrder }

/** The cancellations of a contract, the newest first unless it is asked for otherwise. */
export const cancelList = (showing: CancelShowing, contractId: number): ListQuery<CancelModel> => ({
  ...cancelSearch,
  select: CANCEL_SHOWN,
  from: CANCEL_FROM,
  id: 'x.id',
  where: [sql`x.contract_id = ${contractId}`, seesContract(showing.caller) as Sql | undefined],
  row: (read: CancelRead) => cancelAnswer(read, showing),
})
