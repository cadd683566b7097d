import { loadOpenClaims } from '../../claims/decide/deny-claims.ts'
import { loadCancelHolds } from '../../claims/decide/release-cancel-holds.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { type UnitOfWork, unitOf } from '../../db/unit-of-work.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { shareMonths } from '../../ledger/periods.ts'
import { loadBooks } from '../cancels/draft-cancel.ts'
import { readRecordedAhead, recordedCancels } from '../cancels/record-cancels.ts'
import type { ReadWithRequest, RequestRow } from './rows.ts'

/** The request at the end of a transaction, for its audit record. */
const recorded = new WeakMap<UnitOfWork, Recorded>()

type Recorded = ReturnType<typeof summaryOf>

/**
 * The request in the audit record and in the contract's history. Lines and steps are left out: everyone who sees the
 * contract sees its history, and they show parts of dealer cost.
 */
function summaryOf(request: RequestRow) {
  const { calculation, override } = request
  return {
    id: request.id,
    number: request.number,
    status: request.status,
    requestedBy: request.requested_by,
    noticeReceivedDate: request.notice_received_date,
    cancelDate: request.cancel_date,
    cancelOdometer: request.cancel_odometer,
    reasonId: request.reason_id,
    lienPaidOff: request.lien_paid_off,
    documentIds: request.document_ids,
    missing: request.missing,
    override: override && { ...override, disbursements: undefined },
    calculation: calculation && {
      ruleCode: calculation.ruleCode,
      method: calculation.method,
      unearnedFactor: calculation.unearnedFactor,
      grossRefund: amountOf(calculation.grossRefund),
      claimsDeduction: amountOf(calculation.claimsDeduction),
      cancelFee: amountOf(calculation.cancelFee),
      netRefund: amountOf(calculation.netRefund),
      salesTaxRefund: amountOf(calculation.salesTaxRefund),
      totalRefund: amountOf(calculation.totalRefund),
      payeeName: calculation.payee.name,
    },
    validUntil: request.valid_until,
    denyReason: request.deny_reason,
    note: request.note,
    cancelId: request.cancel_id,
  }
}

/** Remembers the request for the audit record of this write. */
export function recordRequest(tx: Tx, request: RequestRow): void {
  recorded.set(unitOf(tx), summaryOf(request))
}

/** A new request: nothing before, the whole request after. */
export const recordedNew = async ({ tx }: { readonly tx: Tx }): Promise<unknown> => recorded.get(unitOf(tx))

/** A changed request. An execution changes the contract as well, so the contract is included. */
export async function recordedRequest(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { request, isExecution }: { readonly request: RequestRow; readonly isExecution: boolean },
): Promise<unknown> {
  const contract = isExecution ? await recordedCancels(tx, services, acting, request.contract_id) : {}
  const summary = recorded.get(unitOf(tx)) ?? summaryOf(request)
  return { ...(contract as object), cancelrequests: { [request.id]: summary } }
}

/** An execution is recorded with the contract and its cancels, which are read together with the request. */
export const readToRecord =
  (services: FormServices, acting: Acting): ReadWithRequest['read'] =>
  (tx, contractId) =>
    readRecordedAhead(tx, services, acting, contractId)

/** Before an execution, what it decides on is read as well. */
export const readToExecute = (services: FormServices, acting: Acting): ReadWithRequest => ({
  lock: shareMonths,
  read: (tx, contractId) =>
    runAll([
      readRecordedAhead(tx, services, acting, contractId),
      loadBooks(tx, contractId),
      loadOpenClaims(tx, contractId),
      loadCancelHolds(tx, contractId),
    ]),
})
