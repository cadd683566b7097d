import type { Book } from './book.ts'
import { usualClaimSettings } from './coverage.ts'
import { ALWAYS } from './effective-dates.ts'
import type { Plan, Product, Program } from './rate-book.ts'

// Stored versions of a book never change. A version that an older service stored lacks what books could not hold at the
// time; this file says what its absence means. Rate rows are never incomplete, so the many of them need no check.

/** A stored book with everything that a book has today. */
export const completeStoredBook = (stored: Book): Book => ({
  ...{ coverageGroups: [], forms: [] },
  ...stored,
  taxRules: stored.taxRules.map((rule) => ({ ...{ roundMode: 'HalfUp' }, ...rule })),
  products: stored.products.map(completeProduct),
})

const completeProduct = (stored: Product): Product => ({
  ...{ requiredParameters: [], claimSettings: usualClaimSettings },
  ...stored,
  programs: stored.programs.map(completeStoredProgram),
})

const completeStoredProgram = (stored: Program): Program => ({
  ...{ classNames: {}, requiredDocuments: [] },
  ...stored,
  classes: stored.classes?.map((row) => ({ ...ALWAYS, ...row })) ?? null,
  deductibles: stored.deductibles.map((deductible) => ({ ...ALWAYS, ...deductible })),
  plans: stored.plans.map(completePlan),
  factorTables: stored.factorTables.map((table) => ({
    ...impliedTableType(stored, table.code),
    ...table,
    entries: table.entries.map((entry) => ({ ...ALWAYS, ...entry })),
  })),
  surcharges: stored.surcharges.map((surcharge) => ({ ...ALWAYS, ...{ changesBenefits: [] }, ...surcharge })),
  retail: stored.retail.map((rule) => ({ ...ALWAYS, ...rule })),
  related: stored.related.map((relation) => ({ ...ALWAYS, ...relation })),
})

const completePlan = (stored: Plan): Plan => ({
  ...{ ...ALWAYS, limits: [], benefits: [], gap: null },
  ...stored,
  terms: stored.terms.map((term) => ({ ...ALWAYS, ...term })),
})

/** A table that a line earned by was a curve; all others were for prices. */
const impliedTableType = ({ disbursements }: Program, table: string) =>
  disbursements.some(({ earningFactorTable }) => earningFactorTable === table)
    ? ({ type: 'Earning', interpolation: 'Linear' } as const)
    : ({ type: 'Rate', interpolation: 'None' } as const)
