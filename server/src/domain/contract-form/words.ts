import type { CalendarDate } from '../dates.ts'
import { amountOf, type Cents } from '../money.ts'
import type { Benefit } from '../rate-book/coverage.ts'
import type { FormAddress, FormCoverage, FormDeductible, FormLimit, FormParty, FormService } from './form.ts'

// Amounts, dates and terms in the words of a form, in American English.

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** `$2,995.00`. */
export const moneyWords = (amount: Cents): string => dollars.format(amountOf(amount))

/** `12,000`. */
export const numberWords = (value: number): string => whole.format(value)

/** From millionths of one percent: `8.25%`. */
export const percentWords = (millionths: number): string => `${numberWords(millionths / 1_000_000)}%`

export const flagWords = (flag: boolean): string => (flag ? 'Yes' : 'No')

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `March 15, 2024`. */
export function dateWords(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${months[Number(month) - 1] ?? month} ${Number(day)}, ${year}`
}

/** `Mar 15, 2024`, where there is little room. */
export function shortDateWords(date: CalendarDate): string {
  const [month = '', ...rest] = dateWords(date).split(' ')
  return [month.length > 4 ? month.slice(0, 3) : month, ...rest].join(' ')
}

/** `1 month`, `60 months`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberWords(count)} ${count === 1 ? one : many}`

type Unit = FormCoverage['usageUnit']
const units: Readonly<Record<Unit, readonly [one: string, many: string]>> = {
  Miles: ['mile', 'miles'],
  Km: ['km', 'km'],
  Hours: ['hour', 'hours'],
}

/** `75,000 miles`. */
export const usageWords = (usage: number, unit: Unit): string => counted(usage, ...units[unit])

/** The name of the meter. */
export const meterWords = (unit: Unit): string => (unit === 'Hours' ? 'Hour meter' : 'Odometer')

export function termWords({ term, usageUnit }: FormCoverage): string {
  const time = counted(term.months, 'month')
  return term.usage === null ? time : `${time} or ${usageWords(term.usage, usageUnit)}, whichever comes first`
}

export function waitingWords({ waitingDays, waitingUsage, usageUnit }: FormCoverage): string {
  const parts = [
    ...(waitingDays > 0 ? [counted(waitingDays, 'day')] : []),
    ...(waitingUsage > 0 ? [usageWords(waitingUsage, usageUnit)] : []),
  ]
  return parts.length === 0 ? 'None' : parts.join(' and ')
}

/** The deductible in full. The rate book describes it too, for a list to choose from, not for a contract. */
export function deductibleWords({ amount, type, reducedAmount }: FormDeductible): string {
  const money = moneyWords(amount)
  if (amount === 0) return money
  switch (type) {
    case 'PerVisit':
      return `${money} per repair visit`
    case 'PerComponent':
      return `${money} per component`
    case 'PerItem':
      return `${money} per item`
    case 'Disappearing':
      return `${money} per repair visit, waived at the selling dealer and its dealer group`
    case 'Reduced':
      return `${money} per repair visit, ${moneyWords(reducedAmount ?? amount)} at the selling dealer and its dealer group`
    default:
      return type satisfies never
  }
}

const scopes: Readonly<Record<FormLimit['scope'], string>> = {
  PerComponent: 'Per component',
  PerClaim: 'Per claim',
  Aggregate: 'All claims together',
}

export const limitScopeWords = ({ scope, components }: FormLimit): string =>
  components && components.length > 0 ? `${scopes[scope]}: ${components.join(', ')}` : scopes[scope]

/** What the limit is based on. Until the amount is known, the form shows only this. */
export function limitBasisWords({ basis, percent }: FormLimit): string {
  switch (basis) {
    case 'Fixed':
      return 'Fixed amount'
    case 'VehiclePrice':
      return 'Price you paid for the vehicle'
    case 'CurrentValue':
      return 'Value of the vehicle at the time of loss'
    case 'RetailPrice':
      return 'Price of this contract'
    case 'PercentOf':
      return `${percentWords(percent ?? 0)} of the price you paid for the vehicle`
    default:
      return basis satisfies never
  }
}

export function benefitWords({ unit, unitCap, maximumUnits, contractCap }: Benefit): string {
  const cap = moneyWords(unitCap)
  const each =
    unit === 'Day'
      ? `${cap} per day, up to ${counted(maximumUnits, 'day')} per claim`
      : `${cap} per occurrence, up to ${numberWords(maximumUnits)} per claim`
  return contractCap === null ? each : `${each}; ${moneyWords(contractCap)} over the life of the contract`
}

export function serviceIntervalWords(service: FormService, unit: Unit): string {
  const { intervalMonths, intervalUsage, toleranceUsage, useRule } = service
  const every = [
    ...(intervalMonths === null ? [] : [counted(intervalMonths, 'month')]),
    ...(intervalUsage === null ? [] : [usageWords(intervalUsage, unit)]),
  ].join(' or ')
  if (useRule === 'Anytime') return every ? `At any time; recommended every ${every}` : 'At any time'
  const within =
    toleranceUsage > 0 ? `, within 30 days or ${usageWords(toleranceUsage, unit)} of the due point` : ''
  return every ? `Every ${every}${within}` : 'When due'
}

/** Street on one line, city, state and ZIP code on the next. */
export function addressLines({ line1, line2, city, state, zip }: FormAddress): string[] {
  return [line2 ? `${line1}, ${line2}` : line1, `${city}, ${state} ${zip}`]
}

/** The party's address, phone and email, one per line. */
export const partyLines = ({ address, phone, email }: FormParty): string[] => [
  ...(address ? addressLines(address) : []),
  ...(phone ? [phone] : []),
  ...(email ? [email] : []),
]

/** `Lakeside Ford (D1001)`. */
export const partyName = ({ name, number }: FormParty): string => (number ? `${name} (${number})` : name)
