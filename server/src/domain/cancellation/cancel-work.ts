import type { Cents } from '../money.ts'
import type { FigureRules, RefundFigures } from '../refund/figures.ts'
import type { TaxRefund } from '../refund/tax.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import type { FreeLook } from './free-look.ts'
import type { DividedLines } from './lines.ts'
import type { ChosenMethod } from './method.ts'
import type { RefundPayee } from './payee.ts'
import type { CancelRule } from './rules.ts'

/** The intermediate results of a calculation, before anything is rounded. */
export interface CancelWork {
  readonly facts: CancelFacts
  readonly terms: CancelTerms
  readonly rule: CancelRule
  readonly freeLook: FreeLook
  readonly isFreeLook: boolean
  readonly chosen: ChosenMethod
  readonly rules: FigureRules
  readonly deductsClaims: boolean
  /** The gross refund by the factor alone. */
  readonly exactGross: Cents
  /** The gross refund that the rule owes. */
  readonly ruledGross: Cents
  readonly figures: RefundFigures
  readonly taxes: readonly TaxRefund[]
  readonly divided: DividedLines
  readonly payee: RefundPayee
}
