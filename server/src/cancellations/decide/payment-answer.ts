import { costVisibility } from '../../access/cost-visibility.ts'
import { latePenalties, type RefundOwed } from '../../domain/cancellation/late-penalty.ts'
import { CANCEL_FEE, type PaymentLine } from '../../domain/cancellation/payments.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { MARKUP, SALES_TAX } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents, sumCents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { CancelPaymentDetails } from './models.ts'
import type { ReadPayment, RefundRead } from './payment-rows.ts'

/** Whom it is shown to, and on which day. */
export interface RefundShowing {
  readonly caller: Pick<Caller, 'scopes'>
  readonly today: string
}

/** The payments of a cancel as this caller may see them, with what their delay costs so far. */
export function paymentAnswers(read: RefundRead, showing: RefundShowing): CancelPaymentDetails[] {
  const penalties = penaltiesByPayment(read, showing.today)
  return (read.payments ?? []).map((payment) => shown(payment, penalties, showing))
}

/** One of them: a penalty may be for all. */
export function paymentAnswer(
  read: RefundRead,
  paymentId: number,
  showing: RefundShowing,
): CancelPaymentDetails {
  const payment = (read.payments ?? []).find(({ id }) => id === paymentId)
  if (!payment) throw new Error(`Payment ${paymentId} is not among those of its cancel.`)
  return shown(payment, penaltiesByPayment(read, showing.today), showing)
}

function shown(
  payment: ReadPayment,
  penalties: ReadonlyMap<number, Cents>,
  { caller }: RefundShowing,
): CancelPaymentDetails {
  const last = payment.status === 'Paid' ? payment.cash?.at(-1) : undefined
  return {
    id: payment.id,
    cancelId: payment.cancel_id,
    payee: payment.payee,
    payeeName: payment.payee_name,
    forPayeeName: payment.for_payee_name,
    amount: amountOf(payment.amount),
    method: payment.method,
    status: payment.status,
    refundDueDate: payment.refund_due_date,
    latePenalty: amountOf(penalties.get(payment.id) ?? (0 as Cents)),
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

/** What is owed on top of each payment for being late; those that will not be made owe nothing. */
export function penaltiesByPayment({ late, payments }: RefundRead, asOf: string): ReadonlyMap<number, Cents> {
  const due = (payments ?? []).filter(({ is_voided }) => !is_voided)
  const [first] = due
  if (!first) return new Map()
  const refund = { ...late, refundDueDate: first.refund_due_date, payments: due.map(owedOf) }
  const penalties = latePenalties(refund, asOf)
  return new Map(due.map(({ id }, at) => [id, penalties[at] ?? (0 as Cents)]))
}

/** What went out of a payment and when. Once the customer has the money it is late no more, whoever still owes whom. */
function owedOf({ amount, cash, confirmed_date }: ReadPayment): RefundOwed {
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
