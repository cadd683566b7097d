import { partOfAmount } from '../fraction.ts'
import { type Cents, ZERO } from '../money.ts'
import { fractionFromPercent } from './factor.ts'

export interface FeeRule {
  readonly freeLookFeePercent: number | null
  readonly maxFee: Cents
  readonly maxFeePercent: number | null
}

export interface FeeFacts {
  /** The contract's own fee. */
  readonly fee: Cents
  readonly retail: Cents
  /** Also when a claim has lost the free look: it still costs nothing. */
  readonly isInFreeLookDays: boolean
  /** The provider cancels, or the reason unwinds the sale. */
  readonly isFree: boolean
}

/** The fee that is taken where there is refund enough: the least of the contract's and what the rule allows. */
export function allowedFee(rule: FeeRule, { fee, retail, isInFreeLookDays, isFree }: FeeFacts): Cents {
  if (isFree) return ZERO
  const percentOf = (percent: number | null) =>
    percent === null ? Number.POSITIVE_INFINITY : partOfAmount(retail, fractionFromPercent(percent))
  if (isInFreeLookDays)
    return rule.freeLookFeePercent === null
      ? ZERO
      : (Math.min(fee, percentOf(rule.freeLookFeePercent)) as Cents)
  return Math.min(fee, rule.maxFee, percentOf(rule.maxFeePercent)) as Cents
}
