import { type Cents, plus, prorate } from '../money.ts'

// What follows from the sums of a group of claims.

/** The sums that the other figures follow from. */
export interface ClaimSums {
  /** Money that left in the period, less what came back in it. */
  readonly paid: Cents
  readonly reserve: Cents
  /** How many claims, or details, were paid more than came back. */
  readonly paidCount: number
  /** What the reserve of the contracts earned. Null where a group has no contracts of its own. */
  readonly earned: Cents | null
}

export interface ClaimRatios {
  readonly incurred: Cents
  /** Null if nothing was paid. */
  readonly averagePaid: Cents | null
  /** Incurred by earned, with four decimals. Null if nothing was earned. */
  readonly lossRatio: number | null
}

export function claimRatios({ paid, reserve, paidCount, earned }: ClaimSums): ClaimRatios {
  const incurred = plus(paid, reserve)
  return {
    incurred,
    averagePaid: paidCount === 0 ? null : prorate(paid, 1, paidCount),
    lossRatio: earned === null ? null : ratioOf(incurred, earned),
  }
}

const TEN_THOUSAND = 10_000

/** Halves are rounded away from zero, as money is. */
function ratioOf(part: Cents, whole: Cents): number | null {
  if (whole === 0) return null
  const sign = Math.sign(whole)
  return (sign * prorate(part, TEN_THOUSAND, Math.abs(whole)) || 0) / TEN_THOUSAND
}
