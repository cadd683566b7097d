import { type Cents, nearestCent } from '../money.ts'

/** A loan, or a lease down to what the item is worth at its end. */
export interface Loan {
  readonly amountFinanced: Cents
  /** Percent a year. */
  readonly apr: number
  readonly termMonths: number
  /** What is still owed behind the last payment. */
  readonly residual: Cents
}

/** The payment of each month that brings the loan down to its residual. */
export function monthlyPayment({ amountFinanced, apr, termMonths, residual }: Loan): Cents {
  const monthly = apr / 1200
  if (monthly === 0) return nearestCent((amountFinanced - residual) / termMonths)
  const left = (1 + monthly) ** -termMonths
  return nearestCent(((amountFinanced - residual * left) * monthly) / (1 - left))
}

/** What is owed at the beginning of each of so many months, as it is scheduled; behind the end of the loan, nothing. */
export function scheduledBalances(loan: Loan, months: number): Cents[] {
  const payment = monthlyPayment(loan)
  let balance: number = loan.amountFinanced
  return Array.from({ length: months }, (_, month) => {
    const owed = month < loan.termMonths ? Math.max(balance, 0) : 0
    balance += nearestCent((balance * loan.apr) / 1200) - payment
    return owed as Cents
  })
}
