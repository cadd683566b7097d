import { type Fraction, greaterFraction, NOTHING } from '../fraction.ts'

// What is left of a contract is an exact part of the whole. It is rounded where an amount is made of it, never before.

/** From nothing to all. The whole stays as it was counted, so that a reader finds the days and miles again. */
export function boundedFraction(part: number, whole: number): Fraction {
  if (whole <= 0) return NOTHING
  return { part: Math.min(Math.max(part, 0), whole), whole }
}

export const lesserOf = (one: Fraction, other: Fraction): Fraction =>
  greaterFraction(one, other) === one ? other : one

const MILLIONTHS = 1_000_000

/** A percent, with at most six decimals, as a part of the whole: 90 is 9/10. */
export const fractionFromPercent = (percent: number): Fraction =>
  lowestTerms({ part: Math.round(percent * MILLIONTHS), whole: 100 * MILLIONTHS })

/** A factor as somebody gives it, with at most six decimals. */
export const fractionFromDecimal = (decimal: number): Fraction =>
  lowestTerms({ part: Math.round(decimal * MILLIONTHS), whole: MILLIONTHS })

/** One part of another. */
export function multiplyFractions(one: Fraction, other: Fraction): Fraction {
  if (other.part === other.whole) return one
  const [first, second] = [
    lowestTerms({ part: one.part, whole: other.whole }),
    lowestTerms({ part: other.part, whole: one.whole }),
  ]
  const product = { part: first.part * second.part, whole: first.whole * second.whole }
  if (!Number.isSafeInteger(product.whole)) throw new Error('The factor cannot be told exactly.')
  return product
}

/** In lowest terms. */
export function lowestTerms({ part, whole }: Fraction): Fraction {
  let [divisor, rest] = [whole, part]
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest]
  return { part: part / divisor, whole: whole / divisor }
}
