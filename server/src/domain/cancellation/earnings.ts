import { type Cents, minus } from '../money.ts'
import { RESERVE } from '../refund/lines.ts'
import type { CancelLineRefund } from './results.ts'

/** What a cancellation does to what a line has earned: all that is left of it is refunded or recognised that day. */
export interface EarnedOnCancel {
  readonly code: string
  readonly unearned: Cents
  readonly refund: Cents
  /** Below nothing where more had been earned than stays. */
  readonly earnedOnCancel: Cents
}

/**
 * What leaves a line with a refund. The reserve gives all of it, claims included, because claims were paid out of it; of
 * the others, what claims take off is not given at all and stays earned.
 */
export const refundLeavingLine = ({ code, refund, claimsDeduction }: CancelLineRefund): Cents =>
  code === RESERVE ? refund : minus(refund, claimsDeduction)

export const earnedOnCancel = (
  lines: readonly CancelLineRefund[],
  unearned: (code: string) => Cents,
): EarnedOnCancel[] =>
  lines.map((line) => {
    const [left, refund] = [unearned(line.code), refundLeavingLine(line)]
    return { code: line.code, unearned: left, refund, earnedOnCancel: minus(left, refund) }
  })
