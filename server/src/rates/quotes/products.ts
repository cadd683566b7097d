import { allPrograms } from '../../domain/disbursements/book-lines.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import { isRequestedProduct } from '../../domain/rating/rating.ts'
import type { RateFilter, RateReason } from '../../domain/rating/request.ts'
import { missingParameters, requiredParameters } from '../../domain/rating/required-parameters.ts'
import { reasonMaker } from '../../domain/rating/results.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import type { QuoteQuery } from '../book/quote-query.ts'
import { type QuoteFacts, requiredParameterNames } from './facts.ts'
import type { QuoteWarning } from './vehicle.ts'

/** The products to rate, with a warning for each product that was skipped because a parameter is missing. */
export interface QuoteSelection {
  readonly only: RateFilter
  readonly warnings: readonly QuoteWarning[]
  /** The same for those who ask for reasons: one for each missing parameter of each skipped product. */
  readonly reasons: readonly RateReason[]
}

/**
 * Selects the products to rate. If the request names products, a missing parameter is a refusal. If it names none,
 * products with missing parameters are skipped with a warning.
 */
export function selectProducts(
  book: Book,
  facts: QuoteFacts,
  query: QuoteQuery,
  today: string,
): QuoteSelection {
  refuseUnknown(book, query)
  const only: RateFilter = {
    productTypeCodes: query.productTypeCode ?? null,
    productIds: query.productId ?? null,
    programIds: query.programId ?? null,
    planIds: query.planId ?? null,
    termMonths: query.termMonths ?? null,
    termMiles: query.termMiles ?? null,
    deductibleIds: query.deductibleId ?? null,
  }
  const isNamed =
    (only.productTypeCodes ?? only.productIds ?? only.programIds ?? only.planIds ?? null) !== null
  const requested = book.products.filter((product) => isRequestedProduct(product, only))
  const checked = requested.map((product) => ({
    product,
    missing: missingParameters(
      requiredParameters(product, requiredParameterNames(facts, product.productTypeCode), {
        condition: query.condition,
        saleDate: query.saleDate ?? today,
      }),
      query,
    ),
  }))
  const incomplete = checked.filter(({ missing }) => missing.length > 0)
  if (incomplete.length === 0) return { only, warnings: [], reasons: [] }
  if (isNamed || incomplete.length === requested.length) {
    const missing = [...new Set(incomplete.flatMap(({ missing: names }) => names))]
    throw new Problem('MissingParameters', `The quote requires ${missing.join(', ')}.`, {
      members: { missing },
    })
  }
  const complete = checked.filter(({ missing }) => missing.length === 0).map(({ product }) => product.id)
  return {
    only: { ...only, productIds: complete },
    warnings: incomplete.map(({ product, missing }) => ({
      code: 'ProductSkipped',
      productCode: product.code,
      missing,
      message: `${product.name} was not rated because it requires ${missing.join(', ')}.`,
    })),
    reasons: incomplete.flatMap(({ product, missing }) => {
      const makeReason = reasonMaker(product)
      return missing.map((name) => makeReason('MissingParameters', name, null, name))
    }),
  }
}

type Ids = readonly { readonly id: number }[]
const itemIds = (items: Ids) => items.map(({ id }) => id)

/** The ids and codes of the book, by the parameter that names them. */
const knownValues: Readonly<Record<string, (book: Book) => readonly unknown[]>> = {
  productId: ({ products }) => itemIds(products),
  programId: (book) => itemIds(allPrograms(book)),
  planId: (book) => itemIds(allPrograms(book).flatMap(({ plans }) => plans)),
  deductibleId: (book) => itemIds(allPrograms(book).flatMap(({ deductibles }) => deductibles)),
  surchargeCodes: (book) =>
    allPrograms(book).flatMap(({ surcharges }) => surcharges.map(({ code }) => code.toUpperCase())),
}

/** Refuses ids and codes that the book does not have. */
function refuseUnknown(book: Book, query: QuoteQuery): void {
  const faults = Object.entries(knownValues).flatMap(([name, known]): Fault[] => {
    const values = (query as Record<string, unknown>)[name] as readonly unknown[] | undefined
    if (values === undefined) return []
    const inBook = new Set(known(book))
    const unknown = values.filter((value) => !inBook.has(value))
    return unknown.length === 0 ? [] : [unknownFault(name, unknown)]
  })
  if (faults.length > 0) throw refuse(faults)
}

export const unknownFault = (name: string, values: readonly unknown[]): Fault => ({
  pointer: `?${name}`,
  code: 'Enum',
  message: `Unknown value: ${values.join(', ')}.`,
})
