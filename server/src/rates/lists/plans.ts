import { z } from 'zod'
import type { Product } from '../../domain/rate-book/rate-book.ts'
import { type Acting, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, queryInteger } from '../../http/schemas.ts'
import type { LiveBook, LiveBooks } from '../book/live-book.ts'
import { bookFor } from './book-lists.ts'
import {
  deductibleModel,
  deductiblesShown,
  isOffered,
  type PlacedPlan,
  type PlanVisibility,
  planModel,
} from './plan-models.ts'
import { statusOn } from './product-models.ts'
import { DeductibleModel, PlanModel, TermPlanModel } from './rate-models.ts'
import { termList, termSearch } from './terms.ts'
import { anyDealer, shownTo, shownToCaller } from './visibility.ts'

const PlansOfProduct = z
  .object({ productId: Id, plans: z.array(PlanModel) })
  .meta({ id: 'GetPlanResponseResult' })

const DeductiblesOfProduct = z
  .object({ productId: Id, deductibles: z.array(DeductibleModel) })
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
      'With `effectiveOn`, those of programs that are sold on that day. Plans, terms and deductibles that have days of their own are listed on those, today where no day is asked for.',
    query: z.strictObject({ programId: queryId, effectiveOn: CalendarDate.optional() }),
    answer: PlansOfProduct,
    async handler({ params: { productId }, query, ...acting }) {
      const { programId, effectiveOn } = query
      const { product, sights, plans } = await lookAtProduct(books, acting, { productId, day: effectiveOn })
      if (programId !== undefined)
        found(
          product.programs.find((program) => program.id === programId && sights.shown.program(program)),
          `program ${programId} of product ${productId}`,
        )
      const asked = plans.filter(
        ({ program }) =>
          (programId === undefined || program.id === programId) &&
          (effectiveOn === undefined ||
            [product, program].every((one) => statusOn(one, effectiveOn) === 'Active')),
      )
      return { productId, plans: asked.map((placed) => planModel(placed, sights)) }
    },
  }),
  route.list({
    ...shared,
    path: '/Rates/Terms/Plan/{planId}',
    summary: 'List the terms of a plan',
    description: 'With `odometer`, those that are sold at it and end within what the plan allows.',
    form: 'array',
    row: TermPlanModel,
    search: termSearch,
    async list({ params: { planId }, ...acting }) {
      const { live, sights } = await look(books, acting)
      const placed = plansIn(live.book.products, sights).find(({ plan }) => plan.id === planId)
      return termList(found(placed, `plan ${planId}`), sights)
    },
  }),
  route.read({
    ...shared,
    path: '/Rates/DeductiblesByProduct/{productId}',
    summary: 'List the deductibles of a product',
    query: z.strictObject({ planId: queryId }),
    answer: DeductiblesOfProduct,
    async handler({ params: { productId }, query: { planId }, ...acting }) {
      const { sights, plans } = await lookAtProduct(books, acting, { productId })
      const asked =
        planId === undefined
          ? plans
          : [
              found(
                plans.find(({ plan }) => plan.id === planId),
                `plan ${planId} of product ${productId}`,
              ),
            ]
      // Plans of a program share its deductibles.
      const each = new Set(asked.flatMap((placed) => deductiblesShown(placed, sights)))
      return { productId, deductibles: [...each].map(deductibleModel) }
    },
  }),
]

interface Seen {
  readonly live: LiveBook
  readonly sights: PlanVisibility
}

async function look(books: LiveBooks, acting: Acting, day: string = acting.today): Promise<Seen> {
  const live = await bookFor(books, acting.caller)
  const shown = await shownToCaller(live, acting, day)
  return {
    live,
    sights: { day, shown, byDefault: isLimited(acting.caller) ? shown : shownTo(live, [anyDealer], day) },
  }
}

/** A product that the caller may sell, or 404; and those of its plans that the caller may sell. */
async function lookAtProduct(
  books: LiveBooks,
  acting: Acting,
  { productId, day }: { readonly productId: number; readonly day?: string | undefined },
) {
  const { live, sights } = await look(books, acting, day)
  const product = found(
    live.book.products.find((one) => one.id === productId && sights.shown.product(one)),
    `product ${productId}`,
  )
  return { product, sights, plans: plansIn([product], sights) }
}

/** The plans of the day, in the order that people read them. */
function plansIn(products: readonly Product[], { day, shown }: PlanVisibility): PlacedPlan[] {
  return products.flatMap((product) =>
    product.programs.flatMap((program) =>
      program.plans
        .filter((plan) => isOffered(plan, day) && shown.plan(program, plan))
        .toSorted((one, other) => one.displayOrder - other.displayOrder)
        .map((plan) => ({ product, program, plan })),
    ),
  )
}
