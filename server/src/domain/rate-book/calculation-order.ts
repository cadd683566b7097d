import type { Calculation } from './rate-book.ts'

// What is computed from what among the lines of a price.

/** The codes of the lines that a calculation is a percent of. */
export const baseCodes = (calculation: Calculation): readonly string[] =>
  calculation.type === 'PercentOf' && typeof calculation.base !== 'string' ? calculation.base : []

/** Whether a line is computed after all percents of other lines: from dealer cost, from the price, or as the rest. */
export const isComputedLast = (calculation: Calculation) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')

/** The codes on the way from a line back to itself; undefined if there is no circle. */
export function findCircle(
  start: string,
  bases: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const seen = new Set<string>()
  const walk = (code: string, path: readonly string[]): string[] | undefined => {
    for (const next of bases.get(code) ?? []) {
      if (next === start) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const circle = walk(next, [...path, next])
      if (circle) return circle
    }
    return undefined
  }
  return walk(start, [start])
}
