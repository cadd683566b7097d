import { isInForce } from '../in-force.ts'
import { amountOf } from '../money.ts'
import type { Deductible, Term } from '../rate-book/rate-book.ts'
import { addRates, type SalePricing } from './cell.ts'
import type { CompiledPlan, CompiledTerm } from './compile-book.ts'
import { criteriaReasons } from './criteria.ts'
import { dateReason, filterReason, loanReason, rowReason } from './plan-reasons.ts'
import { isAmong, type RateReason } from './request.ts'
import { type RatedRate, type ReasonMaker, reasonMaker } from './results.ts'
import type { CellRows } from './rows.ts'
import type { RatingContext, SaleContext } from './sale.ts'
import { isTermEligible, isTermOpen, type TermRun, termReasons } from './terms.ts'

/** The sale of a program. Its plans are rated one after the other. */
export interface ProgramSale {
  readonly rating: RatingContext
  readonly sale: SaleContext
  readonly rowAt: CellRows
  readonly pricing: SalePricing
  /** The run of a term, by its index in the program. */
  readonly termRun: (term: number) => TermRun
}

/** Adds the rates of one plan. If a step fails, returns all the reasons of that step. */
export function ratePlan(
  programSale: ProgramSale,
  plan: CompiledPlan,
  rates: RatedRate[],
): readonly RateReason[] {
  const { rating, sale } = programSale
  const { product, program, request } = rating
  const makeReason = reasonMaker(product.product, program.program, plan.plan)
  const sold = cellsSold(rating, plan, makeReason)
  if ('reason' in sold) return [sold.reason]
  const visible = cellsVisible(rating, sale, plan, sold.cells)
  if (visible.length === 0) return [makeReason('NotVisible', 'planCode', plan.plan.code, null)]
  const ineligible = criteriaReasons(plan.eligibility, sale.context, makeReason)
  if (ineligible.length > 0) return ineligible
  const eligible = cellsOfTerms(rating, plan, visible, (term) => isTermEligible(term, rating, sale))
  if (eligible.length === 0) return termReasons(termsOfCells(rating, plan, visible), rating, sale, makeReason)
  const priced = cellsPriced(programSale.rowAt, eligible)
  if (priced.length === 0) return [rowReason(rating, plan, makeReason)]
  const requested = cellsRequested(rating, priced)
  if (requested.length === 0) return [filterReason(rating, makeReason)]
  const loan = loanReason(rating, sale, plan, makeReason)
  const chosen = cellsOfLoan(rating, priced, requested, makeReason)
  // One step: a loan that is too long and out of range is told both.
  const tooLong = 'reason' in chosen && chosen.reason.rule === 'FinanceTermTooLong' ? [chosen.reason] : []
  if (loan) return [...tooLong, loan]
  if ('reason' in chosen) return [chosen.reason]
  const open = cellsOfTerms(rating, plan, chosen.cells, (term) =>
    isTermOpen(programSale.termRun(term.at), rating, term),
  )
  if (open.length === 0) return [makeReason('TermExpired', 'odometer', request.usage, null)]
  const before = rates.length
  const conflict = addRates(
    programSale.pricing,
    { plan, cells: open, rowAt: programSale.rowAt, termRun: programSale.termRun },
    rates,
  )
  if (rates.length > before) return NO_REASONS
  if (!conflict) return [rowReason(rating, plan, makeReason)]
  const { minimum, maximum } = conflict
  return [makeReason('CapBelowCost', 'retail', amountOf(maximum), `>= ${amountOf(minimum).toFixed(2)}`)]
}

const NO_REASONS: readonly RateReason[] = []

// Most steps leave the list as it is: then it is passed on, not copied.

type Cells = { readonly cells: readonly number[] } | { readonly reason: RateReason }

const termAt = ({ program }: RatingContext, cell: number) =>
  program.program.terms[program.cells.term[cell] as number] as Term
const deductibleAt = ({ program }: RatingContext, cell: number) =>
  program.program.deductibles[program.cells.deductible[cell] as number] as Deductible

/** The cells whose term and deductible are sold on the date. */
function cellsSold(rating: RatingContext, compiled: CompiledPlan, makeReason: ReasonMaker): Cells {
  const { plan, terms, cells } = compiled
  if (compiled.isUndated) return { cells }
  const { saleDate } = rating.request
  if (!isInForce(plan, saleDate)) return { reason: dateReason(plan, saleDate, makeReason) }
  const inForce = cellsOfTerms(rating, compiled, cells, ({ planTerm }) => isInForce(planTerm, saleDate))
  if (inForce.length === 0) return { reason: dateReason(terms[0]?.planTerm, saleDate, makeReason) }
  const sold = inForce.filter((cell) => isInForce(deductibleAt(rating, cell), saleDate))
  if (sold.length > 0) return { cells: sold }
  return { reason: dateReason(deductibleAt(rating, cells[0] ?? 0), saleDate, makeReason) }
}

/** The cells of some terms of the plan. */
function cellsOfTerms(
  { program }: RatingContext,
  { terms }: CompiledPlan,
  cells: readonly number[],
  isIncluded: (term: CompiledTerm) => boolean,
): readonly number[] {
  const included: boolean[] = []
  for (const term of terms) included.push(isIncluded(term))
  if (!included.includes(false)) return cells
  const { planTerm } = program.cells
  return cells.filter((cell) => included[planTerm[cell] as number])
}

const termsOfCells = ({ program }: RatingContext, { terms }: CompiledPlan, cells: readonly number[]) => {
  const places = new Set(cells.map((cell) => program.cells.planTerm[cell]))
  return terms.filter((_, at) => places.has(at))
}

/** The cells that are visible to the dealer for the class of the vehicle. Hidden cells take no part in later steps. */
function cellsVisible(
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

/** The cells with a requested term and deductible. */
function cellsRequested(rating: RatingContext, cells: readonly number[]): readonly number[] {
  const { termMonths, termMiles, deductibleIds } = rating.request.only
  if (termMonths === null && termMiles === null && deductibleIds === null) return cells
  return cells.filter((cell) => {
    const { months, miles } = termAt(rating, cell)
    return (
      isAmong(termMonths, months) &&
      isAmong(termMiles, miles ?? 0) &&
      isAmong(deductibleIds, deductibleAt(rating, cell).id)
    )
  })
}

/** For a FinanceTerm program, only the first term that is at least the loan's. Filters do not change which one it is. */
function cellsOfLoan(
  rating: RatingContext,
  priced: readonly number[],
  requested: readonly number[],
  makeReason: ReasonMaker,
): Cells {
  const { program, request } = rating
  const loan = request.financeTermMonths
  if (program.program.termRule === 'All' || loan === null) return { cells: requested }
  const months = priced.map((cell) => termAt(rating, cell).months)
  const next = Math.min(...months.filter((each) => each >= loan))
  if (!Number.isFinite(next))
    return {
      reason: makeReason('FinanceTermTooLong', 'financeTermMonths', loan, `<= ${Math.max(...months)}`),
    }
  const cells = requested.filter((cell) => termAt(rating, cell).months === next)
  return cells.length > 0 ? { cells } : { reason: filterReason(rating, makeReason) }
}
