import { type Fraction, MILLION, WHOLE_PERCENT } from '../fraction.ts'
import { type Cents, divideCents, prorate, ZERO } from '../money.ts'

/** A loan, or a lease down to its residual value. */
export interface Loan {
  readonly amountFinanced: Cents
  /** Annual percentage rate. */
  readonly apr: number
  readonly termMonths: number
  /** What is still owed after the last payment. */
  readonly residual: Cents
}

/** The interest of a month is `monthlyRate / WHOLE_RATE` of the balance, both whole numbers. */
const WHOLE_RATE = 1200 * MILLION
const monthlyRate = ({ apr }: Pick<Loan, 'apr'>): number => Math.round(apr * MILLION)

/** The interest of one month on a balance. */
export const monthlyInterest = (loan: Pick<Loan, 'apr'>, balance: Cents): Cents =>
  prorate(balance, monthlyRate(loan), WHOLE_RATE)

/** The interest of some days, as a part of the balance: a year has 365 days. */
export const dailyInterest = (loan: Pick<Loan, 'apr'>, days: number): Fraction => ({
  part: monthlyRate(loan) * days,
  whole: 365 * WHOLE_PERCENT,
})

/** The monthly payment that brings the loan down to its residual. */
export function monthlyPayment(loan: Loan): Cents {
  const { amountFinanced, termMonths, residual } = loan
  const rate = BigInt(monthlyRate(loan))
  if (rate === 0n) return divideCents(BigInt(amountFinanced - residual), BigInt(termMonths))
  const [whole, months] = [BigInt(WHOLE_RATE), BigInt(termMonths)]
  const [growth, base] = [(whole + rate) ** months, whole ** months]
  const owed = BigInt(amountFinanced) * growth - BigInt(residual) * base
  return divideCents(owed * rate, (growth - base) * whole)
}

/**
 * The scheduled balance at the beginning of each month; zero after the end of the loan. Interest also grows what the
 * rounded payment leaves over, so a high rate over a long term would take the balance beyond any amount: it stays
 * between zero and the larger of what is financed and the residual.
 */
export function scheduledBalances(loan: Loan, months: number): Cents[] {
  const { amountFinanced, residual, termMonths } = loan
  const payment = monthlyPayment(loan)
  const highest = Math.max(amountFinanced, residual)
  let balance = amountFinanced
  return Array.from({ length: months }, (_, month) => {
    const owed = month < termMonths ? balance : ZERO
    const next = balance + monthlyInterest(loan, balance) - payment
    balance = Math.min(Math.max(next, 0), highest) as Cents
    return owed
  })
}
