import { addDays, addMonths, type CalendarDate } from '../dates.ts'
import { type Fraction, partOfAmount } from '../fraction.ts'
import { allocate, type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import { fractionFromPercent } from '../refund/factor.ts'
import type { LatePenalty } from './rules.ts'

/** A payment of a refund, with the amounts paid so far and their dates. */
export interface RefundOwed {
  readonly amount: Cents
  readonly paid: readonly { readonly date: CalendarDate; readonly amount: Cents }[]
}

export interface LateRefund {
  readonly penalty: LatePenalty | null
  readonly refundDueDate: CalendarDate
  readonly retail: Cents
  readonly isFreeLook: boolean
  /** All payments of one cancellation. A penalty on the price is owed once for all of them. */
  readonly payments: readonly RefundOwed[]
}

/** The late penalty of each payment as of a date: for each period that has started, on the amount unpaid on its first day. */
export function latePenalties(refund: LateRefund, asOf: CalendarDate): Cents[] {
  const { penalty, payments } = refund
  if (!penalty || (penalty.inFreeLookOnly && !refund.isFreeLook)) return payments.map(() => ZERO)
  const starts = periodStarts(penalty, refund.refundDueDate, asOf)
  const owed = starts.map((date) => payments.map((payment) => outstanding(payment, date)))
  if (penalty.base === 'Price') return penaltyOnPrice(penalty, refund, owed)
  // The whole refund counts while a part of it is unpaid.
  const base = (unpaid: Cents, { amount }: RefundOwed) =>
    penalty.base === 'Refund' && unpaid > 0 ? amount : unpaid
  return payments.map((payment, index) =>
    penaltyOnOutstanding(penalty, sumCents(owed.map((amounts) => base(amounts[index] ?? ZERO, payment)))),
  )
}

export interface PenaltyAhead {
  readonly date: CalendarDate
  /** What the day adds to the penalty of each payment. */
  readonly added: readonly Cents[]
}

/** The next day after `today` on which the penalty grows if nothing more is paid. Null if it does not grow. */
export function nextPenalty(refund: LateRefund, today: CalendarDate): PenaltyAhead | null {
  if (!refund.penalty) return null
  const begun = periodStarts(refund.penalty, refund.refundDueDate, today)
  if (refund.penalty.period === 'Once' && begun.length > 0) return null
  const date = periodStart(refund.penalty, refund.refundDueDate, begun.length)
  const before = latePenalties(refund, today)
  const added = latePenalties(refund, date).map((penalty, at) => minus(penalty, before[at] ?? ZERO))
  return sumCents(added) > 0 ? { date, added } : null
}

/** The first period begins the day after the due date. Each next period begins the day after the last one. */
const periodStart = ({ period }: LatePenalty, due: CalendarDate, count: number): CalendarDate =>
  addDays(period === 'Month' ? addMonths(due, count) : addDays(due, 30 * count), 1)

function periodStarts(penalty: LatePenalty, due: CalendarDate, asOf: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = []
  for (let count = 0; ; count += 1) {
    const start = periodStart(penalty, due, count)
    if (start > asOf) return starts
    starts.push(start)
    if (penalty.period === 'Once') return starts
  }
}

/** The amount unpaid at the start of the day. A payment on that day does not count yet. */
const outstanding = ({ amount, paid }: RefundOwed, date: CalendarDate): Cents =>
  minus(amount, sumCents(paid.filter((payment) => payment.date < date).map((payment) => payment.amount)))

const penaltyOnOutstanding = ({ percent }: LatePenalty, owed: Cents): Cents =>
  partOfAmount(owed, fractionFromPercent(percent))

/** A percent of the price for each period with an unpaid amount, shared by the payments that were unpaid. */
function penaltyOnPrice(
  { percent }: LatePenalty,
  { retail, payments }: LateRefund,
  owed: readonly (readonly Cents[])[],
): Cents[] {
  let [totals, before] = [payments.map(() => ZERO), ZERO]
  for (const [period, amounts] of owed.entries()) {
    if (sumCents(amounts) <= 0) break
    // Consecutive periods with the same unpaid amounts are allocated together, so cents are rounded once.
    if (owed[period + 1]?.every((amount, index) => amount === amounts[index])) continue
    const due = partOfAmount(retail, timesCount(fractionFromPercent(percent), period + 1))
    const shares = allocate(minus(due, before), amounts)
    totals = totals.map((total, index) => plus(total, shares[index] ?? ZERO))
    before = due
  }
  return totals
}

/** The percent of all periods together, so that the penalty is rounded once. */
const timesCount = ({ part, whole }: Fraction, count: number): Fraction => ({ part: part * count, whole })
