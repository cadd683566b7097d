import type { Program, RateRow } from '../rate-book/rate-book.ts'
import { buildCellSets, type Cells } from './cells.ts'
import { type Circumstances, findIn, growTree, type RowTree } from './row-tree.ts'

// The rows of a program, compiled for lookup: the cells (plan, term, deductible) are numbered. Everything else that a row
// names (class, bands, state, dates …) is its circumstances, which many rows share.

export interface RowIndex {
  readonly tree: RowTree
  readonly cellCount: number
  /** For each circumstances number, one row that has them. */
  readonly examples: readonly RateRow[]
  /** The rows of circumstances n are those from first[n] up to first[n + 1]. */
  readonly first: Uint32Array
  readonly members: Uint32Array
  /** By row: its one cell, or a negative number for a set of cells. */
  readonly rowCells: Int32Array
  readonly sets: readonly Uint32Array[]
  /** By row: how specific it is; never zero. */
  readonly ranks: Uint8Array
  /** Whether no row names a plan, term or deductible: a row that fits the sale fits all its cells. */
  readonly isForAllCells: boolean
  /** The row of each cell, stored for circumstances with many rows; `laidOut` has the offset, or -1. */
  readonly layout: Int32Array
  readonly laidOut: Int32Array
}

/** The row of each cell for a sale, in an array from an offset on; -1 where there is none. */
export interface CellRows {
  readonly rows: Int32Array
  readonly from: number
}

/** The parts of circumstances. Functions, because reading a property by a variable name is many times slower. */
const circumstances: readonly ((row: RateRow) => string | number | null)[] = [
  ({ classCode }) => classCode,
  ({ segmentation }) => segmentation,
  ({ odometerFrom }) => odometerFrom,
  ({ odometerTo }) => odometerTo,
  ({ ageFrom }) => ageFrom,
  ({ ageTo }) => ageTo,
  ({ financedFrom }) => financedFrom,
  ({ financedTo }) => financedTo,
  ({ priceFrom }) => priceFrom,
  ({ priceTo }) => priceTo,
  ({ state }) => state,
  ({ condition }) => condition,
  ({ effectiveFrom }) => effectiveFrom,
  ({ effectiveTo }) => effectiveTo,
]

/** The number of rows between two steps. */
const STEP = 250

/** Compiles rows of a program: its rates, or the entries of a factor table in the form of rows. */
export function* indexRows(
  program: Program,
  cells: Cells,
  rows: readonly RateRow[],
): Generator<void, RowIndex> {
  const groups = yield* gather(rows)
  const cellSets = buildCellSets(program, cells)
  const rowCells = new Int32Array(rows.length)
  const ranks = new Uint8Array(rows.length)
  let isForAllCells = true
  for (let at = 0; at < rows.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rows[at] as RateRow
    const number = cellSets.setNumber(row)
    const set = cellSets.sets[number] as Uint32Array
    rowCells[at] = set.length === 1 ? (set[0] as number) : -1 - number
    ranks[at] = specificity(row)
    isForAllCells &&= row.plan === null && row.term === null && row.deductible === null
  }
  const first = new Uint32Array(groups.length + 1)
  const members = new Uint32Array(rows.length)
  for (let number = 0; number < groups.length; number += 1) {
    if (number % STEP === 0) yield
    const group = groups[number] as number[]
    members.set(group, first[number])
    first[number + 1] = (first[number] as number) + group.length
  }
  const examples = groups.map(([at]) => rows[at as number] as RateRow)
  const tree = yield* growTree([...groups.keys()], (number) => examples[number] as RateRow)
  const base = {
    tree,
    cellCount: cells.count,
    examples,
    first,
    members,
    rowCells,
    sets: cellSets.sets,
    ranks,
  }
  return { ...base, isForAllCells, ...(yield* layOut(base)) }
}

type Unlaid = Omit<RowIndex, 'isForAllCells' | 'layout' | 'laidOut'>

/** Above this size, only circumstances that need at most four elements for each row are laid out. */
const FREELY = 100_000

/** Most sales fit one set of circumstances: its row for each cell is stored once, for all sales. */
function* layOut(index: Unlaid): Generator<void, Pick<RowIndex, 'layout' | 'laidOut'>> {
  const { examples, first, cellCount } = index
  const laidOut = new Int32Array(examples.length).fill(-1)
  let length = 0
  for (let number = 0; number < examples.length; number += 1) {
    const size = (first[number + 1] as number) - (first[number] as number)
    if (length + cellCount > FREELY && cellCount > size * 4) continue
    laidOut[number] = length
    length += cellCount
  }
  const layout = new Int32Array(length).fill(-1)
  const best = new Uint8Array(cellCount)
  for (let number = 0; number < examples.length; number += 1) {
    if (number % 16 === 0) yield
    const from = laidOut[number] as number
    if (from >= 0) addRows(index, number, { rows: layout, from }, best.fill(0))
  }
  return { layout, laidOut }
}

type Gathered = Map<string | number | null, Gathered | number[]>

/** Groups rows with the same circumstances, in the order of the book. Columns that no row uses are skipped. */
function* gather(rows: readonly RateRow[]): Generator<void, number[][]> {
  const named = yield* namedIn(rows)
  const last = named.pop() ?? (() => null)
  const root: Gathered = new Map()
  const groups: number[][] = []
  for (let at = 0; at < rows.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rows[at] as RateRow
    let place = root
    for (const part of named) {
      const value = part(row)
      const next = place.get(value) as Gathered | undefined
      if (next) place = next
      else {
        const made: Gathered = new Map()
        place.set(value, made)
        place = made
      }
    }
    const group = place.get(last(row)) as number[] | undefined
    if (group) group.push(at)
    else {
      const made = [at]
      place.set(last(row), made)
      groups.push(made)
    }
  }
  return groups
}

/** The parts of the circumstances that any row names. */
function* namedIn(rows: readonly RateRow[]): Generator<void, (typeof circumstances)[number][]> {
  const named = circumstances.map(() => false)
  for (let at = 0; at < rows.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rows[at] as RateRow
    for (let part = 0; part < named.length; part += 1)
      if (!named[part] && circumstances[part]?.(row) !== null) named[part] = true
  }
  return circumstances.filter((_, part) => named[part])
}

const countIf = (isNamed: boolean) => (isNamed ? 1 : 0)
const countRange = (from: unknown, to: unknown) => countIf(from !== null || to !== null)

/** A range counts once, with one end or two. */
const specificity = (row: RateRow) =>
  1 +
  countIf(row.plan !== null) +
  countIf(row.term !== null) +
  countIf(row.deductible !== null) +
  countIf(row.classCode !== null) +
  countIf(row.segmentation !== null) +
  countIf(row.state !== null) +
  countIf(row.condition !== null) +
  countRange(row.odometerFrom, row.odometerTo) +
  countRange(row.ageFrom, row.ageTo) +
  countRange(row.financedFrom, row.financedTo) +
  countRange(row.priceFrom, row.priceTo) +
  countRange(row.effectiveFrom, row.effectiveTo)

/** The most specific row of each cell for this sale; -1 where there is none. */
export function matchRows(index: RowIndex, sale: Circumstances): CellRows {
  const fitting = fittingIn(index, sale)
  const from = fitting.length === 1 ? (index.laidOut[fitting[0] as number] as number) : -1
  if (from >= 0) return { rows: index.layout, from }
  const found = { rows: new Int32Array(index.cellCount).fill(-1), from: 0 }
  const best = new Uint8Array(index.cellCount)
  for (const number of fitting) addRows(index, number, found, best)
  return found
}

/** The numbers of the circumstances that fit. */
function fittingIn({ tree, examples }: RowIndex, sale: Circumstances): number[] {
  const found: number[] = []
  findIn(tree, sale, found)
  const fitting: number[] = []
  for (const number of found) if (rowFits(examples[number] as RateRow, sale)) fitting.push(number)
  return fitting
}

/** Puts the rows into their cells where they are more specific than what is there. */
function addRows(index: Unlaid, number: number, { rows, from }: CellRows, best: Uint8Array): void {
  const { first, members, rowCells, sets, ranks } = index
  const end = first[number + 1] as number
  for (let at = first[number] as number; at < end; at += 1) {
    const row = members[at] as number
    const rank = ranks[row] as number
    const cell = rowCells[row] as number
    const cells = cell < 0 ? (sets[-1 - cell] as Uint32Array) : undefined
    for (let each = 0; each < (cells?.length ?? 1); each += 1) {
      const place = cells ? (cells[each] as number) : cell
      if (rank > (best[place] as number)) {
        best[place] = rank
        rows[from + place] = row
      }
    }
  }
}

/** The row for all cells of this sale, in an index whose rows are for all cells; -1 where there is none. */
export function matchForAll(index: RowIndex, sale: Circumstances): number {
  const { first, members, ranks } = index
  let best = -1
  for (const number of fittingIn(index, sale)) {
    const row = members[first[number] as number] as number
    if (best < 0 || (ranks[row] as number) > (ranks[best] as number)) best = row
  }
  return best
}

/** Whether a row fits the sale. A row does not fit if it names something that the sale lacks. */
export function rowFits(row: RateRow, sale: Circumstances): boolean {
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
