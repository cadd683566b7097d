import { isComputedLast } from '../rate-book/calculation-order.ts'
import type { Calculation, DisbursementDefinition } from '../rate-book/rate-book.ts'

/** A line that is a percent of other lines, by their indexes. */
export interface PercentOfLines {
  readonly at: number
  readonly percent: number
  readonly base: readonly number[]
}

/** Percents of other lines, each after those it is a percent of. Undefined where they are circular. */
export function percentOrder(
  definitions: readonly DisbursementDefinition[],
  calculations: readonly Calculation[],
): PercentOfLines[] | undefined {
  const order: PercentOfLines[] = []
  const done = new Set<number>()
  const visit = (at: number, above: readonly number[]): boolean => {
    const calculation = calculations[at] as Calculation
    if (calculation.type !== 'PercentOf' || typeof calculation.base === 'string' || done.has(at)) return true
    if (above.includes(at)) return false
    const { base, percent } = calculation
    const lines: number[] = []
    for (let other = 0; other < definitions.length; other += 1) {
      if (!base.includes((definitions[other] as DisbursementDefinition).code)) continue
      // A line that is computed last cannot be the base of another.
      if (isComputedLast(calculations[other] as Calculation) || !visit(other, [...above, at])) return false
      lines.push(other)
    }
    done.add(at)
    order.push({ at, percent, base: lines })
    return true
  }
  for (let at = 0; at < calculations.length; at += 1) if (!visit(at, [])) return undefined
  return order
}
