import { addDays, addMonths, type CalendarDate } from '../dates.ts'
import { type Fraction, partOfAmount } from '../fraction.ts'
import { allocate, type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import { fractionFromPercent } from '../refund/factor.ts'
import type { LatePenalty } from './rules.ts'

/** A payment of a refund, with what of it went out and when. */
export interface RefundOwed {
  readonly amount: Cents
  readonly paid: readonly { readonly date: CalendarDate; readonly amount: Cents }[]
}

export interface LateRefund {
  readonly penalty: LatePenalty | null
  readonly refundDueDate: CalendarDate
  readonly retail: Cents
  readonly isFreeLook: boolean
  /** All payments of one cancellation: a penalty on the price is owed once for all of them. */
  readonly payments: readonly RefundOwed[]
}

/**
 * What is owed on top of each payment for being late, as of a day: for every period begun by then, on what was outstanding
 * on its first day.
 */
export function latePenalties(refund: LateRefund, asOf: CalendarDate): Cents[] {
  const { penalty, payments } = refund
  if (!penalty || (penalty.inFreeLookOnly && !refund.isFreeLook)) return payments.map(() => ZERO)
  const starts = periodStarts(penalty, refund.refundDueDate, asOf)
  const owed = starts.map((date) => payments.map((payment) => outstanding(payment, date)))
  return penalty.base === 'Outstanding'
    ? payments.map((_, at) => ofOutstanding(penalty, sumCents(owed.map((amounts) => amounts[at] ?? ZERO))))
    : ofPrice(penalty, refund, owed)
}

/** Each period begins the day after the last: the first the day after the refund was due. */
function periodStarts({ period }: LatePenalty, due: CalendarDate, asOf: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = []
  for (let count = 0; ; count += 1) {
    const start = addDays(period === 'Month' ? addMonths(due, count) : addDays(due, 30 * count), 1)
    if (start > asOf) return starts
    starts.push(start)
  }
}

/** What was paid on the day itself was still outstanding when the day began. */
const outstanding = ({ amount, paid }: RefundOwed, on: CalendarDate): Cents =>
  minus(amount, sumCents(paid.filter(({ date }) => date < on).map((one) => one.amount)))

const ofOutstanding = ({ percent }: LatePenalty, owed: Cents): Cents =>
  partOfAmount(owed, fractionFromPercent(percent))

/** So much of the price for each period in which anything was outstanding, for those payments that were. */
function ofPrice(
  { percent }: LatePenalty,
  { retail, payments }: LateRefund,
  owed: readonly (readonly Cents[])[],
): Cents[] {
  let [totals, before] = [payments.map(() => ZERO), ZERO]
  for (const [at, amounts] of owed.entries()) {
    if (sumCents(amounts) <= 0) break
    // Periods in which the same was outstanding are shared out together, and their cents only once.
    if (owed[at + 1]?.every((amount, of) => amount === amounts[of])) continue
    const due = partOfAmount(retail, timesCount(fractionFromPercent(percent), at + 1))
    const shares = allocate(minus(due, before), amounts)
    totals = totals.map((total, at) => plus(total, shares[at] ?? ZERO))
    before = due
  }
  return totals
}

/** All periods together are rounded once. */
const timesCount = ({ part, whole }: Fraction, count: number): Fraction => ({ part: part * count, whole })
