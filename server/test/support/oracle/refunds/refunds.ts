import type {
  CancelFacts,
  CancelledContract,
  CancelTerms,
} from '../../../../src/domain/cancellation/facts.ts'
import { addDays, addMonths, type CalendarDate } from '../../../../src/domain/dates.ts'
import type { CancelMethod, MethodCode } from '../../../../src/domain/refund/methods.ts'

// A second implementation of refunds: day by day and month by month, in exact fractions, without using the code of the
// service.

export interface Ratio {
  readonly top: bigint
  readonly bottom: bigint
}

const ratio = (top: number, bottom: number): Ratio => {
  if (bottom <= 0 || top <= 0) return { top: 0n, bottom: 1n }
  return { top: BigInt(Math.min(top, bottom)), bottom: BigInt(bottom) }
}
const isLess = (one: Ratio, other: Ratio) => one.top * other.bottom < other.top * one.bottom

/** All days of the years in which contracts run, from a separate calendar. */
const calendar: readonly CalendarDate[] = Array.from({ length: 20 }, (_, at) => 2020 + at).flatMap((year) => {
  const february = year % 4 === 0 ? 29 : 28
  return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((days, month) =>
    Array.from({ length: days }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
  )
})

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** The days without suspension up to the cancellation, and up to the end of the term. */
export interface NaiveClock {
  readonly used: number
  readonly whole: number
}

export function naiveClock({ term }: CancelledContract, cancelDate: CalendarDate): NaiveClock {
  const { saleDate, expirationDate, suspensions } = term
  let [used, whole] = [0, 0]
  for (let at = calendar.indexOf(saleDate); (calendar[at] ?? '') < expirationDate; at += 1) {
    const day = calendar[at] ?? ''
    if (suspensions.some(({ from, to }) => from <= day && (to === null || day < to))) continue
    whole += 1
    if (day < cancelDate) used += 1
  }
  return { used, whole }
}

/** The unearned part by a method, or nothing if the odometer is missing. */
export function naiveFactor(
  { contract, settings }: CancelFacts,
  { cancelOdometer }: Pick<CancelTerms, 'cancelOdometer'>,
  code: MethodCode,
  { used, whole }: NaiveClock,
): Ratio | undefined {
  const { monthRule, refundPercent } = settings.methods.find((one) => one.code === code) as CancelMethod
  const { term, effectiveOdometer, expirationOdometer } = contract
  const byDays = ratio(whole - used, whole)
  const months = monthsLeft(term.saleDate, { used, whole, monthRule })
  const from = effectiveOdometer ?? 0
  const isCounting = code === 'PRORATA_MILES' || code === 'PRORATA_LESSER' || code === 'PRORATA_GREATER'
  if (isCounting && expirationOdometer !== null && cancelOdometer === null) return undefined
  const miles =
    expirationOdometer === null
      ? byDays
      : ratio(expirationOdometer - Math.max(cancelOdometer ?? 0, from), expirationOdometer - from)
  const { left, all } = months
  switch (code) {
    case 'FLAT':
      return ratio(1, 1)
    case 'NONE':
      return ratio(0, 1)
    case 'PRORATA_DAYS':
      return byDays
    case 'PRORATA_DAYS_INCL':
      return ratio(whole - used + 1, whole)
    case 'PRORATA_MONTHS':
      return ratio(left, all)
    case 'SHORTRATE':
      return ratio(left * refundPercent, all * 100)
    case 'RULE78':
      return ratio(left * (left + 1), all * (all + 1))
    case 'RULE78_BALANCE': {
      const balances = contract.balances ?? Array.from({ length: all }, (_, at) => all - at)
      const sum = (from: number) => balances.reduce((total, one, at) => (at < from ? total : total + one), 0)
      return ratio(sum(all - left), sum(0))
    }
    case 'PRORATA_MILES':
      return miles
    case 'PRORATA_LESSER':
      return isLess(miles, byDays) ? miles : byDays
    case 'PRORATA_GREATER':
      return isLess(miles, byDays) ? byDays : miles
    case 'SERVICES': {
      const worth = (count: (one: (typeof contract.services)[number]) => number) =>
        contract.services.reduce((sum, one) => sum + one.price * count(one), 0)
      return ratio(
        worth(({ quantity, used: gone, reserved }) => quantity - gone - reserved),
        worth(({ quantity }) => quantity),
      )
    }
    default:
      return code satisfies never
  }
}

/** Counts monthly anniversaries without suspended days. */
function monthsLeft(
  saleDate: CalendarDate,
  { used, whole, monthRule }: { used: number; whole: number; monthRule: CancelMethod['monthRule'] },
): { left: number; all: number } {
  const [now, end] = [addDays(saleDate, used), addDays(saleDate, whole)]
  let all = 0
  while (addMonths(saleDate, all) < end) all += 1
  let full = 0
  while (addMonths(saleDate, full + 1) <= now) full += 1
  const begun = addMonths(saleDate, full)
  const counts = monthRule === 'CountFull' ? begun < now : monthRule === 'Day15' && addDays(begun, 15) <= now
  return { left: Math.max(all - full - (counts ? 1 : 0), 0), all }
}

/** Rounds to the nearest cent, with halves up. */
export const naiveRound = ({ top, bottom }: Ratio): number => Number((2n * top + bottom) / (2n * bottom))

/** A percent of a part of an amount. */
export const naivePart = (amount: number, { top, bottom }: Ratio, percent = 100): Ratio => ({
  top: BigInt(amount) * top * BigInt(percent),
  bottom: bottom * 100n,
})

/** Rounds each share down, and gives the missing cents to the largest remainders. */
export function naiveShares(amounts: readonly number[], u: Ratio, percent: number, total: number): number[] {
  const exact = amounts.map((amount) => naivePart(amount, u, percent))
  const shares = exact.map(({ top, bottom }) => Number(top / bottom))
  const rest = exact.map(({ top, bottom }) => Number(top % bottom) / Number(bottom))
  while (shares.reduce((sum, one) => sum + one, 0) < total) {
    const largest = rest.indexOf(Math.max(...rest))
    shares[largest] = (shares[largest] ?? 0) + 1
    rest[largest] = -1
  }
  return shares
}
