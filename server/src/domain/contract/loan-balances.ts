import { type Cents, nearestCent } from '../money.ts'

/** A loan, or a lease down to its residual value. */
export interface Loan {
  readonly amountFinanced: Cents
  /** Annual percentage rate. */
  readonly apr: number
  readonly termMonths: number
  /** What is still owed after the last payment. */
  readonly residual: Cents
}

/** The monthly payment that brings the loan down to its residual. */
export function monthlyPayment({ amountFinanced, apr, termMonths, residual }: Loan): Cents {
  const monthly = apr / 1200
  if (monthly === 0) return nearestCent((amountFinanced - residual) / termMonths)
  const left = (1 + monthly) ** -termMonths
  return nearestCent(((amountFinanced - residual * left) * monthly) / (1 - left))
}

/** The scheduled balance at the beginning of each month; zero after the end of the loan. */
export function scheduledBalances(loan: Loan, months: number): Cents[] {
  const payment = monthlyPayment(loan)
  let balance: number = loan.amountFinanced
  return Array.from({ length: months }, (_, month) => {
    const owed = month < loan.termMonths ? Math.max(balance, 0) : 0
    balance += nearestCent((balance * loan.apr) / 1200) - payment
    return owed as Cents
  })
}
