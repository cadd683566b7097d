import { EVERYTHING, type Fraction, greaterFraction, NOTHING } from '../fraction.ts'
import type { Cents } from '../money.ts'
import type { RefundClock } from './clock.ts'
import { boundedFraction, fractionFromPercent, lesserOf, multiplyFractions } from './factor.ts'

// How the part of a price that is not used up is found. Rules and programs name a method; what it counts is here.

export const methodCodes = [
  'FLAT',
  'PRORATA_DAYS',
  'PRORATA_DAYS_INCL',
  'PRORATA_MONTHS',
  'PRORATA_MILES',
  'PRORATA_LESSER',
  'PRORATA_GREATER',
  'RULE78',
  'RULE78_BALANCE',
  'SHORTRATE',
  'SERVICES',
  'NONE',
] as const
export type MethodCode = (typeof methodCodes)[number]

/** Whether a month that has begun counts as used: never, always, or from 15 days into it. */
export type MonthRule = 'Ignore' | 'CountFull' | 'Day15'

export interface CancelMethod {
  readonly code: MethodCode
  readonly monthRule: MonthRule
  /** Of what the method finds; 90 for a short rate. */
  readonly refundPercent: number
}

/** A service of a maintenance contract, at the contract's price. */
export interface RefundService {
  readonly code: string
  readonly price: Cents
  readonly quantity: number
  /** With a payment request; and authorised, without one yet. Neither can be refunded any more. */
  readonly used: number
  readonly reserved: number
}

/** What has been used of a contract by the day of its cancellation. */
export interface Usage {
  readonly clock: RefundClock
  /** Miles, or hours, that the term has; null where they are unlimited. */
  readonly totalMiles: number | null
  /** Null where nobody has read the odometer. */
  readonly milesUsed: number | null
  readonly services: readonly RefundService[]
  /** Of the loan or lease, at the beginning of each month; null where there is none: then it falls evenly. */
  readonly balances: readonly Cents[] | null
}

export interface Unearned {
  readonly factor: Fraction
  /** By days, or by months with a method that counts them; null where the method counts neither. */
  readonly time: Fraction | null
  readonly miles: Fraction | null
  readonly monthsElapsed: number
}

const ofMiles: readonly MethodCode[] = ['PRORATA_MILES', 'PRORATA_LESSER', 'PRORATA_GREATER']

export const countsMiles = (code: MethodCode, { totalMiles }: Pick<Usage, 'totalMiles'>): boolean =>
  totalMiles !== null && ofMiles.includes(code)

/** What is left by a method; nothing where the odometer is needed and not known. */
export function unearnedBy(method: CancelMethod, usage: Usage): Unearned | undefined {
  if (countsMiles(method.code, usage) && usage.milesUsed === null) return undefined
  const parts = { monthsElapsed: monthsUsed(method.monthRule, usage.clock), ...counted(method, usage) }
  return { ...parts, factor: multiplyFractions(parts.factor, fractionFromPercent(method.refundPercent)) }
}

function monthsUsed(rule: MonthRule, { monthsElapsed, daysIntoMonth, totalMonths }: RefundClock): number {
  const counts = rule === 'CountFull' ? daysIntoMonth > 0 : rule === 'Day15' && daysIntoMonth >= 15
  return Math.min(monthsElapsed + (counts ? 1 : 0), totalMonths)
}

function counted(method: CancelMethod, usage: Usage): Omit<Unearned, 'monthsElapsed'> {
  const { code } = method
  switch (code) {
    case 'FLAT':
      return { factor: EVERYTHING, time: null, miles: null }
    case 'NONE':
      return { factor: NOTHING, time: null, miles: null }
    case 'PRORATA_DAYS':
      return ofTime(daysLeft(usage.clock, 0))
    case 'PRORATA_DAYS_INCL':
      return ofTime(daysLeft(usage.clock, 1))
    case 'PRORATA_MILES':
    case 'PRORATA_LESSER':
    case 'PRORATA_GREATER':
      return byMiles(code, usage)
    case 'PRORATA_MONTHS':
    case 'SHORTRATE':
    case 'RULE78':
    case 'RULE78_BALANCE':
      return byMonths(code, usage, monthsUsed(method.monthRule, usage.clock))
    case 'SERVICES':
      return { factor: servicesLeft(usage.services), time: null, miles: null }
    default:
      return code satisfies never
  }
}

const ofTime = (time: Fraction) => ({ factor: time, time, miles: null })

const daysLeft = ({ totalDays, daysElapsed }: RefundClock, more: 0 | 1): Fraction =>
  boundedFraction(totalDays - daysElapsed + more, totalDays)

function byMiles(
  code: 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER',
  { clock, totalMiles, milesUsed }: Usage,
): Omit<Unearned, 'monthsElapsed'> {
  const time = daysLeft(clock, 0)
  if (totalMiles === null) return ofTime(time)
  const miles = boundedFraction(totalMiles - (milesUsed ?? 0), totalMiles)
  if (code === 'PRORATA_MILES') return { factor: miles, time: null, miles }
  return { factor: (code === 'PRORATA_LESSER' ? lesserOf : greaterFraction)(time, miles), time, miles }
}

function byMonths(
  code: 'PRORATA_MONTHS' | 'SHORTRATE' | 'RULE78' | 'RULE78_BALANCE',
  { clock, balances }: Usage,
  used: number,
): Omit<Unearned, 'monthsElapsed'> {
  const whole = clock.totalMonths
  const left = whole - used
  const time = boundedFraction(left, whole)
  if (code === 'PRORATA_MONTHS' || code === 'SHORTRATE') return ofTime(time)
  const factor =
    code === 'RULE78_BALANCE' && balances !== null
      ? boundedFraction(total(balances.slice(used)), total(balances))
      : boundedFraction(left * (left + 1), whole * (whole + 1))
  return { factor, time, miles: null }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

function servicesLeft(services: readonly RefundService[]): Fraction {
  const left = services.map(
    ({ price, quantity, used, reserved }) => price * Math.max(quantity - used - reserved, 0),
  )
  return boundedFraction(total(left), total(services.map(({ price, quantity }) => price * quantity)))
}
