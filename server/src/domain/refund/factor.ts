import { type Fraction, greaterOf, NOTHING } from '../fraction.ts'

// What is left of a contract is an exact part of the whole. It is rounded where an amount is made of it, never before.

/** From nothing to all. The whole stays as it was counted, so that a reader finds the days and miles again. */
export function factorOf(part: number, whole: number): Fraction {
  if (whole <= 0) return NOTHING
  return { part: Math.min(Math.max(part, 0), whole), whole }
}

export const lesserOf = (one: Fraction, other: Fraction): Fraction =>
  greaterOf(one, other) === one ? other : one

const MILLIONTHS = 1_000_000

/** A percent, with at most six decimals, as a part of the whole: 90 is 9/10. */
export const ofPercent = (percent: number): Fraction =>
  reduced({ part: Math.round(percent * MILLIONTHS), whole: 100 * MILLIONTHS })

/** A factor as somebody gives it, with at most six decimals. */
export const ofDecimal = (decimal: number): Fraction =>
  reduced({ part: Math.round(decimal * MILLIONTHS), whole: MILLIONTHS })

/** One part of another. */
export function times(one: Fraction, other: Fraction): Fraction {
  if (other.part === other.whole) return one
  const [first, second] = [
    reduced({ part: one.part, whole: other.whole }),
    reduced({ part: other.part, whole: one.whole }),
  ]
  const product = { part: first.part * second.part, whole: first.whole * second.whole }
  if (!Number.isSafeInteger(product.whole)) throw new Error('The factor cannot be told exactly.')
  return product
}

/** In lowest terms. */
export function reduced({ part, whole }: Fraction): Fraction {
  let [divisor, rest] = [whole, part]
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest]
  return { part: part / divisor, whole: whole / divisor }
}
