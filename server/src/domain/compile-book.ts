import { type Criteria, compileCriteria } from './criteria.ts'
import type { ClassRow, Plan, PlanTerm, Product, Program, RateBook, RateRow, Surcharge } from './rate-book.ts'
import { type CompiledFactors, compileFactors } from './rate-factors.ts'
import { type LineOrder, orderLines } from './rate-lines.ts'
import { type Cells, cellsOf, indexRows, type RowIndex } from './rate-rows.ts'

/** A book made ready for rating: codes numbered, rows indexed, rules compiled. It is never changed. */
export interface CompiledBook {
  readonly book: RateBook
  readonly products: readonly CompiledProduct[]
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
  /** By make, in capitals; of each make the rows that name most first. */
  readonly classes: ReadonlyMap<string, readonly ClassRow[]> | null
  readonly cells: Cells
  readonly rows: RowIndex
  /** By column: the value of each row, NaN where it has none. */
  readonly values: ReadonlyMap<string, Float64Array>
  readonly factors: ReadonlyMap<string, CompiledFactors>
  readonly surcharges: readonly CompiledSurcharge[]
  readonly lines: LineOrder
}

export interface CompiledPlan {
  readonly plan: Plan
  readonly eligibility: Criteria | null
  readonly terms: readonly { readonly planTerm: PlanTerm; readonly eligibility: Criteria | null }[]
  /** Its cells are those from here to before the next plan's. */
  readonly firstCell: number
  readonly cellCount: number
}

export interface CompiledSurcharge {
  readonly surcharge: Surcharge
  readonly criteria: Criteria | null
}

export const compileBook = (book: RateBook): CompiledBook => ({
  book,
  products: book.products.map((product) => ({
    product,
    eligibility: criteriaOf(product.eligibility),
    programs: product.programs.map((program) => compileProgram(product, program)),
  })),
})

/** A checked book has no rule that does not compile. */
function criteriaOf(text: string | null): Criteria | null {
  if (text === null) return null
  const compiled = compileCriteria(text)
  if ('invalid' in compiled) throw new Error(`The book has a rule that cannot be used: ${text}`)
  return compiled
}

function compileProgram(product: Product, program: Program): CompiledProgram {
  const cells = cellsOf(program)
  return {
    product,
    program,
    eligibility: criteriaOf(program.eligibility),
    plans: plansOf(program),
    classes: program.classes && classesByMake(program.classes),
    cells,
    rows: indexRows(program, cells, program.rates),
    values: valuesOf(program.rates),
    factors: new Map(
      program.factorTables.map((table) => [table.code, compileFactors(program, cells, table)]),
    ),
    surcharges: program.surcharges.map((surcharge) => ({
      surcharge,
      criteria: criteriaOf(surcharge.criteria),
    })),
    lines: orderLines(program),
  }
}

function plansOf(program: Program): CompiledPlan[] {
  let firstCell = 0
  return program.plans.map((plan) => {
    const cellCount = plan.terms.length * plan.deductibles.length
    const compiled = {
      plan,
      eligibility: criteriaOf(plan.eligibility),
      terms: plan.terms.map((planTerm) => ({ planTerm, eligibility: criteriaOf(planTerm.eligibility) })),
      firstCell,
      cellCount,
    }
    firstCell += cellCount
    return compiled
  })
}

const classRank = ({ model, trim, series, engine, fuelType, driveType, yearFrom, yearTo }: ClassRow) =>
  [model, trim, series, engine, fuelType, driveType, yearFrom ?? yearTo].filter((part) => part !== null)
    .length

function classesByMake(rows: readonly ClassRow[]): Map<string, ClassRow[]> {
  const byMake = new Map<string, ClassRow[]>()
  for (const row of rows) {
    const make = row.make.toUpperCase()
    const ofMake = byMake.get(make)
    if (ofMake) ofMake.push(row)
    else byMake.set(make, [row])
  }
  for (const ofMake of byMake.values()) ofMake.sort((one, other) => classRank(other) - classRank(one))
  return byMake
}

function valuesOf(rows: readonly RateRow[]): Map<string, Float64Array> {
  const columns = new Map<string, Float64Array>()
  rows.forEach((row, at) => {
    for (const [name, value] of Object.entries(row.values)) {
      const column = columns.get(name) ?? new Float64Array(rows.length).fill(Number.NaN)
      column[at] = value
      columns.set(name, column)
    }
  })
  return columns
}
