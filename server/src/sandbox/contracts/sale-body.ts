import type { Book } from '../../domain/rate-book/book.ts'
import type { ProductCode } from './deals.ts'
import type { SeedSale } from './steps.ts'

interface RowWithCode {
  readonly id: number
  readonly code: string
}

/** Functions that give the ids of a product's plans, terms and deductibles by code. */
export function codesIn({ products }: Book, product: ProductCode) {
  const programs = products.find(({ code }) => code === product)?.programs ?? []
  const findId = (rows: readonly RowWithCode[], code: string): number => {
    const found = rows.find((row) => row.code === code)
    if (!found) throw new Error(`The rate book has no ${code} for ${product}.`)
    return found.id
  }
  return {
    plan: (code: string) =>
      findId(
        programs.flatMap(({ plans }) => plans),
        code,
      ),
    term: (code: string) =>
      findId(
        programs.flatMap(({ terms }) => terms),
        code,
      ),
    deductible: (code: string) =>
      findId(
        programs.flatMap(({ deductibles }) => deductibles),
        code,
      ),
  }
}

/** The body for POST /contracts, without the price. */
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
    ...soldItem(deal, isNamed),
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

/** The vehicle or appliance of a sale. Without a customer, the VIN is left out. */
function soldItem({ vehicle, appliance, soldOn }: SeedSale['deal'], isNamed: boolean): object {
  if (!vehicle) return { asset: { ...appliance, purchaseDate: soldOn } }
  const { vin, price, value, ...facts } = vehicle
  return {
    vehicle: { ...facts, ...(isNamed ? { vin } : {}), nadaValue: value },
    vehiclePurchasePrice: price,
    vehiclePurchaseDate: soldOn,
  }
}
