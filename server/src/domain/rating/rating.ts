import type { Product, Program } from '../rate-book/rate-book.ts'
import type { CompiledBook, CompiledProduct } from './compile-book.ts'
import { rateProgram } from './program.ts'
import { isAmong, type RateFacts, type RateFilter, type RateReason, type RateRequest } from './request.ts'
import { type RatedRate, reasonMaker } from './results.ts'
import type { RatingContext } from './sale.ts'
import { dealerVisibility } from './visibility.ts'

/** The result of rating: the rates in the order of the book, and why the rest is not offered. */
export interface Rating {
  readonly rates: readonly RatedRate[]
  readonly reasons: readonly RateReason[]
}

/**
 * Rates an item for a dealer. Each product, and each of its plans, goes through the steps until one fails. That step
 * reports everything that it found wrong.
 */
export function rate(book: CompiledBook, request: RateRequest, facts: RateFacts): Rating {
  const inactive = dealerReasons(request, facts)
  if (inactive.length > 0) return { rates: [], reasons: inactive }
  const rates: RatedRate[] = []
  const reasons: RateReason[] = []
  const state = request.state ?? facts.dealer.state
  const taxRules = book.taxRules.get(state) ?? []
  const isInHours = book.inHours.has(request.assetTypeCode)
  for (const product of book.products) {
    if (!isRequestedProduct(product.product, request.only)) continue
    const contexts: RatingContext[] = []
    for (const program of product.programs) {
      if (!isRequestedProgram(program.program, request.only)) continue
      const visibility = dealerVisibility(book.visibility, program, request.saleDate, facts.dealer)
      contexts.push({ product, program, visibility, request, facts, state, taxRules, isInHours })
    }
    if (contexts.every(isHidden)) {
      reasons.push(reasonMaker(product.product)('NotVisible', 'productCode', product.product.code, null))
      continue
    }
    const uncovered = assetReasons(product, request)
    if (uncovered.length > 0) {
      reasons.push(...uncovered)
      continue
    }
    for (const context of contexts)
      if (isHidden(context)) reasons.push(hiddenReason(context))
      else rateProgram(context, rates, reasons)
  }
  return { rates, reasons }
}

const isHidden = ({ visibility }: RatingContext) => visibility.plans.size === 0

const hiddenReason = ({ product, program: { program } }: RatingContext) =>
  reasonMaker(product.product, program)('NotVisible', 'programCode', program.code, null)

/** Whether a product, or a program of it, is requested. */
export const isRequestedProduct = (product: Product, only: RateFilter) =>
  isAmong(only.productTypeCodes, product.productTypeCode) &&
  isAmong(only.productIds, product.id) &&
  product.programs.some((program) => isRequestedProgram(program, only))

const isRequestedProgram = (program: Program, only: RateFilter) =>
  isAmong(only.programIds, program.id) && program.plans.some(({ id }) => isAmong(only.planIds, id))

function dealerReasons({ saleDate }: RateRequest, { dealer }: RateFacts): RateReason[] {
  const makeReason = reasonMaker(null)
  if (dealer.status !== 'Active')
    return [makeReason('DealerInactive', 'dealerNumber', dealer.status, 'Active')]
  if (saleDate < dealer.effectiveDate)
    return [makeReason('DealerInactive', 'saleDate', saleDate, `>= ${dealer.effectiveDate}`)]
  if (dealer.expirationDate !== null && saleDate > dealer.expirationDate)
    return [makeReason('DealerInactive', 'saleDate', saleDate, `<= ${dealer.expirationDate}`)]
  return []
}

function assetReasons({ product }: CompiledProduct, { assetTypeCode }: RateRequest): RateReason[] {
  if (product.assetTypeCodes.includes(assetTypeCode)) return []
  return [reasonMaker(product)('AssetTypeNotCovered', 'assetTypeCode', assetTypeCode, product.assetTypeCodes)]
}
