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
import { flagWords } from '../../domain/contract-form/words.ts'
import { MILLION } from '../../domain/fraction.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import type { Benefit, BenefitChange, CoverageGroup } from '../../domain/rate-book/coverage.ts'
import type { AssetType, Deductible, Plan, Program } from '../../domain/rate-book/rate-book.ts'
import type { CoveredItem } from '../record/item.ts'
import { limitAmount } from '../record/limits.ts'
import type { ContractRow } from '../record/rows.ts'
import type { StoredPerson, StoredTax } from '../record/stored.ts'

// The parts of a contract's form, from the stored contract and the book it was sold with. Dealer cost is not read anywhere
// here.

/** The parts of the book for the sold product. */
export interface SoldFrom {
  readonly program?: Program | undefined
  readonly assetType: AssetType | undefined
  readonly plan: Plan | undefined
  readonly deductible: Deductible | undefined
  readonly coverageGroups: readonly CoverageGroup[]
}

/** The documents of a contract store amounts as they are answered. */
const centsOrNull = (amount: number | null | undefined): Cents | null =>
  amount === null || amount === undefined ? null : centsOf(amount)

export function coverageOnForm(row: ContractRow, book: SoldFrom): FormCoverage {
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
    // A reading in kilometers is converted to miles at the sale.
    usageUnit: item.usageUnit === 'Hours' ? 'Hours' : 'Miles',
    term: { months: sold.term.months, usage: sold.term.miles ?? sold.term.hours },
    deductible: book.deductible ?? null,
    waitingDays: sold.waitingDays,
    waitingUsage: sold.waitingMiles,
    surcharges: sold.surcharges.map(({ code, name, retailAmount }) => ({
      ...{ code, name, retailAmount: centsOrNull(retailAmount) },
    })),
    groups: groupsOnForm(row, book),
    limits: limitsOnForm(row, book),
    benefits: sold.benefits.map((benefit) => benefitWithChanges(benefit, sold.benefitChanges)),
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

/** The plan's groups, and the groups that only surcharges add. */
function groupsOnForm({ sold }: ContractRow, { coverageGroups }: SoldFrom): FormCoverage['groups'] {
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

/** Every limit that applies to the sale, with the names of its components. */
function limitsOnForm(row: ContractRow, { coverageGroups }: SoldFrom): FormLimit[] {
  const components = coverageGroups.flatMap((group) => group.components)
  const nameOf = (code: string) => components.find((component) => component.code === code)?.name ?? code
  return row.sold.limits.map((rule) => ({
    scope: rule.scope,
    basis: rule.basis,
    amount: limitAmount(rule, row),
    percent: rule.percent,
    components: rule.components?.map(nameOf) ?? null,
  }))
}

/** A benefit with the changes of the chosen surcharges; the highest one counts. */
export function benefitWithChanges(benefit: Benefit, changes: readonly BenefitChange[]): Benefit {
  const own = changes.filter(({ code }) => code === benefit.code)
  const caps = own.flatMap(({ unitCap }) => unitCap ?? [])
  const units = own.flatMap(({ maximumUnits }) => maximumUnits ?? [])
  return {
    ...benefit,
    unitCap: caps.length === 0 ? benefit.unitCap : (Math.max(...caps) as Cents),
    maximumUnits: units.length === 0 ? benefit.maximumUnits : Math.max(...units),
  }
}

export function itemOnForm(
  item: CoveredItem,
  row: Pick<ContractRow, 'vehicle_purchase_price' | 'vehicle_purchase_date'>,
  assetType: AssetType | undefined,
): FormVehicle | FormAsset {
  const { year, make, model, trim, bodyStyle, condition, vehicle } = item
  const common = {
    ...{ year, make, model },
    purchasePrice: row.vehicle_purchase_price ?? centsOrNull(item.purchasePrice),
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

export function priceOnForm({ retail_price, sales_tax, sales_tax_total }: ContractRow): FormPrice {
  return {
    retailPrice: retail_price,
    salesTax: sales_tax_total,
    taxes: sales_tax.details.map(({ taxTypeCode, rate, taxable, tax }) => ({
      jurisdiction: taxJurisdiction(taxTypeCode, sales_tax.jurisdiction),
      type: taxTypeCode,
      rate: Math.round(rate * MILLION),
      taxable: centsOf(taxable),
      tax: centsOf(tax),
    })),
  }
}

/** The name of the jurisdiction that charges a tax of this type. */
function taxJurisdiction(type: string, { state, county, city }: StoredTax['jurisdiction']): string {
  if (type === 'County' && county) return /county$/i.test(county) ? county : `${county} County`
  if (type === 'City' && city) return city
  return state
}

export function financingOnForm(financing: ContractRow['financing']): FormFinancing | null {
  if (!financing?.dealType) return null
  return {
    dealType: financing.dealType,
    amountFinanced: centsOrNull(financing.amountFinanced),
    apr: financing.apr ?? null,
    termMonths: financing.termMonths ?? null,
    monthlyPayment: centsOrNull(financing.monthlyPayment),
    firstPaymentDate: financing.firstPaymentDate ?? null,
    maturityDate: financing.maturityDate ?? null,
    downPayment: centsOrNull(financing.downPayment),
    tradeIn: centsOrNull(financing.tradeIn),
    residualValue: centsOrNull(financing.residualValue),
    balloonAmount: centsOrNull(financing.balloonAmount),
  }
}

type Address = { readonly [Part in 'line1' | 'line2' | 'city' | 'state' | 'zip']?: string | null }

/** The address; null when nothing of it is known. */
export function addressOnForm(address: Address | null | undefined): FormAddress | null {
  const { line1 = '', line2 = null, city = '', state = '', zip = '' } = address ?? {}
  const whole = { line1: line1 ?? '', line2, city: city ?? '', state: state ?? '', zip: zip ?? '' }
  return Object.values(whole).some((part) => part !== null && part !== '') ? whole : null
}

/** A person; the customer of a quote may not be known yet. */
export function personOnForm(person: StoredPerson | null): FormParty {
  const names = [person?.firstName, person?.middleName, person?.lastName, person?.suffix]
  const name = names.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
  return {
    name: name || (person?.companyName ?? ''),
    number: null,
    address: addressOnForm(person?.address),
    phone: person?.phone ?? person?.mobile ?? null,
    email: person?.email ?? null,
  }
}

const statusWords: Readonly<Partial<Record<ContractRow['status'], string>>> = { OnHold: 'On hold' }

/** The status in words. */
export const statusOnForm = ({ status }: Pick<ContractRow, 'status'>) => statusWords[status] ?? status

/** A contract that was never finalized is a draft. */
export const isDraft = ({ finalized_at }: Pick<ContractRow, 'finalized_at'>): boolean => finalized_at === null

/** The custom fields as text, for a form that names them by code. */
export const customFieldsOnForm = (
  values: ContractRow['custom_fields'],
  names: ReadonlyMap<string, string>,
): ContractForm['customFields'] =>
  Object.entries(values).map(([code, value]) => ({
    code,
    name: names.get(code) ?? code,
    value: typeof value === 'boolean' ? flagWords(value) : String(value),
  }))
