import { type Criteria, compileCriteria } from '../criteria/criteria.ts'
import type {
  DisbursementDefinition,
  Plan,
  PlanTerm,
  Product,
  Program,
  RateBook,
  RateRow,
  SalesTaxRule,
  Surcharge,
} from '../rate-book/rate-book.ts'
import { taxRulesByState } from '../tax/sales-tax.ts'
import { type Cells, numberCells } from './cells.ts'
import { type ClassIndex, indexClasses } from './class-index.ts'
import { type CompiledFactors, compileFactors } from './factors.ts'
import type { RateColumn } from './lines.ts'
import { indexRows, type RowIndex } from './rows.ts'
import { indexVisibility, type VisibilityIndex } from './visibility.ts'

/** A book made ready for rating: codes numbered, rows indexed, rules compiled. It never changes. */
export interface CompiledBook {
  readonly book: RateBook
  readonly products: readonly CompiledProduct[]
  readonly visibility: VisibilityIndex
  readonly taxRules: ReadonlyMap<string, readonly SalesTaxRule[]>
  /** The asset types whose usage is in hours. */
  readonly inHours: ReadonlySet<string>
}

export interface CompiledProduct {
  readonly product: Product
  readonly eligibility: Criteria | null
  readonly programs: readonly CompiledProgram[]
}

export interface CompiledProgram {
  readonly product: Product
  readonly program: Program
  readonly eligibility: Criteria | null
  readonly plans: readonly CompiledPlan[]
  readonly planCodes: ReadonlySet<string>
  /** Null: the program has no classes. */
  readonly classes: ClassIndex | null
  readonly cells: Cells
  readonly rows: RowIndex
  /** Amounts by column. */
  readonly figures: ReadonlyMap<string, RateColumn>
  readonly factors: ReadonlyMap<string, CompiledFactors>
  readonly surcharges: readonly CompiledSurcharge[]
  /** In the order of the lines. */
  readonly definitions: readonly DisbursementDefinition[]
}

export interface CompiledPlan {
  readonly plan: Plan
  readonly eligibility: Criteria | null
  readonly terms: readonly CompiledTerm[]
  /** All its cells. */
  readonly cells: readonly number[]
  /** Whether the plan, its terms and its deductibles have no effective dates. */
  readonly isUndated: boolean
  /** The ranges of its rows, to tell why none fits. */
  readonly priced: PricedRange
}

export interface CompiledTerm {
  readonly planTerm: PlanTerm
  /** Its index among the terms of the program. */
  readonly at: number
  readonly eligibility: Criteria | null
}

export interface CompiledSurcharge {
  readonly surcharge: Surcharge
  readonly criteria: Criteria | null
}

export function compileBook(book: RateBook): CompiledBook {
  const making = compileInSteps(book)
  for (;;) {
    const step = making.next()
    if (step.done) return step.value
  }
}

/** The same in small steps, so that the caller can do other work in between. */
export function* compileInSteps(book: RateBook): Generator<void, CompiledBook> {
  const products: CompiledProduct[] = []
  for (const product of book.products) {
    const programs: CompiledProgram[] = []
    for (const program of product.programs) programs.push(yield* compileProgram(product, program))
    products.push({ product, eligibility: compileRule(product.eligibility), programs })
  }
  return {
    book,
    products,
    visibility: indexVisibility(book.visibility),
    taxRules: taxRulesByState(book.taxRules),
    inHours: new Set(
      book.assetTypes.filter(({ usageUnit }) => usageUnit === 'Hours').map(({ code }) => code),
    ),
  }
}

/** In a checked book every rule compiles. */
function compileRule(text: string | null): Criteria | null {
  if (text === null) return null
  const compiled = compileCriteria(text)
  if ('invalid' in compiled) throw new Error(`The book has a rule that cannot be used: ${text}`)
  return compiled
}

function* compileProgram(product: Product, program: Program): Generator<void, CompiledProgram> {
  const cells = numberCells(program)
  const factors = new Map<string, CompiledFactors>()
  // The other tables are for earnings and refunds of sold contracts.
  for (const table of program.factorTables)
    if (table.type === 'Rate') factors.set(table.code, yield* compileFactors(program, cells, table))
  return {
    product,
    program,
    eligibility: compileRule(program.eligibility),
    plans: compilePlans(program, yield* pricedRanges(program)),
    planCodes: new Set(program.plans.map(({ code }) => code)),
    classes: program.classes && (yield* indexClasses(program.classes)),
    cells,
    rows: yield* indexRows(program, cells, program.rates),
    figures: yield* columnsByName(program.rates),
    factors,
    surcharges: program.surcharges.map((surcharge) => ({
      surcharge,
      criteria: compileRule(surcharge.criteria),
    })),
    definitions: [...program.disbursements].sort(
      (left, right) => left.sequence - right.sequence || left.id - right.id,
    ),
  }
}

function compilePlans(program: Program, priced: ReadonlyMap<string, PricedRange>): CompiledPlan[] {
  let firstCell = 0
  const deductibles = new Map(program.deductibles.map((deductible) => [deductible.code, deductible]))
  const termAt = new Map(program.terms.map(({ code }, at) => [code, at]))
  return program.plans.map((plan) => {
    const first = firstCell
    firstCell += plan.terms.length * plan.deductibles.length
    const dated = [plan, ...plan.terms, ...plan.deductibles.map((code) => deductibles.get(code))]
    return {
      plan,
      eligibility: compileRule(plan.eligibility),
      terms: plan.terms.map((planTerm) => ({
        planTerm,
        at: termAt.get(planTerm.term) ?? 0,
        eligibility: compileRule(planTerm.eligibility),
      })),
      cells: Array.from({ length: firstCell - first }, (_, at) => first + at),
      isUndated: dated.every((part) => (part?.effectiveFrom ?? part?.effectiveTo ?? null) === null),
      priced: priced.get(plan.code) ?? NOT_PRICED,
    }
  })
}

const NOT_PRICED: PricedRange = { highestFinanced: null, prices: [] }

/** The number of rows between two steps. */
const STEP = 250

function* columnsByName(rows: readonly RateRow[]): Generator<void, Map<string, RateColumn>> {
  const columns = new Map<string, (number | undefined)[]>()
  for (let at = 0; at < rows.length; at += 1) {
    if (at % STEP === 0) yield
    const { values } = rows[at] as RateRow
    for (const name of Object.keys(values)) {
      const column = columns.get(name) ?? new Array<number | undefined>(rows.length)
      column[at] = values[name] as number
      columns.set(name, column)
    }
  }
  return columns
}

/** The ranges of a plan's rows, to tell why none of them fits. */
interface PricedRange {
  /** The highest amount financed that has a row; null: no rows, or no limit. */
  readonly highestFinanced: number | null
  /** The different price bands. */
  readonly prices: readonly { readonly from: number | null; readonly to: number | null }[]
}

interface Gathered {
  highest: number
  hasLimit: boolean
  readonly prices: Map<string, PricedRange['prices'][number]>
}

/** By plan. A row without a plan belongs to every plan. */
export function* pricedRanges({ plans, rates }: Program): Generator<void, Map<string, PricedRange>> {
  const gathered = new Map<string | null, Gathered>()
  for (let at = 0; at < rates.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rates[at] as RateRow
    const known = gathered.get(row.plan) ?? {
      highest: Number.NEGATIVE_INFINITY,
      hasLimit: true,
      prices: new Map(),
    }
    gathered.set(row.plan, known)
    add(known, row)
  }
  const ofAll = gathered.get(null)
  return new Map(
    plans.map(({ code }) => {
      const parts = [ofAll, gathered.get(code)].filter((part) => part !== undefined)
      const highest = Math.max(
        ...parts.map((part) => (part.hasLimit ? part.highest : Number.POSITIVE_INFINITY)),
      )
      const prices = parts.flatMap((part) => [...part.prices.values()])
      return [code, { highestFinanced: Number.isFinite(highest) ? highest : null, prices }]
    }),
  )
}

function add(known: Gathered, { financedTo, priceFrom, priceTo }: RateRow) {
  if (financedTo === null) known.hasLimit = false
  else known.highest = Math.max(known.highest, financedTo)
  if (priceFrom === null && priceTo === null) return
  const key = `${priceFrom} ${priceTo}`
  if (!known.prices.has(key)) known.prices.set(key, { from: priceFrom, to: priceTo })
}
