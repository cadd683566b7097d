import { seesContract } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type OwnOrder, type Sort } from '../../http/search.ts'
import { calculationAnswer, overrideAnswer } from '../decide/calculation-answer.ts'
import { type CancelModel, cancelStatuses } from '../decide/models.ts'
import { paymentAnswers } from '../decide/payment-answer.ts'
import { CANCEL_FROM, CANCEL_SELECT, type CancelRead, cancelColumns, loadCancelRow } from './rows.ts'

/** Who reads a cancel, and on which day. */
export interface CancelShowing {
  readonly caller: Caller
  readonly today: string
}

/** The cancel as this caller may see it. */
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
    cancelOdometerUnit: read.odometer_unit,
    executionDate: read.execution_date,
    executedAt: read.executed_at.toISOString(),
    executedBy: read.executed_by,
    reason: read.reason,
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
    ...auditFieldsFromRow(read),
  }
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

/** The cancels of a contract, the newest first by default. */
export const cancelList = (showing: CancelShowing, contractId: number): ListQuery<CancelModel> =>
  listOf({
    ...cancelSearch,
    columns: cancelColumns,
    select: CANCEL_SELECT,
    from: CANCEL_FROM,
    id: 'x.id',
    where: [sql`x.contract_id = ${contractId}`, seesContract(showing.caller)],
    row: (read) => cancelAnswer(read, showing),
  })
