import type { Book } from '../../domain/rate-book/book.ts'
import { usualClaimSettings } from '../../domain/rate-book/coverage.ts'
import type { Plan, Product, Program } from '../../domain/rate-book/rate-book.ts'
import { always } from './effective.ts'

// Versions of a book are never changed, and those that were stored by an older service lack what could not be said
// then. Here is what it means that it was not said. Rate rows, of which there may be very many, have all they need.

/** A stored book with everything that a book has. */
export const completeBook = (stored: Book): Book => ({
  ...{ coverageGroups: [], forms: [] },
  ...stored,
  products: stored.products.map(completeProduct),
})

const completeProduct = (stored: Product): Product => ({
  ...{ requiredParameters: [], claimSettings: usualClaimSettings },
  ...stored,
  programs: stored.programs.map(completeProgram),
})

export const completeProgram = (stored: Program): Program => ({
  ...{ classNames: {}, requiredDocuments: [] },
  ...stored,
  classes: stored.classes?.map((row) => ({ ...always, ...row })) ?? null,
  deductibles: stored.deductibles.map((deductible) => ({ ...always, ...deductible })),
  plans: stored.plans.map(completePlan),
  factorTables: stored.factorTables.map((table) => ({
    ...kindOf(stored, table.code),
    ...table,
    entries: table.entries.map((entry) => ({ ...always, ...entry })),
  })),
  surcharges: stored.surcharges.map((surcharge) => ({ ...always, ...{ changesBenefits: [] }, ...surcharge })),
  retail: stored.retail.map((rule) => ({ ...always, ...rule })),
  related: stored.related.map((relation) => ({ ...always, ...relation })),
})

const completePlan = (stored: Plan): Plan => ({
  ...{ ...always, limits: [], benefits: [], gap: null },
  ...stored,
  terms: stored.terms.map((term) => ({ ...always, ...term })),
})

/** A table that a line was earned by was a curve, and every other one for prices. */
const kindOf = ({ disbursements }: Program, table: string) =>
  disbursements.some(({ earningFactorTable }) => earningFactorTable === table)
    ? ({ type: 'Earning', interpolation: 'Linear' } as const)
    : ({ type: 'Rate', interpolation: 'None' } as const)
