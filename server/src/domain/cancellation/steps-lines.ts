import { amountOf, minus, sumCents } from '../money.ts'
import type { CancelCalculation, CancelStep } from './results.ts'
import { AS_SET, ruledBy, step } from './step.ts'
import { moneyText } from './words.ts'
import type { Worksheet } from './worksheet.ts'

/** Who gives what, and who gets it, and when. */
export const lineSteps = (all: Worksheet, calculation: CancelCalculation): CancelStep[] => [
  ...stepsOfLines(all, calculation),
  shortfallStep(all, calculation),
  dueStep(all, calculation),
  payeeStep(all, calculation),
]

const ruleWords = {
  Proportional: 'its share of the refund',
  OwnMethod: 'what its own method leaves',
  NonRefundable: 'nothing: it is not refundable',
  FlatOnlyInFreeLook: 'its share in the free look, else nothing',
} as const

function stepsOfLines({ facts, terms }: Worksheet, { lines }: CancelCalculation): CancelStep[] {
  return lines.map(({ code, original, unearnedFactor, refund, claimsDeduction }, at) => {
    const cancelRule = facts.contract.lines[at]?.cancelRule ?? 'Proportional'
    const isSet = terms.override?.disbursements !== undefined
    return step({
      code: `line:${code}`,
      inputs: {
        ...{ original: amountOf(original), unearnedFactor, cancelRule },
        ...{ claimsDeduction: amountOf(claimsDeduction) },
      },
      formula: isSet ? AS_SET : cancelRule,
      rounding: cancelRule === 'OwnMethod' ? 'HalfUpToCent' : 'LargestRemainder',
      amount: refund,
      clause: isSet ? 'set by hand' : cancelRule,
      words: `${code} gives back ${moneyText(refund)} of ${moneyText(original)} (${isSet ? 'set by hand' : ruleWords[cancelRule]}), ${moneyText(minus(refund, claimsDeduction))} after claims.`,
    })
  })
}

function shortfallStep(
  { facts }: Worksheet,
  { shortfall, grossRefund, lines }: CancelCalculation,
): CancelStep {
  const given = sumCents(lines.map(({ refund }) => refund))
  return step({
    code: 'shortfall',
    inputs: { grossRefund: amountOf(grossRefund), lines: amountOf(given) },
    formula: 'grossRefund - sum of lines',
    amount: shortfall,
    words: `${facts.settings.shortfallAccount.name} bears ${moneyText(shortfall)}, which the lines do not give.`,
  })
}

const dueStep = (all: Worksheet, { refundDueDate }: CancelCalculation): CancelStep =>
  step({
    code: 'refundDueDate',
    inputs: { noticeReceivedDate: all.terms.noticeReceivedDate, refundDays: all.rule.refundDays },
    formula: 'noticeReceivedDate + refundDays',
    exact: refundDueDate,
    ...ruledBy(all, `${all.rule.refundDays} days`),
    words: `The refund is due on ${refundDueDate}.`,
  })

const payeeStep = ({ terms, facts }: Worksheet, { payee, refundPayer }: CancelCalculation): CancelStep =>
  step({
    code: 'payee',
    inputs: {
      ...{ payeeRule: terms.reason.payeeRule, hasLien: facts.contract.lienHolder !== null },
      ...{ refundPayer, isDealerOwing: facts.contract.isDealerOwing },
    },
    formula: terms.override?.payee ? AS_SET : 'the first payee rule that fits',
    exact: payee.name,
    clause: terms.reason.payeeRule,
    words: `The refund belongs to ${payee.name}; the ${refundPayer.toLowerCase()} pays it.`,
  })
