import { countText, exactText, factorText, moneyText } from '../figure-text.ts'
import { type Fraction, WHOLE_PERCENT } from '../fraction.ts'
import { amountOf, type Cents, minus, sumCents } from '../money.ts'
import { suspendedDays } from '../refund/clock.ts'
import { fractionFromPercent, multiplyFractions } from '../refund/factor.ts'
import type { FigureRules, RefundFigures } from '../refund/figures.ts'
import type { TaxRefund } from '../refund/tax.ts'
import { figure, type WorksheetStep } from '../worksheet-step.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import type { FreeLook } from './free-look.ts'
import type { DividedLines } from './lines.ts'
import type { ChosenMethod } from './method.ts'
import type { RefundPayee } from './payee.ts'
import type { CancelCalculation } from './results.ts'
import type { CancelRule } from './rules.ts'
import { countedText } from './words.ts'
import { AS_SET, LINE, METHOD_SET, NO_DEDUCTION, TAX, TAX_KEPT, type Worksheet } from './worksheet.ts'

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
  readonly ruledGross: Cents
  readonly figures: RefundFigures
  readonly taxes: readonly TaxRefund[]
  readonly divided: DividedLines
  readonly payee: RefundPayee
}

/** Builds the worksheet of a calculation, figure by figure in the order of the steps. */
export function buildWorksheet(work: CancelWork, calculation: CancelCalculation): Worksheet {
  return {
    ...timeFigures(work, calculation),
    ...factorFigures(work),
    grossRefund: grossFigure(work),
    claimsDeduction: claimsFigure(work, calculation),
    cancelFee: feeFigure(work),
    netRefund: netFigure(calculation),
    taxes: taxFigures(work),
    totalRefund: totalFigure(calculation),
    lines: lineFigures(work, calculation),
    shortfall: shortfallFigure(work, calculation),
    refundDueDate: dueFigure(work, calculation),
    payee: payeeFigure(work, calculation),
  }
}

/** The rule behind a figure, and the part of it that applies. */
const ruledBy = (
  { rule }: Pick<CancelWork, 'rule'>,
  clause: string,
): Pick<WorksheetStep, 'ruleCode' | 'source' | 'clause'> => ({
  ruleCode: rule.ruleCode,
  source: rule.source,
  clause,
})

function timeFigures(work: CancelWork, calculation: CancelCalculation) {
  const { facts, terms, chosen, rule } = work
  const { stateOfSale, productTypeCode } = facts.contract
  const { saleDate, expirationDate, suspensions, extendedDays } = facts.contract.term
  const { daysElapsed, totalDays, monthsElapsed } = calculation
  const { totalMonths, daysIntoMonth } = chosen.usage.clock
  return {
    rule: figure({
      code: 'rule',
      inputs: {
        ...{ state: stateOfSale, productTypeCode, reason: terms.reason.code },
        ...{ requestedBy: terms.requestedBy, side: rule.side, saleDate },
        ...(rule.noticeDays === null ? {} : { noticeDays: rule.noticeDays }),
      },
      formula: 'the most specific rule for these inputs',
      exact: rule.ruleCode,
      ...ruledBy(work, rule.state === null ? 'every state without a rule of its own' : rule.state),
      words: `Rule ${rule.ruleCode} applies${rule.source ? ` (${rule.source})` : ''}.`,
    }),
    freeLook: freeLookFigure(work, calculation),
    daysElapsed: figure({
      code: 'daysElapsed',
      inputs: {
        ...{ saleDate, cancelDate: terms.cancelDate },
        suspendedDays: suspendedDays(suspensions, terms.cancelDate),
      },
      formula: 'days from saleDate to cancelDate, less suspendedDays',
      exact: String(daysElapsed),
      words: `The contract ran for ${daysElapsed} days.`,
    }),
    totalDays: figure({
      code: 'totalDays',
      inputs: { saleDate, expirationDate, extendedDays },
      formula: 'days from saleDate to expirationDate, less extendedDays',
      exact: String(totalDays),
      words: `The term is ${totalDays} days.`,
    }),
    monthsElapsed: figure({
      code: 'monthsElapsed',
      inputs: { totalMonths, daysIntoMonth, monthRule: chosen.method.monthRule },
      formula: 'full months from saleDate; a partial month by the monthRule',
      exact: String(monthsElapsed),
      words: `${monthsElapsed} of ${totalMonths} months count as used.`,
    }),
    milesUsed: milesFigure(work, calculation),
  }
}

function freeLookFigure(
  { freeLook, facts, terms, rule }: CancelWork,
  { isFreeLook, freeLookEndDate }: CancelCalculation,
) {
  const { isTransferred, term } = facts.contract
  const state = isFreeLook
    ? 'lasts until'
    : freeLook.isLost
      ? 'was lost to a claim; it ran until'
      : 'ended on'
  return figure({
    code: 'freeLook',
    inputs: {
      ...{ saleDate: term.saleDate, freeLookDays: freeLook.days },
      ...{ cancelDate: terms.cancelDate, noticeReceivedDate: terms.noticeReceivedDate },
      ...{ isTransferred, claimsLoseIt: rule.freeLookClaims === 'LoseFreeLook' },
    },
    formula: 'the later of cancelDate and noticeReceivedDate is at most freeLookDays after saleDate',
    exact: freeLookEndDate,
    ...ruledBy({ rule }, `free look of ${freeLook.days} days`),
    words: `The free look ${state} ${freeLookEndDate}.`,
  })
}

function milesFigure({ facts, terms }: CancelWork, { milesUsed }: CancelCalculation): Worksheet['milesUsed'] {
  const { effectiveOdometer, expirationOdometer, odometerUnit } = facts.contract
  if (milesUsed === null || terms.cancelOdometer === null) return null
  return figure({
    code: 'milesUsed',
    inputs: {
      cancelOdometer: terms.cancelOdometer,
      effectiveOdometer: effectiveOdometer ?? 0,
      ...(expirationOdometer === null ? {} : { expirationOdometer }),
    },
    formula: 'cancelOdometer - effectiveOdometer',
    exact: String(milesUsed),
    words: `${countText(milesUsed)} ${odometerUnit} were used.`,
  })
}

function partFigure(code: string, share: Fraction | null, formula: string): Worksheet['timeFactor'] {
  if (!share) return null
  const { part: left, whole } = share
  return figure({
    ...{ code, formula, inputs: { left, whole } },
    exact: `${left}/${whole}`,
    rounding: 'HalfUpToSixDecimals',
    words: `${left} of ${whole} are left: ${factorText(share)}.`,
  })
}

function factorFigures(work: CancelWork) {
  const { chosen, facts, rule, terms } = work
  const { method, counted, factor, floor } = chosen
  // Without an odometer reading, the factor only follows from a refund that was set by hand.
  const isSet = terms.override?.unearnedFactor !== undefined || counted.factor === null
  const clause = rule.method ? `method ${rule.method}` : 'method of the program'
  return {
    timeFactor: partFigure('timeFactor', counted.time, 'left / whole, in time'),
    milesFactor: partFigure('milesFactor', counted.miles, 'left / whole, on the odometer'),
    unearnedFactor: figure({
      code: 'unearnedFactor',
      inputs: {
        ...{ method: method.code, monthRule: method.monthRule, methodPercent: method.refundPercent },
        ...(floor ? { floor } : {}),
      },
      formula: isSet ? AS_SET : floor ? `${method.code}, at least ${floor}` : method.code,
      exact: `${factor.part}/${factor.whole}`,
      rounding: 'HalfUpToSixDecimals',
      ...ruledBy(work, terms.override?.cancelMethodCode ? METHOD_SET : clause),
      words: `${method.code}: ${countedText(chosen, facts.contract.odometerUnit)}.`,
    }),
  }
}

/** Whether the gross refund was set by hand, or follows from a net refund that was. */
const isGrossSet = ({ terms, figures, ruledGross }: CancelWork): boolean =>
  terms.override?.grossRefund !== undefined || figures.grossRefund !== ruledGross

function grossFigure(work: CancelWork): Worksheet['grossRefund'] {
  const { chosen, facts, figures, ruledGross } = work
  const { retail } = facts.contract
  const share = multiplyFractions(chosen.factor, fractionFromPercent(chosen.refundPercent))
  const isSet = isGrossSet(work)
  return figure({
    code: 'grossRefund',
    inputs: {
      retail: amountOf(retail),
      unearnedFactor: `${chosen.factor.part}/${chosen.factor.whole}`,
      refundPercent: chosen.refundPercent,
      ...(isSet && chosen.counted.factor !== null ? { byRule: amountOf(ruledGross) } : {}),
    },
    formula: isSet ? AS_SET : 'retail x unearnedFactor x refundPercent',
    exact: isSet ? moneyText(figures.grossRefund) : exactText(retail, share),
    rounding: 'HalfUpToCent',
    amount: figures.grossRefund,
    ...ruledBy(work, `refunds ${chosen.refundPercent}% of the unearned part`),
    words: `Of the price of ${moneyText(retail)}, ${moneyText(figures.grossRefund)} is refunded before deductions.`,
  })
}

function claimsFigure(
  work: CancelWork,
  { claimsPaid, isFreeLook }: CancelCalculation,
): Worksheet['claimsDeduction'] {
  const { figures, rule, deductsClaims, chosen, terms } = work
  const { claimsDeduction, grossRefund } = figures
  const isSet = terms.override?.claimsDeduction !== undefined
  const why = isSet
    ? 'set by hand'
    : chosen.method.code === 'SERVICES'
      ? 'used services are already counted'
      : deductsClaims
        ? 'claims are deducted'
        : 'claims are not deducted'
  return figure({
    code: 'claimsDeduction',
    inputs: { claimsPaid: amountOf(claimsPaid), grossRefund: amountOf(grossRefund) },
    formula: isSet ? AS_SET : deductsClaims ? 'the lesser of claimsPaid and grossRefund' : NO_DEDUCTION,
    amount: claimsDeduction,
    ...ruledBy(work, !isSet && isFreeLook && rule.freeLookClaims ? `free look: ${rule.freeLookClaims}` : why),
    words: `Of claims of ${moneyText(claimsPaid)}, ${moneyText(claimsDeduction)} is deducted: ${why}.`,
  })
}

function feeFigure(work: CancelWork): Worksheet['cancelFee'] {
  const { figures, facts, rules, terms } = work
  const isSet = terms.override?.cancelFee !== undefined
  const left = minus(figures.grossRefund, figures.claimsDeduction)
  const { clause, percent } = isSet ? { clause: 'set by hand', percent: null } : feeClause(work)
  return figure({
    code: 'cancelFee',
    inputs: {
      ...{ contractFee: amountOf(facts.settings.fee), allowed: amountOf(rules.fee), left: amountOf(left) },
    },
    formula: isSet ? AS_SET : 'the least of contractFee, what the rule allows, and what is left',
    amount: figures.cancelFee,
    rounding: percent === null ? 'None' : 'HalfUpToCent',
    ...ruledBy(work, clause),
    words: `The fee is ${moneyText(figures.cancelFee)}: ${clause}.`,
  })
}

/** The fee limit of the rule, and the percent of the price in it. */
function feeClause({ rule, freeLook, terms }: CancelWork): { clause: string; percent: number | null } {
  if (terms.reason.forcesFlat) return { clause: `no fee with ${terms.reason.code}`, percent: null }
  const percent = freeLook.isWithin ? rule.freeLookFeePercent : rule.maxFeePercent
  const share = `${percent}% of retail`
  if (freeLook.isWithin)
    return percent === null
      ? { clause: 'no fee in the free look', percent }
      : { clause: `in the free look at most ${share}`, percent }
  return { clause: `at most ${moneyText(rule.maxFee)}${percent === null ? '' : ` and ${share}`}`, percent }
}

const netFigure = ({ grossRefund, claimsDeduction, cancelFee, netRefund }: CancelCalculation) =>
  figure({
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

const taxFigures = ({ taxes, figures, facts }: CancelWork): Worksheet['taxes'] =>
  taxes.map((charged) => {
    const { type, rate, taxable, tax, refund } = charged
    const { retail } = facts.contract
    const share = multiplyFractions(
      { part: figures.grossRefund, whole: retail },
      { part: rate, whole: WHOLE_PERCENT },
    )
    const inputs = {
      ...{ ratePercent: rate / 1_000_000, taxable: amountOf(taxable), charged: amountOf(tax) },
      ...{ grossRefund: amountOf(figures.grossRefund), retail: amountOf(retail) },
    }
    if (!charged.isRefundable) return keptTaxFigure(charged, inputs)
    return figure({
      code: `${TAX}${type}`,
      inputs,
      formula: 'rate x taxable x grossRefund / retail, at most what was charged',
      exact: exactText(taxable, share),
      rounding: 'HalfUpToCent',
      amount: refund,
      words: `Of the ${type.toLowerCase()} tax of ${moneyText(tax)}, ${moneyText(refund)} is refunded.`,
    })
  })

/** A tax that its own rule does not refund, whatever the cancel rule says. */
const keptTaxFigure = (
  { type, tax, refund, rule }: TaxRefund,
  inputs: Worksheet['taxes'][number]['inputs'],
) =>
  figure({
    code: `${TAX}${type}`,
    inputs,
    formula: TAX_KEPT,
    amount: refund,
    ...(rule ? { ruleCode: `SALESTAX-${rule.id}`, source: `${type} sales tax, ${rule.place}` } : {}),
    clause: 'not refunded when a contract is cancelled',
    words: `The ${type.toLowerCase()} tax of ${moneyText(tax)} is not refunded${rule ? `: the sales tax rule of ${rule.place} does not refund it` : ''}.`,
  })

const totalFigure = ({ netRefund, salesTaxRefund, totalRefund }: CancelCalculation) =>
  figure({
    code: 'totalRefund',
    inputs: { netRefund: amountOf(netRefund), salesTaxRefund: amountOf(salesTaxRefund) },
    formula: 'netRefund + salesTaxRefund',
    amount: totalRefund,
    words: `The total refund is ${moneyText(totalRefund)}.`,
  })

const lineRuleWords = {
  Proportional: 'its share of the refund',
  OwnMethod: 'by its own method',
  NonRefundable: 'not refundable',
  FlatOnlyInFreeLook: 'refundable only in the free look',
} as const

const lineFigures = ({ facts, terms }: CancelWork, { lines }: CancelCalculation): Worksheet['lines'] =>
  lines.map(({ code, original, unearnedFactor, refund, claimsDeduction }, index) => {
    const cancelRule = facts.contract.lines[index]?.cancelRule ?? 'Proportional'
    const isSet = terms.override?.disbursements !== undefined
    const why = isSet ? 'set by hand' : lineRuleWords[cancelRule]
    return figure({
      code: `${LINE}${code}`,
      inputs: {
        ...{ original: amountOf(original), unearnedFactor, cancelRule },
        ...{ claimsDeduction: amountOf(claimsDeduction) },
      },
      formula: isSet ? AS_SET : cancelRule,
      rounding: cancelRule === 'OwnMethod' ? 'HalfUpToCent' : 'LargestRemainder',
      amount: refund,
      clause: isSet ? 'set by hand' : cancelRule,
      words: `${code} gives back ${moneyText(refund)} of ${moneyText(original)} (${why}), ${moneyText(minus(refund, claimsDeduction))} after claims.`,
    })
  })

const shortfallFigure = ({ facts }: CancelWork, { shortfall, grossRefund, lines }: CancelCalculation) =>
  figure({
    code: 'shortfall',
    inputs: {
      grossRefund: amountOf(grossRefund),
      lines: amountOf(sumCents(lines.map(({ refund }) => refund))),
    },
    formula: 'grossRefund - sum of lines',
    amount: shortfall,
    words: `${facts.settings.shortfallAccount.name} bears the shortfall of ${moneyText(shortfall)}.`,
  })

/** The days in which the refund is due: by the rule, or else by the setting. */
export const refundDaysFor = ({ rule, facts }: Pick<CancelWork, 'rule' | 'facts'>): number =>
  rule.refundDays ?? facts.settings.refundDays

const dueFigure = (work: CancelWork, { refundDueDate }: CancelCalculation) =>
  figure({
    code: 'refundDueDate',
    inputs: { noticeReceivedDate: work.terms.noticeReceivedDate, refundDays: refundDaysFor(work) },
    formula: 'noticeReceivedDate + refundDays',
    exact: refundDueDate,
    ...ruledBy(
      work,
      `${refundDaysFor(work)} days${work.rule.refundDays === null ? ' by the setting refundDays' : ''}`,
    ),
    words: `The refund is due by ${refundDueDate}.`,
  })

const payeeFigure = ({ terms, facts }: CancelWork, { payee, refundPayer }: CancelCalculation) =>
  figure({
    code: 'payee',
    inputs: {
      ...{ payeeRule: terms.reason.payeeRule, hasLien: facts.contract.lienHolder !== null },
      ...{ refundPayer, isDealerOwing: facts.contract.isDealerOwing },
    },
    formula: terms.override?.payee ? AS_SET : 'the first payee rule that fits',
    exact: payee.name,
    clause: terms.reason.payeeRule,
    words: `The refund belongs to ${payee.name}. The ${refundPayer.toLowerCase()} pays it.`,
  })
