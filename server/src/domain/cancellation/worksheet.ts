import type { Cents } from '../money.ts'
import type { FigureRules, RefundFigures } from '../refund/figures.ts'
import type { TaxRefund } from '../refund/tax.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import type { FreeLook } from './free-look.ts'
import type { DividedLines } from './lines.ts'
import type { ChosenMethod } from './method.ts'
import type { Payee } from './payee.ts'
import type { CancelRule } from './rules.ts'

/** Everything that led to a calculation, exact. */
export interface Worksheet {
  readonly facts: CancelFacts
  readonly terms: CancelTerms
  readonly rule: CancelRule
  readonly freeLook: FreeLook
  readonly isFreeLook: boolean
  readonly chosen: ChosenMethod
  readonly rules: FigureRules
  readonly deductsClaims: boolean
  readonly ruledGross: Cents
  readonly figures: RefundFigures
  readonly taxes: readonly TaxRefund[]
  readonly worked: DividedLines
  readonly payee: Payee
}

/** Whether the refund was set by hand, be it to what the rule would give; or follows from what is paid, which was. */
export const isGrossSet = ({ terms, figures, ruledGross }: Worksheet): boolean =>
  terms.override?.grossRefund !== undefined || figures.grossRefund !== ruledGross
