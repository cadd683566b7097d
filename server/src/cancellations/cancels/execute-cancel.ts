import { postCancelEarnings } from '../../contracts/earnings/post-earnings.ts'
import { columnsOfState, nextState } from '../../contracts/record/change-state.ts'
import { saveReading } from '../../contracts/record/odometer.ts'
import { type ContractRow, updateContract } from '../../contracts/record/rows.ts'
import { run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { cancelPlan } from '../../domain/cancellation/cancel-plan.ts'
import { refundLeavingLine } from '../../domain/cancellation/earnings.ts'
import { REFUND } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { releasePayables } from '../../domain/ledger/holds.ts'
import { rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import type { CancelInput, DecidedCancel } from '../decide/decide-cancel.ts'
import { insertPayments, loadAddresses, type MailTo } from '../decide/payment-rows.ts'
import { denyClaims } from './deny-claims.ts'
import { insertCancel } from './rows.ts'

/** How a cancellation is carried out. */
export interface Execution {
  readonly cancelRequestId: number | null
  /** As it was sent: where the money goes is no part of what was decided. */
  readonly input: CancelInput
}

/**
 * Carries a cancellation out as it was decided: what was unearned leaves the books, everybody gives back their part, and
 * the refund is there to be paid. The contract is locked by whoever calls. Answers the id of the cancel.
 */
export async function executeCancel(
  tx: Tx,
  acting: Acting,
  { row, facts, terms, reason, calculation }: DecidedCancel,
  { cancelRequestId, input }: Execution,
): Promise<number> {
  const state = nextState(row, 'cancel')
  const { cancelDate, cancelOdometer } = terms
  const { executionDate = acting.today } = input
  const [rows, on, feeAccountId] = await runAll([
    lockContractLedger(tx, row.id),
    accountingDates(tx),
    findFeeAccount(tx),
  ])
  // Nothing is held any more: who is not paid yet for other reasons goes on waiting.
  const released = releasePayables(rows, [])
  await applyPlan(tx, released, acting)
  const { id, number } = await insertCancel(tx, acting, {
    ...{ contract_id: row.id, cancel_request_id: cancelRequestId, reason_id: reason.id, calculation },
    ...{ requested_by: terms.requestedBy, notice_received_date: terms.noticeReceivedDate },
    ...{ cancel_date: cancelDate, cancel_odometer: cancelOdometer, execution_date: executionDate },
    ...{ lien_paid_off: terms.lienPaidOff, override: input.override ?? null, note: input.note ?? null },
    ...{ document_ids: input.documentIds ?? [], ended_hold_ids: await endHolds(tx, acting, row, cancelDate) },
  })
  const reading = await readAtCancel(tx, acting, row, { cancelDate, cancelOdometer })
  const unearned = await postCancelEarnings(tx, acting, row, {
    ...{ cancelId: id, cancelDate },
    refunds: new Map(calculation.lines.map((line) => [line.code, refundLeavingLine(line)])),
  })
  const { shortfallAccount } = facts.settings
  const plan = cancelPlan(
    {
      ...{ contractId: row.id, productId: row.product_id, cancelId: id, dealerId: row.dealer_id },
      ...{ feeAccountId: feeAccountId ?? shortfallAccount.id, shortfallAccount, calculation, unearned },
      // In effect on the day of the cancellation, and in the books when it is carried out.
      dates: { effectiveDate: cancelDate, accountingDate: on(executionDate).accountingDate },
    },
    rowsAfter(rows, released),
  )
  const { inserted } = await applyPlan(tx, plan, acting)
  const memo = `${row.number ?? number} cancelled ${cancelDate}`
  await savePayments(tx, acting, { id, contractId: row.id, memo, calculation, inserted, input })
  const isFlat = calculation.method === 'FLAT'
  const denied = await denyClaims(tx, row.id, isFlat ? null : cancelDate)
  await updateContract(tx, acting, row.id, {
    ...columnsOfState(state),
    ...reading,
    ...{ status_reason: reason.code, cancel_date: cancelDate, pending_changes: null, open_holds: 0 },
    open_claims: Math.max(row.open_claims - denied, 0),
  })
  tell(tx, row, { cancelId: id, netRefund: amountOf(calculation.netRefund) })
  return id
}

/** The administrator's own account, which fees are income of. */
async function findFeeAccount(tx: Tx): Promise<number | undefined> {
  const [account] = await run<{ id: number }>(
    tx,
    `select id from account_holder where type = 'DisbursementAccount' and lower(number) = 'admin'`,
    [],
  )
  return account?.id
}

const END_HOLDS = `
  with ended as (
    update contract_hold set status = 'Resolved' where contract_id = $1 and status = 'Open' returning id, hold_date)
  insert into contract_resolve (hold_id, resolve_date, resolution, created_at, created_by)
  select id, greatest($2, hold_date), 'Cancelled', $3, $4 from ended order by id returning hold_id`

/** Holds end with the contract. For its earnings they do not: taken back, the contract is held as it was. */
async function endHolds(
  tx: Tx,
  { caller, now }: Acting,
  row: ContractRow,
  cancelDate: CalendarDate,
): Promise<number[]> {
  if (row.open_holds === 0) return []
  const ended = await run<{ hold_id: number }>(tx, END_HOLDS, [row.id, cancelDate, now, caller.name])
  return ended.map(({ hold_id }) => hold_id)
}

/** What the odometer showed is a reading like others. */
async function readAtCancel(
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

interface ToPay {
  readonly id: number
  readonly contractId: number
  readonly memo: string
  readonly calculation: CancelCalculation
  /** The rows that the cancel added to the ledger: those of the refund are in the order of the payments. */
  readonly inserted: readonly LedgerRow[]
  readonly input: CancelInput
}

async function savePayments(
  tx: Tx,
  acting: Acting,
  { id, contractId, memo, calculation, inserted, input }: ToPay,
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
    payments.map((payment, at) => ({
      ...payment,
      ledgerId: refunds[at]?.id ?? 0,
      mailTo: addressGiven(calculation, input, at) ?? addresses.get(payment.payee.id) ?? null,
    })),
  )
}

/** Where somebody wants a payment sent; one through the dealer goes where the dealer is. */
function addressGiven(
  { refundPayer }: CancelCalculation,
  { payments, override, payee }: CancelInput,
  at: number,
): MailTo | undefined {
  if (refundPayer === 'Dealer') return undefined
  const given = payments ? payments[at]?.payee : (override?.payee ?? payee)
  return given?.address ?? undefined
}

function tell(
  tx: Tx,
  { id, number }: ContractRow,
  more: { readonly cancelId: number; readonly netRefund: number },
): void {
  const data = { id, number, status: 'Cancelled', ...more }
  emit(tx, { subject: `contracts/${id}`, type: 'contract.cancelled', data })
}
