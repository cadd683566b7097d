import { z } from 'zod'
import { isInForce } from '../../domain/in-force.ts'
import type { Product } from '../../domain/rate-book/rate-book.ts'
import { openOdometers } from '../../domain/rating/terms.ts'
import { unnamedDealer, visibleToDealers } from '../../domain/rating/visible-items.ts'
import { type Acting, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, queryInteger } from '../../http/schemas.ts'
import type { Filters, ListQuery, Sort } from '../../http/search.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { vehicleConditions } from '../book/read-rates.ts'
import { listFromEntries, loadLiveBook } from './book-lists.ts'
import {
  deductibleModel,
  deductiblesShown,
  isOffered,
  type PlacedPlan,
  type PlanVisibility,
  planModel,
  termForPlan,
  termPlanModel,
  termsShown,
} from './plan-models.ts'
import { DeductibleResponse, PlanModel, type TermPlanModel, TermPlanResponse } from './rate-models.ts'
import { visibleToCaller } from './visibility.ts'

const PlansOfProduct = z
  .object({ productId: Id, plans: z.array(PlanModel) })
  .meta({ id: 'GetPlanResponseResult' })

const DeductiblesOfProduct = z
  .object({ productId: Id, deductibles: z.array(DeductibleResponse) })
  .meta({ id: 'GetDeductiblesResponseResult' })

const queryId = queryInteger(z.int().min(0)).optional()
const shared = { tag: 'Rates', permission: 'rates:read' } as const

/** Plans, with their terms and deductibles. */
export const planRoutes = (books: LiveBooks): readonly Route[] => [
  route.read({
    ...shared,
    path: '/Rates/Plans/{productId}',
    summary: 'List the plans of a product with their terms and deductibles',
    description:
      'With `effectiveOn`, only plans of programs that are sold on that day are listed. Plans, terms and deductibles with dates of their own are listed if they are sold on `effectiveOn`, or today without it.',
    query: z.strictObject({ programId: queryId, effectiveOn: CalendarDate.optional() }),
    answer: PlansOfProduct,
    async handler({ params: { productId }, query, ...acting }) {
      const { programId, effectiveOn } = query
      const { product, visibility, plans } = await loadProduct(books, acting, { productId, day: effectiveOn })
      if (programId !== undefined)
        found(
          product.programs.find((program) => program.id === programId && visibility.visible.program(program)),
          `program ${programId} of product ${productId}`,
        )
      const selected = plans.filter(
        ({ program }) =>
          (programId === undefined || program.id === programId) &&
          (effectiveOn === undefined || (isInForce(product, effectiveOn) && isInForce(program, effectiveOn))),
      )
      return { productId, plans: selected.map((placed) => planModel(placed, visibility)) }
    },
  }),
  route.list({
    ...shared,
    path: '/Rates/Terms/Plan/{planId}',
    summary: 'List the terms of a plan',
    description:
      'With `odometer`, only terms that can be sold at that reading and end within the limits of the plan.',
    form: 'array',
    row: TermPlanResponse,
    search: termSearch,
    async list({ params: { planId }, ...acting }) {
      const { live, visibility } = await loadVisibility(books, acting)
      const placed = visiblePlans(live.book.products, visibility).find(({ plan }) => plan.id === planId)
      return termList(found(placed, `plan ${planId}`), visibility)
    },
  }),
  route.read({
    ...shared,
    path: '/Rates/DeductiblesByProduct/{productId}',
    summary: 'List the deductibles of a product',
    query: z.strictObject({ planId: queryId }),
    answer: DeductiblesOfProduct,
    async handler({ params: { productId }, query: { planId }, ...acting }) {
      const { visibility, plans } = await loadProduct(books, acting, { productId })
      const selected =
        planId === undefined
          ? plans
          : [
              found(
                plans.find(({ plan }) => plan.id === planId),
                `plan ${planId} of product ${productId}`,
              ),
            ]
      // Plans of one program share deductibles, so each is listed once.
      const deductibles = new Set(selected.flatMap((placed) => deductiblesShown(placed, visibility)))
      return { productId, deductibles: [...deductibles].map(deductibleModel) }
    },
  }),
]

/** The live book, and what the caller is shown of it on a day. */
async function loadVisibility(
  books: LiveBooks,
  acting: Acting,
  day: string = acting.today,
): Promise<{ readonly live: LiveBook; readonly visibility: PlanVisibility }> {
  const live = await loadLiveBook(books, acting.caller)
  const visible = await visibleToCaller(live, acting, day)
  const byDefault = isLimited(acting.caller) ? visible : visibleToDealers(live.compiled, [unnamedDealer], day)
  return { live, visibility: { day, visible, byDefault } }
}

/** A product that the caller may sell, or 404, with the plans that the caller may sell. */
async function loadProduct(
  books: LiveBooks,
  acting: Acting,
  { productId, day }: { readonly productId: number; readonly day?: string | undefined },
) {
  const { live, visibility } = await loadVisibility(books, acting, day)
  const product = found(
    live.book.products.find(
      (candidate) => candidate.id === productId && visibility.visible.product(candidate),
    ),
    `product ${productId}`,
  )
  return { product, visibility, plans: visiblePlans([product], visibility) }
}

/** The plans sold on the day, in display order. */
function visiblePlans(products: readonly Product[], { day, visible }: PlanVisibility): PlacedPlan[] {
  return products.flatMap((product) =>
    product.programs.flatMap((program) =>
      program.plans
        .filter((plan) => isOffered(plan, day) && visible.plan(program, plan))
        .toSorted((left, right) => left.displayOrder - right.displayOrder)
        .map((plan) => ({ product, program, plan })),
    ),
  )
}

const termFilters = {
  condition: { match: 'text where', where: '?::text = any(r.conditions)', values: vehicleConditions },
  odometer: {
    match: 'id where',
    where: '(r.odometer_from <= ?::bigint and (r.odometer_to is null or ?::bigint <= r.odometer_to))',
  },
} as const satisfies Filters

const termSort = {
  code: { column: 'r.code', text: true },
  months: { column: 'r.months' },
  miles: { column: 'r.miles' },
} as const satisfies Sort

const termSearch = { filters: termFilters, sort: termSort }

const TERM_COLUMNS =
  'code text, months bigint, miles bigint, conditions text[], odometer_from bigint, odometer_to bigint'

const termList = (placed: PlacedPlan, visibility: PlanVisibility): ListQuery<TermPlanModel> => ({
  ...termSearch,
  ...listFromEntries(
    TERM_COLUMNS,
    termsShown(placed, visibility).map((planTerm) => {
      const term = termForPlan(placed.program, planTerm)
      const row = termPlanModel(placed, planTerm, visibility)
      const { id, code, months, miles } = term
      const { from, to } = openOdometers(term, planTerm)
      return {
        id,
        row,
        columns: { code, months, miles, conditions: row.conditions, odometer_from: from, odometer_to: to },
      }
    }),
  ),
})
