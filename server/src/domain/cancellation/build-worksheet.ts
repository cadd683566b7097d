import { addDays, type CalendarDate } from '../dates.ts'
import { countText, exactText, factorText, moneyText } from '../figure-text.ts'
import { exactProduct, type Fraction } from '../fraction.ts'
import { amountOf, minus, sumCents } from '../money.ts'
import { suspendedDays } from '../refund/clock.ts'
import { fractionFromPercent } from '../refund/factor.ts'
import { freeLookStep } from '../refund/fee.ts'
import { figure, type WorksheetStep } from '../worksheet-step.ts'
import type { CancelWork } from './cancel-work.ts'
import { lawFigures, payoffDeadline, payoffStart } from './law-figures.ts'
import type { FreeLookFee, PayoffStep } from './law-terms.ts'
import { needsNoNotice } from './reasons.ts'
import type { CancelCalculation } from './results.ts'
import { taxFigures } from './tax-figures.ts'
import { countedText } from './words.ts'
import {
  AFTER_BENEFIT,
  AS_SET,
  IN_DOLLARS,
  LINE,
  METHOD_SET,
  NO_DEDUCTION,
  NOT_OWED,
  type Worksheet,
} from './worksheet.ts'

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
    ...lawFigures(work),
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

/** Whether the provider must write to the holder before it cancels for this reason. */
const owesNotice = ({ rule, terms }: CancelWork): boolean =>
  rule.noticeDays !== null && !needsNoNotice(rule, terms.reason)

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
        ...(owesNotice(work) ? { noticeDays: rule.noticeDays ?? 0 } : {}),
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
      inputs: { totalMonths, daysIntoMonth, monthRule: monthRuleOf(work) },
      formula: 'full months from saleDate; a partial month by the monthRule',
      exact: String(monthsElapsed),
      words: `${monthsElapsed} of ${totalMonths} months count as used.`,
    }),
    milesUsed: milesFigure(work, calculation),
  }
}

/** The rule's own count of a partial month goes before that of the method. */
const monthRuleOf = ({ rule: { wholeMonthDays }, chosen }: CancelWork): string =>
  wholeMonthDays === null ? chosen.method.monthRule : `Day${wholeMonthDays}`

const earlyEnds = { Claim: 'a claim', Loss: 'a covered loss' } as const

/** What makes the free look of this rule unusual. */
const unusualFreeLook = ({ freeLook: { startDate, endedBy }, rule }: CancelWork) => ({
  ...(rule.freeLookFrom === 'Delivery' ? { startDate } : {}),
  ...(rule.freeLookCount === 'Business' ? { countsBusinessDays: true } : {}),
  ...(endedBy === null ? {} : { endedBy }),
})

function freeLookFigure(work: CancelWork, { isFreeLook, freeLookEndDate }: CancelCalculation) {
  const { freeLook, facts, terms, rule } = work
  const { isTransferred, term } = facts.contract
  const { endedBy, isLost } = freeLook
  const early = endedBy && `ended early with ${earlyEnds[endedBy]}; it ran until`
  const state =
    early ?? (isFreeLook ? 'lasts until' : isLost ? 'was lost to a claim; it ran until' : 'ended on')
  const unit = rule.freeLookCount === 'Business' ? 'business days' : 'days'
  const from = rule.freeLookFrom === 'Delivery' ? 'startDate' : 'saleDate'
  return figure({
    code: 'freeLook',
    inputs: {
      ...{ saleDate: term.saleDate, freeLookDays: freeLook.days },
      ...{ cancelDate: terms.cancelDate, noticeReceivedDate: terms.noticeReceivedDate },
      ...{ isTransferred, claimsLoseIt: rule.freeLookClaims === 'LoseFreeLook' },
      ...unusualFreeLook(work),
    },
    formula: `the later of cancelDate and noticeReceivedDate is at most freeLookDays after ${from}`,
    exact: freeLookEndDate,
    ...ruledBy({ rule }, `free look of ${freeLook.days} ${unit}`),
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
  const isBarred = chosen.isBarred && method.code === 'NONE'
  const clause = isBarred ? AFTER_BENEFIT : rule.method ? `method ${rule.method}` : 'method of the program'
  const why = isBarred ? ', because a benefit was paid' : ''
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
      words: `${method.code}: ${countedText(chosen, facts.contract.odometerUnit)}${why}.`,
    }),
  }
}

/** Whether the gross refund was set by hand, or follows from a net refund that was. */
const isGrossSet = ({ terms, figures, ruledGross }: CancelWork): boolean =>
  terms.override?.grossRefund !== undefined || figures.grossRefund !== ruledGross

/** What the rule does with the product of price and factor. */
function owedWords({ exactGross, ruledGross, rule }: CancelWork): string {
  if (exactGross === ruledGross) return ''
  return ruledGross === 0 && rule.leastRefund > 0 ? `${NOT_OWED} ${moneyText(rule.leastRefund)}` : IN_DOLLARS
}

function grossFigure(work: CancelWork): Worksheet['grossRefund'] {
  const { chosen, facts, figures, ruledGross } = work
  const { retail } = facts.contract
  const share = exactProduct(chosen.factor, fractionFromPercent(chosen.refundPercent))
  const isSet = isGrossSet(work)
  const owed = owedWords(work)
  return figure({
    code: 'grossRefund',
    inputs: {
      retail: amountOf(retail),
      unearnedFactor: `${chosen.factor.part}/${chosen.factor.whole}`,
      refundPercent: chosen.refundPercent,
      ...(isSet && chosen.counted.factor !== null ? { byRule: amountOf(ruledGross) } : {}),
    },
    formula: isSet ? AS_SET : `retail x unearnedFactor x refundPercent${owed && `, ${owed}`}`,
    exact: isSet ? moneyText(figures.grossRefund) : exactText(retail, share),
    rounding: 'HalfUpToCent',
    amount: figures.grossRefund,
    ...ruledBy(work, `refunds ${chosen.refundPercent}% of the unearned part${owed && `, ${owed}`}`),
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
  const step = freeLook.isWithin ? freeLookStep(rule, freeLook.day) : undefined
  if (step)
    return { clause: `in the free look at most ${limitText(step, 'retail')}`, percent: step.maxFeePercent }
  const percent = freeLook.isWithin ? rule.freeLookFeePercent : rule.maxFeePercent
  const share = `${percent}% of ${freeLook.isWithin ? 'retail' : feeBases[rule.feeBase]}`
  if (freeLook.isWithin)
    return percent === null || percent === 0
      ? { clause: 'no fee in the free look', percent }
      : { clause: `in the free look at most ${share}`, percent }
  if (rule.percentFeeOnly) return { clause: `at most ${share}`, percent }
  return { clause: `at most ${moneyText(rule.maxFee)}${percent === null ? '' : ` and ${share}`}`, percent }
}

const feeBases = { Price: 'retail', Refund: 'the refund', Unearned: 'the unearned part' } as const

const limitText = ({ maxFee, maxFeePercent }: FreeLookFee, base: string): string =>
  [
    ...(maxFee === null ? [] : [moneyText(maxFee)]),
    ...(maxFeePercent === null ? [] : [`${maxFeePercent}% of ${base}`]),
  ].join(' and ')

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

/** The day by which the refund is due. At a payoff the rule may count from the end of the loan. */
export function dueDateFor({ terms, ...work }: Pick<CancelWork, 'rule' | 'facts' | 'terms'>): CalendarDate {
  const step = payoffDeadline(work.rule, terms)
  return step
    ? addDays(payoffStart(step, terms), step.days)
    : addDays(terms.noticeReceivedDate, refundDaysFor(work))
}

function dueFigure(work: CancelWork, { refundDueDate }: CancelCalculation): Worksheet['refundDueDate'] {
  const step = payoffDeadline(work.rule, work.terms)
  if (step) return payoffDueFigure(work, step, refundDueDate)
  return figure({
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
}

const payoffDueFigure = (work: CancelWork, { days, from }: PayoffStep, refundDueDate: CalendarDate) =>
  figure({
    code: 'refundDueDate',
    inputs: {
      ...{ noticeReceivedDate: work.terms.noticeReceivedDate, refundDays: days },
      ...(from === 'LoanEnd' ? { payoffDate: work.terms.cancelDate } : {}),
    },
    formula: from === 'LoanEnd' ? 'payoffDate + refundDays' : 'noticeReceivedDate + refundDays',
    exact: refundDueDate,
    ...ruledBy(work, `${days} days from ${from === 'LoanEnd' ? 'the end of the loan' : 'the notice'}`),
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
