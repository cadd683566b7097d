import type { Contract } from '../../../sdk/src/types.gen.ts'
import type { TextKey } from '../text.ts'

// What stands in the sections of a contract, as data. Each field has the pointer that a PATCH sends.

export type FieldKind =
  | 'text'
  | 'year'
  | 'whole'
  | 'decimal'
  | 'money'
  | 'date'
  | 'choice'
  | 'area'
  | 'lienHolder'

export interface FactField {
  /** The JSON pointer into the body of a PATCH. */
  readonly pointer: string
  readonly label: TextKey
  readonly kind: FieldKind
  /** The group of texts of the choices, and their values. */
  readonly choices?: { readonly group: string; readonly values: readonly string[] }
  /** The present value. Null: none. */
  read(contract: Contract): string | number | null
  /** What is shown instead of the value, such as the name of a lender whose id is the value. */
  show?(contract: Contract): string | null
  /** Whether the rate depends on it. In force, a change of it waits for a refinalize. */
  readonly isRated?: boolean
  /** Whether it stays editable when the contract has ended. */
  readonly isAlwaysOpen?: boolean
  /** Only while the contract is in force, such as a later reading of the odometer. */
  readonly isForceOnly?: boolean
}

export interface FactSection {
  readonly id: string
  readonly title: TextKey
  readonly fields: readonly FactField[]
  /** Whether this contract has the section. */
  applies?(contract: Contract): boolean
}

const person = (
  name: 'firstName' | 'middleName' | 'lastName' | 'companyName' | 'email' | 'phone' | 'mobile',
): FactField => ({
  ...{ pointer: `/customer/${name}`, label: `field.${name}`, kind: 'text' },
  read: ({ customer }) => customer?.[name] ?? null,
})

const address = (name: 'line1' | 'line2' | 'city' | 'state' | 'zip'): FactField => ({
  ...{ pointer: `/customer/address/${name}`, label: `field.${name}`, kind: 'text', isAlwaysOpen: true },
  read: ({ customer }) => customer?.address?.[name] ?? null,
})

const customer: FactSection = {
  ...{ id: 'customer', title: 'section.customer' },
  fields: [
    ...(['firstName', 'middleName', 'lastName', 'companyName', 'email', 'phone', 'mobile'] as const).map(
      person,
    ),
    ...(['line1', 'line2', 'city', 'state', 'zip'] as const).map(address),
  ],
}

type VehicleName =
  | 'vin'
  | 'year'
  | 'make'
  | 'model'
  | 'trim'
  | 'odometer'
  | 'driveType'
  | 'fuelType'
  | 'condition'
  | 'vehicleUse'
  | 'inServiceDate'

const vehicleField = (name: VehicleName, kind: FieldKind, values?: readonly string[]): FactField => ({
  ...{ pointer: `/vehicle/${name}`, label: `field.${name}`, kind, isRated: true },
  ...(values ? { choices: { group: name, values } } : {}),
  read: ({ vehicle }) => vehicle?.[name] ?? null,
})

const vehicle: FactSection = {
  ...{ id: 'vehicle', title: 'section.vehicle' },
  applies: (contract) => contract.vehicle !== null,
  fields: [
    vehicleField('vin', 'text'),
    vehicleField('year', 'year'),
    vehicleField('make', 'text'),
    vehicleField('model', 'text'),
    vehicleField('trim', 'text'),
    vehicleField('odometer', 'whole'),
    vehicleField('driveType', 'choice', ['FWD', 'RWD', 'AWD', '4WD']),
    vehicleField('fuelType', 'choice', ['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other']),
    vehicleField('condition', 'choice', ['New', 'Used', 'CPO']),
    vehicleField('vehicleUse', 'choice', ['Personal', 'Commercial', 'Rideshare']),
    vehicleField('inServiceDate', 'date'),
    {
      ...{
        pointer: '/vehiclePurchasePrice',
        label: 'field.vehiclePurchasePrice',
        kind: 'money',
        isRated: true,
      },
      read: (contract) => contract.vehiclePurchasePrice,
    },
    {
      ...{ pointer: '/vehiclePurchaseDate', label: 'field.vehiclePurchaseDate', kind: 'date' },
      read: (contract) => contract.vehiclePurchaseDate,
    },
  ],
}

const item: FactSection = {
  ...{ id: 'item', title: 'section.item' },
  applies: (contract) => contract.vehicle === null,
  fields: [
    {
      ...{ pointer: '/asset/identifier', label: 'field.serialNumber', kind: 'text', isRated: true },
      read: ({ asset }) => asset.identifier,
    },
    {
      pointer: '/asset/make',
      label: 'field.make',
      kind: 'text',
      isRated: true,
      read: ({ asset }) => asset.make,
    },
    {
      pointer: '/asset/model',
      label: 'field.model',
      kind: 'text',
      isRated: true,
      read: ({ asset }) => asset.model,
    },
    {
      pointer: '/asset/year',
      label: 'field.year',
      kind: 'year',
      isRated: true,
      read: ({ asset }) => asset.year,
    },
    {
      ...{ pointer: '/asset/purchasePrice', label: 'field.itemPrice', kind: 'money', isRated: true },
      read: ({ asset }) => asset.purchasePrice,
    },
  ],
}

const sale: FactSection = {
  ...{ id: 'sale', title: 'section.sale' },
  fields: [
    {
      ...{ pointer: '/saleDate', label: 'field.saleDate', kind: 'date', isRated: true },
      read: (contract) => contract.saleDate,
    },
    {
      ...{ pointer: '/retailPrice', label: 'field.retailPrice', kind: 'money', isRated: true },
      read: (contract) => contract.retailPrice,
    },
    {
      ...{ pointer: '/state', label: 'field.stateOfSale', kind: 'text', isRated: true },
      read: (contract) => contract.stateOfSale,
    },
    {
      ...{ pointer: '/deliveryDate', label: 'field.deliveryDate', kind: 'date' },
      read: (contract) => contract.deliveryDate,
    },
    {
      ...{ pointer: '/deliveryMethod', label: 'field.deliveryMethod', kind: 'choice' },
      choices: { group: 'deliveryMethod', values: ['HandedOver', 'Mailed'] },
      read: (contract) => contract.deliveryMethod,
    },
  ],
}

type FinancingName =
  | 'amountFinanced'
  | 'apr'
  | 'termMonths'
  | 'monthlyPayment'
  | 'firstPaymentDate'
  | 'downPayment'

const financingField = (name: FinancingName, kind: FieldKind): FactField => ({
  ...{ pointer: `/financing/${name}`, label: `field.${name}`, kind },
  read: ({ financing }) => financing?.[name] ?? null,
})

const financing: FactSection = {
  ...{ id: 'financing', title: 'section.financing' },
  fields: [
    {
      ...{ pointer: '/lienHolderId', label: 'field.lienHolder', kind: 'lienHolder' },
      read: ({ lienHolder }) => lienHolder?.id ?? null,
      show: ({ lienHolder }) =>
        lienHolder ? (lienHolder.name ?? lienHolder.number ?? `${lienHolder.id}`) : null,
    },
    {
      ...{ pointer: '/financing/dealType', label: 'field.dealType', kind: 'choice' },
      choices: { group: 'dealType', values: ['Cash', 'Loan', 'Lease', 'Balloon'] },
      read: (contract) => contract.financing?.dealType ?? null,
    },
    financingField('amountFinanced', 'money'),
    financingField('downPayment', 'money'),
    financingField('apr', 'decimal'),
    financingField('termMonths', 'whole'),
    financingField('monthlyPayment', 'money'),
    financingField('firstPaymentDate', 'date'),
  ],
}

const use: FactSection = {
  ...{ id: 'odometer', title: 'section.odometer' },
  applies: ({ vehicle: covered, status }) => covered !== null && status !== 'Quote' && status !== 'Pending',
  fields: [
    {
      ...{ pointer: '/odometerReading/value', label: 'field.lastOdometer', kind: 'whole', isForceOnly: true },
      read: ({ lastKnownOdometer }) => lastKnownOdometer?.value ?? null,
    },
    {
      ...{ pointer: '/odometerReading/date', label: 'field.readOn', kind: 'date', isForceOnly: true },
      read: ({ lastKnownOdometer }) => lastKnownOdometer?.date ?? null,
    },
  ],
}

const notes: FactSection = {
  ...{ id: 'notes', title: 'section.notes' },
  fields: [
    {
      ...{ pointer: '/notes', label: 'field.notes', kind: 'area', isAlwaysOpen: true },
      read: (contract) => contract.notes,
    },
  ],
}

export const sections: readonly FactSection[] = [customer, vehicle, item, sale, financing, use, notes]

const allFields = sections.flatMap(({ fields }) => fields)

export const fieldAt = (pointer: string): FactField | undefined =>
  allFields.find((field) => field.pointer === pointer)

export const sectionsOf = (contract: Contract): readonly FactSection[] =>
  sections.filter(({ applies }) => applies?.(contract) ?? true)

export const fieldsOf = (contract: Contract): readonly FactField[] =>
  sectionsOf(contract).flatMap(({ fields }) => fields)
