import type { Plan, Product, Program, VisibilityRow } from '../rate-book/rate-book.ts'
import type { CompiledBook } from './compile-book.ts'
import { dealerVisibility, isSameNumber, type Visibility } from './visibility.ts'

/** The parts of a rate book that someone is shown. */
export interface VisibleItems {
  product(product: Product): boolean
  program(program: Program): boolean
  plan(program: Program, plan: Plan): boolean
  /** By the code of the term. */
  term(program: Program, plan: Plan, term: string): boolean
  /** By the code of the deductible. */
  deductible(program: Program, plan: Plan, deductible: string): boolean
}

const yes = () => true

export const everythingVisible: VisibleItems = {
  product: yes,
  program: yes,
  plan: yes,
  term: yes,
  deductible: yes,
}

/** What the visibility rows of a book tell dealers apart by. */
export interface Viewer {
  readonly number: string
  readonly groupNumber: string | null
}

/** A dealer that no visibility row names. */
export const unnamedDealer: Viewer = { number: '', groupNumber: null }

/** What at least one of these dealers may sell on a date. */
export function visibleToDealers(
  compiled: CompiledBook,
  dealers: readonly Viewer[],
  saleDate: string,
): VisibleItems {
  const rows = compiled.book.visibility
  const viewers = distinctViewers(rows, dealers)
  const programs = new Map(
    compiled.products.flatMap((product) =>
      product.programs.map((program) => [program.program.id, program] as const),
    ),
  )
  // A rate may have no class, or any class that a row names.
  const classes = [null, ...new Set(rows.flatMap(({ classCode }) => classCode ?? []))]
  const known = new Map<number, readonly Visibility[]>()
  const visibilities = ({ id }: Program): readonly Visibility[] => {
    const found = known.get(id)
    if (found) return found
    const program = programs.get(id)
    const made = viewers.map((dealer) =>
      program ? dealerVisibility(compiled.visibility, program, saleDate, dealer) : nothing,
    )
    known.set(id, made)
    return made
  }
  const isCellVisible = (
    program: Program,
    plan: Plan,
    terms: readonly string[],
    deductibles: readonly string[],
  ) =>
    visibilities(program).some(({ shows }) =>
      terms.some((term) =>
        deductibles.some((deductible) => classes.some((code) => shows(plan.code, term, deductible, code))),
      ),
    )
  const isProgramVisible = (program: Program) => visibilities(program).some(({ plans }) => plans.size > 0)
  return {
    product: (product) => product.programs.some(isProgramVisible),
    program: isProgramVisible,
    plan: (program, plan) => visibilities(program).some(({ plans }) => plans.has(plan.code)),
    term: (program, plan, term) => isCellVisible(program, plan, [term], plan.deductibles),
    deductible: (program, plan, deductible) =>
      isCellVisible(
        program,
        plan,
        plan.terms.map(({ term }) => term),
        [deductible],
      ),
  }
}

const nothing: Visibility = { plans: new Set(), shows: () => false }

/** Dealers that the rows do not tell apart see the same, and are looked at once. */
function distinctViewers(rows: readonly VisibilityRow[], dealers: readonly Viewer[]): Viewer[] {
  const viewers = dealers.map(({ number, groupNumber }) => ({
    number: rows.some((row) => isSameNumber(row.dealer, number)) ? number : '',
    groupNumber: rows.some((row) => isSameNumber(row.dealerGroup, groupNumber)) ? groupNumber : null,
  }))
  return [...new Map(viewers.map((viewer) => [JSON.stringify(viewer), viewer])).values()]
}
