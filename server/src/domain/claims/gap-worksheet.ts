import { exactText, moneyText, quotientText } from '../figure-text.ts'
import { amountOf, type Cents, minus } from '../money.ts'
import type { WorksheetStep } from '../worksheet-step.ts'
import { figure } from '../worksheet-step.ts'
import type { GapFacts, NamedAmount } from './gap-facts.ts'
import { type GapFigures, ltvFactorToSixDecimals, type ResidualParts } from './gap-figures.ts'
import type { CompleteGap } from './gap-missing.ts'

/** The worksheet of a settlement, figure by figure in the order of the rule. */
export function gapSteps(facts: GapFacts, complete: CompleteGap, figures: GapFigures): WorksheetStep[] {
  const { formNumber } = facts.promise
  return [
    ...scheduleSteps(facts, complete, figures),
    ...facts.refunds.map((refund) => namedStep('refund', refund, 'is refunded and reduces the balance')),
    ...facts.exclusions.map((exclusion) => namedStep('exclusion', exclusion, 'is not covered')),
    balanceStep(complete, figures),
    ltvStep(complete, figures),
    coveredStep(figures),
    ...creditSteps(facts, complete, figures),
    gapStep(figures),
    payableStep(figures),
    residualStep(complete, figures),
    ...residualSteps(figures),
  ].map((step) => ({ ...step, source: formNumber }))
}

function scheduleSteps(
  { dateOfLoss }: GapFacts,
  { loan }: CompleteGap,
  { schedule }: GapFigures,
): WorksheetStep[] {
  const { payment, paymentsDue, balance, interestFrom, interestDays, interestToLoss, payoff } = schedule
  const { apr, termMonths, firstPaymentDate } = loan
  const financed = {
    ...{ amountFinanced: amountOf(loan.amountFinanced), apr, termMonths },
    ...(loan.residual > 0 ? { residual: amountOf(loan.residual) } : {}),
  }
  const isGiven = loan.monthlyPayment !== null
  return [
    figure({
      code: 'payment',
      inputs: financed,
      formula: isGiven
        ? 'as agreed'
        : apr === 0
          ? '(L - R) / N'
          : 'i (L - R v^N) / (1 - v^N), i = apr / 12, v = 1 / (1 + i)',
      rounding: isGiven ? 'None' : 'HalfUpToCent',
      amount: payment,
      words: `The monthly payment is ${moneyText(payment)}.`,
    }),
    figure({
      code: 'paymentsDue',
      inputs: { firstPaymentDate, dateOfLoss, termMonths },
      formula: 'due dates on or before dateOfLoss, at most termMonths',
      exact: String(paymentsDue),
      words: `${paymentsDue} of ${termMonths} payments were due by ${dateOfLoss}.`,
    }),
    figure({
      code: 'scheduledBalance',
      inputs: { ...financed, payment: amountOf(payment), paymentsDue },
      formula: 'each month: balance + balance x apr / 12, rounded - payment',
      rounding: 'HalfUpToCent',
      amount: balance,
      words: `After ${paymentsDue} payments on schedule, ${moneyText(balance)} is owed.`,
    }),
    figure({
      code: 'interestToLoss',
      inputs: { scheduledBalance: amountOf(balance), apr, from: interestFrom, days: interestDays },
      formula: 'scheduledBalance x apr / 365 x days',
      exact: exactText(balance, schedule.interestShare),
      rounding: 'HalfUpToCent',
      amount: interestToLoss,
      words: `Interest for ${interestDays} days from ${interestFrom} is ${moneyText(interestToLoss)}.`,
    }),
    figure({
      code: 'scheduledPayoff',
      inputs: { scheduledBalance: amountOf(balance), interestToLoss: amountOf(interestToLoss) },
      formula: 'scheduledBalance + interestToLoss',
      amount: payoff,
      words: `The scheduled payoff on ${dateOfLoss} is ${moneyText(payoff)}.`,
    }),
  ]
}

const namedStep = (kind: string, { type, amount }: NamedAmount, effect: string): WorksheetStep =>
  figure({
    code: `${kind}:${type}`,
    inputs: {},
    formula: 'as entered',
    amount,
    words: `${type} of ${moneyText(amount)} ${effect}.`,
  })

const balanceStep = ({ lenderPayoff }: CompleteGap, figures: GapFigures): WorksheetStep => {
  const { schedule, refunds, exclusions, coveredBalanceBeforeLtv: amount } = figures
  return figure({
    code: 'coveredBalanceBeforeLtv',
    inputs: {
      ...{ scheduledPayoff: amountOf(schedule.payoff), lenderPayoff: amountOf(lenderPayoff) },
      ...{ refunds: amountOf(refunds), exclusions: amountOf(exclusions) },
    },
    formula: 'the lesser of scheduledPayoff and lenderPayoff - refunds - exclusions, at least 0',
    amount,
    clause: 'arrears, late fees, deferred interest and later additions are not covered',
    words: `Of the lender's payoff of ${moneyText(lenderPayoff)}, ${moneyText(amount)} can be covered.`,
  })
}

function ltvStep({ loan, ltvValue }: CompleteGap, { ltv }: GapFigures): WorksheetStep {
  const { percent, maxPercent, factor } = ltv
  const isCut = factor !== null
  const most = maxPercent === null ? 'no maximum' : `a maximum of ${maxPercent}%`
  return figure({
    code: 'ltvFactor',
    inputs: {
      amountFinanced: amountOf(loan.amountFinanced),
      ...(ltvValue === null ? {} : { ltvValue: amountOf(ltvValue) }),
      ...(percent === null ? {} : { ltvPercent: percent }),
      ...(maxPercent === null ? {} : { maxLtvPercent: maxPercent }),
    },
    formula: isCut ? 'maxLtvPercent / (amountFinanced / ltvValue)' : 'all of the balance',
    exact: isCut ? quotientText(factor.part, factor.whole) : '1',
    rounding: isCut ? 'HalfUpToSixDecimals' : 'None',
    clause: `the plan has ${most}`,
    words:
      percent === null
        ? `The plan has ${most} of loan to value.`
        : `The loan was ${percent}% of the value; the plan has ${most}: factor ${ltvFactorToSixDecimals(ltv)}.`,
  })
}

function coveredStep({ coveredBalanceBeforeLtv: before, ltv, coveredBalance }: GapFigures): WorksheetStep {
  const { factor } = ltv
  return figure({
    code: 'coveredBalance',
    inputs: {
      coveredBalanceBeforeLtv: amountOf(before),
      ltvFactor: factor ? quotientText(factor.part, factor.whole) : '1',
    },
    formula: 'coveredBalanceBeforeLtv x ltvFactor',
    exact: factor
      ? quotientText(BigInt(before) * factor.part, factor.whole * 100n)
      : String(amountOf(before)),
    rounding: factor ? 'HalfUpToCent' : 'None',
    amount: coveredBalance,
    words: `The covered balance is ${moneyText(coveredBalance)}.`,
  })
}

function creditSteps(
  { promise }: GapFacts,
  { insurance, vehicleValue }: CompleteGap,
  { deductibleCovered, insuranceCredit }: GapFigures,
): WorksheetStep[] {
  if (!insurance)
    return [
      figure({
        code: 'insuranceCredit',
        inputs: { vehicleValue: amountOf(vehicleValue) },
        formula: 'vehicleValue',
        amount: insuranceCredit,
        clause: 'no primary insurance: the value of the vehicle counts',
        words: `Without primary insurance, the value of the vehicle of ${moneyText(vehicleValue)} counts.`,
      }),
    ]
  const { actualCashValue, salesTax, deductible } = insurance
  const limit = promise.deductibleLimit
  return [
    figure({
      code: 'deductibleCovered',
      inputs: { deductible: amountOf(deductible), deductibleLimit: amountOf(limit) },
      formula: 'the lesser of deductible and deductibleLimit',
      amount: deductibleCovered,
      clause: `the insurance deductible is covered up to ${moneyText(limit)}`,
      words: `Of the insurance deductible of ${moneyText(deductible)}, ${moneyText(deductibleCovered)} is covered.`,
    }),
    figure({
      code: 'insuranceCredit',
      inputs: {
        ...{ actualCashValue: amountOf(actualCashValue), salesTax: amountOf(salesTax) },
        deductibleCovered: amountOf(deductibleCovered),
      },
      formula: 'actualCashValue + salesTax - deductibleCovered',
      amount: insuranceCredit,
      clause: "the insurer's other deductions are not covered",
      words: `The primary insurance counts for ${moneyText(insuranceCredit)}.`,
    }),
  ]
}

const gapStep = ({ coveredBalance, insuranceCredit, gap }: GapFigures): WorksheetStep =>
  figure({
    code: 'gap',
    inputs: { coveredBalance: amountOf(coveredBalance), insuranceCredit: amountOf(insuranceCredit) },
    formula: 'coveredBalance - insuranceCredit, at least 0',
    amount: gap,
    words: `The gap is ${moneyText(gap)}.`,
  })

const payableStep = ({ gap, maxBenefit, payable }: GapFigures): WorksheetStep =>
  figure({
    code: 'payable',
    inputs: { gap: amountOf(gap), ...(maxBenefit === null ? {} : { maxBenefit: amountOf(maxBenefit) }) },
    formula: maxBenefit === null ? 'gap' : 'the lesser of gap and maxBenefit',
    amount: payable,
    clause: maxBenefit === null ? 'no maximum benefit' : `at most ${moneyText(maxBenefit)}`,
    words: `GAP pays ${moneyText(payable)}.`,
  })

const residualStep = ({ lenderPayoff }: CompleteGap, figures: GapFigures): WorksheetStep => {
  const { netSettlement, refunds, payable, customerResidual } = figures
  return figure({
    code: 'customerResidual',
    inputs: {
      ...{ lenderPayoff: amountOf(lenderPayoff), netSettlement: amountOf(netSettlement) },
      ...{ refunds: amountOf(refunds), payable: amountOf(payable) },
    },
    formula: 'lenderPayoff - netSettlement - refunds - payable',
    amount: customerResidual,
    words:
      customerResidual < 0
        ? `${moneyText(minus(0 as Cents, customerResidual))} is left over for the customer.`
        : `The customer still owes ${moneyText(customerResidual)}.`,
  })
}

const RESIDUAL_WORDS: Readonly<Record<keyof ResidualParts, string>> = {
  arrears: 'missed payments, late fees and other amounts that are not on the schedule',
  exclusions: 'amounts that the contract does not cover',
  ltvCut: 'the part of the loan above the maximum loan to value',
  deductibleAboveLimit: 'the insurance deductible above what is covered',
  insurerDeductions: 'what the insurer deducted besides its deductible',
  overMaximum: 'the gap above the maximum benefit',
  surplus: 'what insurance and refunds pay beyond the covered balance',
}

/** One step for each part that is not zero. Together they are the customer's residual. */
const residualSteps = ({ residualParts }: GapFigures): WorksheetStep[] =>
  (Object.keys(RESIDUAL_WORDS) as (keyof ResidualParts)[])
    .filter((part) => residualParts[part] !== 0)
    .map((part) =>
      figure({
        code: `residual:${part}`,
        inputs: {},
        formula: 'part of customerResidual',
        amount: residualParts[part],
        words: `${moneyText(residualParts[part])}: ${RESIDUAL_WORDS[part]}.`,
      }),
    )
