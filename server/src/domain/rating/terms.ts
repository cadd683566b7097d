import { addMonths } from '../dates.ts'
import type { PlanTerm, Term } from '../rate-book/rate-book.ts'
import type { CompiledTerm } from './compile-book.ts'
import { criteriaReasons, isEligible } from './criteria.ts'
import type { RateReason } from './request.ts'
import type { ReasonMaker } from './results.ts'
import { within } from './rows.ts'
import type { RatingContext, SaleContext } from './sale.ts'

/** How long a contract of a term would run. */
export interface TermRun {
  readonly term: Term
  readonly expirationDate: string
  readonly expirationOdometer: number | null
}

/** The runs of the program's terms, each computed once for a sale. */
export function termRuns(rating: RatingContext): (term: number) => TermRun {
  const { program, request } = rating
  const fromSale = monthsAfter(request.saleDate)
  const fromService = request.inServiceDate === null ? fromSale : monthsAfter(request.inServiceDate)
  const known: TermRun[] = []
  return (at) => {
    const found = known[at]
    if (found) return found
    const term = program.program.terms[at] as Term
    const run = termRun(term, rating, term.basis === 'FromSale' ? fromSale : fromService)
    known[at] = run
    return run
  }
}

/** From the sale date and odometer, or from the in-service date and zero. */
function termRun(
  term: Term,
  { request, isInHours }: RatingContext,
  dateAfter: (months: number) => string,
): TermRun {
  const limit = isInHours ? term.hours : term.miles
  const used = term.basis === 'FromSale' ? request.usage : 0
  return {
    term,
    expirationDate: dateAfter(term.months),
    expirationOdometer: limit === null || used === null ? null : used + limit,
  }
}

/** Dates a number of months later. For days 1 to 28 the text is changed directly, which is much faster. */
function monthsAfter(date: string): (months: number) => string {
  const rest = date.slice(7)
  if (rest > '-28') return (months) => addMonths(date, months)
  const begin = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  return (months) => {
    const count = begin + months
    const month = (count % 12) + 1
    const year = String(Math.floor(count / 12)).padStart(4, '0')
    return `${year}-${month < 10 ? '0' : ''}${month}${rest}`
  }
}

/** Whether a term has not expired at the sale, and does not go beyond the plan's odometer limit. */
export function isTermOpen(
  { expirationDate, expirationOdometer }: TermRun,
  { request }: RatingContext,
  { planTerm: { maximumExpirationOdometer: most } }: CompiledTerm,
): boolean {
  if (expirationDate <= request.saleDate) return false
  if (expirationOdometer === null) return true
  return expirationOdometer > (request.usage ?? 0) && (most === null || expirationOdometer <= most)
}

export function isTermEligible(
  { planTerm, eligibility }: CompiledTerm,
  { request }: RatingContext,
  sale: SaleContext,
): boolean {
  const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge } = planTerm
  return (
    (conditions === null || conditions.includes(sale.condition)) &&
    within(minimumOdometer, maximumOdometer, request.usage) &&
    within(null, maximumVehicleAge, sale.age) &&
    isEligible(eligibility, sale.context)
  )
}

/** All reasons against the terms, each once. */
export function termReasons(
  terms: readonly CompiledTerm[],
  { request }: RatingContext,
  sale: SaleContext,
  makeReason: ReasonMaker,
): RateReason[] {
  const reasons: RateReason[] = []
  for (const { planTerm, eligibility } of terms) {
    const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge } = planTerm
    if (conditions !== null && !conditions.includes(sale.condition))
      reasons.push(makeReason('Criteria', 'vehicle.condition', sale.condition, conditions))
    if (!within(minimumOdometer, maximumOdometer, request.usage)) {
      const needed = `${minimumOdometer ?? 0} to ${maximumOdometer ?? 'any'}`
      reasons.push(makeReason('Criteria', 'vehicle.odometer', request.usage, needed))
    }
    if (!within(null, maximumVehicleAge, sale.age))
      reasons.push(makeReason('Criteria', 'vehicle.age', sale.age, `<= ${maximumVehicleAge}`))
    reasons.push(...criteriaReasons(eligibility, sale.context, makeReason))
  }
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}

/** The odometer readings at which a term can be sold, by the same rules as a quote. Null: no upper limit. */
export function openOdometers(
  { basis, miles, hours }: Term,
  { minimumOdometer, maximumOdometer, maximumExpirationOdometer }: PlanTerm,
): { readonly from: number; readonly to: number | null } {
  const limit = hours ?? miles
  const limits = [maximumOdometer, limit === null ? null : termLimit(basis, limit, maximumExpirationOdometer)]
  const known = limits.filter((bound) => bound !== null)
  return { from: minimumOdometer ?? 0, to: known.length === 0 ? null : Math.min(...known) }
}

function termLimit(basis: Term['basis'], limit: number, expiration: number | null): number | null {
  // A term counted from the sale ends that many miles later.
  if (basis === 'FromSale') return expiration === null ? null : expiration - limit
  // Any other term ends at a fixed reading: it can be sold up to the mile before, or never.
  return expiration !== null && expiration < limit ? -1 : limit - 1
}
