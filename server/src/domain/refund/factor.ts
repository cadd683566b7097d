import { type Fraction, greaterFraction, MILLION, NOTHING, WHOLE_PERCENT } from '../fraction.ts'

// The unearned part of a contract is an exact fraction. It is rounded only when an amount is calculated from it.

/** A fraction between 0 and 1. It is not reduced, so that a reader sees the days and miles. */
export function boundedFraction(part: number, whole: number): Fraction {
  if (whole <= 0) return NOTHING
  return { part: Math.min(Math.max(part, 0), whole), whole }
}

export const lesserOf = (first: Fraction, second: Fraction): Fraction =>
  greaterFraction(first, second) === first ? second : first

/** A percent with at most six decimals as a fraction: 90 is 9/10. */
export const fractionFromPercent = (percent: number): Fraction =>
  lowestTerms({ part: Math.round(percent * MILLION), whole: WHOLE_PERCENT })

/** A decimal factor with at most six decimals as a fraction. */
export const fractionFromDecimal = (decimal: number): Fraction =>
  lowestTerms({ part: Math.round(decimal * MILLION), whole: MILLION })

export function multiplyFractions(first: Fraction, second: Fraction): Fraction {
  if (second.part === second.whole) return first
  const [left, right] = [
    lowestTerms({ part: first.part, whole: second.whole }),
    lowestTerms({ part: second.part, whole: first.whole }),
  ]
  const product = { part: left.part * right.part, whole: left.whole * right.whole }
  if (!Number.isSafeInteger(product.whole))
    throw new Error('The factor is too precise to be calculated exactly.')
  return product
}

export function lowestTerms({ part, whole }: Fraction): Fraction {
  let [divisor, rest] = [whole, part]
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest]
  return { part: part / divisor, whole: whole / divisor }
}
