import type {
  ContractForm,
  FormAddress,
  FormAsset,
  FormCoverage,
  FormFinancing,
  FormLimit,
  FormParty,
  FormPrice,
  FormVehicle,
} from '../../domain/contract-form/form.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import type { Benefit, BenefitChange, CoverageGroup } from '../../domain/rate-book/coverage.ts'
import type { AssetType, Deductible, Plan } from '../../domain/rate-book/rate-book.ts'
import type { Person } from '../record/answer.ts'
import type { Item } from '../record/item.ts'
import type { KeptTax } from '../record/kept.ts'
import { amountIn } from '../record/limits.ts'
import type { ContractRow } from '../record/rows.ts'

// What a contract's form says, part by part, from the contract as it is kept and the book that it was sold with. What the
// dealer pays is not asked for anywhere here.

/** What the book has of what was sold. */
export interface SoldFrom {
  readonly assetType: AssetType | undefined
  readonly plan: Plan | undefined
  readonly deductible: Deductible | undefined
  readonly coverageGroups: readonly CoverageGroup[]
}

/** Amounts of money are kept as they are answered. */
const cents = (amount: unknown): Cents | null => (typeof amount === 'number' ? centsOf(amount) : null)

const MILLION = 1_000_000

export function coverageOf(row: ContractRow, book: SoldFrom): FormCoverage {
  const { sold, item } = row
  return {
    productTypeCode: row.product_type_code,
    productName: sold.product.name,
    programName: sold.program.name,
    planName: sold.plan.name,
    coverageType: book.plan?.coverageType ?? 'Stated',
    saleDate: row.sale_date,
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    effectiveOdometer: row.effective_odometer,
    expirationOdometer: row.expiration_odometer,
    // Kilometers are counted as miles from the sale on.
    usageUnit: item.usageUnit === 'Hours' ? 'Hours' : 'Miles',
    term: { months: sold.term.months, usage: sold.term.miles ?? sold.term.hours },
    deductible: book.deductible ?? null,
    waitingDays: sold.waitingDays,
    waitingUsage: sold.waitingMiles,
    surcharges: sold.surcharges.map(({ code, name, retailAmount }) => ({
      ...{ code, name, retailAmount: cents(retailAmount) },
    })),
    groups: groupsOf(row, book),
    limits: limitsIn(row, book),
    benefits: sold.benefits.map((benefit) => changedBenefit(benefit, sold.benefitChanges)),
    gap: sold.gap,
    maximumLtv: book.plan?.maximumLtv ?? null,
    services: sold.services.map((service) => ({
      code: service.code,
      name: service.name,
      quantity: service.quantity,
      intervalMonths: service.intervalMonths,
      intervalUsage: service.intervalMiles,
      toleranceUsage: service.toleranceMiles,
      useRule: service.useRule,
    })),
  }
}

/** The groups of the plan, and those that surcharges add and the plan does not have. */
function groupsOf({ sold }: ContractRow, { coverageGroups }: SoldFrom): FormCoverage['groups'] {
  const added = sold.addedGroups.filter(({ group }) => !sold.coverageGroups.includes(group))
  const named = [
    ...sold.coverageGroups.map((group) => ({ group, via: null })),
    ...added.map(({ group, surcharge }) => ({
      group,
      via: sold.surcharges.find(({ code }) => code === surcharge)?.name ?? surcharge,
    })),
  ]
  return named.map(({ group, via }) => {
    const known = coverageGroups.find(({ code }) => code === group)
    return {
      name: known?.name ?? group,
      components: known?.components.map(({ name }) => name) ?? [],
      viaSurcharge: via,
    }
  })
}

/** Of several limits of a scope the lowest counts; those that are for certain components are told each. */
function limitsIn(row: ContractRow, { coverageGroups }: SoldFrom): FormLimit[] {
  const components = coverageGroups.flatMap((group) => group.components)
  const nameOf = (code: string) => components.find((one) => one.code === code)?.name ?? code
  return row.sold.limits.map((rule) => ({
    scope: rule.scope,
    basis: rule.basis,
    amount: amountIn(rule, row),
    percent: rule.percent,
    components: rule.components?.map(nameOf) ?? null,
  }))
}

/** A benefit with what the chosen surcharges make of it: of several, the highest counts. */
export function changedBenefit(benefit: Benefit, changes: readonly BenefitChange[]): Benefit {
  const own = changes.filter(({ code }) => code === benefit.code)
  const caps = own.flatMap(({ unitCap }) => unitCap ?? [])
  const units = own.flatMap(({ maximumUnits }) => maximumUnits ?? [])
  return {
    ...benefit,
    unitCap: caps.length === 0 ? benefit.unitCap : (Math.max(...caps) as Cents),
    maximumUnits: units.length === 0 ? benefit.maximumUnits : Math.max(...units),
  }
}

export function itemIn(
  item: Item,
  row: Pick<ContractRow, 'vehicle_purchase_price' | 'vehicle_purchase_date'>,
  assetType: AssetType | undefined,
): FormVehicle | FormAsset {
  const { year, make, model, trim, bodyStyle, condition, vehicle } = item
  const common = {
    ...{ year, make, model },
    purchasePrice: row.vehicle_purchase_price ?? cents(item.purchasePrice),
    purchaseDate: row.vehicle_purchase_date ?? item.purchaseDate,
  }
  if (!vehicle)
    return {
      kind: 'Asset',
      ...common,
      typeName: assetType?.name ?? item.assetTypeCode,
      identifierType: assetType?.identifierType ?? 'SerialNumber',
      identifier: item.identifier,
    }
  const { vin, engine, fuelType, driveType, vehicleUse, inServiceDate } = vehicle
  return {
    kind: 'Vehicle',
    ...common,
    ...{ vin, trim, bodyStyle, engine, fuelType, driveType, condition, vehicleUse, inServiceDate },
  }
}

export function priceIn({ retail_price, sales_tax, sales_tax_total }: ContractRow): FormPrice {
  return {
    retailPrice: retail_price,
    salesTax: sales_tax_total,
    taxes: sales_tax.details.map(({ taxTypeCode, rate, taxable, tax }) => ({
      jurisdiction: placeOf(taxTypeCode, sales_tax.jurisdiction),
      type: taxTypeCode,
      rate: Math.round(rate * MILLION),
      taxable: cents(taxable) as Cents,
      tax: cents(tax) as Cents,
    })),
  }
}

/** Who asks for a tax, by its kind. */
function placeOf(type: string, { state, county, city }: KeptTax['jurisdiction']): string {
  if (type === 'County' && county) return /county$/i.test(county) ? county : `${county} County`
  if (type === 'City' && city) return city
  return state
}

const dealTypes = ['Cash', 'Loan', 'Lease', 'Balloon'] as const

export function financingIn(financing: ContractRow['financing']): FormFinancing | null {
  const dealType = dealTypes.find((type) => type === financing?.dealType)
  if (!financing || !dealType) return null
  const number = (name: string) => (typeof financing[name] === 'number' ? financing[name] : null)
  const text = (name: string) => (typeof financing[name] === 'string' ? financing[name] : null)
  return {
    dealType,
    amountFinanced: cents(financing.amountFinanced),
    apr: number('apr'),
    termMonths: number('termMonths'),
    monthlyPayment: cents(financing.monthlyPayment),
    firstPaymentDate: text('firstPaymentDate'),
    maturityDate: text('maturityDate'),
    downPayment: cents(financing.downPayment),
    tradeIn: cents(financing.tradeIn),
    residualValue: cents(financing.residualValue),
    balloonAmount: cents(financing.balloonAmount),
  }
}

type Address = { readonly [Part in 'line1' | 'line2' | 'city' | 'state' | 'zip']?: string | null }

/** An address of which something is known. */
export function addressIn(address: Address | null | undefined): FormAddress | null {
  const { line1 = '', line2 = null, city = '', state = '', zip = '' } = address ?? {}
  const whole = { line1: line1 ?? '', line2, city: city ?? '', state: state ?? '', zip: zip ?? '' }
  return Object.values(whole).some((part) => part !== null && part !== '') ? whole : null
}

/** A customer of a quote may not be known yet. */
export function personIn(person: Person | null): FormParty {
  const names = [person?.firstName, person?.middleName, person?.lastName, person?.suffix]
  const name = names.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
  return {
    name: name || (person?.companyName ?? ''),
    number: null,
    address: addressIn(person?.address),
    phone: person?.phone ?? person?.mobile ?? null,
    email: person?.email ?? null,
  }
}

const statusWords: Readonly<Partial<Record<ContractRow['status'], string>>> = { OnHold: 'On hold' }

/** As people read it. */
export const statusIn = ({ status }: Pick<ContractRow, 'status'>) => statusWords[status] ?? status

/** What was never in force is a draft. */
export const isDraftOf = ({ finalized_at }: Pick<ContractRow, 'finalized_at'>): boolean =>
  finalized_at === null

/** The fields of the contract as texts, for a form that asks for them by their codes. */
export const fieldsIn = (
  values: ContractRow['custom_fields'],
  names: ReadonlyMap<string, string>,
): ContractForm['customFields'] =>
  Object.entries(values).map(([code, value]) => ({
    code,
    name: names.get(code) ?? code,
    value: typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? ''),
  }))
