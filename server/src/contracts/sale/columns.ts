import { MASKED_DATE, type Seals } from '../../account-holders/seals.ts'
import { amountOf, centsOf } from '../../domain/money.ts'
import type { ContractInput, ContractPersonInput } from '../record/input.ts'
import { buildItem, type ItemInput } from '../record/item.ts'
import type { ContractRow, NewContract } from '../record/rows.ts'
import { buildSold } from '../record/sold.ts'
import { isVehicle } from './completeness.ts'
import { limitsFor, type PricedSale } from './priced.ts'
import type { SaleRate } from './sale-rate.ts'

// The columns of a contract that follow from a sale.

type Columns = Partial<NewContract>

/** The columns that follow from the rate and the price. */
export function saleColumns(sale: SaleRate, priced: PricedSale) {
  const { rate, inputs, quoted, quoteId } = sale
  const { program, product } = rate.program
  const { facts } = inputs
  return {
    product_type_code: product.productTypeCode,
    product_id: product.id,
    program_id: program.id,
    plan_id: rate.plan.plan.id,
    term_id: rate.term.id,
    deductible_id: rate.deductible.id,
    product_name: product.name,
    plan_name: rate.plan.plan.name,
    term_months: rate.term.months,
    term_miles: rate.term.miles,
    dealer_group_id: facts.groupId,
    agent_id: facts.agentId,
    insurer_id: priced.insurerId,
    sold: buildSold(rate, limitsFor(sale)),
    inputs,
    book_version: inputs.bookVersion,
    rate_quote_id: quoteId,
    valid_until: new Date(quoted.validUntil),
    state_of_sale: quoted.request.state ?? facts.dealer.state,
    sale_date: quoted.request.saleDate,
    effective_date: rate.effectiveDate,
    effective_odometer: quoted.request.usage,
    expiration_date: rate.expirationDate,
    expiration_odometer: rate.expirationOdometer,
    retail_price: priced.retail,
    dealer_cost: rate.dealerCost,
    sales_tax: priced.tax,
    sales_tax_total: priced.taxTotal,
  } satisfies Columns
}

/** The columns of the covered item and its purchase. */
export function itemColumns(sale: SaleRate, body: ItemInput) {
  const item = buildItem(sale.quoted, sale.inputs, body, isVehicle(sale))
  const { query } = sale.inputs
  const price =
    body.vehiclePurchasePrice ?? (query.vehiclePurchasePrice && amountOf(query.vehiclePurchasePrice))
  return {
    item,
    vin: item.vehicle?.vin ?? null,
    identifier: item.identifier,
    vehicle_year: item.year,
    make: item.make,
    model: item.model,
    vehicle_purchase_price: price === undefined ? null : centsOf(price),
    vehicle_purchase_date: body.vehiclePurchaseDate ?? null,
  } satisfies Columns
}

/** The financing to store, completed from the quote. The account number is sealed. */
export function financingColumns(
  financing: ContractInput['financing'],
  { query }: SaleRate['inputs'],
  seals: Seals,
): Pick<ContractRow, 'financing' | 'account_number'> {
  const { accountNumber, lienHolderId: _, ...given } = financing ?? {}
  const quoted = {
    dealType: query.dealType,
    amountFinanced: query.financedAmount === undefined ? undefined : amountOf(query.financedAmount),
    apr: query.apr,
    termMonths: query.financeTermMonths,
    monthlyPayment: query.monthlyPayment === undefined ? undefined : amountOf(query.monthlyPayment),
    residualValue: query.residualValue === undefined ? undefined : amountOf(query.residualValue),
  }
  const known = Object.entries({ ...quoted, ...given, ...accountLast4(accountNumber) }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    financing: known.length === 0 ? null : Object.fromEntries(known),
    account_number: accountNumber ? seals.seal(accountNumber) : null,
  }
}

/** The part of an account number that is shown. */
export const accountLast4 = (accountNumber: string | null | undefined) =>
  accountNumber ? { accountLast4: accountNumber.slice(-4) } : {}

/** The cobuyer to store. The birth date is sealed, and masked in the document. */
export const cobuyerColumns = (
  person: ContractPersonInput | null,
  seals: Seals,
): Pick<ContractRow, 'cobuyer' | 'cobuyer_birth_date'> =>
  person === null || person.birthDate === null
    ? { cobuyer: person, cobuyer_birth_date: null }
    : {
        cobuyer: { ...person, birthDate: MASKED_DATE },
        cobuyer_birth_date: seals.seal(person.birthDate),
      }

export const referenceColumns = (references: ContractInput['externalReferences']) => ({
  external_references: references ?? [],
  external_keys: [...new Set((references ?? []).map(({ key }) => key.toLowerCase()))],
})
