import type { PlanTerm, Term } from '../../domain/rate-book/rate-book.ts'
import type { Filters, ListQuery, Sort } from '../../http/search.ts'
import { listIn } from './book-lists.ts'
import { type PlacedPlan, type PlanVisibility, termOf, termPlanModel, termsShown } from './plan-models.ts'
import { conditions, type TermPlanModel } from './rate-models.ts'

const filters = {
  condition: { match: 'text where', where: '?::text = any(r.conditions)', values: conditions },
  odometer: {
    match: 'id where',
    where: '(r.odometer_from <= ?::bigint and (r.odometer_to is null or ?::bigint <= r.odometer_to))',
  },
} as const satisfies Filters

const sort = {
  code: { column: 'r.code', text: true },
  months: { column: 'r.months' },
  miles: { column: 'r.miles' },
} as const satisfies Sort

export const termSearch = { filters, sort }

const COLUMNS =
  'code text, months bigint, miles bigint, conditions text[], odometer_from bigint, odometer_to bigint'

/** The terms of a plan. */
export const termList = (placed: PlacedPlan, sights: PlanVisibility): ListQuery<TermPlanModel> => ({
  ...termSearch,
  ...listIn(
    COLUMNS,
    termsShown(placed, sights).map((planTerm) => {
      const term = termOf(placed.program, planTerm)
      const shown = termPlanModel(placed, planTerm, sights)
      const { code, months, miles } = term
      const { from, to } = odometersOf(term, planTerm)
      return {
        id: term.id,
        shown,
        by: { code, months, miles, conditions: shown.conditions, odometer_from: from, odometer_to: to },
      }
    }),
  ),
})

/** At which odometers the term is still open: as a quote decides it, for all readings at once. Null: without bound. */
function odometersOf({ basis, miles, hours }: Term, planTerm: PlanTerm) {
  const { minimumOdometer, maximumOdometer, maximumExpirationOdometer: end } = planTerm
  const limit = hours ?? miles
  const isFromSale = basis === 'FromSale'
  const bounds = [
    maximumOdometer,
    // Counted from the sale it ends that much later; counted from zero it ends where it ends, and must not be reached.
    limit === null || isFromSale ? null : limit - 1,
    limit === null || end === null ? null : isFromSale ? end - limit : end < limit ? -1 : null,
  ].filter((bound) => bound !== null)
  return { from: minimumOdometer ?? 0, to: bounds.length === 0 ? null : Math.min(...bounds) }
}
