import { MILLION } from '../fraction.ts'
import { type Cents, divideCents } from '../money.ts'
import type { LoanSchedule } from './gap-amortization.ts'

/** Why the customer still owes something. The parts add up to the whole; the surplus is not above zero. */
export interface ResidualParts {
  readonly arrears: Cents
  readonly exclusions: Cents
  readonly ltvCut: Cents
  readonly deductibleAboveLimit: Cents
  readonly insurerDeductions: Cents
  readonly overMaximum: Cents
  readonly surplus: Cents
}

export interface GapLtv {
  /** With two decimals, to read. Null: the value is not known, and the plan has no maximum. */
  readonly percent: number | null
  readonly maxPercent: number | null
  /** The covered part of the balance. Null: all of it. */
  readonly factor: { readonly part: bigint; readonly whole: bigint } | null
}

/** Every figure of a settlement. */
export interface GapFigures {
  readonly schedule: LoanSchedule
  readonly refunds: Cents
  readonly exclusions: Cents
  readonly coveredBalanceBeforeLtv: Cents
  readonly ltv: GapLtv
  readonly coveredBalance: Cents
  readonly deductibleCovered: Cents
  readonly insuranceCredit: Cents
  /** What the insurer pays; without primary insurance, the value of the vehicle. */
  readonly netSettlement: Cents
  readonly gap: Cents
  /** Null: no limit. */
  readonly maxBenefit: Cents | null
  readonly payable: Cents
  readonly customerResidual: Cents
  readonly residualParts: ResidualParts
}

/** The factor as answered, with six decimals. */
export const ltvFactorToSixDecimals = ({ factor }: GapLtv): number =>
  factor ? divideCents(BigInt(MILLION) * factor.part, factor.whole) / MILLION : 1
