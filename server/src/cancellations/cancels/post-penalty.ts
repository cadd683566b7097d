import { type Db, run, type Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { penaltyPlan } from '../../domain/cancellation/refund-plans.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { type Cents, minus, sumCents } from '../../domain/money.ts'
import { found } from '../../http/problems.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { penaltiesByPayment } from '../decide/payment-answer.ts'
import { REFUND_READ, type RefundRead } from '../decide/payment-rows.ts'

/**
 * Books what a refund costs that was paid late: whoever pays it calls this when its row is paid. What a payee is owed for
 * all its payments of the cancel is booked once, so that a call too many books nothing.
 */
export async function postLatePenalty(
  tx: Tx,
  acting: Writing,
  cancelPaymentId: number,
  paidDate: CalendarDate,
): Promise<void> {
  const { contract_id } = await findPayment(tx, cancelPaymentId)
  const [rows, on] = await runAll([lockContractLedger(tx, contract_id), accountingDates(tx)])
  const read = await findPayment(tx, cancelPaymentId)
  const own = (read.payments ?? []).find(({ id }) => id === cancelPaymentId)
  const refund = found(
    rows.find(({ id }) => id === own?.ledger_id),
    `row of payment ${cancelPaymentId}`,
  )
  const penalties = penaltiesByPayment(read, paidDate)
  const owed = (read.payments ?? [])
    .filter(({ status, payee }) => status === 'Paid' && payee.id === refund.accountHolderId)
    .map(({ id }) => penalties.get(id) ?? (0 as Cents))
  const due = minus(sumCents(owed), sumCents(bookedFor(rows, refund)))
  if (due > 0) await applyPlan(tx, penaltyPlan(refund, due, on(paidDate)), acting)
}

/** What the payee of a refund has been given for delays already. */
const bookedFor = (rows: readonly LedgerRow[], { cancelId, accountHolderId }: LedgerRow): Cents[] =>
  rows
    .filter(
      (row) =>
        row.ledgerType === 'Penalty' &&
        row.cancelId === cancelId &&
        row.accountHolderId === accountHolderId &&
        row.offsetOfLedgerId === null &&
        row.status !== 'Voided',
    )
    .map(({ amount }) => amount)

const PAYMENT = `select p.contract_id, ${REFUND_READ} from cancel_payment p join cancel x on x.id = p.cancel_id where p.id = $1`

async function findPayment(db: Db, id: number): Promise<RefundRead & { readonly contract_id: number }> {
  const [row] = await run<RefundRead & { readonly contract_id: number }>(db, PAYMENT, [id])
  return found(row, `cancel payment ${id}`)
}
