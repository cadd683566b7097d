import type { CancelCalculation } from '../cancellation/results.ts'
import {
  deductsNoClaims,
  isAfterBenefit,
  isBelowLeast,
  isInDollars,
  isMethodSet,
  isSetByHand,
  type Worksheet,
} from '../cancellation/worksheet.ts'
import {
  counted,
  dateWords,
  moneyWords,
  numberWords,
  percentWords,
  usageWords,
} from '../contract-form/words.ts'
import type { Row, Section } from '../letter.ts'
import { type Cents, centsOf, minus, sumCents, ZERO } from '../money.ts'
import { lowestTerms } from '../refund/factor.ts'
import type { MethodCode } from '../refund/methods.ts'
import type { TaxRefund } from '../refund/tax.ts'
import type { CancelLetter } from './facts.ts'

// The sections of the letter that explain the figures: the rule, the unused share, and the refund. They are written from
// the worksheet, like the steps and the explanation.

interface LetterFigures {
  readonly letter: CancelLetter
  readonly calculation: CancelCalculation
  readonly worksheet: Worksheet
}

const SET = 'Set for this cancellation.'

const and = new Intl.ListFormat('en-US')

/** The rule behind the refund, and the free look. */
export function ruleSection(figures: LetterFigures): Section {
  return {
    heading: 'The rule that applies',
    blocks: [{ kind: 'text', paragraphs: [ruleWords(figures), freeLookWords(figures)] }],
  }
}

function ruleWords({ worksheet: { rule }, calculation: { state, ruleCode, side } }: LetterFigures): string {
  const law = rule.source ? ` (${rule.source})` : ''
  const which =
    rule.clause === state
      ? `The rule for such contracts in that state is ${ruleCode}${law}.`
      : `That state has no rule of its own for such contracts, so our general rule applies, ${ruleCode}${law}.`
  const provider = side === 'Provider' ? ' It is the rule for a contract that the provider cancels.' : ''
  const { noticeDays } = rule.inputs
  const notice =
    noticeDays === undefined
      ? ''
      : ` It requires us to write to you at least ${counted(noticeDays, 'day')} before we cancel.`
  return `Your contract was sold in ${state}. ${which}${provider}${notice}`
}

function freeLookWords({ letter, calculation, worksheet }: LetterFigures): string {
  const { isFreeLook, freeLookEndDate, method } = calculation
  const { freeLookDays, isTransferred, cancelDate, noticeReceivedDate } = worksheet.freeLook.inputs
  const isFlatByReason = method === 'FLAT' && !isMethodSet(worksheet)
  // Some reasons undo the sale.
  const flat = isFlatByReason ? ` For the reason “${letter.reason.name}” the whole price is refunded.` : ''
  if (isTransferred)
    return `The free look belonged to the first owner and does not pass to a new owner.${flat}`
  const { startDate, countsBusinessDays, endedBy } = worksheet.freeLook.inputs
  const days = counted(freeLookDays, countsBusinessDays ? 'business day' : 'day')
  const look = `the free look of ${days} from ${startDate === undefined ? 'the sale' : `the delivery on ${dateWords(startDate)}`}`
  const until = dateWords(freeLookEndDate)
  if (endedBy !== undefined)
    return `T${look.slice(1)}, until ${until}, ended early with ${endedBy === 'Claim' ? 'a claim' : 'a covered loss'}.${flat}`
  if (isFreeLook) {
    const all = method === 'FLAT' ? ', in which the whole price is refunded' : ''
    return `The cancellation is within ${look}, until ${until}${all}.`
  }
  const isInDays = cancelDate <= freeLookEndDate && noticeReceivedDate <= freeLookEndDate
  return isInDays
    ? `The cancellation is within ${look}, until ${until}. Because a claim was paid, the refund is figured as it would be after the free look, but without a fee.${flat}`
    : `T${look.slice(1)} ended on ${until}.${flat}`
}

/** The unused share of the contract. Left out if the whole price is refunded or the refund was set by hand. */
export function shareSections(figures: LetterFigures): Section[] {
  const { calculation, worksheet } = figures
  if (calculation.method === 'FLAT' || isSetByHand(worksheet.grossRefund)) return []
  const isFactorSet = isSetByHand(worksheet.unearnedFactor)
  const rows: Row[] = [
    ...(isFactorSet ? [] : [...timeRows(figures), ...milesRows(figures)]),
    {
      cells: [
        'Unused share',
        isFactorSet ? SET : methodWords(figures),
        shareText(calculation.unearnedFactor),
      ],
      isTotal: true,
    },
  ]
  const columns = [
    { heading: 'Counted', share: 2.4 },
    { heading: 'How it is figured', share: 6 },
    { heading: 'Unused', share: 1.6, isAmount: true },
  ]
  return [{ heading: 'How much of the contract was left', blocks: [{ kind: 'table', columns, rows }] }]
}

/** A factor of six decimals as a percent: `70.2081%`. */
const shareText = (factor: number): string => `${numberWords(Math.round(factor * 1_000_000) / 10_000)}%`

const byMonths: readonly MethodCode[] = ['PRORATA_MONTHS', 'SHORTRATE', 'RULE78', 'RULE78_BALANCE']

const ratio = (part: Worksheet['timeFactor']): string =>
  part ? `${numberWords(part.inputs.left)} / ${numberWords(part.inputs.whole)}` : ''

function timeRows({ calculation, worksheet }: LetterFigures): Row[] {
  const { timeFactor, method, totalDays, daysElapsed } = calculation
  if (timeFactor === null) return []
  const left = ratio(worksheet.timeFactor)
  if (byMonths.includes(method))
    return [{ cells: ['Months', `${monthWords(worksheet)}: ${left}`, shareText(timeFactor)] }]
  const { saleDate, suspendedDays } = worksheet.daysElapsed.inputs
  const last = method === 'PRORATA_DAYS_INCL' ? ', with the cancel date counted as unused' : ''
  const how = [
    `${numberWords(totalDays)} days from ${dateWords(saleDate)}, ${numberWords(daysElapsed)} of them used${last}`,
    ...notCounted(suspendedDays, 'of suspension'),
    ...notCounted(worksheet.totalDays.inputs.extendedDays, 'of extension'),
  ]
  return [{ cells: ['Days', `${how.join('; ')}: ${left}`, shareText(timeFactor)] }]
}

const notCounted = (days: number, which: string): string[] =>
  days === 0 ? [] : [`${counted(days, 'day')} ${which} not counted`]

const monthRules: Readonly<Record<string, string>> = {
  Ignore: 'a partial month is not counted',
  CountFull: 'a partial month is counted',
}

/** A partial month that counts from one of its days on: the day is in the name. */
const fromDay = (monthRule: string): string =>
  `a partial month of ${monthRule.replace('Day', '')} days or more is counted`

function monthWords({ monthsElapsed }: Worksheet): string {
  const { monthRule, totalMonths } = monthsElapsed.inputs
  return `${counted(totalMonths, 'month')}, ${numberWords(Number(monthsElapsed.exact))} of them used; ${monthRules[monthRule] ?? fromDay(monthRule)}`
}

function milesRows({ letter, calculation: { milesFactor }, worksheet }: LetterFigures): Row[] {
  const { milesUsed, milesFactor: part } = worksheet
  if (milesFactor === null || !milesUsed || !part) return []
  const { usageUnit } = letter.contract.coverage
  const { cancelOdometer, effectiveOdometer } = milesUsed.inputs
  const used = `${numberWords(cancelOdometer)} - ${numberWords(effectiveOdometer)} = ${numberWords(Number(milesUsed.exact))}`
  const how = `${usageWords(part.inputs.whole, usageUnit)}, ${used} of them used: ${ratio(part)}`
  return [{ cells: [usageUnit === 'Hours' ? 'Hours' : 'Miles', how, shareText(milesFactor)] }]
}

const floorNames: Readonly<Record<string, string>> = {
  RULE78: 'Rule of 78',
  PRORATA_DAYS: 'days that remain',
  PRORATA_MONTHS: 'months that remain',
  PRORATA_LESSER: 'days or miles that remain',
}

function methodWords(figures: LetterFigures): string {
  const { floor, methodPercent } = figures.worksheet.unearnedFactor.inputs
  if (floor !== undefined)
    return `At least the share by the ${floorNames[floor] ?? floor}, which is higher: ${fractionWords(figures)}`
  const words = shareWords(figures)
  return methodPercent === 100
    ? words
    : `${words} ${numberWords(methodPercent)}% of it counts: ${fractionWords(figures)}`
}

function shareWords(figures: LetterFigures): string {
  const { method, milesFactor } = figures.calculation
  const unit = figures.letter.contract.coverage.usageUnit === 'Hours' ? 'hours' : 'miles'
  switch (method) {
    case 'PRORATA_DAYS':
    case 'PRORATA_DAYS_INCL':
      return 'The share by days.'
    case 'PRORATA_MONTHS':
    case 'SHORTRATE':
      return 'The share by months.'
    case 'PRORATA_MILES':
    case 'PRORATA_LESSER':
    case 'PRORATA_GREATER':
      if (milesFactor === null) return `Your contract has no limit on ${unit}, so the share by days counts.`
      return method === 'PRORATA_MILES'
        ? `The share by ${unit}.`
        : `The ${method === 'PRORATA_LESSER' ? 'lesser' : 'greater'} of the two.`
    case 'RULE78':
      return ruleOf78(figures)
    case 'RULE78_BALANCE':
      return `The loan balances of the remaining months as a share of all monthly balances: ${fractionWords(figures)}`
    case 'SERVICES':
      return `The value of the unused services as a share of all services: ${fractionWords(figures)}`
    case 'NONE':
      return isAfterBenefit(figures.worksheet)
        ? 'Because a benefit was paid, the price is not refunded.'
        : 'After the free look the price is not refunded.'
    case 'FLAT':
      return 'The whole price.'
    default:
      return method satisfies never
  }
}

function ruleOf78(figures: LetterFigures): string {
  const { left, whole } = figures.worksheet.timeFactor?.inputs ?? { left: 0, whole: 0 }
  const sum = (months: number) => `${numberWords(months)} × ${numberWords(months + 1)}`
  return `Rule of 78: ${sum(left)} / (${sum(whole)}) = ${fractionWords(figures)}`
}

/** The exact share. The prices of services are our cost, so their fraction is shown in lowest terms. */
function fractionWords({ calculation, worksheet }: LetterFigures): string {
  const [part = 0, whole = 0] = worksheet.unearnedFactor.exact.split('/').map(Number)
  const { part: left, whole: all } =
    calculation.method === 'SERVICES' ? lowestTerms({ part, whole }) : { part, whole }
  return `${numberWords(left)} / ${numberWords(all)}`
}

/** From the price to the total refund. */
export function refundSection(figures: LetterFigures): Section {
  const { retail, grossRefund, claimsDeduction, cancelFee, netRefund, totalRefund } = figures.calculation
  const row = (what: string, how: string, amount: Cents): Row => ({ cells: [what, how, moneyWords(amount)] })
  const net = [grossRefund, claimsDeduction, cancelFee].map(moneyWords).join(' - ')
  const rows: Row[] = [
    row('Price of the contract', 'Without sales tax', retail),
    row('Refund before deductions', grossWords(figures), grossRefund),
    row('Less claims', claimsWords(figures), minus(ZERO, claimsDeduction)),
    row('Less fee', feeWords(figures), minus(ZERO, cancelFee)),
    row('Refund of the price', net, netRefund),
    ...taxRows(figures),
    { ...row('Total refund', 'Refund of the price and sales tax', totalRefund), isTotal: true },
    ...financeChargeRows(figures),
  ]
  const columns = [
    { heading: 'Item', share: 2.4 },
    { heading: 'How it is figured', share: 6 },
    { heading: 'Amount', share: 1.6, isAmount: true },
  ]
  return { heading: 'Your refund', blocks: [{ kind: 'table', columns, rows }] }
}

function grossWords(figures: LetterFigures): string {
  const { method, retail, refundPercent, unearnedFactor, ruleCode } = figures.calculation
  const { grossRefund, unearnedFactor: factor } = figures.worksheet
  if (isSetByHand(grossRefund)) return SET
  if (isBelowLeast(grossRefund)) return 'The refund would be so small that none is owed.'
  const dollars = isInDollars(grossRefund) ? ' Rounded to the dollar.' : ''
  if (method === 'FLAT') return `The whole price.${dollars}`
  const share = isSetByHand(factor) ? numberWords(unearnedFactor) : fractionWords(figures)
  const percent = refundPercent === 100 ? '' : ` × ${numberWords(refundPercent)}%`
  const rounded = /^\d+(?:\.\d{1,2})?$/.test(grossRefund.exact) ? '' : ', rounded to the cent'
  const rule = percent && ` ${ruleCode} refunds ${numberWords(refundPercent)}% of the unused part.`
  return `${moneyWords(retail)} × ${share}${percent}${dollars ? '' : rounded}.${dollars}${rule}`
}

function claimsWords({ calculation, worksheet }: LetterFigures): string {
  const { claimsPaid, claimsDeduction, method, ruleCode } = calculation
  if (isSetByHand(worksheet.claimsDeduction)) return SET
  if (method === 'SERVICES') return 'Used services are already counted above.'
  if (claimsPaid === 0) return 'No claims were paid.'
  const total = `Claims total ${moneyWords(claimsPaid)}.`
  if (isAfterBenefit(worksheet)) return `${total} Under ${ruleCode} nothing is refunded after a benefit.`
  if (deductsNoClaims(worksheet)) return `${total} Under ${ruleCode} they are not deducted.`
  return claimsDeduction < claimsPaid
    ? `${total} We deduct no more than the refund. You owe us nothing.`
    : `${total} They are deducted.`
}

function feeWords({
  calculation: { cancelFee: taken, ruleCode },
  worksheet: { cancelFee },
}: LetterFigures): string {
  if (isSetByHand(cancelFee)) return SET
  const [usual, allowed] = [centsOf(cancelFee.inputs.contractFee), centsOf(cancelFee.inputs.allowed)]
  if (allowed === 0) return 'No fee is charged.'
  const fee =
    allowed < usual
      ? `Our fee is ${moneyWords(usual)}; ${ruleCode} allows ${moneyWords(allowed)}.`
      : `Our fee is ${moneyWords(usual)}, which ${ruleCode} allows.`
  return taken < allowed ? `${fee} We charge no more than what is left.` : fee
}

/** What the lender credits besides our refund, where the law of the state asks for it. */
function financeChargeRows({ worksheet: { financeCharges } }: LetterFigures): Row[] {
  if (!financeCharges) return []
  return [
    {
      cells: [
        'From the lender',
        'Your lender also credits the finance charges on the price. They are not part of our refund.',
        financeCharges.amount === null ? '' : moneyWords(financeCharges.amount),
      ],
    },
  ]
}

function taxRows({ calculation: { taxes, grossRefund, retail }, worksheet }: LetterFigures): Row[] {
  const kept = taxes.filter(({ isRefundable }) => !isRefundable)
  const refunded = taxes.filter(({ isRefundable }) => isRefundable)
  return [
    ...refunded.map(({ type, rate, taxable, tax, refund }) => ({
      cells: [
        `Sales tax (${type.toLowerCase()})`,
        refund === tax
          ? `All that you paid: ${percentWords(rate)} of ${moneyWords(taxable)}.`
          : `${percentWords(rate)} of ${moneyWords(taxable)} × ${moneyWords(grossRefund)} / ${moneyWords(retail)}, rounded to the cent. Claims and fee do not reduce it.`,
        moneyWords(refund),
      ],
    })),
    ...(kept.length > 0 || taxes.length === 0
      ? [{ cells: ['Sales tax', keptTaxWords(kept, worksheet), moneyWords(ZERO)] }]
      : []),
  ]
}

/** Why tax is not refunded: by which rules. Calculations stored earlier do not tell them. */
function keptTaxWords(kept: readonly TaxRefund[], { rule, taxes }: Worksheet): string {
  if (taxes.some(({ ruleCode }) => ruleCode === rule.ruleCode))
    return `Under ${rule.ruleCode} no sales tax is refunded.`
  const rules = kept.flatMap(({ type, rule }) => (rule ? [`${rule.place} (${type.toLowerCase()} tax)`] : []))
  if (rules.length === 0) return 'No sales tax is refunded.'
  const charged = moneyWords(sumCents(kept.map(({ tax }) => tax)))
  return `The ${charged} that you paid is not refunded, by the sales tax rule${rules.length === 1 ? '' : 's'} of ${and.format(rules)}.`
}
