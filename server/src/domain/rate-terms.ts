import type { CompiledTerm } from './compile-book.ts'
import { addMonths } from './dates.ts'
import type { Term } from './rate-book.ts'
import { criteriaReasons, isEligible } from './rate-criteria.ts'
import type { Reason } from './rate-request.ts'
import type { ReasonMaker } from './rate-results.ts'
import { within } from './rate-rows.ts'
import type { Asked, Sale } from './rate-sale.ts'

/** How long a contract of a term would run. */
export interface Run {
  readonly term: Term
  readonly expirationDate: string
  readonly expirationOdometer: number | null
}

/** The runs of the program's terms, each found once for a sale. */
export function runsOf(asked: Asked): (term: number) => Run {
  const known: Run[] = []
  return (at) => {
    const run = known[at] ?? runOf(asked.program.program.terms[at] as Term, asked)
    known[at] = run
    return run
  }
}

/** From the day of sale and the miles of that day, or from the day the item went into service and zero. */
function runOf(term: Term, { request, isInHours }: Asked): Run {
  const isFromSale = term.basis === 'FromSale'
  const begin = isFromSale ? request.saleDate : (request.inServiceDate ?? request.saleDate)
  const limit = isInHours ? term.hours : term.miles
  const used = isFromSale ? request.usage : 0
  return {
    term,
    expirationDate: addMonths(begin, term.months),
    expirationOdometer: limit === null || used === null ? null : used + limit,
  }
}

/** Whether a term has not run out yet, and does not run beyond the plan's limit. */
export function isOpen(
  { expirationDate, expirationOdometer }: Run,
  { request }: Asked,
  { planTerm: { maximumExpirationOdometer: most } }: CompiledTerm,
): boolean {
  if (expirationDate <= request.saleDate) return false
  if (expirationOdometer === null) return true
  return expirationOdometer > (request.usage ?? 0) && (most === null || expirationOdometer <= most)
}

export function isTermEligible(
  { planTerm, eligibility }: CompiledTerm,
  { request }: Asked,
  sale: Sale,
): boolean {
  const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge } = planTerm
  return (
    (conditions === null || conditions.includes(sale.condition)) &&
    within(minimumOdometer, maximumOdometer, request.usage) &&
    within(null, maximumVehicleAge, sale.age) &&
    isEligible(eligibility, sale.context)
  )
}

/** Everything that is against the terms, each thing once. */
export function termReasons(
  terms: readonly CompiledTerm[],
  { request }: Asked,
  sale: Sale,
  one: ReasonMaker,
): Reason[] {
  const reasons: Reason[] = []
  for (const { planTerm, eligibility } of terms) {
    const { conditions, minimumOdometer, maximumOdometer, maximumVehicleAge } = planTerm
    if (conditions !== null && !conditions.includes(sale.condition))
      reasons.push(one('Criteria', 'vehicle.condition', sale.condition, conditions))
    if (!within(minimumOdometer, maximumOdometer, request.usage)) {
      const needed = `${minimumOdometer ?? 0} to ${maximumOdometer ?? 'any'}`
      reasons.push(one('Criteria', 'vehicle.odometer', request.usage, needed))
    }
    if (!within(null, maximumVehicleAge, sale.age))
      reasons.push(one('Criteria', 'vehicle.age', sale.age, `<= ${maximumVehicleAge}`))
    reasons.push(...criteriaReasons(eligibility, sale.context, one))
  }
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}
