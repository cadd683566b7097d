import { int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { penaltyPlan } from '../../domain/cancellation/refund-plans.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { type Cents, minus, sumCents, ZERO } from '../../domain/money.ts'
import { found } from '../../http/problems.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { penaltiesByPayment } from '../decide/payment-answer.ts'
import { REFUND_READ, refundColumns } from '../decide/payment-rows.ts'

/**
 * Books the penalty for a refund that was paid late. The payment code calls it when the ledger row is paid. It books what
 * the payee is owed for all its payments less what is already booked, so a repeated call books nothing.
 */
export async function postLatePenalty(
  tx: Tx,
  acting: Writing,
  cancelPaymentId: number,
  paidDate: CalendarDate,
): Promise<void> {
  const { contract_id } = await loadPayment(tx, cancelPaymentId)
  const [rows, on] = await runAll([lockContractLedger(tx, contract_id), accountingDates(tx)])
  const read = await loadPayment(tx, cancelPaymentId)
  const own = (read.payments ?? []).find(({ id }) => id === cancelPaymentId)
  const refund = found(
    rows.find(({ id }) => id === own?.ledger_id),
    `row of payment ${cancelPaymentId}`,
  )
  const penalties = penaltiesByPayment(read, paidDate)
  const owed = (read.payments ?? [])
    .filter(({ status, payee }) => status === 'Paid' && payee.id === refund.accountHolderId)
    .map(({ id }) => penalties.get(id) ?? ZERO)
  const due = minus(sumCents(owed), sumCents(bookedFor(rows, refund)))
  if (due > 0) await applyPlan(tx, penaltyPlan(refund, due, on(paidDate)), acting)
}

/** The penalties that are already booked for the payee. */
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

const PAYMENT = statement(
  { contract_id: int, ...refundColumns },
  `select p.contract_id, ${REFUND_READ} from cancel_payment p join cancel x on x.id = p.cancel_id where p.id = $1`,
)

const loadPayment = async (db: Db, id: number) => found(await PAYMENT.first(db, [id]), `cancel payment ${id}`)
