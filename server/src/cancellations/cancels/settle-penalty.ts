import { int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { planPenalties } from '../../domain/cancellation/refund-plans.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { applyPlan, type Writing } from '../../ledger/apply-plan.ts'
import { loadStanding, lockContractLedger } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { penaltiesByPayment } from '../decide/payment-answer.ts'
import { REFUND_READ, refundColumns } from '../decide/payment-rows.ts'

/**
 * Books the penalty for a refund that was paid late, and takes it back when that cash is taken back, or when the customer
 * turns out to have had the money in time. It is called whenever one of these changes. The payee is owed the penalties of
 * all its payments that are paid, so a repeated call books nothing. `date` is the day of the change.
 */
export async function settleLatePenalty(
  tx: Tx,
  acting: Writing & Pick<Acting, 'today'>,
  cancelPaymentId: number,
  date: CalendarDate,
): Promise<void> {
  const { contract_id } = await loadPayment(tx, cancelPaymentId)
  const [rows, on] = await runAll([lockContractLedger(tx, contract_id), accountingDates(tx)])
  const read = await loadPayment(tx, cancelPaymentId)
  const own = (read.payments ?? []).find(({ id }) => id === cancelPaymentId)
  const refund = found(
    rows.find(({ id }) => id === own?.ledger_id),
    `row of payment ${cancelPaymentId}`,
  )
  const penalties = penaltiesByPayment(read, acting.today)
  const owed = (read.payments ?? [])
    .filter(({ status, payee }) => status === 'Paid' && payee.id === refund.accountHolderId)
    .map(({ id }) => penalties.get(id) ?? ZERO)
  const booked = rows.filter(
    (row) =>
      row.ledgerType === 'Penalty' &&
      row.cancelId === refund.cancelId &&
      row.accountHolderId === refund.accountHolderId &&
      row.offsetOfLedgerId === null &&
      row.status !== 'Voided',
  )
  const standing = booked.length > 0 ? await loadStanding(tx, booked) : []
  await applyPlan(tx, planPenalties(refund, { owed: sumCents(owed), booked, standing }, on(date)), acting)
}

const PAYMENT = statement(
  { contract_id: int, ...refundColumns },
  `select p.contract_id, ${REFUND_READ} from cancel_payment p join cancel x on x.id = p.cancel_id where p.id = $1`,
)

const loadPayment = async (db: Db, id: number) => found(await PAYMENT.first(db, [id]), `cancel payment ${id}`)
