import type { Deductible, PlanTerm, Product, Program } from '../../domain/rate-book/rate-book.ts'
import type { CompiledPlan, CompiledProgram } from '../../domain/rating/compile-book.ts'
import { everythingVisible } from '../../domain/rating/visible-items.ts'
import type { LiveBook } from '../book/live-book.ts'
import type { BookContext } from '../lists/book-lists.ts'
import { deductibleModel, type PlacedPlan, planModel, termPlanModel } from '../lists/plan-models.ts'
import { productEntries, programEntries } from '../lists/product-models.ts'

/** What stands above the rates of a quote, as JSON: each object is left open, for what comes into it. */
export interface Headings {
  product(product: Product): string
  program(program: Program): string
  /** With the terms and deductibles that have rates. */
  plan(program: CompiledProgram, plan: CompiledPlan, offered: OfferedCells): string
}

export interface OfferedCells {
  readonly terms: ReadonlySet<string>
  readonly deductibles: ReadonlySet<Deductible>
}

const open = (model: object) => JSON.stringify(model).slice(0, -1)

/** A quote has only rates that the dealer may see, so nothing is left out here. */
const everything = { visible: everythingVisible, byDefault: everythingVisible }

const made = new WeakMap<LiveBook, { readonly today: string; readonly headings: Promise<Headings> }>()

/** They are the same for everybody on a day, and are put into words once. */
export function loadHeadings(looking: BookContext): Promise<Headings> {
  const { live, today } = looking
  const known = made.get(live)
  if (known?.today === today) return known.headings
  const headings = makeHeadings(looking)
  made.set(live, { today, headings })
  // What could not be made is tried again by the next one.
  headings.catch(() => made.delete(live))
  return headings
}

async function makeHeadings(looking: BookContext): Promise<Headings> {
  const [products, programs] = await Promise.all([productEntries(looking), programEntries(looking)])
  const productTexts = new Map(products.map(({ id, row: shown }) => [id, open(shown)]))
  const programTexts = new Map(programs.map(({ id, row: shown }) => [id, open(shown)]))
  const planTexts = new WeakMap<CompiledPlan, PlanText>()
  return {
    product: ({ id }) => productTexts.get(id) ?? '{',
    program: ({ id }) => programTexts.get(id) ?? '{',
    plan(program, plan, offered) {
      const text = planTexts.get(plan) ?? planText(program, plan)
      planTexts.set(plan, text)
      const isWhole =
        offered.terms.size === plan.plan.terms.length &&
        offered.deductibles.size === program.program.deductibles.length
      if (isWhole) return text.whole
      return withOffer(
        text.head,
        text.terms.filter(({ term }) => offered.terms.has(term)),
        text.deductibles.filter(({ deductible }) => offered.deductibles.has(deductible)),
      )
    },
  }
}

interface PlanText {
  readonly head: string
  /** With all its terms and deductibles. */
  readonly whole: string
  readonly terms: readonly { readonly term: string; readonly json: string }[]
  readonly deductibles: readonly { readonly deductible: Deductible; readonly json: string }[]
}

function planText({ product, program }: CompiledProgram, { plan }: CompiledPlan): PlanText {
  const placed: PlacedPlan = { product, program, plan }
  const { terms: _, deductibles: __, ...head } = planModel(placed, everything)
  const terms = plan.terms.map((planTerm: PlanTerm) => ({
    term: planTerm.term,
    json: JSON.stringify(termPlanModel(placed, planTerm, everything)),
  }))
  const deductibles = program.deductibles.map((deductible) => ({
    deductible,
    json: JSON.stringify(deductibleModel(deductible)),
  }))
  return { head: open(head), whole: withOffer(open(head), terms, deductibles), terms, deductibles }
}

interface Worded {
  readonly json: string
}

const withOffer = (head: string, terms: readonly Worded[], deductibles: readonly Worded[]) =>
  `${head},"terms":[${terms.map(({ json }) => json).join()}],"deductibles":[${deductibles.map(({ json }) => json).join()}]`
