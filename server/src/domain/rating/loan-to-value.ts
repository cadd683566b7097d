/** What is financed against what the item is worth, both in cents. */
export interface LoanToValue {
  readonly financed: number
  readonly value: number
}

/** In percent, rounded once: cents are whole, and a hundred of them still is. */
export const loanToValuePercent = ({ financed, value }: LoanToValue): number => (financed * 100) / value

/** As people read it, with two decimals. */
export const roundedLoanToValuePercent = (ltv: LoanToValue): number =>
  Math.round(loanToValuePercent(ltv) * 100) / 100

/** Percents are written with decimals; up to six of them count. */
const MILLIONTHS = 1_000_000

/** Below zero: less than the percent; above: more. Without rounding, whatever the percent is. */
export function compareToPercent({ financed, value }: LoanToValue, percent: number): number {
  const millionths = Math.round(percent * MILLIONTHS)
  const [part, limit] = [financed * 100 * MILLIONTHS, value * millionths]
  if (Number.isSafeInteger(part) && Number.isSafeInteger(limit)) return Math.sign(part - limit)
  const [exactPart, exactLimit] = [
    BigInt(financed) * BigInt(100 * MILLIONTHS),
    BigInt(value) * BigInt(millionths),
  ]
  return exactPart < exactLimit ? -1 : exactPart > exactLimit ? 1 : 0
}
