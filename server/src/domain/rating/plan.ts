import { isInForce } from '../in-force.ts'
import { amountOf } from '../money.ts'
import type { Deductible, Term } from '../rate-book/rate-book.ts'
import { addRates, type SalePrice } from './cell.ts'
import type { CompiledPlan, CompiledTerm } from './compile-book.ts'
import { criteriaReasons } from './criteria.ts'
import { dateReason, filterReason, loanReason, rowReason } from './plan-reasons.ts'
import type { RateReason } from './request.ts'
import { type RatedRate, type ReasonMaker, reasonsFor } from './results.ts'
import type { CellRows } from './rows.ts'
import type { RatingContext, SaleContext } from './sale.ts'
import { isTermEligible, isTermOpen, type TermRun, termReasons } from './terms.ts'

/** The sale of a program. Its plans are rated one after the other. */
export interface ProgramSale {
  readonly rating: RatingContext
  readonly sale: SaleContext
  readonly rowAt: CellRows
  readonly price: SalePrice
  /** The run of a term, by its index in the program. */
  readonly runOf: (term: number) => TermRun
}

/** Adds the rates of one plan. If a step fails, returns all the reasons of that step. */
export function ratePlan(of: ProgramSale, plan: CompiledPlan, rates: RatedRate[]): readonly RateReason[] {
  const { rating, sale } = of
  const { product, program, request } = rating
  const { one } = reasonsFor(product.product, program.program, plan.plan)
  const sold = cellsSold(rating, plan, one)
  if ('reason' in sold) return [sold.reason]
  const shown = cellsShown(rating, sale, plan, sold.cells)
  if (shown.length === 0) return [one('NotVisible', 'planCode', plan.plan.code, null)]
  const ineligible = criteriaReasons(plan.eligibility, sale.context, one)
  if (ineligible.length > 0) return ineligible
  const eligible = cellsOfTerms(rating, plan, shown, (term) => isTermEligible(term, rating, sale))
  if (eligible.length === 0) return termReasons(termsOf(rating, plan, shown), rating, sale, one)
  const priced = cellsPriced(of.rowAt, eligible)
  if (priced.length === 0) return [rowReason(rating, plan, one)]
  const wanted = cellsRequested(rating, priced)
  if (wanted.length === 0) return [filterReason(rating, one)]
  const loan = loanReason(rating, sale, plan, one)
  if (loan) return [loan]
  const chosen = cellsOfLoan(rating, priced, wanted, one)
  if ('reason' in chosen) return [chosen.reason]
  const open = cellsOfTerms(rating, plan, chosen.cells, (term) => isTermOpen(of.runOf(term.at), rating, term))
  if (open.length === 0) return [one('TermExpired', 'odometer', request.usage, null)]
  const before = rates.length
  const clash = addRates(of.price, { plan, cells: open, rowAt: of.rowAt, runOf: of.runOf }, rates)
  if (rates.length > before) return NO_REASONS
  if (!clash) return [rowReason(rating, plan, one)]
  const { minimum, maximum } = clash
  return [one('CapBelowCost', 'retail', amountOf(maximum), `>= ${amountOf(minimum).toFixed(2)}`)]
}

const NO_REASONS: readonly RateReason[] = []

// Most steps leave the list as it is: then it is passed on, not copied.

type Cells = { readonly cells: readonly number[] } | { readonly reason: RateReason }

const termAt = ({ program }: RatingContext, cell: number) =>
  program.program.terms[program.cells.term[cell] as number] as Term
const deductibleAt = ({ program }: RatingContext, cell: number) =>
  program.program.deductibles[program.cells.deductible[cell] as number] as Deductible

/** The cells whose term and deductible are sold on the date. */
function cellsSold(rating: RatingContext, compiled: CompiledPlan, one: ReasonMaker): Cells {
  const { plan, terms, cells } = compiled
  if (compiled.isUndated) return { cells }
  const { saleDate } = rating.request
  if (!isInForce(plan, saleDate)) return { reason: dateReason(plan, saleDate, one) }
  const inForce = cellsOfTerms(rating, compiled, cells, ({ planTerm }) => isInForce(planTerm, saleDate))
  if (inForce.length === 0) return { reason: dateReason(terms[0]?.planTerm, saleDate, one) }
  const sold = inForce.filter((cell) => isInForce(deductibleAt(rating, cell), saleDate))
  if (sold.length > 0) return { cells: sold }
  return { reason: dateReason(deductibleAt(rating, cells[0] ?? 0), saleDate, one) }
}

/** The cells of some terms of the plan. */
function cellsOfTerms(
  { program }: RatingContext,
  { terms }: CompiledPlan,
  cells: readonly number[],
  isWanted: (term: CompiledTerm) => boolean,
): readonly number[] {
  const wanted: boolean[] = []
  for (const term of terms) wanted.push(isWanted(term))
  if (!wanted.includes(false)) return cells
  const { planTerm } = program.cells
  return cells.filter((cell) => wanted[planTerm[cell] as number])
}

const termsOf = ({ program }: RatingContext, { terms }: CompiledPlan, cells: readonly number[]) => {
  const places = new Set(cells.map((cell) => program.cells.planTerm[cell]))
  return terms.filter((_, at) => places.has(at))
}

/** The cells that are visible to the dealer for the class of the vehicle. Hidden cells take no part in later steps. */
function cellsShown(
  rating: RatingContext,
  sale: SaleContext,
  { plan }: CompiledPlan,
  cells: readonly number[],
): readonly number[] {
  const { visibility } = rating
  if (visibility.isWhole) return cells
  const classCode = sale.classing?.classCode ?? null
  return cells.filter((cell) =>
    visibility.shows(plan.code, termAt(rating, cell).code, deductibleAt(rating, cell).code, classCode),
  )
}

function cellsPriced({ rows, from }: CellRows, cells: readonly number[]): readonly number[] {
  const isPriced = (cell: number) => (rows[from + cell] as number) >= 0
  for (const cell of cells) if (!isPriced(cell)) return cells.filter(isPriced)
  return cells
}

const among = <Value>(list: readonly Value[] | null, value: Value) => list === null || list.includes(value)

/** The cells with a requested term and deductible. */
function cellsRequested(rating: RatingContext, cells: readonly number[]): readonly number[] {
  const { termMonths, termMiles, deductibleIds } = rating.request.only
  if (termMonths === null && termMiles === null && deductibleIds === null) return cells
  return cells.filter((cell) => {
    const { months, miles } = termAt(rating, cell)
    return (
      among(termMonths, months) &&
      among(termMiles, miles ?? 0) &&
      among(deductibleIds, deductibleAt(rating, cell).id)
    )
  })
}

/** For a FinanceTerm program, only the first term that is at least the loan's. Filters do not change which one it is. */
function cellsOfLoan(
  rating: RatingContext,
  priced: readonly number[],
  wanted: readonly number[],
  one: ReasonMaker,
): Cells {
  const { program, request } = rating
  const loan = request.financeTermMonths
  if (program.program.termRule === 'All' || loan === null) return { cells: wanted }
  const months = priced.map((cell) => termAt(rating, cell).months)
  const next = Math.min(...months.filter((each) => each >= loan))
  if (!Number.isFinite(next))
    return { reason: one('FinanceTermTooLong', 'financeTermMonths', loan, `<= ${Math.max(...months)}`) }
  const cells = wanted.filter((cell) => termAt(rating, cell).months === next)
  return cells.length > 0 ? { cells } : { reason: filterReason(rating, one) }
}
