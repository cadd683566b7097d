import { partOfAmount } from '../fraction.ts'
import { type Cents, ZERO } from '../money.ts'
import { fractionFromPercent } from './factor.ts'

export interface FeeRule {
  readonly freeLookFeePercent: number | null
  readonly maxFee: Cents
  readonly maxFeePercent: number | null
}

export interface FeeFacts {
  /** The fee before the limits of the rule. */
  readonly fee: Cents
  readonly retail: Cents
  /** Also true if a claim ended the free look: the fee limit of the free look still applies. */
  readonly isInFreeLookDays: boolean
  /** There is no fee if the provider cancels or the sale is unwound. */
  readonly isFree: boolean
}

/** The fee within the limits of the rule. The refund may still be too small for it. */
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
