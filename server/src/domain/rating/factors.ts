import { MILLION } from '../fraction.ts'
import { type Cents, prorate } from '../money.ts'
import type { FactorEntry, FactorTable, Program, RateRow } from '../rate-book/rate-book.ts'
import type { Cells } from './cells.ts'
import type { Circumstances } from './row-tree.ts'
import { type CellRows, indexRows, matchForAll, matchRows, type RowIndex } from './rows.ts'

/** A compiled factor table. Entries are found as rate rows are; factors are fractions in lowest terms. */
export interface CompiledFactors {
  readonly index: RowIndex
  readonly numerators: readonly number[]
  readonly denominators: readonly number[]
}

export function* compileFactors(
  program: Program,
  cells: Cells,
  table: FactorTable,
): Generator<void, CompiledFactors> {
  const common = table.entries.map(({ factor }) => greatestCommonDivisor(factor, MILLION))
  return {
    index: yield* indexRows(
      program,
      cells,
      table.entries.map((entry) => rateRowFromEntry(table, entry)),
    ),
    numerators: table.entries.map(({ factor }, at) => factor / (common[at] as number)),
    denominators: common.map((divisor) => MILLION / divisor),
  }
}

const greatestCommonDivisor = (left: number, right: number): number =>
  right === 0 ? Math.max(left, 1) : greatestCommonDivisor(right, left % right)

/** An entry in the form of a rate row with the same keys. */
function rateRowFromEntry(
  { keys }: FactorTable,
  { codes, from, to, effectiveFrom, effectiveTo }: FactorEntry,
): RateRow {
  const range = (key: 'odometer' | 'age') => (keys.includes(key) ? { from, to } : { from: null, to: null })
  const [odometer, age] = [range('odometer'), range('age')]
  return {
    plan: codes.plan ?? null,
    term: codes.term ?? null,
    deductible: codes.deductible ?? null,
    classCode: codes.classCode ?? null,
    segmentation: codes.segmentation ?? null,
    odometerFrom: odometer.from,
    odometerTo: odometer.to,
    ageFrom: age.from,
    ageTo: age.to,
    financedFrom: null,
    financedTo: null,
    priceFrom: null,
    priceTo: null,
    state: codes.state ?? null,
    // The book check made sure that these codes exist.
    condition: (codes.condition ?? null) as RateRow['condition'],
    effectiveFrom: effectiveFrom ?? null,
    effectiveTo: effectiveTo ?? null,
    values: {},
  }
}

/** The factors of a sale. Factors that are the same for all cells are multiplied once. */
export interface FactorProduct {
  readonly numerator: number
  readonly denominator: number
  /** Whether a table has no entry for any cell. */
  readonly isMissing: boolean
  /** Tables whose entry differs by cell. */
  readonly byCell: readonly { readonly table: CompiledFactors; readonly entries: CellRows }[]
  readonly common: readonly { readonly table: CompiledFactors; readonly entry: number }[]
}

export function factorProduct(tables: readonly CompiledFactors[], sale: Circumstances): FactorProduct {
  const common: { table: CompiledFactors; entry: number }[] = []
  const byCell: { table: CompiledFactors; entries: CellRows }[] = []
  let numerator = 1
  let denominator = 1
  let isMissing = false
  for (const table of tables) {
    if (!table.index.isForAllCells) {
      byCell.push({ table, entries: matchRows(table.index, sale) })
      continue
    }
    const entry = matchForAll(table.index, sale)
    common.push({ table, entry })
    isMissing ||= entry < 0
    numerator *= table.numerators[entry] ?? 0
    denominator *= table.denominators[entry] ?? 1
  }
  return { numerator, denominator, isMissing, byCell, common }
}

/** The amount times the factors of a cell, rounded once; NaN where a table has no entry. */
export function timesFactors(amount: number, product: FactorProduct, cell: number): number {
  if (product.isMissing) return Number.NaN
  let { numerator, denominator } = product
  for (const { table, entries } of product.byCell) {
    const entry = entries.rows[entries.from + cell] as number
    if (entry < 0) return Number.NaN
    numerator *= table.numerators[entry] as number
    denominator *= table.denominators[entry] as number
  }
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator))
    return prorate(amount as Cents, numerator, denominator)
  return timesBigFactors(amount, product, cell)
}

/** The same with big integers, for factors with many digits. */
function timesBigFactors(amount: number, { byCell, common }: FactorProduct, cell: number): number {
  let numerator = BigInt(amount)
  let denominator = 1n
  const times = ({ numerators, denominators }: CompiledFactors, entry: number) => {
    numerator *= BigInt(numerators[entry] as number)
    denominator *= BigInt(denominators[entry] as number)
  }
  for (const { table, entry } of common) times(table, entry)
  for (const { table, entries } of byCell) times(table, entries.rows[entries.from + cell] as number)
  // Half away from zero, as all amounts are rounded.
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((size * 2n + denominator) / (denominator * 2n))
  return numerator < 0n ? -rounded : rounded
}
