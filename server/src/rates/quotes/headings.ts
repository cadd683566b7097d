import type { Deductible, PlanTerm, Product, Program } from '../../domain/rate-book/rate-book.ts'
import type { CompiledPlan, CompiledProgram } from '../../domain/rating/compile-book.ts'
import { everythingVisible } from '../../domain/rating/visible-items.ts'
import type { LiveBook } from '../book/live-book.ts'
import type { BookContext } from '../lists/book-lists.ts'
import { deductibleModel, type PlacedPlan, planModel, termPlanModel } from '../lists/plan-models.ts'
import { productEntries, programEntries } from '../lists/product-models.ts'

/** The products, programs and plans above the rates of a quote, as JSON. Each object is left open for its contents. */
export interface Headings {
  product(product: Product): string
  program(program: Program): string
  /** Only with the terms and deductibles that have rates. */
  plan(program: CompiledProgram, plan: CompiledPlan, offered: OfferedCells): string
}

export interface OfferedCells {
  readonly terms: ReadonlySet<string>
  readonly deductibles: ReadonlySet<Deductible>
}

const openObject = (model: object) => JSON.stringify(model).slice(0, -1)

/** A quote has only rates that the dealer may see, so nothing is left out here. */
const everything = { visible: everythingVisible, byDefault: everythingVisible }

const written = new WeakMap<LiveBook, { readonly today: string; readonly headings: Promise<Headings> }>()

/** The headings of a day are the same for every caller, so they are written once. */
export function loadHeadings(context: BookContext): Promise<Headings> {
  const { live, today } = context
  const known = written.get(live)
  if (known?.today === today) return known.headings
  const headings = writeHeadings(context)
  written.set(live, { today, headings })
  // After a failure the next quote tries again.
  headings.catch(() => written.delete(live))
  return headings
}

async function writeHeadings(context: BookContext): Promise<Headings> {
  const [products, programs] = await Promise.all([productEntries(context), programEntries(context)])
  const productTexts = new Map(products.map(({ id, row }) => [id, openObject(row)]))
  const programTexts = new Map(programs.map(({ id, row }) => [id, openObject(row)]))
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
      return withCells(
        text.head,
        text.terms.filter(({ term }) => offered.terms.has(term)),
        text.deductibles.filter(({ deductible }) => offered.deductibles.has(deductible)),
      )
    },
  }
}

interface PlanText {
  readonly head: string
  /** The heading with all terms and deductibles. */
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
  return {
    head: openObject(head),
    whole: withCells(openObject(head), terms, deductibles),
    terms,
    deductibles,
  }
}

interface JsonPart {
  readonly json: string
}

const withCells = (head: string, terms: readonly JsonPart[], deductibles: readonly JsonPart[]) =>
  `${head},"terms":[${terms.map(({ json }) => json).join()}],"deductibles":[${deductibles.map(({ json }) => json).join()}]`
