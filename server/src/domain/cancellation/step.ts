import { amountOf } from '../money.ts'
import type { CancelStep } from './results.ts'
import type { CancelRule } from './rules.ts'

/** The formula of a figure that somebody has set. */
export const AS_SET = 'as set'

type Made = Partial<CancelStep> & Pick<CancelStep, 'code' | 'formula' | 'words'>

/** A figure of the worksheet; what is not said is not there. */
export const step = (made: Made): CancelStep => ({
  inputs: {},
  exact: made.amount === undefined || made.amount === null ? '' : String(amountOf(made.amount)),
  rounding: 'None',
  amount: null,
  ruleCode: null,
  source: null,
  clause: null,
  ...made,
})

/** A figure that the rule has a say in. */
export const ruledBy = (
  { rule }: { readonly rule: CancelRule },
  clause: string,
): Pick<CancelStep, 'ruleCode' | 'source' | 'clause'> => ({
  ruleCode: rule.ruleCode,
  source: rule.source,
  clause,
})
