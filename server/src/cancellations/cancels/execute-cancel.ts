import { denyUncovered, loadOpenClaims } from '../../claims/decide/deny-claims.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import { saveCancelEarnings } from '../../contracts/earnings/post-earnings.ts'
import { resolveHolds } from '../../contracts/holds/rows.ts'
import { lockContract, nextState, stateColumns } from '../../contracts/record/change-state.ts'
import { insertEvents } from '../../contracts/record/events.ts'
import { insertReading } from '../../contracts/record/odometer.ts'
import { type ContractRow, updateContract } from '../../contracts/record/rows.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { together } from '../../db/together.ts'
import { emit, unitOf } from '../../db/unit-of-work.ts'
import { REFUND } from '../../domain/cancellation/payments.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { ContractState } from '../../domain/contract/states.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { applyPlan, type PlanNumbers, planNumbers } from '../../ledger/apply-plan.ts'
import { shareMonths } from '../../ledger/periods.ts'
import { type DecidedCancel, decideCancel, requireDocuments } from '../decide/decide-cancel.ts'
import type { CancelInput, ContractCancel } from '../decide/inputs.ts'
import type { CancelModel } from '../decide/models.ts'
import { insertPayments, loadAddresses, type MailTo } from '../decide/payment-rows.ts'
import { requireOverride } from '../decide/rights.ts'
import { readCancel } from './answer.ts'
import {
  booksName,
  type CancelDraft,
  type CancelIds,
  draftCancel,
  lastReading,
  loadBooks,
  NOT_TAKEN,
  refundsByLine,
  takeIds,
} from './draft-cancel.ts'
import { cancelNumber, insertCancel } from './rows.ts'

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
  const [decided, addresses] = await together(tx, (own) =>
    runAll([decideCancel(own, acting, row, input, 'cancel'), loadAddresses(own, possiblePayees(row, input))]),
  )
  requireDocuments(decided)
  const cancelId = await executeCancel(tx, services, acting, decided, {
    ...{ cancelRequestId: null, input, addresses },
  })
  return readCancel(tx, acting, cancelId)
}

interface CancelExecution {
  readonly cancelRequestId: number | null
  /** Needed for the mailing addresses, which are not part of the decision. */
  readonly input: CancelInput
  /** Mailing addresses of possible payees, if they are loaded already. */
  readonly addresses?: ReadonlyMap<number, MailTo>
  /** What is written together with the cancel. */
  readonly alsoWrite?: (tx: Tx, cancelId: number) => Promise<unknown>
}

/**
 * Executes a decided cancellation: removes the unearned amounts from the books, charges back each line, and creates the
 * refund payments. The caller has locked the contract. Returns the id of the cancel.
 */
export async function executeCancel(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  decided: DecidedCancel,
  execution: CancelExecution,
): Promise<number> {
  const { row, terms, calculation } = decided
  const { cancelDate } = terms
  const state = nextState(row, 'cancel')
  const { executionDate = acting.today } = execution.input
  const [, [books]] = await runAll([
    shareMonths(tx),
    together(tx, (own) => runAll([loadBooks(own, row.id), loadOpenClaims(own, row.id)])),
  ])
  // What is written below changes them.
  unitOf(tx).locked.delete(booksName(row.id))
  const addresses = await completeAddresses(tx, calculation, execution.addresses)
  const endedHoldIds = await endHolds(tx, acting, row, cancelDate)
  const draftWith = (ids: CancelIds) => draftCancel(decided, books, executionDate, ids)
  const { ids, taken } = await takeIds(tx, draftWith(NOT_TAKEN))
  const id = ids.cancelId
  const draft = draftWith(ids)
  const numbers = planNumbers(taken, draft.plan)
  await saveCancel(tx, acting, decided, {
    ...execution,
    ...{ id, state, executionDate, endedHoldIds, addresses, draft, numbers },
  })
  // A flat cancel means that there never was any coverage.
  const lastCovered = calculation.method === 'FLAT' ? null : addDays(cancelDate, -1)
  await denyUncovered(tx, services, acting, row.id, lastCovered)
  const data = { id: row.id, number: row.number, status: 'Cancelled', cancelId: id }
  const netRefund = amountOf(calculation.netRefund)
  emit(tx, { subject: `contracts/${row.id}`, type: 'contract.cancelled', data: { ...data, netRefund } })
  return id
}

interface CancelToSave extends CancelExecution {
  readonly id: number
  /** The state of the contract afterwards. */
  readonly state: ContractState
  readonly executionDate: CalendarDate
  readonly endedHoldIds: readonly number[]
  readonly addresses: ReadonlyMap<number, MailTo>
  readonly draft: CancelDraft
  readonly numbers: PlanNumbers
}

/** Writes a cancel. In this order: rows that name others come after them. */
function saveCancel(
  tx: Tx,
  acting: Acting,
  { row, terms, reason, calculation, cancelOdometer }: DecidedCancel,
  cancel: CancelToSave,
): Promise<unknown> {
  const { id, input, draft } = cancel
  return together(tx, (own) =>
    runAll([
      insertCancel(own, acting, {
        ...{ id, contract_id: row.id, cancel_request_id: cancel.cancelRequestId, reason_id: reason.id },
        ...{ requested_by: terms.requestedBy, notice_received_date: terms.noticeReceivedDate, calculation },
        ...{
          cancel_date: terms.cancelDate,
          cancel_odometer: cancelOdometer,
          lien_paid_off: terms.lienPaidOff,
        },
        ...{ execution_date: cancel.executionDate, ended_hold_ids: cancel.endedHoldIds },
        ...{ override: input.override ?? null, note: input.note ?? null },
        document_ids: input.documentIds ?? [],
      }),
      applyPlan(own, draft.plan, acting, cancel.numbers),
      draft.reading && insertReading(own, acting, row.id, draft.reading),
      insertEvents(own, acting, row.id, draft.events),
      saveCancelEarnings(own, acting, row.id, draft.earnings, refundsByLine(calculation)),
      insertPayments(
        own,
        acting,
        {
          ...{ id, contractId: row.id, refundDueDate: calculation.refundDueDate },
          memo: `${row.number ?? cancelNumber(id)} cancelled ${terms.cancelDate}`,
        },
        paymentsToSave(calculation, cancel),
      ),
      updateContract(own, acting, row.id, {
        ...stateColumns(cancel.state),
        ...(draft.reading ? lastReading(row, draft.reading) : {}),
        ...{
          status_reason: reason.code,
          cancel_date: terms.cancelDate,
          pending_changes: null,
          open_holds: 0,
        },
      }),
      cancel.alsoWrite?.(own, id),
    ]),
  )
}

/** The refund rows of the ledger are in the order of the payments. */
function paymentsToSave(
  calculation: CancelCalculation,
  { draft, numbers, input, addresses }: CancelToSave,
): Parameters<typeof insertPayments>[3] {
  const ledgerIds = draft.plan.insert.flatMap(({ disbursementCode }, at) =>
    disbursementCode === REFUND ? (numbers.ids[at] ?? 0) : [],
  )
  return calculation.payments.map((payment, index) => ({
    ...payment,
    ledgerId: ledgerIds[index] ?? 0,
    mailTo: requestedAddress(calculation, input, index) ?? addresses.get(payment.payee.id) ?? null,
  }))
}

/** Ends the holds of the contract. The ids are stored, so that a reinstatement can reopen them. */
async function endHolds(
  tx: Tx,
  acting: Acting,
  row: ContractRow,
  cancelDate: CalendarDate,
): Promise<number[]> {
  if (row.open_holds === 0) return []
  const ended = await resolveHolds(tx, acting, row, (held) => (held > cancelDate ? held : cancelDate))
  return ended.map(({ holdId }) => holdId)
}

/** Who may be paid: the parties of the contract, and those that the input names. */
export function possiblePayees(
  { customer_id, lien_holder_id, dealer_id }: ContractRow,
  { payee, override, payments = [] }: Pick<CancelInput, 'payee' | 'override' | 'payments'>,
): number[] {
  const named = [payee, override?.payee, ...payments.map((payment) => payment.payee)]
  return [customer_id, lien_holder_id, dealer_id, ...named.map((one) => one?.accountHolderId)].filter(
    (id) => typeof id === 'number',
  )
}

/** The addresses of all payees. Usually they are known. */
async function completeAddresses(
  tx: Tx,
  { payments }: CancelCalculation,
  known: ReadonlyMap<number, MailTo> = new Map(),
): Promise<ReadonlyMap<number, MailTo>> {
  const missing = payments.map(({ payee }) => payee.id).filter((id) => !known.has(id))
  return missing.length === 0 ? known : new Map([...known, ...(await loadAddresses(tx, missing))])
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
