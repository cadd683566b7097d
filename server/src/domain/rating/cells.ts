import type { Program, RateRow } from '../rate-book/rate-book.ts'

/** The combinations of plan, term and deductible that a program sells, in the order of the book. */
export interface Cells {
  readonly count: number
  /** Indices into the program's plans, the plan's terms, the program's terms and deductibles. */
  readonly plan: Uint16Array
  readonly planTerm: Uint16Array
  readonly term: Uint16Array
  readonly deductible: Uint16Array
}

export function numberCells({ plans, terms, deductibles }: Program): Cells {
  const termAt = new Map(terms.map(({ code }, at) => [code, at]))
  const deductibleAt = new Map(deductibles.map(({ code }, at) => [code, at]))
  const indices = plans.flatMap((plan, planAt) =>
    plan.terms.flatMap((planTerm, planTermAt) =>
      plan.deductibles.map((code) => [
        planAt,
        planTermAt,
        termAt.get(planTerm.term) ?? 0,
        deductibleAt.get(code) ?? 0,
      ]),
    ),
  )
  const column = (at: number) => Uint16Array.from(indices, (cell) => cell[at] ?? 0)
  return {
    count: indices.length,
    plan: column(0),
    planTerm: column(1),
    term: column(2),
    deductible: column(3),
  }
}

/** The cells that rows are for. Rows that name the same codes share one set. */
export interface CellSets {
  readonly sets: readonly Uint32Array[]
  /** The number of a row's set. The set is matching on first use. */
  setNumber(row: Pick<RateRow, 'plan' | 'term' | 'deductible'>): number
}

export function buildCellSets({ plans, terms, deductibles }: Program, cells: Cells): CellSets {
  const sets: Uint32Array[] = []
  const known = new Map<string | null, Map<string | null, Map<string | null, number>>>()
  const planCodes = Array.from(cells.plan, (at) => plans[at]?.code)
  const termCodes = Array.from(cells.term, (at) => terms[at]?.code)
  const deductibleCodes = Array.from(cells.deductible, (at) => deductibles[at]?.code)
  return {
    sets,
    setNumber({ plan, term, deductible }) {
      const setsByDeductible = below(below(known, plan), term)
      const found = setsByDeductible.get(deductible)
      if (found !== undefined) return found
      const matching: number[] = []
      for (let cell = 0; cell < cells.count; cell += 1)
        if (
          (plan === null || planCodes[cell] === plan) &&
          (term === null || termCodes[cell] === term) &&
          (deductible === null || deductibleCodes[cell] === deductible)
        )
          matching.push(cell)
      setsByDeductible.set(deductible, sets.length)
      sets.push(Uint32Array.from(matching))
      return sets.length - 1
    },
  }
}

/** The map under a key, or a new map. */
function below<Key, Value>(maps: Map<Key, Map<Key, Value>>, key: Key): Map<Key, Value> {
  const existing = maps.get(key)
  if (existing) return existing
  const created = new Map<Key, Value>()
  maps.set(key, created)
  return created
}
