import { isInForce } from '../in-force.ts'
import type { Product } from '../rate-book/rate-book.ts'

/**
 * The names of the parameters that a quote of a product requires on a sale date: those that the administrator has set
 * for the type of product, and those of the rate book. A vehicle that was in service before the sale is covered from its
 * in-service date, so certified vehicles and terms up to a mileage require that date too.
 */
export function requiredParameters(
  product: Product,
  ofType: readonly string[],
  { condition, saleDate }: { readonly condition: string | undefined; readonly saleDate: string },
): readonly string[] {
  const ofBook = product.requiredParameters
    .filter((parameter) => isInForce(parameter, saleDate))
    .map(({ name }) => name)
  const required = ofBook.length === 0 ? ofType : [...new Set([...ofType, ...ofBook])]
  if (!required.includes('odometer') || required.includes('inServiceDate')) return required
  const isFromInService = product.programs.every(({ terms }) =>
    terms.every(({ basis }) => basis !== 'FromSale'),
  )
  return condition === 'CPO' || isFromInService ? [...required, 'inServiceDate'] : required
}

/**
 * The required names without a value. A name can list alternatives, and an alternative can list names that are required
 * together: `vin|year+make+model`.
 */
export function missingParameters(
  required: readonly string[],
  parameters: Readonly<Record<string, unknown>>,
): string[] {
  // The sale date has a default, so it is never missing.
  const isKnown = (name: string) => name === 'saleDate' || parameters[name] !== undefined
  return required.filter(
    (name) => !name.split('|').some((alternative) => alternative.split('+').every(isKnown)),
  )
}
