import { reachesDealer } from '../../access/scope.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Plan, Product, Program, VisibilityRow } from '../../domain/rate-book/rate-book.ts'
import type { RateFacts, RateRequest } from '../../domain/rating/request.ts'
import { isNamed, type Visibility, visiblePlans } from '../../domain/rating/visibility.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { LiveBook } from '../book/live-book.ts'

/** What of a book somebody is shown. */
export interface Shown {
  product(product: Product): boolean
  program(program: Program): boolean
  plan(program: Program, plan: Plan): boolean
  /** By its code. */
  term(program: Program, plan: Plan, term: string): boolean
  deductible(program: Program, plan: Plan, deductible: string): boolean
}

const everything: Shown = {
  product: () => true,
  program: () => true,
  plan: () => true,
  term: () => true,
  deductible: () => true,
}

/** A dealer, as far as it matters to what it is shown. */
export interface Viewer {
  readonly number: string
  readonly groupNumber: string | null
}

/** Somebody whom a book says nothing of in particular. */
export const anyDealer: Viewer = { number: '', groupNumber: null }

/** What a caller sees: everything, or what at least one of the dealers it reaches may sell on a day, else today. */
export async function shownToCaller(
  live: LiveBook,
  { caller, today }: Pick<Acting, 'caller' | 'today'>,
  day: string = today,
): Promise<Shown> {
  if (!isLimited(caller)) return everything
  return shownTo(live, await reachedDealers(caller.db, caller), day)
}

/** What one of the dealers that the caller reaches may sell on a day; 404 where it is none of them. */
export async function shownToDealer(
  live: LiveBook,
  caller: Caller,
  { number, day }: { readonly number: string; readonly day: string },
): Promise<Shown> {
  const dealers = await reachedDealers(caller.db, caller, number)
  return shownTo(live, [found(dealers[0], `dealer ${number}`)], day)
}

/** All of them, or the one of this number. */
async function reachedDealers(db: Db, caller: Caller, number?: string): Promise<Viewer[]> {
  const narrowed = [
    reachesDealer(caller, 'k.id'),
    number === undefined ? undefined : sql`lower(h.number) = lower(${number})`,
  ].filter((part) => part !== undefined)
  const { rows } = await sql<Viewer>`
    select h.number, g.number as "groupNumber" from dealer k join account_holder h on h.id = k.id
    left join account_holder g on g.id = k.dealer_group_id
    ${narrowed.length === 0 ? sql`` : sql`where ${sql.join(narrowed, sql` and `)}`}`.execute(db)
  return rows
}

/** What at least one of these dealers may sell on a date. */
export function shownTo({ book, compiled }: LiveBook, dealers: readonly Viewer[], date: string): Shown {
  const viewers = apart(book.visibility, dealers)
  const programs = new Map(
    compiled.products.flatMap((product) => product.programs.map((one) => [one.program.id, one] as const)),
  )
  // No class, and each class that a row names, as the rule itself has it.
  const classes = [null, ...new Set(book.visibility.flatMap(({ classCode }) => classCode ?? []))]
  const known = new Map<number, readonly Visibility[]>()
  const sightsOf = ({ id }: Program): readonly Visibility[] => {
    const sights = known.get(id)
    if (sights) return sights
    const program = programs.get(id)
    // The rule looks at the date of the sale and at the dealer's two numbers, and at nothing else of a quote.
    const sale = { saleDate: date } as RateRequest
    const seen = viewers.map((dealer) =>
      program ? visiblePlans(book.visibility, program, sale, { dealer } as RateFacts) : nothing,
    )
    known.set(id, seen)
    return seen
  }
  const shows = (program: Program, plan: Plan, terms: readonly string[], deductibles: readonly string[]) =>
    sightsOf(program).some((sight) =>
      terms.some((term) =>
        deductibles.some((deductible) =>
          classes.some((code) => sight.shows(plan.code, term, deductible, code)),
        ),
      ),
    )
  const program = (one: Program) => sightsOf(one).some(({ plans }) => plans.size > 0)
  return {
    product: (product) => product.programs.some(program),
    program,
    plan: (of, plan) => sightsOf(of).some(({ plans }) => plans.has(plan.code)),
    term: (of, plan, term) => shows(of, plan, [term], plan.deductibles),
    deductible: (of, plan, deductible) =>
      shows(
        of,
        plan,
        plan.terms.map(({ term }) => term),
        [deductible],
      ),
  }
}

const nothing: Visibility = { plans: new Set(), shows: () => false }

/** Dealers that the rows do not tell apart are shown the same, and are looked at once. */
function apart(rows: readonly VisibilityRow[], dealers: readonly Viewer[]): Viewer[] {
  const different = dealers.map(({ number, groupNumber }) => ({
    number: rows.some((row) => isNamed(row.dealer, number)) ? number : '',
    groupNumber: rows.some((row) => isNamed(row.dealerGroup, groupNumber)) ? groupNumber : null,
  }))
  return [...new Map(different.map((dealer) => [JSON.stringify(dealer), dealer])).values()]
}
