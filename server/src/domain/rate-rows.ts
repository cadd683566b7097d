import type { Program, RateRow } from './rate-book.ts'

// The rows of a program, compiled for looking up: the cells (plan, term, deductible) are numbered, and everything else
// that a row names (class, bands, state, dates …) is its circumstances, of which many rows share the same.

/** The combinations of plan, term and deductible that a program sells, in the order of the book. */
export interface Cells {
  readonly count: number
  /** Indices into the program's plans, the plan's terms, the program's terms and deductibles. */
  readonly plan: Uint16Array
  readonly planTerm: Uint16Array
  readonly term: Uint16Array
  readonly deductible: Uint16Array
}

export function cellsOf({ plans, terms, deductibles }: Program): Cells {
  const termAt = new Map(terms.map(({ code }, at) => [code, at]))
  const deductibleAt = new Map(deductibles.map(({ code }, at) => [code, at]))
  const all = plans.flatMap((plan, planAt) =>
    plan.terms.flatMap((planTerm, planTermAt) =>
      plan.deductibles.map((code) => [
        planAt,
        planTermAt,
        termAt.get(planTerm.term) ?? 0,
        deductibleAt.get(code) ?? 0,
      ]),
    ),
  )
  const column = (at: number) => Uint16Array.from(all, (cell) => cell[at] ?? 0)
  return { count: all.length, plan: column(0), planTerm: column(1), term: column(2), deductible: column(3) }
}

/** What a sale is, as far as rows name it. */
export interface Circumstances {
  readonly classCode: string | null
  readonly segmentation: string | null
  readonly odometer: number | null
  readonly age: number | null
  readonly financed: number | null
  readonly price: number | null
  readonly state: string
  readonly condition: string
  readonly date: string
}

export interface RowIndex {
  /** Circumstances that rows share, by the class they name; those of any class under an empty text. */
  readonly byClass: ReadonlyMap<string, readonly Shared[]>
  readonly cellCount: number
}

interface Shared {
  readonly row: RateRow
  /** How many circumstances it names. */
  readonly named: number
  /** The cells that have a row under them, and which row that is. */
  readonly cells: Uint32Array
  readonly rows: Uint32Array
  /** How much of the cell the row names. */
  readonly ranks: Uint8Array
}

const circumstances = [
  'classCode',
  'segmentation',
  'odometerFrom',
  'odometerTo',
  'ageFrom',
  'ageTo',
  'financedFrom',
  'financedTo',
  'priceFrom',
  'priceTo',
  'state',
  'condition',
  'effectiveFrom',
  'effectiveTo',
] as const satisfies readonly (keyof RateRow)[]

/** A range counts once, however many of its ends are named. */
const ranked: readonly (readonly (keyof RateRow)[])[] = [
  ['classCode'],
  ['segmentation'],
  ['odometerFrom', 'odometerTo'],
  ['ageFrom', 'ageTo'],
  ['financedFrom', 'financedTo'],
  ['priceFrom', 'priceTo'],
  ['state'],
  ['condition'],
  ['effectiveFrom', 'effectiveTo'],
]

/** Compiles rows of a program: its rates, or the entries of a factor table in the form of rows. */
export function indexRows(program: Program, cells: Cells, rates: readonly RateRow[]): RowIndex {
  const groups = new Map<string, { row: RateRow; at: number[] }>()
  rates.forEach((row, at) => {
    const key = JSON.stringify(circumstances.map((name) => row[name]))
    const group = groups.get(key)
    if (group) group.at.push(at)
    else groups.set(key, { row, at: [at] })
  })
  const cellsFor = cellFinder(program, cells)
  const byClass = new Map<string, Shared[]>()
  for (const { row, at } of groups.values()) {
    const shared = sharedOf(rates, row, at, cellsFor)
    const ofClass = byClass.get(row.classCode ?? '')
    if (ofClass) ofClass.push(shared)
    else byClass.set(row.classCode ?? '', [shared])
  }
  return { byClass, cellCount: cells.count }
}

type CellFinder = (row: RateRow) => readonly number[]

/** The cells that a row is for; rows that name the same are asked for many times. */
function cellFinder({ plans, terms, deductibles }: Program, cells: Cells): CellFinder {
  const known = new Map<string, number[]>()
  return ({ plan, term, deductible }) => {
    const key = JSON.stringify([plan, term, deductible])
    const found = known.get(key)
    if (found) return found
    const made: number[] = []
    for (let cell = 0; cell < cells.count; cell += 1)
      if (
        (plan === null || plans[cells.plan[cell] ?? 0]?.code === plan) &&
        (term === null || terms[cells.term[cell] ?? 0]?.code === term) &&
        (deductible === null || deductibles[cells.deductible[cell] ?? 0]?.code === deductible)
      )
        made.push(cell)
    known.set(key, made)
    return made
  }
}

function sharedOf(
  rates: readonly RateRow[],
  row: RateRow,
  rows: readonly number[],
  cellsFor: CellFinder,
): Shared {
  const best = new Map<number, { row: number; rank: number }>()
  for (const at of rows) {
    const one = rates[at] as RateRow
    const rank = [one.plan, one.term, one.deductible].filter((part) => part !== null).length
    for (const cell of cellsFor(one))
      if ((best.get(cell)?.rank ?? -1) < rank) best.set(cell, { row: at, rank })
  }
  const entries = [...best.entries()].sort(([one], [other]) => one - other)
  return {
    row,
    named: ranked.filter((names) => names.some((name) => row[name] !== null)).length,
    cells: Uint32Array.from(entries, ([cell]) => cell),
    rows: Uint32Array.from(entries, ([, { row: at }]) => at),
    ranks: Uint8Array.from(entries, ([, { rank }]) => rank),
  }
}

/** The row of each cell for this sale: the one that names most; -1 where there is none. */
export function matchRows(index: RowIndex, sale: Circumstances): Int32Array {
  const rowAt = new Int32Array(index.cellCount).fill(-1)
  const bestRank = new Uint8Array(index.cellCount)
  for (const classCode of sale.classCode ? ['', sale.classCode] : [''])
    for (const shared of index.byClass.get(classCode) ?? []) {
      if (!fits(shared.row, sale)) continue
      const { cells, rows, ranks, named } = shared
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at] as number
        const rank = named + (ranks[at] as number) + 1
        if (rank > (bestRank[cell] as number)) {
          bestRank[cell] = rank
          rowAt[cell] = rows[at] as number
        }
      }
    }
  return rowAt
}

/** Whether a row's circumstances are those of the sale. What the row names and the sale lacks does not fit. */
export function fits(row: RateRow, sale: Circumstances): boolean {
  return (
    (row.classCode === null || row.classCode === sale.classCode) &&
    (row.segmentation === null || row.segmentation === sale.segmentation) &&
    within(row.odometerFrom, row.odometerTo, sale.odometer) &&
    within(row.ageFrom, row.ageTo, sale.age) &&
    within(row.financedFrom, row.financedTo, sale.financed) &&
    within(row.priceFrom, row.priceTo, sale.price) &&
    (row.state === null || row.state === sale.state) &&
    (row.condition === null || row.condition === sale.condition) &&
    (row.effectiveFrom === null || row.effectiveFrom <= sale.date) &&
    (row.effectiveTo === null || sale.date <= row.effectiveTo)
  )
}

export function within(from: number | null, to: number | null, value: number | null): boolean {
  if (from === null && to === null) return true
  return value !== null && (from === null || from <= value) && (to === null || value <= to)
}
