import type {
  ClassRow,
  Deductible,
  EffectiveDates,
  FactorTable,
  Plan,
  PlanTerm,
  RateRow,
  Term,
  VisibilityRow,
} from '../../../../src/domain/rate-book/rate-book.ts'
import type { DealerFacts, RateRequest } from '../../../../src/domain/rating/request.ts'

// Finds the row of a table that applies: all rows are checked, and the matching row that names most wins.

/** A plan with a term and a deductible. */
export interface Cell {
  readonly plan: Plan
  readonly planTerm: PlanTerm
  readonly term: Term
  readonly deductible: Deductible
}

/** The facts of a sale that rows can name. */
export interface Sale {
  readonly date: string
  readonly state: string
  readonly classCode: string | null
  readonly segmentation: string | null
  readonly odometer: number | null
  readonly age: number | null
  readonly financed: number | null
  readonly price: number | null
  readonly condition: string
}

/** A range without ends fits everything. A range with an end fits only known values. */
export function isBetween<Value extends number | string>(
  from: Value | null,
  to: Value | null,
  value: Value | null,
): boolean {
  if (from === null && to === null) return true
  if (value === null) return false
  return (from === null || from <= value) && (to === null || value <= to)
}

export const isOn = ({ effectiveFrom, effectiveTo }: EffectiveDates, date: string) =>
  isBetween(effectiveFrom, effectiveTo, date)

/** One column of a row: whether the row names it, and whether it fits. */
interface Part {
  readonly isNamed: boolean
  readonly fits: boolean
}

const code = (named: string | null | undefined, given: string | null): Part => ({
  isNamed: typeof named === 'string',
  fits: typeof named !== 'string' || named === given,
})

const anyCase = (named: string | null, given: string | null) =>
  code(named?.toUpperCase(), given?.toUpperCase() ?? null)

const range = <Value extends number | string>(
  from: Value | null,
  to: Value | null,
  value: Value | null,
): Part => ({ isNamed: from !== null || to !== null, fits: isBetween(from, to, value) })

/** The matching row that names most. A book with a tie is refused when it is read. */
function bestOf<Row>(rows: readonly Row[], partsOf: (row: Row) => readonly Part[]): Row | undefined {
  let best: Row | undefined
  let most = -1
  let isTie = false
  for (const row of rows) {
    const parts = partsOf(row)
    if (!parts.every(({ fits }) => fits)) continue
    const named = parts.filter(({ isNamed }) => isNamed).length
    if (named === most) isTie = true
    if (named <= most) continue
    best = row
    most = named
    isTie = false
  }
  if (isTie) throw new Error('Two rows that name equally much fit the same sale.')
  return best
}

export const rateRowFor = (rows: readonly RateRow[], cell: Cell, sale: Sale) =>
  bestOf(rows, (row) => [
    code(row.plan, cell.plan.code),
    code(row.term, cell.term.code),
    code(row.deductible, cell.deductible.code),
    code(row.classCode, sale.classCode),
    code(row.segmentation, sale.segmentation),
    code(row.state, sale.state),
    code(row.condition, sale.condition),
    range(row.odometerFrom, row.odometerTo, sale.odometer),
    range(row.ageFrom, row.ageTo, sale.age),
    range(row.financedFrom, row.financedTo, sale.financed),
    range(row.priceFrom, row.priceTo, sale.price),
    range(row.effectiveFrom, row.effectiveTo, sale.date),
  ])

/** The factor in millionths, or nothing if the table has no entry. */
export const factorFor = ({ keys, entries }: FactorTable, cell: Cell, sale: Sale) =>
  bestOf(entries, ({ codes, from, to, effectiveFrom, effectiveTo }) => [
    code(codes.plan, cell.plan.code),
    code(codes.term, cell.term.code),
    code(codes.deductible, cell.deductible.code),
    code(codes.classCode, sale.classCode),
    code(codes.segmentation, sale.segmentation),
    code(codes.state, sale.state),
    code(codes.condition, sale.condition),
    range(from, to, keys.includes('odometer') ? sale.odometer : sale.age),
    range(effectiveFrom, effectiveTo, sale.date),
  ])?.factor

export const classRowFor = (rows: readonly ClassRow[], request: RateRequest) =>
  bestOf(rows, (row) => [
    anyCase(row.make, request.make),
    anyCase(row.model, request.model),
    anyCase(row.trim, request.trim),
    anyCase(row.series, request.series),
    anyCase(row.engine, request.engine),
    anyCase(row.fuelType, request.fuelType),
    anyCase(row.driveType, request.driveType),
    range(row.yearFrom, row.yearTo, request.year),
    range(row.effectiveFrom, row.effectiveTo, request.saleDate),
  ])

/** The columns of the visibility table. */
export interface Seen {
  readonly product: string
  readonly program: string
  readonly plan: string
  readonly term: string
  readonly deductible: string
  readonly classCode: string | null
}

const seenParts = ['product', 'program', 'plan', 'term', 'deductible', 'classCode'] as const

/** Matching rows for the dealer, else for its group, else for all dealers. Of these, all rows that name most must show it. */
export function isShown(rows: readonly VisibilityRow[], seen: Seen, dealer: DealerFacts, date: string) {
  const fitting = rows.filter(
    (row) => isOn(row, date) && seenParts.every((part) => row[part] === null || row[part] === seen[part]),
  )
  const levels = [
    fitting.filter((row) => isSameNumber(row.dealer, dealer.number)),
    fitting.filter((row) => isSameNumber(row.dealerGroup, dealer.groupNumber)),
    fitting.filter((row) => row.dealer === null && row.dealerGroup === null),
  ]
  const counting = levels.find((level) => level.length > 0) ?? []
  const named = (row: VisibilityRow) => seenParts.filter((part) => row[part] !== null).length
  const most = Math.max(...counting.map(named))
  return counting.every((row) => named(row) < most || row.isVisible)
}

const isSameNumber = (named: string | null, given: string | null) =>
  named !== null && named.toUpperCase() === given?.toUpperCase()
