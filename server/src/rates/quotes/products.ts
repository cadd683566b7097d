import type { Book } from '../../domain/rate-book/book.ts'
import type { Product } from '../../domain/rate-book/rate-book.ts'
import { isRequestedProduct } from '../../domain/rating/rating.ts'
import type { RateFilter } from '../../domain/rating/request.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import type { QuoteQuery } from '../book/quote-query.ts'
import { type QuoteFacts, requiredParameterNames } from './facts.ts'
import { missingOf } from './required-parameters.ts'
import type { QuoteWarning } from './vehicle.ts'

/** What a quote is asked for: the products and parts that are rated, and what was left out for want of an input. */
export interface QuoteSelection {
  readonly only: RateFilter
  readonly warnings: readonly QuoteWarning[]
}

/**
 * What is rated. Where products are named, everything that they need and lack is a refusal; where none is, those that
 * lack something are left out, and the caller is told.
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
  const asked = book.products.filter((product) => isRequestedProduct(product, only))
  const lacking = asked.map((product) => ({
    product,
    missing: missingOf(neededBy(product, facts, query, query.saleDate ?? today), query),
  }))
  const incomplete = lacking.filter(({ missing }) => missing.length > 0)
  if (incomplete.length === 0) return { only, warnings: [] }
  if (isNamed || incomplete.length === asked.length) {
    const missing = [...new Set(incomplete.flatMap((one) => one.missing))]
    throw new Problem('MissingParameters', `The quote needs ${missing.join(', ')}.`, { members: { missing } })
  }
  const complete = lacking.filter(({ missing }) => missing.length === 0).map(({ product }) => product.id)
  return {
    only: { ...only, productIds: complete },
    warnings: incomplete.map(({ product, missing }) => ({
      code: 'ProductSkipped',
      productCode: product.code,
      missing,
      message: `${product.name} needs ${missing.join(', ')}.`,
    })),
  }
}

/**
 * What the setting says for the type and the book for the product on that day. And a vehicle that was in service before
 * it is sold is covered from that day: certified ones, and terms up to a mileage.
 */
function neededBy(
  product: Product,
  facts: QuoteFacts,
  { condition }: QuoteQuery,
  saleDate: string,
): readonly string[] {
  const ofBook = product.requiredParameters
    .filter(
      ({ effectiveFrom, effectiveTo }) =>
        (effectiveFrom === null || effectiveFrom <= saleDate) &&
        (effectiveTo === null || saleDate <= effectiveTo),
    )
    .map(({ name }) => name)
  const ofType = requiredParameterNames(facts, product.productTypeCode)
  const required = ofBook.length === 0 ? ofType : [...new Set([...ofType, ...ofBook])]
  if (!required.includes('odometer') || required.includes('inServiceDate')) return required
  const isFromInService = product.programs.every(({ terms }) =>
    terms.every(({ basis }) => basis !== 'FromSale'),
  )
  return condition === 'CPO' || isFromInService ? [...required, 'inServiceDate'] : required
}

type Ids = readonly { readonly id: number }[]
const idsOf = (items: Ids) => items.map(({ id }) => id)

/** What ids and codes there are, by the parameter that names them. */
const named: Readonly<Record<string, (book: Book) => readonly unknown[]>> = {
  productId: ({ products }) => idsOf(products),
  programId: (book) => idsOf(programsOf(book)),
  planId: (book) => idsOf(programsOf(book).flatMap(({ plans }) => plans)),
  deductibleId: (book) => idsOf(programsOf(book).flatMap(({ deductibles }) => deductibles)),
  surchargeCodes: (book) =>
    programsOf(book).flatMap(({ surcharges }) => surcharges.map(({ code }) => code.toUpperCase())),
}

const programsOf = ({ products }: Book) => products.flatMap(({ programs }) => programs)

/** Ids and codes that nothing in the book has. */
function refuseUnknown(book: Book, query: QuoteQuery): void {
  const faults = Object.entries(named).flatMap(([name, known]): Fault[] => {
    const asked = (query as Record<string, unknown>)[name] as readonly unknown[] | undefined
    if (asked === undefined) return []
    const values = new Set(known(book))
    const unknown = asked.filter((value) => !values.has(value))
    return unknown.length === 0 ? [] : [unknownFault(name, unknown)]
  })
  if (faults.length > 0) throw refuse(faults)
}

export const unknownFault = (name: string, values: readonly unknown[]): Fault => ({
  pointer: `?${name}`,
  code: 'Enum',
  message: `There is no ${values.join(', ')}.`,
})
