import type { CalendarDate } from '../dates.ts'
import { type Cents, plus, ZERO } from '../money.ts'

// How losses develop: one row for each quarter or month in which contracts were sold or losses happened, one column for each
// quarter or month of age, and in each cell what had been paid or incurred by the end of it.

/** A quarter or a month, counted from year 0. */
export type Period = number & { readonly unit: 'period' }

/** A quarter of a year: four times the year, and 0 to 3. */
export type Quarter = Period

export const monthOf = (date: CalendarDate): Period =>
  (Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) as Period

/** `2023-01` */
export const monthName = (month: Period): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

export const quarterOf = (date: CalendarDate): Quarter =>
  (Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3)) as Quarter

/** `2023-Q1` */
export const quarterName = (quarter: Quarter): string =>
  `${String(Math.floor(quarter / 4)).padStart(4, '0')}-Q${(quarter % 4) + 1}`

/** What was added in a quarter or month to the losses of an origin. Less than zero: taken off. */
export interface Movement {
  readonly origin: Period
  readonly period: Period
  readonly amount: Cents
}

export interface Triangle {
  readonly origins: readonly string[]
  /** In quarters or months, from 0. */
  readonly ages: readonly number[]
  /** Cumulative. Null where the future is. */
  readonly cells: readonly (readonly (Cents | null)[])[]
}

/** Fifty years of quarters. What is older was dated wrong, and is shown with the oldest origin. */
const ORIGINS_AT_MOST = 200

/**
 * Every origin from the first with a movement to the last period. No movement is left out: one before its origin counts at
 * age 0, and an origin after the last period counts with the last.
 */
export function buildTriangle(
  movements: readonly Movement[],
  last: Period,
  nameOf: (period: Period) => string = quarterName,
): Triangle {
  const earliest = movements.reduce((first, { origin }) => Math.min(first, origin), last + 1)
  if (movements.length === 0) return { origins: [], ages: [], cells: [] }
  const size = Math.min(Math.max(last - earliest + 1, 1), ORIGINS_AT_MOST)
  const first = last - size + 1
  const added = addedUp(movements, first, size)
  const numbers = Array.from({ length: size }, (_, at) => at)
  return {
    origins: numbers.map((at) => nameOf((first + at) as Period)),
    ages: numbers,
    cells: added.map((row, at) => cumulated(row, size - at)),
  }
}

/** What was added to each origin at each age. */
function addedUp(movements: readonly Movement[], first: number, size: number): Cents[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ZERO))
  for (const { origin, period, amount } of movements) {
    const row = within(origin - first, size - 1)
    const age = within(period - first - row, size - 1 - row)
    const cells = rows[row] as Cents[]
    cells[age] = plus(cells[age] as Cents, amount)
  }
  return rows
}

const within = (at: number, most: number) => Math.min(Math.max(at, 0), most)

/** The sums up to each age, and nothing from the age `known` on. */
function cumulated(row: readonly Cents[], known: number): (Cents | null)[] {
  let sum = ZERO
  return row.map((amount, age) => {
    sum = plus(sum, amount)
    return age < known ? sum : null
  })
}
