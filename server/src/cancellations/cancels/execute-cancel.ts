import { denyUncovered } from '../../claims/decide/deny-claims.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import { postCancelEarnings } from '../../contracts/earnings/post-earnings.ts'
import { resolveHolds } from '../../contracts/holds/rows.ts'
import { lockContract, nextState, stateColumns } from '../../contracts/record/change-state.ts'
import { saveReading } from '../../contracts/record/odometer.ts'
import { type ContractRow, updateContract } from '../../contracts/record/rows.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { cancelPlan, refundLeavingLine } from '../../domain/cancellation/cancel-plan.ts'
import { REFUND } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import { planPayablesRelease } from '../../domain/ledger/holds.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { type DecidedCancel, decideCancel, requireDocuments } from '../decide/decide-cancel.ts'
import type { CancelInput, ContractCancel } from '../decide/inputs.ts'
import type { CancelModel } from '../decide/models.ts'
import { insertPayments, loadAddresses, type MailTo } from '../decide/payment-rows.ts'
import { requireOverride } from '../decide/rights.ts'
import { readCancel } from './answer.ts'
import { insertCancel } from './rows.ts'

/** Cancels a contract in one step, without a request. */
export async function cancelContract(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  contractId: number,
  input: ContractCancel,
): Promise<CancelModel> {
  if (input.override) requireOverride(acting.caller)
  const row = await lockContract(tx, acting, contractId)
  const decided = await decideCancel(tx, acting, row, input, 'cancel')
  requireDocuments(decided)
  const cancelId = await executeCancel(tx, services, acting, decided, { cancelRequestId: null, input })
  return readCancel(tx, acting, cancelId)
}

interface CancelExecution {
  readonly cancelRequestId: number | null
  /** Needed for the mailing addresses, which are not part of the decision. */
  readonly input: CancelInput
}

/**
 * Executes a decided cancellation: removes the unearned amounts from the books, charges back each line, and creates the
 * refund payments. The caller has locked the contract. Returns the id of the cancel.
 */
export async function executeCancel(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  { row, facts, terms, reason, calculation, cancelOdometer: given }: DecidedCancel,
  { cancelRequestId, input }: CancelExecution,
): Promise<number> {
  const state = nextState(row, 'cancel')
  const { cancelDate, cancelOdometer } = terms
  const { executionDate = acting.today } = input
  const [rows, on, feeAccount] = await runAll([
    lockContractLedger(tx, row.id),
    accountingDates(tx),
    FEE_ACCOUNT.first(tx, []),
  ])
  // A cancel ends all holds. Rows that wait for another reason go on waiting.
  const released = planPayablesRelease(rows, [])
  await applyPlan(tx, released, acting)
  const { id, number } = await insertCancel(tx, acting, {
    ...{ contract_id: row.id, cancel_request_id: cancelRequestId, reason_id: reason.id, calculation },
    ...{ requested_by: terms.requestedBy, notice_received_date: terms.noticeReceivedDate },
    ...{ cancel_date: cancelDate, cancel_odometer: given, execution_date: executionDate },
    ...{ lien_paid_off: terms.lienPaidOff, override: input.override ?? null, note: input.note ?? null },
    ...{ document_ids: input.documentIds ?? [], ended_hold_ids: await endHolds(tx, acting, row, cancelDate) },
  })
  const reading = await saveCancelReading(tx, acting, row, { cancelDate, cancelOdometer })
  const unearned = await postCancelEarnings(tx, acting, row, {
    ...{ cancelId: id, cancelDate },
    refunds: new Map(calculation.lines.map((line) => [line.code, refundLeavingLine(line)])),
  })
  const { shortfallAccount } = facts.settings
  const plan = cancelPlan(
    {
      ...{ contractId: row.id, productId: row.product_id, cancelId: id, dealerId: row.dealer_id },
      ...{ feeAccountId: feeAccount?.id ?? shortfallAccount.id, shortfallAccount, calculation, unearned },
      // Effective on the cancel date, and booked on the execution date.
      dates: { effectiveDate: cancelDate, accountingDate: on(executionDate).accountingDate },
    },
    rowsAfter(rows, released),
  )
  const { inserted } = await applyPlan(tx, plan, acting)
  const memo = `${row.number ?? number} cancelled ${cancelDate}`
  await savePayments(tx, acting, { id, contractId: row.id, memo, calculation, inserted, input })
  await updateContract(tx, acting, row.id, {
    ...stateColumns(state),
    ...reading,
    ...{ status_reason: reason.code, cancel_date: cancelDate, pending_changes: null, open_holds: 0 },
  })
  // A flat cancel means that there never was any coverage.
  const lastCovered = calculation.method === 'FLAT' ? null : addDays(cancelDate, -1)
  await denyUncovered(tx, services, acting, row.id, lastCovered)
  const data = { id: row.id, number: row.number, status: 'Cancelled', cancelId: id }
  const netRefund = amountOf(calculation.netRefund)
  emit(tx, { subject: `contracts/${row.id}`, type: 'contract.cancelled', data: { ...data, netRefund } })
  return id
}

/** The administrator's own account, which receives the cancel fees. */
const FEE_ACCOUNT = statement(
  { id: int },
  `select id from account_holder where type = 'DisbursementAccount' and lower(number) = 'admin'`,
)

/** Ends the holds of the contract. The ids are stored, so that a reinstatement can reopen them. */
async function endHolds(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  cancelDate: CalendarDate,
): Promise<number[]> {
  if (row.open_holds === 0) return []
  const ended = await resolveHolds(tx, acting, row.id, (held) => (held > cancelDate ? held : cancelDate))
  return ended.map(({ holdId }) => holdId)
}

/** Stores the odometer at cancellation as a reading, and returns the contract columns that it changes. */
async function saveCancelReading(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  { cancelDate, cancelOdometer }: { readonly cancelDate: string; readonly cancelOdometer: number | null },
): Promise<Partial<ContractRow>> {
  if (cancelOdometer === null) return {}
  const [value, date, source] = [cancelOdometer, cancelDate, 'Cancel' as const]
  await saveReading(tx, acting, row.id, { value, date, source, reason: null })
  return date >= (row.last_odometer_date ?? row.sale_date)
    ? { last_odometer: value, last_odometer_date: date, last_odometer_source: source }
    : {}
}

interface PaymentsToSave {
  readonly id: number
  readonly contractId: number
  readonly memo: string
  readonly calculation: CancelCalculation
  /** The ledger rows of the cancel. The refund rows are in the order of the payments. */
  readonly inserted: readonly LedgerRow[]
  readonly input: CancelInput
}

async function savePayments(
  tx: Tx,
  acting: Acting,
  { id, contractId, memo, calculation, inserted, input }: PaymentsToSave,
): Promise<void> {
  const { payments, refundDueDate } = calculation
  const refunds = inserted.filter(({ disbursementCode }) => disbursementCode === REFUND)
  const addresses = await loadAddresses(
    tx,
    payments.map(({ payee }) => payee.id),
  )
  await insertPayments(
    tx,
    acting,
    { id, contractId, memo, refundDueDate },
    payments.map((payment, index) => ({
      ...payment,
      ledgerId: refunds[index]?.id ?? 0,
      mailTo: requestedAddress(calculation, input, index) ?? addresses.get(payment.payee.id) ?? null,
    })),
  )
}

/** The address that was sent for a payment. A payment through the dealer goes to the dealer's own address. */
function requestedAddress(
  { refundPayer }: CancelCalculation,
  { payments, override, payee }: CancelInput,
  index: number,
): MailTo | undefined {
  if (refundPayer === 'Dealer') return undefined
  const chosen = payments ? payments[index]?.payee : (override?.payee ?? payee)
  return chosen?.address ?? undefined
}
