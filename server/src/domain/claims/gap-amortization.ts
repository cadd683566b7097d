import { dailyInterest, monthlyInterest, monthlyPayment } from '../contract/loan-balances.ts'
import { addMonths, type CalendarDate, daysBetween } from '../dates.ts'
import { type Fraction, partOfAmount } from '../fraction.ts'
import { AMOUNT_AT_MOST, type Cents, centsOf, minus, plus } from '../money.ts'

// What a loan owes on the day of a loss if every payment was made when it was due. Arrears, late fees, deferred interest
// and amounts that were added later are not in it.

/** A loan of which everything is known. */
export interface GapLoan {
  readonly amountFinanced: Cents
  readonly apr: number
  readonly termMonths: number
  readonly monthlyPayment: Cents | null
  readonly firstPaymentDate: CalendarDate
  /** What is still owed after the last payment: the residual value of a lease, or a balloon. */
  readonly residual: Cents
  /** A lease pays in advance. */
  readonly isLease: boolean
}

export interface LoanSchedule {
  readonly payment: Cents
  /** How many payments were due on or before the day of the loss. */
  readonly paymentsDue: number
  readonly balance: Cents
  /** Interest runs from this day to the loss. */
  readonly interestFrom: CalendarDate
  readonly interestDays: number
  /** The interest of these days as a part of the balance. */
  readonly interestShare: Fraction
  readonly interestToLoss: Cents
  readonly payoff: Cents
}

export function scheduleToLoss(loan: GapLoan, dateOfLoss: CalendarDate): LoanSchedule {
  const payment = loan.monthlyPayment ?? monthlyPayment(loan)
  const paymentsDue = countPaymentsDue(loan, dateOfLoss)
  const balance = balanceAfter(loan, payment, paymentsDue)
  const interestFrom = lastDueDate(loan, paymentsDue)
  const interestDays = Math.max(0, daysBetween(interestFrom, dateOfLoss))
  const interestShare = dailyInterest(loan, interestDays)
  const interestToLoss = interestOn(balance, interestShare)
  return {
    ...{ payment, paymentsDue, balance, interestFrom, interestDays, interestShare, interestToLoss },
    payoff: plus(balance, interestToLoss),
  }
}

/** Interest for centuries may be more than an amount can be; it stays within one. */
function interestOn(balance: Cents, share: Fraction): Cents {
  const most = minus(centsOf(AMOUNT_AT_MOST), balance)
  return share.part / share.whole > most / Math.max(1, balance) ? most : partOfAmount(balance, share)
}

/** Due dates are counted from the first one, so that a payment due on the 31st is due on the 31st again after February. */
function countPaymentsDue({ firstPaymentDate, termMonths }: GapLoan, dateOfLoss: CalendarDate): number {
  let count = 0
  while (count < termMonths && addMonths(firstPaymentDate, count) <= dateOfLoss) count += 1
  return count
}

/** Before the first payment, a loan has owed interest for a month when it is due; a lease has not. */
function lastDueDate({ firstPaymentDate, isLease }: GapLoan, paymentsDue: number): CalendarDate {
  if (paymentsDue === 0 && isLease) return firstPaymentDate
  return addMonths(firstPaymentDate, paymentsDue - 1)
}

/**
 * The balance after some payments. It is not below the residual before the last payment, and not below zero. It is not
 * above what was financed either: what a payment below the interest adds is deferred interest, which is not covered.
 */
function balanceAfter(loan: GapLoan, payment: Cents, payments: number): Cents {
  const { amountFinanced, residual, termMonths } = loan
  const highest = Math.max(amountFinanced, residual)
  let balance = amountFinanced
  for (let count = 1; count <= payments; count += 1) {
    const least = count < termMonths ? residual : 0
    const next = balance + monthlyInterest(loan, balance) - payment
    balance = Math.min(Math.max(next, least), highest) as Cents
  }
  return balance
}
