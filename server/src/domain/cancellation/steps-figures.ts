import { amountOf, minus } from '../money.ts'
import { fractionFromPercent, multiplyFractions } from '../refund/factor.ts'
import type { CancelCalculation, CancelStep } from './results.ts'
import { AS_SET, ruledBy, step } from './step.ts'
import { countedText, exactText, factorText, moneyText } from './words.ts'
import { isGrossSet, type Worksheet } from './worksheet.ts'

/** From the factor to what is paid. */
export const figureSteps = (all: Worksheet, calculation: CancelCalculation): CancelStep[] => [
  ...factorSteps(all),
  grossStep(all),
  claimsStep(all, calculation),
  feeStep(all),
  netStep(calculation),
  ...taxSteps(all),
  totalStep(calculation),
]

function factorSteps(all: Worksheet): CancelStep[] {
  const { chosen, facts, rule, terms } = all
  const { method, counted, factor } = chosen
  const parts = [
    ...(counted.time ? [['timeFactor', counted.time, 'left / whole, in time'] as const] : []),
    ...(counted.miles ? [['milesFactor', counted.miles, 'left / whole, on the odometer'] as const] : []),
  ].map(([code, part, formula]) =>
    step({
      ...{ code, formula },
      inputs: { left: part.part, whole: part.whole },
      exact: `${part.part}/${part.whole}`,
      rounding: 'HalfUpToSixDecimals',
      words: `${part.part} of ${part.whole} are left: ${factorText(part)}.`,
    }),
  )
  // Without the odometer it is only what a refund that was set comes to.
  const isSet = terms.override?.unearnedFactor !== undefined || counted.factor === null
  const clause = rule.method ? `method ${rule.method}` : 'method of the program'
  return [
    ...parts,
    step({
      code: 'unearnedFactor',
      inputs: {
        ...{ method: method.code, monthRule: method.monthRule, methodPercent: method.refundPercent },
        ...(chosen.floor ? { floor: chosen.floor } : {}),
      },
      formula: isSet ? AS_SET : chosen.floor ? `${method.code}, at least ${chosen.floor}` : method.code,
      exact: `${factor.part}/${factor.whole}`,
      rounding: 'HalfUpToSixDecimals',
      ...ruledBy(all, terms.override?.cancelMethodCode ? 'method set by hand' : clause),
      words: `${method.code}: ${countedText(chosen, facts.contract.odometerUnit)}.`,
    }),
  ]
}

function grossStep(all: Worksheet): CancelStep {
  const { chosen, facts, figures, ruledGross } = all
  const { retail } = facts.contract
  const share = multiplyFractions(chosen.factor, fractionFromPercent(chosen.refundPercent))
  const isRuled = !isGrossSet(all)
  return step({
    code: 'grossRefund',
    inputs: {
      retail: amountOf(retail),
      unearnedFactor: `${chosen.factor.part}/${chosen.factor.whole}`,
      refundPercent: chosen.refundPercent,
      ...(isRuled || chosen.counted.factor === null ? {} : { byRule: amountOf(ruledGross) }),
    },
    formula: isRuled ? 'retail x unearnedFactor x refundPercent' : AS_SET,
    exact: isRuled ? exactText(retail, share) : moneyText(figures.grossRefund),
    rounding: 'HalfUpToCent',
    amount: figures.grossRefund,
    ...ruledBy(all, `refunds ${chosen.refundPercent}% of what is unearned`),
    words: `Of the price of ${moneyText(retail)}, ${moneyText(figures.grossRefund)} are not used up.`,
  })
}

function claimsStep(all: Worksheet, { claimsPaid, isFreeLook }: CancelCalculation): CancelStep {
  const { figures, rule, deductsClaims, chosen, terms } = all
  const { claimsDeduction, grossRefund } = figures
  const isSet = terms.override?.claimsDeduction !== undefined
  const why = isSet
    ? 'set by hand'
    : chosen.method.code === 'SERVICES'
      ? 'services used are counted already'
      : deductsClaims
        ? 'claims are deducted'
        : 'claims are not deducted'
  return step({
    code: 'claimsDeduction',
    inputs: { claimsPaid: amountOf(claimsPaid), grossRefund: amountOf(grossRefund) },
    formula: isSet ? AS_SET : deductsClaims ? 'the lesser of claimsPaid and grossRefund' : 'nothing',
    amount: claimsDeduction,
    ...ruledBy(all, !isSet && isFreeLook && rule.freeLookClaims ? `free look: ${rule.freeLookClaims}` : why),
    words: `Of claims of ${moneyText(claimsPaid)}, ${moneyText(claimsDeduction)} come off the refund: ${why}.`,
  })
}

function feeStep(all: Worksheet): CancelStep {
  const { figures, facts, rules, terms } = all
  const isSet = terms.override?.cancelFee !== undefined
  const left = minus(figures.grossRefund, figures.claimsDeduction)
  const { clause, percent } = isSet ? { clause: 'set by hand', percent: null } : feeClause(all)
  return step({
    code: 'cancelFee',
    inputs: {
      contractFee: amountOf(facts.settings.fee),
      allowed: amountOf(rules.fee),
      left: amountOf(left),
    },
    formula: isSet ? AS_SET : 'the least of contractFee, what the rule allows, and what is left',
    amount: figures.cancelFee,
    rounding: percent === null ? 'None' : 'HalfUpToCent',
    ...ruledBy(all, clause),
    words: `The fee is ${moneyText(figures.cancelFee)}: ${clause}.`,
  })
}

/** What the rule says of the fee, and the percent of the price in it. */
function feeClause({ rule, freeLook, terms }: Worksheet): { clause: string; percent: number | null } {
  if (terms.reason.forcesFlat) return { clause: `no fee with ${terms.reason.code}`, percent: null }
  const percent = freeLook.isWithin ? rule.freeLookFeePercent : rule.maxFeePercent
  const share = `${percent}% of retail`
  if (freeLook.isWithin)
    return percent === null
      ? { clause: 'no fee in the free look', percent }
      : { clause: `in the free look at most ${share}`, percent }
  return { clause: `at most ${moneyText(rule.maxFee)}${percent === null ? '' : ` and ${share}`}`, percent }
}

const netStep = ({ grossRefund, claimsDeduction, cancelFee, netRefund }: CancelCalculation): CancelStep =>
  step({
    code: 'netRefund',
    inputs: {
      grossRefund: amountOf(grossRefund),
      claimsDeduction: amountOf(claimsDeduction),
      cancelFee: amountOf(cancelFee),
    },
    formula: 'grossRefund - claimsDeduction - cancelFee',
    amount: netRefund,
    words: `${moneyText(grossRefund)} - ${moneyText(claimsDeduction)} - ${moneyText(cancelFee)} = ${moneyText(netRefund)}.`,
  })

const taxSteps = ({ taxes, figures, facts }: Worksheet): CancelStep[] =>
  taxes.map(({ type, rate, taxable, tax, refund }) => {
    const { retail } = facts.contract
    const share = multiplyFractions(
      { part: figures.grossRefund, whole: retail },
      { part: rate, whole: 100_000_000 },
    )
    return step({
      code: `salesTaxRefund:${type}`,
      inputs: {
        ...{ ratePercent: rate / 1_000_000, taxable: amountOf(taxable), charged: amountOf(tax) },
        ...{ grossRefund: amountOf(figures.grossRefund), retail: amountOf(retail) },
      },
      formula: 'rate x taxable x grossRefund / retail, at most what was charged',
      exact: exactText(taxable, share),
      rounding: 'HalfUpToCent',
      amount: refund,
      words: `Of the ${type.toLowerCase()} tax of ${moneyText(tax)}, ${moneyText(refund)} go back.`,
    })
  })

const totalStep = ({ netRefund, salesTaxRefund, totalRefund }: CancelCalculation): CancelStep =>
  step({
    code: 'totalRefund',
    inputs: { netRefund: amountOf(netRefund), salesTaxRefund: amountOf(salesTaxRefund) },
    formula: 'netRefund + salesTaxRefund',
    amount: totalRefund,
    words: `${moneyText(totalRefund)} are paid.`,
  })
