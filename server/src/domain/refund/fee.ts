import { partOfAmount } from '../fraction.ts'
import { type Cents, ZERO } from '../money.ts'
import { fractionFromPercent } from './factor.ts'

export interface FeeRule {
  readonly freeLookFeePercent: number | null
  /** Fees in the free look by its days, in their order. */
  readonly freeLookFees: readonly FeeStep[]
  readonly maxFee: Cents
  readonly maxFeePercent: number | null
  /** What the percent after the free look is taken of. */
  readonly feeBase: 'Price' | 'Refund' | 'Unearned'
  /** There is no limit as an amount. */
  readonly percentFeeOnly: boolean
}

interface FeeStep {
  readonly fromDay: number
  readonly maxFee: Cents | null
  readonly maxFeePercent: number | null
}

export interface FeeFacts {
  /** The fee before the limits of the rule. */
  readonly fee: Cents
  readonly retail: Cents
  /** The unearned part of the price. */
  readonly unearned: Cents
  /** The day of the free look on which the contract is cancelled. */
  readonly day: number
  /** Also true if a claim ended the free look: the fee limit of the free look still applies. */
  readonly isInFreeLookDays: boolean
  /** There is no fee if the provider cancels or the sale is unwound. */
  readonly isFree: boolean
}

/** The fee within the limits of the rule. The refund may still be too small for it. */
export function allowedFee(rule: FeeRule, facts: FeeFacts): Cents {
  const { fee, retail, unearned, isInFreeLookDays, isFree } = facts
  if (isFree) return ZERO
  if (isInFreeLookDays) return Math.min(fee, freeLookLimit(rule, facts)) as Cents
  // A percent of the refund is only known with the refund.
  const percent = rule.feeBase === 'Refund' ? null : rule.maxFeePercent
  const base = rule.feeBase === 'Unearned' ? unearned : retail
  const most = rule.percentFeeOnly ? Number.POSITIVE_INFINITY : rule.maxFee
  return Math.min(fee, most, percentOf(percent, base)) as Cents
}

/** The step of the fee in the free look that a day is in. */
export const freeLookStep = (
  { freeLookFees }: Pick<FeeRule, 'freeLookFees'>,
  day: number,
): FeeStep | undefined => freeLookFees.findLast(({ fromDay }) => fromDay <= day)

function freeLookLimit(rule: FeeRule, { retail, day }: FeeFacts): number {
  const step = freeLookStep(rule, day)
  if (step) return Math.min(step.maxFee ?? Number.POSITIVE_INFINITY, percentOf(step.maxFeePercent, retail))
  return rule.freeLookFeePercent === null ? ZERO : percentOf(rule.freeLookFeePercent, retail)
}

const percentOf = (percent: number | null, base: Cents): number =>
  percent === null ? Number.POSITIVE_INFINITY : partOfAmount(base, fractionFromPercent(percent))
