import { EVERYTHING, type ExactFraction, type Fraction, NOTHING, partOfAmount } from '../fraction.ts'
import { allocate, type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import type { DisbursementDefinition } from '../rate-book/rate-book.ts'

// Divides a refund over the lines of the price. Each line follows its own cancel rule. The lines and the shortfall always
// sum to the refund.

export type LineCancelRule = DisbursementDefinition['cancelRule']

export interface LineOfPrice {
  readonly code: string
  readonly amount: Cents
  readonly cancelRule: LineCancelRule
  /** The unearned part by the line's own method, for the cancel rule OwnMethod. Null for others. */
  readonly own: Fraction | null
}

export interface LineRefund {
  readonly refund: Cents
  /** The part of the line that is given back. */
  readonly factor: Fraction
}

export interface DividedRefund {
  readonly lines: readonly LineRefund[]
  /** The part of the refund that the lines do not cover. Negative if they give back more. */
  readonly shortfall: Cents
}

/** Claims are deducted from this line first, because they were paid out of it. */
export const RESERVE = 'RESERVE'

/** Divides the refund by the amounts of the lines, then applies the cancel rule of each line to its share. */
export function divideRefund(
  lines: readonly LineOfPrice[],
  gross: Cents,
  { share, factor, isFreeLook }: { share: ExactFraction; factor: Fraction; isFreeLook: boolean },
): DividedRefund {
  const shares = allocateByShare(
    lines.map(({ amount }) => amount),
    share,
    gross,
  )
  const refunds = lines.map((line, index): LineRefund => {
    const whole = { refund: shares[index] ?? ZERO, factor }
    switch (line.cancelRule) {
      case 'Proportional':
        return whole
      case 'OwnMethod': {
        const own = line.own ?? EVERYTHING
        return { refund: partOfAmount(line.amount, own), factor: own }
      }
      case 'NonRefundable':
        return { refund: ZERO, factor: NOTHING }
      case 'FlatOnlyInFreeLook':
        return isFreeLook ? whole : { refund: ZERO, factor: NOTHING }
      default:
        return line.cancelRule satisfies never
    }
  })
  return { lines: refunds, shortfall: minus(gross, sumCents(refunds.map(({ refund }) => refund))) }
}

/**
 * `amount × share` for each amount, rounded down to the cent. The missing cents of the total go to the largest
 * remainders, one each; of equal remainders, the first comes first. The total is the rounded sum of the exact shares.
 */
export function allocateByShare(amounts: readonly Cents[], share: ExactFraction, total: Cents): Cents[] {
  const [part, whole] = [BigInt(share.part), BigInt(share.whole)]
  const exact = amounts.map((amount) => BigInt(amount) * part)
  const cut = exact.map((product) => Number(product / whole))
  const missing = total - cut.reduce((sum, amount) => sum + amount, 0)
  const byRemainder = exact
    .map((product, index) => ({ index, rest: product % whole }))
    .sort((first, second) =>
      first.rest === second.rest ? first.index - second.index : first.rest > second.rest ? -1 : 1,
    )
  for (const { index } of byRemainder.slice(0, missing)) cut[index] = (cut[index] ?? 0) + 1
  return cut as Cents[]
}

export interface DeductedClaims {
  readonly lines: readonly Cents[]
  readonly shortfall: Cents
}

/**
 * Deducts claims from the refund of the reserve first. The rest lowers the other lines and the shortfall in proportion,
 * so that no account holder pays back money that the customer does not get.
 */
export function deductClaims(
  codes: readonly string[],
  { lines, shortfall }: DividedRefund,
  deduction: Cents,
): DeductedClaims {
  const reserveIndex = codes.indexOf(RESERVE)
  const reserve = lines[reserveIndex]?.refund ?? ZERO
  const fromReserve = Math.min(deduction, reserve) as Cents
  const left = minus(deduction, fromReserve)
  const others = [
    ...lines.map(({ refund }, index): Cents => (index === reserveIndex ? ZERO : refund)),
    shortfall,
  ] as const
  const lowered = left === 0 ? others.map(() => ZERO) : allocate(left, others)
  return {
    lines: lines.map((_, index) => plus(lowered[index] ?? ZERO, index === reserveIndex ? fromReserve : ZERO)),
    shortfall: lowered.at(-1) ?? ZERO,
  }
}
