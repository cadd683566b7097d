import { amountOf, type Cents } from '../money.ts'
import type { UnnumberedBook, UnnumberedProgram } from './book.ts'
import type { FactorEntry, FactorKey, RateRow } from './rate-book.ts'
import { moneyFact, rangeTexts, soldTexts } from './words.ts'

// The figures of a book as tables of rows and columns, old beside new, as a screen draws them. A factor table that changed
// is shown whole; of the rates, which may be many thousands, the rows with a change.

export interface GridCell {
  readonly row: number
  readonly column: number
  /** Null: the cell is new. */
  readonly before: number | null
  /** Null: the cell is gone. */
  readonly after: number | null
}

export interface BookGrid {
  readonly kind: 'Factor' | 'Rate'
  readonly unit: 'Factor' | 'Money' | 'Percent'
  readonly program: string
  /** The code of the factor table, or the column of the rates. */
  readonly code: string
  readonly name: string
  readonly rowTitle: string
  readonly columnTitle: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cells: readonly GridCell[]
  /** There are more cells than are shown. */
  readonly isCut: boolean
}

/** More than a person looks through. */
export const CELLS_AT_MOST = 5_000

/** A figure of one book, and where it stands. */
interface Placed {
  readonly row: string
  readonly column: string
  readonly value: number
}

/** The tables in which a figure changes, comes or goes. */
export function changedGrids(live: UnnumberedBook, next: UnnumberedBook): BookGrid[] {
  const [before, after] = [programsByCode(live), programsByCode(next)]
  const codes = [...new Set([...after.keys(), ...before.keys()])]
  return codes.flatMap((code) => [
    ...factorGrids(code, before.get(code), after.get(code)),
    ...rateGrids(code, before.get(code), after.get(code)),
  ])
}

const programsByCode = ({ products }: UnnumberedBook) =>
  new Map(products.flatMap(({ programs }) => programs).map((program) => [program.code, program]))

type Program = UnnumberedProgram | undefined
type Table = UnnumberedProgram['factorTables'][number]

function factorGrids(program: string, before: Program, after: Program): BookGrid[] {
  const codes = [...(after?.factorTables ?? []), ...(before?.factorTables ?? [])].map(({ code }) => code)
  return [...new Set(codes)].flatMap((code) => {
    const named = (of: Program) => of?.factorTables.find((table) => table.code === code)
    const [old, current] = [named(before), named(after)]
    const table = current ?? old
    if (!table) return []
    const [rowKey, ...columnKeys] = table.keys
    const grid = compare(placedFactors(old), placedFactors(current), 'all rows')
    return grid.isChanged
      ? [
          {
            ...{ kind: 'Factor' as const, unit: 'Factor' as const, program, code, name: table.name },
            ...{ rowTitle: rowKey ?? '', columnTitle: columnKeys.join(', ') },
            ...grid.shown,
          },
        ]
      : []
  })
}

const placedFactors = (table: Table | undefined): Placed[] =>
  (table?.entries ?? []).map((entry) => {
    const [rowKey, ...columnKeys] = table?.keys ?? []
    return {
      row: rowKey === undefined ? '' : keyText(rowKey, entry),
      column: [...columnKeys.map((key) => keyText(key, entry)), ...soldTexts(entry)].join(', '),
      value: entry.factor / 1_000_000,
    }
  })

function keyText(key: FactorKey, { codes, from, to }: FactorEntry): string {
  if (key === 'month') return String(from)
  if (key === 'odometer' || key === 'age') return rangeTexts('', from, to)[0]?.trim() ?? 'any'
  return codes[key] ?? 'any'
}

function rateGrids(program: string, before: Program, after: Program): BookGrid[] {
  const columns = [...(after?.rates ?? []), ...(before?.rates ?? [])].flatMap(({ values }) =>
    Object.keys(values),
  )
  return [...new Set(columns)].flatMap((code) => {
    const isPercent = [before, after].some((of) => percentColumns(of).includes(code))
    const placed = (of: Program) => placedRates(of, code, isPercent)
    const grid = compare(placed(before), placed(after), 'rows with a change')
    return grid.isChanged
      ? [
          {
            ...{
              kind: 'Rate' as const,
              unit: isPercent ? ('Percent' as const) : ('Money' as const),
              program,
            },
            ...{ code, name: code, rowTitle: 'plan, term', columnTitle: 'deductible, class, other limits' },
            ...grid.shown,
          },
        ]
      : []
  })
}

const percentColumns = (program: Program): string[] =>
  (program?.disbursements ?? []).flatMap(({ calculation }) =>
    calculation.type === 'RateRow' && calculation.of !== null ? [calculation.column] : [],
  )

const placedRates = (program: Program, code: string, isPercent: boolean): Placed[] =>
  (program?.rates ?? []).flatMap((row) => {
    const value = row.values[code]
    return value === undefined
      ? []
      : [{ ...placeOfRate(row), value: isPercent ? value / 1_000_000 : amountOf(value as Cents) }]
  })

const present = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null)

const placeOfRate = (row: RateRow): Omit<Placed, 'value'> => ({
  row: present([row.plan, row.term]).join(' ') || 'all plans',
  column:
    [
      ...present([row.deductible]),
      ...(row.classCode === null ? [] : [`class ${row.classCode}`]),
      ...present([row.segmentation, row.state, row.condition]),
      ...rangeTexts('odometer', row.odometerFrom, row.odometerTo),
      ...rangeTexts('age', row.ageFrom, row.ageTo),
      ...rangeTexts('financed', moneyFact(row.financedFrom), moneyFact(row.financedTo)),
      ...rangeTexts('price', moneyFact(row.priceFrom), moneyFact(row.priceTo)),
      ...soldTexts(row),
    ].join(', ') || 'all',
})

interface Compared {
  readonly isChanged: boolean
  readonly shown: Pick<BookGrid, 'rows' | 'columns' | 'cells' | 'isCut'>
}

/** Two sets of figures in one table. Rows and columns are in the order in which the new book has them. */
function compare(
  before: readonly Placed[],
  after: readonly Placed[],
  show: 'all rows' | 'rows with a change',
): Compared {
  const cells = new Map<
    string,
    { row: string; column: string; before: number | null; after: number | null }
  >()
  const cellAt = ({ row, column }: Placed) => {
    const key = JSON.stringify([row, column])
    const cell = cells.get(key) ?? { row, column, before: null, after: null }
    cells.set(key, cell)
    return cell
  }
  for (const placed of after) cellAt(placed).after = placed.value
  for (const placed of before) cellAt(placed).before = placed.value
  const all = [...cells.values()]
  const changedRows = new Set(all.filter((cell) => cell.before !== cell.after).map(({ row }) => row))
  const wanted = show === 'all rows' ? all : all.filter(({ row }) => changedRows.has(row))
  const kept = wanted.slice(0, CELLS_AT_MOST)
  const [rows, columns] = [distinct(kept.map(({ row }) => row)), distinct(kept.map(({ column }) => column))]
  const [rowAt, columnAt] = [placesOf(rows), placesOf(columns)]
  return {
    isChanged: changedRows.size > 0,
    shown: {
      ...{ rows, columns, isCut: kept.length < wanted.length },
      cells: kept.map(({ row, column, ...values }) => ({
        ...{ row: rowAt.get(row) ?? 0, column: columnAt.get(column) ?? 0 },
        ...values,
      })),
    },
  }
}

const distinct = (names: readonly string[]) => [...new Set(names)]
const placesOf = (names: readonly string[]) => new Map(names.map((name, at) => [name, at]))
