import { EVERYTHING, type Fraction, NOTHING, partOfAmount } from '../fraction.ts'
import { allocate, type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import type { DisbursementDefinition } from '../rate-book/rate-book.ts'

// Who gives back what of a refund. The customer's refund is decided before; here it is divided among those who got the
// price, each line by its own rule, so that lines and shortfall always sum to it.

export type LineCancelRule = DisbursementDefinition['cancelRule']

export interface LineOfPrice {
  readonly code: string
  readonly amount: Cents
  readonly cancelRule: LineCancelRule
  /** What its own method leaves, with the cancel rule OwnMethod; null with the others. */
  readonly own: Fraction | null
}

export interface LineRefund {
  readonly refund: Cents
  /** The part of the line that it gives back. */
  readonly factor: Fraction
}

export interface DividedRefund {
  readonly lines: readonly LineRefund[]
  /** What the lines do not give; below nothing where they give more than the customer gets. */
  readonly shortfall: Cents
}

/** Claims are taken off here first: they were paid out of it. */
export const RESERVE = 'RESERVE'

/** The refund divided by what each line had of the price, each line's own rule applied to its share. */
export function divideRefund(
  lines: readonly LineOfPrice[],
  gross: Cents,
  { share, factor, isFreeLook }: { share: Fraction; factor: Fraction; isFreeLook: boolean },
): DividedRefund {
  const shares = allocateByShare(
    lines.map(({ amount }) => amount),
    share,
    gross,
  )
  const refunds = lines.map((line, at): LineRefund => {
    const whole = { refund: shares[at] ?? ZERO, factor }
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
 * `amount × share` of each amount, cut to the cent; the cents that are then missing to the total go one each to the
 * largest remainders, of equal ones to the first. The total is the sum of the exact shares, rounded.
 */
export function allocateByShare(amounts: readonly Cents[], share: Fraction, total: Cents): Cents[] {
  const [part, whole] = [BigInt(share.part), BigInt(share.whole)]
  const exact = amounts.map((amount) => BigInt(amount) * part)
  const cut = exact.map((one) => Number(one / whole))
  const missing = total - cut.reduce((sum, one) => sum + one, 0)
  const byRemainder = exact
    .map((one, at) => ({ at, rest: one % whole }))
    .sort((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest > other.rest ? -1 : 1))
  for (const { at } of byRemainder.slice(0, missing)) cut[at] = (cut[at] ?? 0) + 1
  return cut as Cents[]
}

export interface DeductedClaims {
  readonly lines: readonly Cents[]
  readonly shortfall: Cents
}

/**
 * Claims come off what the reserve gives back; what is more than that lowers the others, the shortfall included, in
 * proportion, so that nobody is charged for money that the customer does not get.
 */
export function deductClaims(
  codes: readonly string[],
  { lines, shortfall }: DividedRefund,
  deduction: Cents,
): DeductedClaims {
  const at = codes.indexOf(RESERVE)
  const reserve = lines[at]?.refund ?? ZERO
  const ofReserve = Math.min(deduction, reserve) as Cents
  const left = minus(deduction, ofReserve)
  const others = [
    ...lines.map(({ refund }, index): Cents => (index === at ? ZERO : refund)),
    shortfall,
  ] as const
  const lowered = left === 0 ? others.map(() => ZERO) : allocate(left, others)
  return {
    lines: lines.map((_, index) => plus(lowered[index] ?? ZERO, index === at ? ofReserve : ZERO)),
    shortfall: lowered.at(-1) ?? ZERO,
  }
}
