import { toSixDecimals } from '../fraction.ts'
import { DEALER_COST } from '../ledger/cost-visibility.ts'
import { MARKUP } from '../ledger/rows.ts'
import { amountOf, minus, sumCents, ZERO } from '../money.ts'
import { boundedFraction } from '../refund/factor.ts'
import { tellsOfLines } from './explanation.ts'
import type { CancelCalculation, CancelLineRefund, CancelStep } from './results.ts'
import { step } from './step.ts'
import { moneyText } from './words.ts'

// A cancellation as somebody sees it from whom is kept what dealer cost is made of.

export interface SeenLine extends Omit<CancelLineRefund, 'accountHolder'> {
  readonly accountHolder: CancelLineRefund['accountHolder'] | null
}

export interface SeenCalculation extends Omit<CancelCalculation, 'lines' | 'computed'> {
  readonly lines: readonly SeenLine[]
}

/**
 * With two lines, which sum to the refund. What lines of the cost do not give back is borne for them, and would tell which
 * they are: it is part of the one.
 */
export function withoutCostSplit(calculation: CancelCalculation): SeenCalculation {
  const { grossRefund, claimsDeduction } = calculation
  const markup = calculation.lines.find(({ code }) => code === MARKUP)
  const cost = calculation.lines.filter(({ code }) => code !== MARKUP)
  const original = sumCents(cost.map((line) => line.original))
  const refund = minus(grossRefund, markup?.refund ?? ZERO)
  const whole: SeenLine = {
    code: DEALER_COST,
    accountHolder: null,
    original,
    unearnedFactor: toSixDecimals(boundedFraction(refund, original)),
    refund,
    claimsDeduction: minus(claimsDeduction, markup?.claimsDeduction ?? ZERO),
    chargeback: false,
    direction: 'Receive',
  }
  const lines = markup ? [whole, markup] : [whole]
  const { computed: _, ...rest } = calculation
  return {
    ...rest,
    lines,
    shortfall: ZERO,
    shortfallClaims: ZERO,
    explanation: calculation.explanation.filter((sentence) => !tellsOfLines(sentence)),
    steps: seenSteps(calculation.steps, whole),
  }
}

const LINE = 'line:'
const MARKUP_LINE = `${LINE}${MARKUP}`

/** The steps of the single lines are one, in the place of the first; that of the markup stays. */
function seenSteps(steps: readonly CancelStep[], whole: SeenLine): CancelStep[] {
  const isKept = ({ code }: CancelStep) =>
    code === MARKUP_LINE || !(code.startsWith(LINE) || code === 'shortfall')
  const at = steps.findIndex(({ code }) => code.startsWith(LINE))
  const [before, behind] = at < 0 ? [steps, []] : [steps.slice(0, at), steps.slice(at)]
  return [...before.filter(isKept), costStep(whole), ...behind.filter(isKept)]
}

const costStep = ({ code, original, unearnedFactor, refund, claimsDeduction }: SeenLine): CancelStep =>
  step({
    code: `${LINE}${code}`,
    inputs: {
      ...{ original: amountOf(original), unearnedFactor },
      ...{ claimsDeduction: amountOf(claimsDeduction) },
    },
    formula: 'grossRefund - markup',
    amount: refund,
    words: `${code} gives back ${moneyText(refund)} of ${moneyText(original)}, ${moneyText(minus(refund, claimsDeduction))} after claims.`,
  })
