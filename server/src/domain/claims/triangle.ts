import type { CalendarDate } from '../dates.ts'
import { type Cents, plus, ZERO } from '../money.ts'

// How losses develop: one row for each quarter in which contracts were sold or losses happened, one column for each
// quarter of age, and in each cell what had been paid or incurred by the end of that quarter.

/** A quarter of a year: four times the year, and 0 to 3. */
export type Quarter = number & { readonly unit: 'quarter' }

export const quarterOf = (date: CalendarDate): Quarter =>
  (Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3)) as Quarter

/** `2023-Q1` */
export const quarterName = (quarter: Quarter): string =>
  `${String(Math.floor(quarter / 4)).padStart(4, '0')}-Q${(quarter % 4) + 1}`

/** What was added in a quarter to the losses of an origin. Less than zero: taken off. */
export interface Movement {
  readonly origin: Quarter
  readonly quarter: Quarter
  readonly amount: Cents
}

export interface Triangle {
  readonly origins: readonly string[]
  /** In quarters, from 0. */
  readonly ages: readonly number[]
  /** Cumulative. Null where the future is. */
  readonly cells: readonly (readonly (Cents | null)[])[]
}

/** Fifty years. What is older was dated wrong, and is shown with the oldest origin. */
const ORIGINS_AT_MOST = 200

/**
 * Every origin from the first with a movement to the last quarter. No movement is left out: one before its origin counts at
 * age 0, and an origin after the last quarter counts with the last.
 */
export function buildTriangle(movements: readonly Movement[], last: Quarter): Triangle {
  const earliest = movements.reduce((first, { origin }) => Math.min(first, origin), last + 1)
  if (movements.length === 0) return { origins: [], ages: [], cells: [] }
  const size = Math.min(Math.max(last - earliest + 1, 1), ORIGINS_AT_MOST)
  const first = last - size + 1
  const added = addedUp(movements, first, size)
  const numbers = Array.from({ length: size }, (_, at) => at)
  return {
    origins: numbers.map((at) => quarterName((first + at) as Quarter)),
    ages: numbers,
    cells: added.map((row, at) => cumulated(row, size - at)),
  }
}

/** What was added to each origin at each age. */
function addedUp(movements: readonly Movement[], first: number, size: number): Cents[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ZERO))
  for (const { origin, quarter, amount } of movements) {
    const row = within(origin - first, size - 1)
    const age = within(quarter - first - row, size - 1 - row)
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
