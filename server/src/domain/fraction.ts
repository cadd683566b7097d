import { type Cents, prorate } from './money.ts'

/** An exact fraction. Both numbers are integers, and `whole` is above zero. */
export interface Fraction {
  readonly part: number
  readonly whole: number
}

/** A fraction that may need larger integers, because it is a product: a part of a large price times a rate. */
export interface ExactFraction {
  readonly part: number | bigint
  readonly whole: number | bigint
}

export const NOTHING: Fraction = { part: 0, whole: 1 }
export const EVERYTHING: Fraction = { part: 1, whole: 1 }

/** Limits a fraction to the range from 0 to 1. */
export function clamped(fraction: Fraction): Fraction {
  if (fraction.part <= 0) return NOTHING
  return fraction.part >= fraction.whole ? EVERYTHING : fraction
}

export function greaterFraction(first: Fraction, second: Fraction): Fraction {
  const [left, right] = [first.part * second.whole, second.part * first.whole]
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left >= right ? first : second
  return BigInt(first.part) * BigInt(second.whole) >= BigInt(second.part) * BigInt(first.whole)
    ? first
    : second
}

/** The product, whatever its size. */
export const exactProduct = (first: Fraction, second: Fraction): ExactFraction => ({
  part: BigInt(first.part) * BigInt(second.part),
  whole: BigInt(first.whole) * BigInt(second.whole),
})

/** This part of the amount, rounded once. */
export const partOfAmount = (amount: Cents, { part, whole }: ExactFraction): Cents =>
  prorate(amount, part, whole)

/** Factors are counted in millionths, and percents in millionths of one percent. */
export const MILLION = 1_000_000

/** One hundred percent. */
export const WHOLE_PERCENT = 100 * MILLION

/** The fraction as answered, rounded like money: halves away from zero. */
export const toSixDecimals = ({ part, whole }: Fraction): number =>
  prorate(MILLION as Cents, part, whole) / MILLION
