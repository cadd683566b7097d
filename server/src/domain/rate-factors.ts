import { type Cents, prorate } from './money.ts'
import type { FactorEntry, FactorTable, Program, RateRow } from './rate-book.ts'
import { type Cells, type Circumstances, indexRows, matchRows, type RowIndex } from './rate-rows.ts'

/** A factor table, compiled: found as rows are found, multiplied as a fraction in its lowest terms. */
export interface CompiledFactors {
  readonly index: RowIndex
  readonly numerators: Float64Array
  readonly denominators: Float64Array
}

const MILLION = 1_000_000

export function compileFactors(program: Program, cells: Cells, table: FactorTable): CompiledFactors {
  const fractions = table.entries.map(({ factor }) => {
    const common = greatestCommon(factor, MILLION)
    return [factor / common, MILLION / common] as const
  })
  return {
    index: indexRows(
      program,
      cells,
      table.entries.map((entry) => rowOf(table, entry)),
    ),
    numerators: Float64Array.from(fractions, ([numerator]) => numerator),
    denominators: Float64Array.from(fractions, ([, denominator]) => denominator),
  }
}

const greatestCommon = (one: number, other: number): number =>
  other === 0 ? Math.max(one, 1) : greatestCommon(other, one % other)

/** An entry as a rate row: what it is keyed by is what the row names. */
function rowOf({ keys }: FactorTable, { codes, from, to }: FactorEntry): RateRow {
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
    // Codes are those that the book was checked to have.
    condition: (codes.condition ?? null) as RateRow['condition'],
    effectiveFrom: null,
    effectiveTo: null,
    values: {},
  }
}

/** The entry of each cell for this sale. */
export const matchFactors = ({ index }: CompiledFactors, sale: Circumstances) => matchRows(index, sale)

/** The amount times the factors of a cell, rounded once; nothing where a table has no entry for it. */
export function timesFactors(
  amount: Cents,
  tables: readonly CompiledFactors[],
  matches: readonly Int32Array[],
  cell: number,
): Cents | undefined {
  let numerator = 1
  let denominator = 1
  for (let at = 0; at < tables.length; at += 1) {
    const entry = (matches[at] as Int32Array)[cell] as number
    if (entry < 0) return undefined
    const table = tables[at] as CompiledFactors
    numerator *= table.numerators[entry] as number
    denominator *= table.denominators[entry] as number
  }
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator))
    return prorate(amount, numerator, denominator)
  return inTurn(amount, tables, matches, cell)
}

/** The same with numbers of any size, for factors of many digits. */
function inTurn(
  amount: Cents,
  tables: readonly CompiledFactors[],
  matches: readonly Int32Array[],
  cell: number,
): Cents {
  let numerator = BigInt(amount)
  let denominator = 1n
  tables.forEach(({ numerators, denominators }, at) => {
    const entry = (matches[at] as Int32Array)[cell] as number
    numerator *= BigInt(numerators[entry] as number)
    denominator *= BigInt(denominators[entry] as number)
  })
  return Number((numerator * 2n + denominator) / (denominator * 2n)) as Cents
}
