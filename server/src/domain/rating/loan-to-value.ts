import { MILLION, WHOLE_PERCENT } from '../fraction.ts'
import { type Cents, prorate } from '../money.ts'

/** The amount financed and the value of the item, both in cents. */
export interface LoanToValue {
  readonly financed: number
  readonly value: number
}

/** In percent, rounded once by the division. */
export const loanToValuePercent = ({ financed, value }: LoanToValue): number => (financed * 100) / value

/** With two decimals, for people to read. A half is rounded up, which a division before it would miss. */
export const roundedLoanToValuePercent = (ltv: LoanToValue): number =>
  Number.isSafeInteger(ltv.financed * 10_000)
    ? prorate(ltv.financed as Cents, 10_000, ltv.value) / 100
    : Math.round(loanToValuePercent(ltv) * 100) / 100

/** Negative: below the percent; positive: above it. Exact, without rounding. */
export function compareToPercent({ financed, value }: LoanToValue, percent: number): number {
  const millionths = Math.round(percent * MILLION)
  const [part, limit] = [financed * WHOLE_PERCENT, value * millionths]
  if (Number.isSafeInteger(part) && Number.isSafeInteger(limit)) return Math.sign(part - limit)
  const [exactPart, exactLimit] = [
    BigInt(financed) * BigInt(WHOLE_PERCENT),
    BigInt(value) * BigInt(millionths),
  ]
  return exactPart < exactLimit ? -1 : exactPart > exactLimit ? 1 : 0
}
