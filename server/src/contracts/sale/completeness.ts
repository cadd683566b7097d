import type { CustomField, requiredAtSteps } from '../../domain/custom-fields/custom-fields.ts'
import { checkFieldValues } from '../../domain/custom-fields/values.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import type { Fault } from '../../http/problems.ts'
import type { CustomFieldValues } from '../record/stored.ts'
import { meetsCriteria } from './priced.ts'
import type { SaleRate } from './rate-of-sale.ts'

// What a contract must have at each step of its sale. Everything that is missing is told at once.

export type SaleStep = (typeof requiredAtSteps)[number]

/** What is known of a sale, wherever it comes from. */
export interface KnownSale {
  readonly retailPrice: unknown
  readonly customer: KnownPerson | null | undefined
  readonly vin: string | null | undefined
  readonly vehiclePurchasePrice: unknown
  readonly lienHolder: unknown
}

interface KnownPerson {
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly companyName?: unknown
  readonly address?: Readonly<Record<string, unknown>> | null
}

const missing = (pointer: string, message = 'A value is required here.'): Fault => ({
  pointer,
  code: 'Required',
  message,
})

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** What every product needs. */
export function missingFromSale(step: SaleStep, { retailPrice, customer }: KnownSale): Fault[] {
  const price = isGiven(retailPrice) ? [] : [missing('/retailPrice')]
  return step === 'Quote' ? price : [...price, ...missingOfCustomer(customer)]
}

function missingOfCustomer(customer: KnownSale['customer']): Fault[] {
  if (!customer) return [missing('/customer')]
  const { firstName, lastName, companyName, address } = customer
  const names = isGiven(companyName)
    ? []
    : [
        ...(isGiven(firstName) ? [] : [missing('/customer/firstName', 'A first name, or a company name.')]),
        ...(isGiven(lastName) ? [] : [missing('/customer/lastName', 'A last name, or a company name.')]),
      ]
  if (!address) return [...names, missing('/customer/address')]
  const parts = ['line1', 'city', 'state', 'zip'].filter((part) => !isGiven(address[part]))
  return [...names, ...parts.map((part) => missing(`/customer/address/${part}`))]
}

const restsOnPrice = ({ basis }: LimitRule) => basis === 'VehiclePrice' || basis === 'PercentOf'

/** What this product needs besides. */
export function missingForProduct(step: SaleStep, sale: SaleRate, known: KnownSale): Fault[] {
  if (step === 'Quote') return []
  const { product } = sale.rate.program
  const needsPrice = sale.rate.plan.plan.limits.some(restsOnPrice)
  return [
    ...(isVehicle(sale) && !isGiven(known.vin) ? [missing('/vehicle/vin')] : []),
    ...(needsPrice && !isGiven(known.vehiclePurchasePrice)
      ? [missing('/vehiclePurchasePrice', 'A limit of liability rests on it.')]
      : []),
    ...(product.requiresLien && !isGiven(known.lienHolder)
      ? [missing('/lienHolderId', 'The product is for financed deals: a lien holder is needed.')]
      : []),
  ]
}

/** Whether the item is known by a VIN. */
export function isVehicle({ live, quoted }: SaleRate): boolean {
  const { assetTypeCode } = quoted.request
  return live.book.assetTypes.find(({ code }) => code === assetTypeCode)?.identifierType === 'VIN'
}

/** The custom fields of contracts of this product. */
export const fieldsFor = ({ live, rate }: Pick<SaleRate, 'live' | 'rate'>): CustomField[] =>
  live.book.contractFields
    .filter(({ product }) => product === null || product === rate.program.product.code)
    .map(({ product: _, ...field }, at) => ({ ...field, id: at + 1, productId: rate.program.product.id }))

export interface GivenValue {
  readonly code: string
  readonly value?: unknown
}

export interface FieldsGiven {
  readonly values: CustomFieldValues
  readonly missing: readonly Fault[]
  readonly faults: readonly Fault[]
}

const order: readonly SaleStep[] = ['Quote', 'Pending', 'Finalize']
const isAskedAt = ({ isRequired, requiredAt }: CustomField, step: SaleStep) =>
  isRequired && order.indexOf(requiredAt ?? 'Pending') <= order.indexOf(step)

/** The values of custom fields, those that are missing at this step, and those that do not fit. */
export function fieldsGiven(step: SaleStep, sale: SaleRate, given: readonly GivenValue[]): FieldsGiven {
  const fields = fieldsFor(sale)
  const set = checkFieldValues(fields, given)
  const values = Object.fromEntries(
    fields.flatMap(({ id, code }) => {
      const value = set.values.get(id)
      return value === undefined ? [] : [[code, value]]
    }),
  )
  const named = new Set(given.map(({ code }) => code.toLowerCase()))
  return {
    values,
    missing: fields
      .filter((field) => isAskedAt(field, step) && !named.has(field.code.toLowerCase()))
      .filter(({ criteria }) => meetsCriteria(sale, criteria))
      .map(({ code, name }) => missing(`/customFieldValues/${code}`, `${name} is required.`)),
    faults: set.faults.map((fault) => ({ ...fault, pointer: `/customFieldValues${fault.pointer}` })),
  }
}
