import { EVERYTHING, type Fraction, greaterFraction, NOTHING } from '../fraction.ts'
import type { Cents } from '../money.ts'
import type { RefundClock } from './clock.ts'
import { boundedFraction, fractionFromPercent, lesserOf, multiplyFractions } from './factor.ts'

// The cancel methods. Rules and programs name a method; it gives the unearned part of the price.

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

/** When a partial month counts as used: never, always, or from its 15th day. */
export type MonthRule = 'Ignore' | 'CountFull' | 'Day15'

export interface CancelMethod {
  readonly code: MethodCode
  readonly monthRule: MonthRule
  /** The percent of the method's result that is refunded: 90 for a short rate. */
  readonly refundPercent: number
}

/** A service of a maintenance contract, at the contract's price. */
export interface RefundService {
  readonly code: string
  readonly price: Cents
  readonly quantity: number
  /** `used` services have a payment request; `reserved` ones are authorized without one. Neither can be refunded. */
  readonly used: number
  readonly reserved: number
}

/** The usage of a contract on the cancel date. */
export interface Usage {
  readonly clock: RefundClock
  /** The miles or hours of the term. Null if unlimited. */
  readonly totalMiles: number | null
  /** Null if the odometer is not known. */
  readonly milesUsed: number | null
  readonly services: readonly RefundService[]
  /** The loan or lease balance at the start of each month. Null if there is none: it then declines evenly. */
  readonly balances: readonly Cents[] | null
  /** A partial month of this many days counts as used, whatever the method says. Null: as the method says. */
  readonly wholeMonthDays: number | null
}

export interface Unearned {
  readonly factor: Fraction
  /** By days or months, as the method counts. Null if it counts neither. */
  readonly time: Fraction | null
  readonly miles: Fraction | null
  readonly monthsElapsed: number
}

const mileageMethods: readonly MethodCode[] = ['PRORATA_MILES', 'PRORATA_LESSER', 'PRORATA_GREATER']

export const countsMiles = (code: MethodCode, { totalMiles }: Pick<Usage, 'totalMiles'>): boolean =>
  totalMiles !== null && mileageMethods.includes(code)

/** The unearned part by a method. Undefined if the odometer is needed but not known. */
export function unearnedBy(method: CancelMethod, usage: Usage): Unearned | undefined {
  if (countsMiles(method.code, usage) && usage.milesUsed === null) return undefined
  const parts = { monthsElapsed: monthsUsed(method, usage), ...unearnedParts(method, usage) }
  return { ...parts, factor: multiplyFractions(parts.factor, fractionFromPercent(method.refundPercent)) }
}

function monthsUsed(
  { monthRule }: Pick<CancelMethod, 'monthRule'>,
  { clock: { monthsElapsed, daysIntoMonth, totalMonths }, wholeMonthDays }: Usage,
): number {
  const least = wholeMonthDays ?? leastDays[monthRule]
  const isUsed = daysIntoMonth >= least
  return Math.min(monthsElapsed + (isUsed ? 1 : 0), totalMonths)
}

/** From how many days on a partial month counts as used. */
const leastDays: Readonly<Record<MonthRule, number>> = {
  Ignore: Number.POSITIVE_INFINITY,
  CountFull: 1,
  Day15: 15,
}

function unearnedParts(method: CancelMethod, usage: Usage): Omit<Unearned, 'monthsElapsed'> {
  const { code } = method
  switch (code) {
    case 'FLAT':
      return { factor: EVERYTHING, time: null, miles: null }
    case 'NONE':
      return { factor: NOTHING, time: null, miles: null }
    case 'PRORATA_DAYS':
      return byTime(daysLeft(usage.clock, 0))
    case 'PRORATA_DAYS_INCL':
      return byTime(daysLeft(usage.clock, 1))
    case 'PRORATA_MILES':
    case 'PRORATA_LESSER':
    case 'PRORATA_GREATER':
      return byMiles(code, usage)
    case 'PRORATA_MONTHS':
    case 'SHORTRATE':
    case 'RULE78':
    case 'RULE78_BALANCE':
      return byMonths(code, usage, monthsUsed(method, usage))
    case 'SERVICES':
      return { factor: servicesLeft(usage.services), time: null, miles: null }
    default:
      return code satisfies never
  }
}

const byTime = (time: Fraction) => ({ factor: time, time, miles: null })

const daysLeft = ({ totalDays, daysElapsed }: RefundClock, extraDays: 0 | 1): Fraction =>
  boundedFraction(totalDays - daysElapsed + extraDays, totalDays)

function byMiles(
  code: 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER',
  { clock, totalMiles, milesUsed }: Usage,
): Omit<Unearned, 'monthsElapsed'> {
  const time = daysLeft(clock, 0)
  if (totalMiles === null) return byTime(time)
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
  if (code === 'PRORATA_MONTHS' || code === 'SHORTRATE') return byTime(time)
  const factor =
    code === 'RULE78_BALANCE' && balances !== null
      ? boundedFraction(total(balances.slice(used)), total(balances))
      : boundedFraction(left * (left + 1), whole * (whole + 1))
  return { factor, time, miles: null }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function servicesLeft(services: readonly RefundService[]): Fraction {
  const left = services.map(
    ({ price, quantity, used, reserved }) => price * Math.max(quantity - used - reserved, 0),
  )
  return boundedFraction(total(left), total(services.map(({ price, quantity }) => price * quantity)))
}
