import { moneyText } from '../figure-text.ts'
import { toSixDecimals } from '../fraction.ts'
import { DEALER_COST } from '../ledger/cost-visibility.ts'
import { MARKUP } from '../ledger/rows.ts'
import { amountOf, minus, sumCents, ZERO } from '../money.ts'
import { boundedFraction } from '../refund/factor.ts'
import { figure, type WorksheetStep } from '../worksheet-step.ts'
import { tellsOfLines } from './explanation.ts'
import { VERIFICATION } from './law-figures.ts'
import type { CancelCalculation, CancelLineRefund } from './results.ts'
import { LINE } from './worksheet.ts'

// The calculation as limited callers see it: dealer cost is one line, so that its parts stay hidden.

export interface SeenLine extends Omit<CancelLineRefund, 'accountHolder'> {
  readonly accountHolder: CancelLineRefund['accountHolder'] | null
}

export interface SeenCalculation extends Omit<CancelCalculation, 'lines' | 'computed'> {
  readonly lines: readonly SeenLine[]
}

/**
 * Two lines remain, dealer cost and markup, and they sum to the refund. The shortfall is part of dealer cost: shown by
 * itself it would reveal which lines are not refundable.
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

const MARKUP_LINE = `${LINE}${MARKUP}`

/** One step replaces those of the cost lines and the shortfall, in the place of the first. The markup keeps its own. */
function seenSteps(steps: readonly WorksheetStep[], whole: SeenLine): WorksheetStep[] {
  const isKept = ({ code }: WorksheetStep) =>
    code === MARKUP_LINE || !(code.startsWith(LINE) || code === 'shortfall' || code === VERIFICATION)
  const at = steps.findIndex(({ code }) => code.startsWith(LINE))
  const [before, behind] = at < 0 ? [steps, []] : [steps.slice(0, at), steps.slice(at)]
  return [...before.filter(isKept), costStep(whole), ...behind.filter(isKept)]
}

const costStep = ({ code, original, unearnedFactor, refund, claimsDeduction }: SeenLine): WorksheetStep =>
  figure({
    code: `${LINE}${code}`,
    inputs: {
      ...{ original: amountOf(original), unearnedFactor },
      ...{ claimsDeduction: amountOf(claimsDeduction) },
    },
    formula: 'grossRefund - markup',
    amount: refund,
    words: `${code} gives back ${moneyText(refund)} of ${moneyText(original)}, ${moneyText(minus(refund, claimsDeduction))} after claims.`,
  })
