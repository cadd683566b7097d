import { hasName, missingName } from '../../account-holders/people.ts'
import type { CustomField, requiredAtSteps } from '../../domain/custom-fields/custom-fields.ts'
import { checkFieldValues } from '../../domain/custom-fields/values.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import type { Fault } from '../../http/problems.ts'
import type { CustomFieldValues } from '../record/stored.ts'
import { meetsCriteria } from './priced.ts'
import type { SaleRate } from './sale-rate.ts'

// What a contract must have at each step of its sale. A refusal names everything that is missing at once.

export type SaleStep = (typeof requiredAtSteps)[number]

/** What is known about a sale, whatever its source. */
export interface KnownSale {
  readonly retailPrice: unknown
  /** `not found`: the body names a customer that does not exist. That is refused, and nothing of it can be missing. */
  readonly customer: KnownPerson | 'not found' | null | undefined
  readonly cobuyer?: KnownPerson | null | undefined
  readonly vin: string | null | undefined
  readonly vehiclePurchasePrice: unknown
  readonly lienHolder: unknown
}

export interface KnownPerson {
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly companyName?: unknown
  readonly address?: Readonly<Record<string, unknown>> | null
}

const missing = (pointer: string, message = 'A value is required.'): Fault => ({
  pointer,
  code: 'Required',
  message,
})

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Faults of what every product needs. */
export function missingFromSale(step: SaleStep, { retailPrice, customer, cobuyer }: KnownSale): Fault[] {
  return [
    ...(isGiven(retailPrice) ? [] : [missing('/retailPrice')]),
    ...(step === 'Quote' ? namelessFaults('/customer', customer) : missingOfCustomer(customer)),
    ...namelessFaults('/cobuyer', cobuyer),
  ]
}

/** Whoever is given must have a name. */
export const namelessFaults = (pointer: string, person: KnownSale['customer']): Fault[] =>
  !person || person === 'not found' || hasName(person) ? [] : [missingName(pointer)]

/** The customer gets the contract on the day of the sale, or later. */
export const deliveryFaults = (date: CalendarDate | null | undefined, saleDate: CalendarDate): Fault[] =>
  !date || date >= saleDate
    ? []
    : [
        {
          pointer: '/deliveryDate',
          code: 'Range',
          message: `The delivery date must not be before the sale date, ${saleDate}.`,
        },
      ]

/** A quote gets its number when it is submitted. */
export const numberFaults = (step: SaleStep, contractNumber: string | undefined): Fault[] =>
  step === 'Quote' && contractNumber !== undefined
    ? [
        {
          pointer: '/contractNumber',
          code: 'Unknown',
          message: 'A quote has no number. Remove contractNumber, or send it with the status Pending.',
        },
      ]
    : []

/** Faults of what the customer of a sale needs. */
export function missingOfCustomer(customer: KnownSale['customer']): Fault[] {
  if (customer === 'not found') return []
  if (!customer) return [missing('/customer')]
  const { firstName, lastName, companyName, address } = customer
  const names = isGiven(companyName)
    ? []
    : [
        ...(isGiven(firstName)
          ? []
          : [missing('/customer/firstName', 'Send a first name, or a company name.')]),
        ...(isGiven(lastName) ? [] : [missing('/customer/lastName', 'Send a last name, or a company name.')]),
      ]
  if (!address) return [...names, missing('/customer/address')]
  const parts = ['line1', 'city', 'state', 'zip'].filter((part) => !isGiven(address[part]))
  return [...names, ...parts.map((part) => missing(`/customer/address/${part}`))]
}

const restsOnPrice = ({ basis }: LimitRule) => basis === 'VehiclePrice' || basis === 'PercentOf'

/** Faults of what this product needs in addition. */
export function missingForProduct(step: SaleStep, sale: SaleRate, known: KnownSale): Fault[] {
  if (step === 'Quote') return []
  const { product } = sale.rate.program
  const needsPrice = sale.rate.plan.plan.limits.some(restsOnPrice)
  return [
    ...(isVehicle(sale) && !isGiven(known.vin) ? [missing('/vehicle/vin')] : []),
    ...(needsPrice && !isGiven(known.vehiclePurchasePrice)
      ? [missing('/vehiclePurchasePrice', 'Required because a limit of liability depends on it.')]
      : []),
    ...(product.requiresLien && !isGiven(known.lienHolder)
      ? [missing('/lienHolderId', 'This product needs a lien holder.')]
      : []),
  ]
}

/** Whether the item is identified by a VIN. */
export function isVehicle({ live, quoted }: SaleRate): boolean {
  const { assetTypeCode } = quoted.request
  return live.book.assetTypes.find(({ code }) => code === assetTypeCode)?.identifierType === 'VIN'
}

/** The custom fields for contracts of this product. */
const productFields = ({ live, rate }: Pick<SaleRate, 'live' | 'rate'>): CustomField[] =>
  live.book.contractFields
    .filter(({ product }) => product === null || product === rate.program.product.code)
    .map(({ product: _, ...field }, at) => ({ ...field, id: at + 1, productId: rate.program.product.id }))

interface GivenValue {
  readonly code: string
  readonly value?: unknown
}

export interface CheckedFields {
  readonly values: CustomFieldValues
  readonly missing: readonly Fault[]
  readonly faults: readonly Fault[]
}

const order: readonly SaleStep[] = ['Quote', 'Pending', 'Finalize']
const isRequiredAt = ({ isRequired, requiredAt }: CustomField, step: SaleStep) =>
  isRequired && order.indexOf(requiredAt ?? 'Pending') <= order.indexOf(step)

/** Checks custom field values: the values to store, the required ones that are missing, and the invalid ones. */
export function checkFields(step: SaleStep, sale: SaleRate, given: readonly GivenValue[]): CheckedFields {
  const fields = productFields(sale)
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
      .filter((field) => isRequiredAt(field, step) && !named.has(field.code.toLowerCase()))
      .filter(({ criteria }) => meetsCriteria(sale, criteria))
      .map(({ code, name }) => missing(`/customFieldValues/${code}`, `${name} is required.`)),
    faults: set.faults.map((fault) => ({ ...fault, pointer: `/customFieldValues${fault.pointer}` })),
  }
}
