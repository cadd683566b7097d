// Amounts as fractions of big integers, so that nothing is rounded unless explicitly.

/** Rounds to the nearest integer, with halves away from zero. */
export function toNearest(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const nearest = (size * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -nearest : nearest
}

const WHOLE = 100_000_000n

/** Percents are in millionths of one percent. */
export const percentOf = (amount: bigint, percent: number) => toNearest(amount * BigInt(percent), WHOLE)

/** The gross amount that leaves this amount after its percents are taken off. */
export const grossedUp = (amount: bigint, percents: bigint) => toNearest(amount * WHOLE, WHOLE - percents)

export const isWholeOrMore = (percents: bigint) => percents >= WHOLE

export const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

/** Splits a total: each share is rounded down, and the missing cents go to the largest remainders, the first before the last. */
export function shared(total: bigint, weights: readonly number[]): bigint[] {
  const all = sum(weights.map(BigInt))
  if (all === 0n) return weights.map(() => 0n)
  const cut = weights.map((weight) => (total * BigInt(weight)) / all)
  const lost = weights.map((weight, at) => ({ at, lost: (total * BigInt(weight)) % all }))
  lost.sort((one, other) => (one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1))
  const missing = Number(total - sum(cut))
  return cut.map((share, at) => (lost.slice(0, missing).some((one) => one.at === at) ? share + 1n : share))
}

/** The smallest multiple of the step plus an offset that is not below the amount. */
export function upTo(amount: bigint, step: bigint, offset = 0n): bigint {
  let found = (amount / step) * step + offset - step
  while (found < amount) found += step
  return found
}

export const greatest = (amounts: readonly bigint[]) => inOrder(amounts).at(-1) ?? 0n

export const least = (amounts: readonly bigint[]) => inOrder(amounts)[0] ?? 0n

const inOrder = (amounts: readonly bigint[]) =>
  [...amounts].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
