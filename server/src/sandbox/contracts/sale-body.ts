import type { Book } from '../../domain/rate-book/book.ts'
import type { ProductCode } from './deals.ts'
import type { SeedSale } from './steps.ts'

interface Coded {
  readonly id: number
  readonly code: string
}

/** The ids that a product's codes have in a book. */
export function codesIn({ products }: Book, product: ProductCode) {
  const programs = products.find(({ code }) => code === product)?.programs ?? []
  const idOf = (of: readonly Coded[], code: string): number => {
    const found = of.find((one) => one.code === code)
    if (!found) throw new Error(`The rate book has no ${code} of ${product}.`)
    return found.id
  }
  return {
    plan: (code: string) =>
      idOf(
        programs.flatMap(({ plans }) => plans),
        code,
      ),
    term: (code: string) =>
      idOf(
        programs.flatMap(({ terms }) => terms),
        code,
      ),
    deductible: (code: string) =>
      idOf(
        programs.flatMap(({ deductibles }) => deductibles),
        code,
      ),
  }
}

/** A sale as it is sent to POST /contracts, but for the price. */
export function saleBody(book: Book, { deal, choice, status, isNamed, notes, references }: SeedSale): object {
  const codes = codesIn(book, choice.product)
  const { loan, lienHolderNumber, cobuyer } = deal
  return {
    status,
    dealerNumber: deal.dealerNumber,
    planId: codes.plan(choice.plan),
    termId: codes.term(choice.term),
    deductibleId: codes.deductible(choice.deductible),
    surchargeCodes: choice.surcharges,
    saleDate: deal.soldOn,
    ...itemOf(deal, isNamed),
    ...(isNamed ? { customer: deal.buyer } : {}),
    ...(isNamed && cobuyer ? { cobuyer } : {}),
    ...(loan ? { financing: loan } : deal.vehicle ? { financing: { dealType: 'Cash' } } : {}),
    ...(lienHolderNumber ? { lienHolderNumber } : {}),
    ...(choice.product === 'VSC1'
      ? { customFieldValues: [{ code: 'SALESPERSON', value: deal.salesperson }] }
      : {}),
    ...(references.length > 0 ? { externalReferences: references } : {}),
    ...(notes ? { notes } : {}),
  }
}

/** A vehicle is known by its VIN once it is known whose it is. */
function itemOf({ vehicle, appliance, soldOn }: SeedSale['deal'], isNamed: boolean): object {
  if (!vehicle) return { asset: { ...appliance, purchaseDate: soldOn } }
  const { vin, price, value, ...facts } = vehicle
  return {
    vehicle: { ...facts, ...(isNamed ? { vin } : {}), nadaValue: value },
    vehiclePurchasePrice: price,
    vehiclePurchaseDate: soldOn,
  }
}
