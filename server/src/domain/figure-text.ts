import { type ExactFraction, type Fraction, toSixDecimals } from './fraction.ts'
import type { Cents } from './money.ts'

// How figures are written in a worksheet, a message or a paper.

/** 75,000 */
export const countText = (count: number): string =>
  Math.abs(count) < 1_000 ? String(count) : String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** 2,995.00 */
export function moneyText(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const sign = cents < 0 ? '-' : ''
  return `${sign}${countText(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`
}

/** 0.702081 */
export const factorText = (factor: Fraction): string => String(toSixDecimals(factor))

/** An amount times a fraction, not rounded: as a decimal if that is exact, else as a fraction. */
export const exactText = (amount: Cents, { part, whole }: ExactFraction): string =>
  quotientText(BigInt(amount) * BigInt(part), BigInt(whole) * 100n)

/** The same for a quotient of any size. */
export function quotientText(numerator: bigint, denominator: bigint): string {
  const common = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator)
  const [top, bottom] = [numerator / common, denominator / common]
  let [rest, decimals] = [bottom, 0]
  for (const prime of [2n, 5n]) {
    let count = 0
    for (; rest % prime === 0n; rest /= prime) count += 1
    decimals = Math.max(decimals, count)
  }
  if (rest !== 1n) return `${top}/${bottom}`
  const digits = String((top * 10n ** BigInt(decimals)) / bottom).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const greatestDivisor = (first: bigint, second: bigint): bigint =>
  second === 0n ? first : greatestDivisor(second, first % second)
