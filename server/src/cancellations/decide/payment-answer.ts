import { costVisibility } from '../../access/cost-visibility.ts'
import { namedFor } from '../../account-holders/reference-names.ts'
import {
  type LateRefund,
  latePenalties,
  nextPenalty,
  type PenaltyAhead,
  type RefundOwed,
} from '../../domain/cancellation/late-penalty.ts'
import { CANCEL_FEE, type PaymentLine } from '../../domain/cancellation/payments.ts'
import { addDays } from '../../domain/dates.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { MARKUP, SALES_TAX } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents, sumCents, ZERO } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { CancelPaymentDetails } from './models.ts'
import type { ReadPayment, RefundRead } from './payment-rows.ts'

/** Who reads the payments, and on which day. */
interface Viewing {
  readonly caller: Pick<Caller, 'scopes'>
  readonly today: string
}

/** The payments of a cancel as this caller may see them, with the late penalty so far. */
export function paymentAnswers(read: RefundRead, viewing: Viewing): CancelPaymentDetails[] {
  const penalties = penaltiesByPayment(read, viewing.today)
  return (read.payments ?? []).map((payment) => answerFor(payment, penalties, viewing))
}

/** One of them. The others are needed as well, because a penalty on the price is shared. */
export function paymentAnswer(read: RefundRead, paymentId: number, viewing: Viewing): CancelPaymentDetails {
  const payment = (read.payments ?? []).find(({ id }) => id === paymentId)
  if (!payment) throw new Error(`Payment ${paymentId} is not among those of its cancel.`)
  return answerFor(payment, penaltiesByPayment(read, viewing.today), viewing)
}

function answerFor(
  payment: ReadPayment,
  penalties: ReadonlyMap<number, Cents>,
  { caller }: Viewing,
): CancelPaymentDetails {
  const last = payment.status === 'Paid' ? payment.cash?.at(-1) : undefined
  return {
    id: payment.id,
    cancelId: payment.cancel_id,
    payee: namedFor(caller, payment.payee),
    payeeName: payment.payee_name,
    forPayeeName: payment.for_payee_name,
    amount: amountOf(payment.amount),
    method: payment.method,
    status: payment.status,
    refundDueDate: payment.refund_due_date,
    latePenalty: amountOf(penalties.get(payment.id) ?? ZERO),
    ledgerId: payment.ledger_id,
    cashTransactionId: last?.id ?? null,
    checkNumber: last?.checkNumber ?? null,
    paidDate: last?.date ?? null,
    confirmedDate: payment.confirmed_date,
    lines: visiblePaymentLines(payment.lines, caller).map(({ disbursementCode, amount }) => ({
      disbursementCode,
      amount: amountOf(amount),
    })),
    mailTo: payment.mail_to,
    memo: payment.memo,
    isLienHolder: payment.is_lien_holder,
  }
}

/** The late penalty of each payment as of a day. Voided payments have none. */
export function penaltiesByPayment(read: RefundRead, asOf: string): ReadonlyMap<number, Cents> {
  const due = duePayments(read)
  const refund = lateRefund(read, due)
  if (!refund) return new Map()
  const penalties = latePenalties(refund, asOf)
  return new Map(due.map(({ id }, at) => [id, penalties[at] ?? ZERO]))
}

const duePayments = ({ payments }: RefundRead) => (payments ?? []).filter(({ is_voided }) => !is_voided)

function lateRefund({ late }: RefundRead, due: readonly ReadPayment[]): LateRefund | undefined {
  const [first] = due
  return first && { ...late, refundDueDate: first.refund_due_date, payments: due.map(owedRefund) }
}

/** What it costs if a payment waits. */
export function waitingOfPayment(read: RefundRead, paymentId: number, today: string) {
  const due = duePayments(read)
  const refund = lateRefund(read, due)
  const at = due.findIndex(({ id }) => id === paymentId)
  return waitingAnswer(refund ? nextPenalty(refund, today) : null, at, today)
}

/** The next penalty of one of the payments of a refund. */
export function waitingAnswer(next: PenaltyAhead | null, at: number, today: string) {
  const added = next?.added[at] ?? ZERO
  if (!next || added <= ZERO) return { nextPenalty: null, nextPenaltyDate: null, costOfWaiting: 0 }
  return {
    ...{ nextPenalty: amountOf(added), nextPenaltyDate: next.date },
    costOfWaiting: next.date === addDays(today, 1) ? amountOf(added) : 0,
  }
}

/** The paid parts of a payment. Once the customer has the money, the payment is no longer late. */
function owedRefund({ amount, cash, confirmed_date }: ReadPayment): RefundOwed {
  const paid = (cash ?? []).map(({ date, amount: part }) => ({ date, amount: part }))
  if (confirmed_date === null) return { amount, paid }
  const before = paid.filter(({ date }) => date < confirmed_date)
  const rest = before.reduce((left, part) => left - part.amount, amount as number) as Cents
  return { amount, paid: [...before, { date: confirmed_date, amount: rest }] }
}

const OUTSIDE_COST: readonly string[] = [MARKUP, CANCEL_FEE, SALES_TAX]

/**
 * The lines of a payment as this caller may see them. The sum of dealer cost includes what others bear for lines that
 * give nothing back, because that amount would show which lines they are. An agent sees no line of its own here.
 */
export function visiblePaymentLines(
  lines: readonly PaymentLine[],
  caller: Pick<Caller, 'scopes'>,
): readonly PaymentLine[] {
  const { merged, shown } = visibleLines(costVisibility(caller), lines, {
    line: ({ disbursementCode }) => ({ code: disbursementCode }),
    isCost: ({ disbursementCode }) => !OUTSIDE_COST.includes(disbursementCode),
    outsideCost: OUTSIDE_COST,
  })
  const amount = sumCents((merged ?? []).map((line) => line.amount))
  return amount === 0 ? shown : [{ disbursementCode: DEALER_COST, amount }, ...shown]
}
