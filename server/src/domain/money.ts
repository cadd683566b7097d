/** An amount of money in whole cents. Only this file multiplies or divides one. */
export type Cents = number & { readonly unit: 'cents' }

/** The largest amount on the wire. Above it, a number cannot hold every cent. */
export const AMOUNT_AT_MOST = 2 ** 45

/** Cents from a number on the wire, which has at most two decimals. */
export function centsOf(amount: number): Cents {
  if (!(Math.abs(amount) <= AMOUNT_AT_MOST))
    throw new Error(`The amount ${amount} cannot be converted to cents.`)
  return Math.round(amount * 100) as Cents
}

/** The number on the wire. */
export const amountOf = (cents: Cents): number => cents / 100

/** The same for an amount that may be missing. */
export const amountOrNull = (cents: Cents | null | undefined): number | null =>
  cents === null || cents === undefined ? null : amountOf(cents)

/** Whether a number on the wire is a whole number of cents. The check is exact, since no tolerance fits billions. */
export const hasWholeCents = (amount: number): boolean => Math.round(amount * 100) / 100 === amount

/** The same with a tolerance, for a number that may be calculated, such as 0.1 + 0.2. */
export const hasNearlyWholeCents = (amount: number): boolean =>
  Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const ZERO = 0 as Cents
export const plus = (first: Cents, second: Cents): Cents => (first + second) as Cents
export const minus = (first: Cents, second: Cents): Cents => (first - second) as Cents
export const sumCents = (amounts: readonly Cents[]): Cents => amounts.reduce(plus, ZERO)
export const smaller = (first: Cents, second: Cents): Cents => (first < second ? first : second)

/** An integer. As a `bigint` it may be larger than a number can hold. */
type Whole = number | bigint

/**
 * `amount × part / whole`, computed exactly and rounded once to the nearest cent, halves away from zero. All three are
 * integers; the product may be larger than a number can hold.
 */
export function prorate(amount: Cents, part: Whole, whole: Whole): Cents {
  if (typeof part === 'number' && typeof whole === 'number') {
    const product = amount * part
    if (Number.isSafeInteger(product) && Number.isSafeInteger(whole)) return roundedRatio(product, whole)
  }
  return divideCents(BigInt(amount) * BigInt(part), BigInt(whole))
}

/** The same, but any part of a cent is left out, so that the size never grows. */
export function prorateDown(amount: Cents, part: Whole, whole: Whole): Cents {
  // A quotient of whole numbers drops its remainder, toward zero.
  return centsFromExact((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

/** The same, but any part of a cent counts as a whole one, away from zero. */
export function prorateUp(amount: Cents, part: Whole, whole: Whole): Cents {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  const isExact = product % divisor === 0n
  const away = product < 0n ? -1n : 1n
  return centsFromExact(product / divisor + (isExact ? 0n : away))
}

function centsFromExact(exact: bigint): Cents {
  const cents = Number(exact)
  if (!Number.isSafeInteger(cents)) throw new Error('The amount is too large.')
  return cents as Cents
}

/** What becomes of a part of a cent. All of them go by the size, so that a credit is rounded like the charge it takes back. */
export const roundModes = ['HalfUp', 'Up', 'Down'] as const
export type RoundMode = (typeof roundModes)[number]

/** Prorates, rounded once as the mode says. */
export const prorateBy: Readonly<Record<RoundMode, typeof prorate>> = {
  HalfUp: prorate,
  Up: prorateUp,
  Down: prorateDown,
}

function roundedRatio(numerator: number, denominator: number): Cents {
  const size = Math.abs(numerator)
  const below = Math.floor(size / denominator)
  // The floating-point division may round up to the next integer. Then the remainder is negative.
  const rest = size - below * denominator
  const rounded = rest < 0 ? below - 1 : below
  const left = rest < 0 ? rest + denominator : rest
  const up = left * 2 >= denominator ? 1 : 0
  return (Math.sign(numerator) * (rounded + up) || 0) as Cents
}

/** An exact quotient, rounded once to the nearest cent, halves away from zero. The denominator is above zero. */
export function divideCents(numerator: bigint, denominator: bigint): Cents {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((size * 2n + denominator) / (denominator * 2n))
  if (!Number.isSafeInteger(rounded)) throw new Error('The amount is too large.')
  return (numerator < 0n ? -rounded : rounded) as Cents
}

/**
 * Splits a total by weights. Each share is rounded down to the cent (a negative one toward zero), and the missing cents go
 * to the largest remainders first.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum <= 0) throw new Error('The weights to allocate by must sum to more than 0.')
  if (total < 0) return allocate(-total as Cents, weights).map((share) => (-share || 0) as Cents)
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const whole = BigInt(sum)
  const remainders = exact.map((share, at) => ({ at, rest: ((share % whole) + whole) % whole }))
  const shares = exact.map((share, at) => Number((share - (remainders[at]?.rest ?? 0n)) / whole))
  const missing = total - shares.reduce((all, share) => all + share, 0)
  remainders.sort((first, second) => compare(second.rest, first.rest) || first.at - second.at)
  for (const { at } of remainders.slice(0, missing)) shares[at] = (shares[at] ?? 0) + 1
  return shares as Cents[]
}

const compare = (first: bigint, second: bigint) => (first < second ? -1 : first > second ? 1 : 0)
