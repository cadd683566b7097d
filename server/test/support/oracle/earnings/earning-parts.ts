import { addMonths, daysBetween } from '../../../../src/domain/dates.ts'
import type { EarningLine, EarningTerms } from '../../../../src/domain/earning/events.ts'

// A simple reference implementation of earning methods: months are counted one by one, and fractions are exact.

export interface Part {
  readonly of: bigint
  readonly in: bigint
}

export const part = (numerator: number | bigint, denominator: number | bigint): Part => ({
  of: BigInt(numerator),
  in: BigInt(denominator),
})
export const plus = (one: Part, other: Part) => part(one.of * other.in + other.of * one.in, one.in * other.in)
export const times = (one: Part, other: Part) => part(one.of * other.of, one.in * other.in)
const isLess = (one: Part, other: Part) => one.of * other.in < other.of * one.in
export const most = (one: Part, other: Part) => (isLess(one, other) ? other : one)
export const [none, all] = [part(0, 1), part(1, 1)]
export const inside = (one: Part) => (isLess(one, none) ? none : isLess(all, one) ? all : one)

/** The monthly anniversaries of a date, one after the other. Those of the last date are cached. */
function anniversaries(from: string): readonly string[] {
  if (cached.from !== from)
    cached = { from, dates: Array.from({ length: 100 }, (_, months) => addMonths(from, months)) }
  return cached.dates
}

let cached: { from: string; dates: readonly string[] } = { from: '', dates: [] }

/** A partial month counts as a month. */
export const termMonths = ({ effectiveDate, expirationDate }: EarningTerms) =>
  anniversaries(effectiveDate).findIndex((date) => date >= expirationDate)

/** Months since the effective date, including the part of the current month. */
export function monthsSince({ effectiveDate }: EarningTerms, date: string): { whole: number; t: Part } {
  const dates = anniversaries(effectiveDate)
  const next = dates.findIndex((one) => one > date)
  const [begin = '', end = ''] = [dates[next - 1], dates[next]]
  const t = plus(part(next - 1, 1), part(daysBetween(begin, date), daysBetween(begin, end)))
  return { whole: next - 1, t }
}

export function byTime(
  terms: EarningTerms,
  { methodCode, curve }: Omit<EarningLine, 'amount'>,
  date: string,
): Part {
  if (date < terms.effectiveDate) return none
  if (date >= terms.expirationDate || methodCode === 'IMMEDIATE') return all
  if (methodCode === 'PRORATA_DAYS') return byDays(terms, date)
  const n = termMonths(terms)
  const { whole, t } = monthsSince(terms, date)
  const frac = plus(t, part(-whole, 1))
  if (methodCode === 'PRORATA_MONTHS(HALF)')
    return whole === 0 ? times(t, part(1, 2 * n)) : times(plus(t, part(-1, 2)), part(1, n))
  if (methodCode === 'RULE78') return digits(n, whole, frac, 'falling')
  if (methodCode === 'REVERSE78') return digits(n, whole, frac, 'rising')
  if (methodCode === 'CURVE') return onCurve(n, t, curve?.points ?? [], curve?.interpolation ?? 'Linear')
  const [, name, first = '0', second = ''] = /^(\w+)\((\w+),?(\w*)\)$/.exec(methodCode) ?? []
  const wait = terms.warrantyMonths ?? Number(name === 'DELAYED' ? first : second)
  if (wait >= n || name === undefined) return times(t, part(1, n))
  if (name === 'WARRANTY_SPLIT') {
    if (wait <= 0) return times(t, part(1, n))
    const percent = part(Number(first), 100)
    if (whole < wait) return times(percent, times(t, part(1, wait)))
    return plus(
      percent,
      times(part(100 - Number(first), 100), times(plus(t, part(-wait, 1)), part(1, n - wait))),
    )
  }
  const later = addMonths(terms.effectiveDate, Math.max(0, wait))
  if (date < later) return none
  const base = second === '' ? 'PRORATA_MONTHS' : second
  const left = n - Math.max(0, wait)
  const gone = whole - Math.max(0, wait)
  if (base === 'RULE78') return digits(left, gone, frac, 'falling')
  if (base === 'REVERSE78') return digits(left, gone, frac, 'rising')
  if (base === 'PRORATA_DAYS') return part(daysBetween(later, date), daysBetween(later, terms.expirationDate))
  return times(plus(part(gone, 1), frac), part(1, left))
}

export const byDays = ({ effectiveDate, expirationDate }: EarningTerms, date: string): Part =>
  part(daysBetween(effectiveDate, date), daysBetween(effectiveDate, expirationDate))

/** Adds the digit of each month, and the part of the current month. */
function digits(n: number, whole: number, frac: Part, way: 'falling' | 'rising'): Part {
  const digit = (month: number) => (way === 'falling' ? n - month + 1 : month)
  let [sum, total] = [0, 0]
  for (let month = 1; month <= n; month += 1) {
    total += digit(month)
    if (month <= whole) sum += digit(month)
  }
  return times(plus(part(sum, 1), times(frac, part(digit(whole + 1), 1))), part(1, total))
}

function onCurve(
  n: number,
  t: Part,
  points: readonly { month: number; factor: number }[],
  interpolation: string,
): Part {
  const inner = points.filter(({ month }) => month > 0 && month < n)
  const whole = [{ month: 0, factor: 0 }, ...inner, { month: n, factor: 1_000_000 }]
  const before = whole.filter(({ month }) => !isLess(t, part(month, 1))).at(-1) ?? { month: 0, factor: 0 }
  const from = part(before.factor, 1_000_000)
  const after = whole.find(({ month }) => isLess(t, part(month, 1)))
  if (!after || interpolation === 'None') return from
  const way = times(plus(t, part(-before.month, 1)), part(1, after.month - before.month))
  return plus(from, times(way, part(after.factor - before.factor, 1_000_000)))
}

/** Rounds to the nearest cent, with halves away from zero. */
export function rounded(amount: number, { of, in: whole }: Part): number {
  const exact = BigInt(amount) * of
  const size = exact < 0n ? -exact : exact
  const nearest = Number((size * 2n + whole) / (whole * 2n))
  return exact < 0n ? -nearest : nearest
}
