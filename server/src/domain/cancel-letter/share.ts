import type { CancelCalculation } from '../cancellation/results.ts'
import { counted, dateWords, numberWords, usageWords } from '../contract-form/words.ts'
import type { Row, Section } from '../letter.ts'
import { lowestTerms } from '../refund/factor.ts'
import type { MethodCode } from '../refund/methods.ts'
import { type CancelLetter, findStep, isSetByHand, numberInput } from './facts.ts'

/**
 * How much of the contract was not used up, where the refund follows from it: not where everything is refunded, nor where
 * somebody set the refund.
 */
export function shareSections(letter: CancelLetter, calculation: CancelCalculation): Section[] {
  if (calculation.method === 'FLAT' || isSetByHand(calculation, 'grossRefund')) return []
  const isFactorSet = isSetByHand(calculation, 'unearnedFactor')
  const rows: Row[] = [
    ...(isFactorSet ? [] : [...timeRows(letter, calculation), ...milesRows(letter, calculation)]),
    {
      cells: [
        'Share not used up',
        isFactorSet ? 'Set for this cancellation.' : methodWords(letter, calculation),
        shareText(calculation.unearnedFactor),
      ],
      isTotal: true,
    },
  ]
  const columns = [
    { heading: 'What counts', share: 2.4 },
    { heading: 'How it is figured', share: 6 },
    { heading: 'Not used up', share: 1.6, isAmount: true },
  ]
  return [{ heading: 'How much of the contract was left', blocks: [{ kind: 'table', columns, rows }] }]
}

/** A factor of six decimals: `70.2081%`. */
export const shareText = (factor: number): string =>
  `${numberWords(Math.round(factor * 1_000_000) / 10_000)}%`

const byMonths: readonly MethodCode[] = ['PRORATA_MONTHS', 'SHORTRATE', 'RULE78', 'RULE78_BALANCE']

const ratio = (calculation: CancelCalculation, code: string): string =>
  `${numberWords(numberInput(calculation, code, 'left'))} / ${numberWords(numberInput(calculation, code, 'whole'))}`

function timeRows({ contract }: CancelLetter, calculation: CancelCalculation): Row[] {
  const { timeFactor, method, totalDays, daysElapsed } = calculation
  if (timeFactor === null) return []
  const { saleDate } = contract.coverage
  const of = ratio(calculation, 'timeFactor')
  if (byMonths.includes(method))
    return [{ cells: ['Months', `${monthWords(calculation)}: ${of}`, shareText(timeFactor)] }]
  const uncounted = [
    ...notCounted(
      numberInput(calculation, 'daysElapsed', 'suspendedDays'),
      'in which the contract was suspended',
    ),
    ...notCounted(numberInput(calculation, 'totalDays', 'extendedDays'), 'by which its term was extended'),
  ]
  const last = method === 'PRORATA_DAYS_INCL' ? ', the day of the cancellation counted as left' : ''
  const days = `${numberWords(totalDays)} days from ${dateWords(saleDate)} on, ${numberWords(daysElapsed)} of them used${last}`
  return [{ cells: ['Days', `${[days, ...uncounted].join('; ')}: ${of}`, shareText(timeFactor)] }]
}

const notCounted = (days: number, which: string): string[] =>
  days === 0 ? [] : [`${counted(days, 'day')} ${which} not counted`]

const monthRules: Readonly<Record<string, string>> = {
  Ignore: 'a month that has begun is not counted',
  CountFull: 'a month that has begun is counted',
  Day15: 'a month that has begun is counted from 15 days on',
}

function monthWords(calculation: CancelCalculation): string {
  const rule = String(findStep(calculation, 'monthsElapsed')?.inputs.monthRule)
  const total = numberInput(calculation, 'monthsElapsed', 'totalMonths')
  return `${counted(total, 'month')}, ${numberWords(calculation.monthsElapsed)} of them used; ${monthRules[rule] ?? rule}`
}

function milesRows({ contract }: CancelLetter, calculation: CancelCalculation): Row[] {
  const { milesFactor, milesUsed } = calculation
  if (milesFactor === null || milesUsed === null) return []
  const { usageUnit } = contract.coverage
  const [now, then] = ['cancelOdometer', 'effectiveOdometer'].map((name) =>
    numberWords(numberInput(calculation, 'milesUsed', name)),
  )
  const whole = usageWords(numberInput(calculation, 'milesFactor', 'whole'), usageUnit)
  const how = `${whole}, ${now} - ${then} = ${numberWords(milesUsed)} of them used: ${ratio(calculation, 'milesFactor')}`
  return [{ cells: [usageUnit === 'Hours' ? 'Hours' : 'Miles', how, shareText(milesFactor)] }]
}

function methodWords(letter: CancelLetter, calculation: CancelCalculation): string {
  const inputs = findStep(calculation, 'unearnedFactor')?.inputs ?? {}
  if (typeof inputs.floor === 'string')
    return `At least what the ${floorNames[inputs.floor] ?? inputs.floor} leaves, which is more: ${fractionWords(calculation)}`
  const percent = Number(inputs.methodPercent ?? 100)
  const words = wordsOf(letter, calculation)
  return percent === 100
    ? words
    : `${words} ${numberWords(percent)}% of it counts: ${fractionWords(calculation)}`
}

const floorNames: Readonly<Record<string, string>> = { RULE78: 'Rule of 78' }

function wordsOf({ contract }: CancelLetter, calculation: CancelCalculation): string {
  const { method, milesFactor } = calculation
  const unit = contract.coverage.usageUnit === 'Hours' ? 'hours' : 'miles'
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
      if (milesFactor === null) return `Your contract has no limit of ${unit}, so the share by days counts.`
      return method === 'PRORATA_MILES'
        ? `The share by ${unit}.`
        : `The ${method === 'PRORATA_LESSER' ? 'lesser' : 'greater'} of the two.`
    case 'RULE78':
      return ruleOf78(calculation)
    case 'RULE78_BALANCE':
      return `The balances that were still to come of all balances of the loan, month by month: ${fractionWords(calculation)}`
    case 'SERVICES':
      return `The worth of the services not used, of all services: ${fractionWords(calculation)}`
    case 'NONE':
      return 'After the free look nothing of the price is refunded.'
    case 'FLAT':
      return 'The whole price.'
    default:
      return method satisfies never
  }
}

function ruleOf78(calculation: CancelCalculation): string {
  const [left, whole] = ['left', 'whole'].map((name) => numberInput(calculation, 'timeFactor', name)) as [
    number,
    number,
  ]
  const sum = (months: number) => `${numberWords(months)} × ${numberWords(months + 1)}`
  return `Rule of 78: ${sum(left)} / (${sum(whole)}) = ${fractionWords(calculation)}`
}

/**
 * What was counted, of how much. Services are counted by what they cost us, which is not for the customer: there the
 * fraction is told in lowest terms.
 */
export function fractionWords(calculation: CancelCalculation): string {
  const exact = findStep(calculation, 'unearnedFactor')?.exact ?? ''
  const [part = 0, whole = 0] = exact.split('/').map(Number)
  const { part: left, whole: all } =
    calculation.method === 'SERVICES' ? lowestTerms({ part, whole }) : { part, whole }
  return `${numberWords(left)} / ${numberWords(all)}`
}
