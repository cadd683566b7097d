import { z } from 'zod'
import { AddressInput, KnownBirthDate, personInput } from '../../account-holders/people.ts'
import { deliveryMethods } from '../../domain/cancellation/law-terms.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { CalendarDate, ExternalReference, Id, Money, optionalText, text } from '../../http/schemas.ts'
import type { QuoteQuery } from '../../rates/book/quote-query.ts'
import { type Nulls, patchOf } from './patch-of.ts'

// The body of a sale, and how it maps to the inputs of a quote.

const money = Money.min(0)
const whole = z.int().min(0).max(9_999_999)
const Vin = text(200)

/** A manufacturer's warranty. */
const WarrantyInput = z
  .strictObject({
    type: z.enum(['Basic', 'Powertrain', 'Corrosion', 'EV', 'CPO']),
    months: z.int().min(0).max(1_200).nullable().default(null),
    miles: whole.nullable().default(null),
    startDate: CalendarDate.nullable().default(null),
    endDate: CalendarDate.nullable().default(null),
    endOdometer: whole.nullable().default(null),
    source: z.enum(['Manual', 'Decoder']).default('Manual'),
  })
  .meta({ id: 'WarrantyInfo' })
export type Warranty = z.output<typeof WarrantyInput>

/** The vehicle: the inputs of the rate, and what else is known about it. */
const VehicleInput = z
  .strictObject({
    vin: Vin,
    year: z.int().min(1900).max(2200),
    make: text(200),
    model: text(200),
    trim: text(200),
    series: text(200),
    bodyStyle: text(200),
    segmentation: text(200),
    engine: text(200),
    fuelType: z.enum(['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other']),
    driveType: z.enum(['FWD', 'RWD', 'AWD', '4WD']),
    aspiration: z.enum(['Natural', 'Turbo', 'Supercharged']),
    cylinders: z.int().min(0).max(32),
    odometer: whole,
    odometerUnit: z.enum(['Miles', 'Km']),
    condition: z.enum(['New', 'Used', 'CPO']),
    inServiceDate: CalendarDate,
    vehicleUse: z.enum(['Personal', 'Commercial', 'Rideshare']),
    msrp: money,
    nadaValue: money,
    warranties: z.array(WarrantyInput).max(20),
  })
  .partial()
  .meta({ id: 'ContractVehicleData' })

/** An item that is not a vehicle. */
const AssetInput = z
  .strictObject({
    assetTypeCode: text(40),
    identifier: text(100),
    year: z.int().min(1900).max(2200),
    make: text(200),
    model: text(200),
    purchasePrice: money,
    purchaseDate: CalendarDate,
    usage: whole,
  })
  .partial()
  .meta({ id: 'ContractAssetData' })

const FinancingInput = z
  .strictObject({
    dealType: z.enum(['Cash', 'Loan', 'Lease', 'Balloon']),
    amountFinanced: money,
    apr: z.number().min(0).max(1_000),
    termMonths: z.int().min(1).max(600),
    monthlyPayment: money,
    firstPaymentDate: CalendarDate,
    maturityDate: CalendarDate,
    payoffDate: CalendarDate,
    financeChargeOnContract: money,
    residualValue: money,
    balloonAmount: money,
    accountNumber: text(40),
    lienHolderId: Id,
    downPayment: money,
    tradeIn: money,
  })
  .partial()
  .meta({ id: 'FinancingInput' })

/** A quote may have only part of an address; a sale checks it together with everything else that is required. */
const AddressPart = z
  .strictObject({
    ...AddressInput.shape,
    line1: optionalText(200).default(null),
    city: optionalText(100).default(null),
    state: AddressInput.shape.state.nullable().default(null),
    zip: optionalText(20).default(null),
  })
  .meta({ id: 'ContractAddressData' })

export const ContractPersonInput = z
  .strictObject({ ...personInput, address: AddressPart.nullable().default(null) })
  .meta({ id: 'ContractPersonData' })
export type ContractPersonInput = z.output<typeof ContractPersonInput>

/** The customer of a contract as it is sent: a new person, or a customer that exists already and what changes about it. */
export type ContractCustomerInput = Nulls<ContractPersonInput> & {
  readonly customerId?: number | null | undefined
}

const CustomerParts = z.strictObject({
  customerId: Id,
  ...personInput,
  birthDate: KnownBirthDate,
  address: AddressPart,
})

// Without defaults: of a customer that exists, what is not sent stays as it is. `patchOf` does not keep the types of the parts.
export const ContractCustomerInput = patchOf(CustomerParts).meta({
  id: 'ContractCustomerData',
}) as unknown as z.ZodType<ContractCustomerInput>

/** The fields that can also be changed later. */
export const changeable = {
  planId: Id,
  termId: Id,
  deductibleId: Id,
  surchargeCodes: z.array(text(40)).max(100),
  saleDate: CalendarDate,
  state: z.string().regex(/^[A-Z]{2}$/, 'two capital letters'),
  retailPrice: money,
  customer: ContractCustomerInput,
  vehicle: VehicleInput,
  asset: AssetInput,
  vehiclePurchasePrice: money,
  vehiclePurchaseDate: CalendarDate,
  financing: FinancingInput,
  lienHolderId: Id,
  lienHolderNumber: text(50),
  customFieldValues: z
    .array(z.strictObject({ code: text(40), value: z.unknown() }).meta({ id: 'CustomFieldValueData' }))
    .max(500),
  externalReferences: z.array(ExternalReference).max(100),
  deliveryDate: CalendarDate,
  deliveryMethod: z.enum(deliveryMethods),
  notes: optionalText(10_000),
}

export const ContractInput = z
  .strictObject({
    rateId: text(4_000),
    dealerNumber: text(50),
    ...changeable,
    cobuyer: ContractPersonInput,
    status: z.enum(['Quote', 'Pending']),
    contractNumber: text(50),
    allowDuplicate: z.boolean(),
    generateDocument: z.boolean(),
  })
  .partial()
  .meta({
    id: 'ContractCreateData',
    description:
      'Choose the rate by `rateId`, or by `dealerNumber`, `planId`, `termId` and `deductibleId`. A Pending contract also ' +
      'needs the customer with name and address, the VIN of a vehicle, and what its product and the custom fields require.',
    // The use case checks it, so that it is refused together with everything else that is missing.
    required: ['retailPrice'],
    example: {
      rateId: 'r_9.rate-1.Zm9v',
      retailPrice: 2995,
      status: 'Pending',
      customer: {
        firstName: 'Dana',
        lastName: 'Reyes',
        address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
      },
      vehicle: { vin: '1FTFW1E58RF000001' },
      vehiclePurchasePrice: 52000,
    },
  })
export type ContractInput = z.output<typeof ContractInput>

type Inputs = Pick<
  ContractInput,
  | 'planId'
  | 'surchargeCodes'
  | 'saleDate'
  | 'state'
  | 'vehicle'
  | 'asset'
  | 'vehiclePurchasePrice'
  | 'financing'
>

const cents = (amount: number | undefined): Cents | undefined =>
  amount === undefined ? undefined : centsOf(amount)

/** Each quote parameter's place in the body, and how to read it. */
const places: Readonly<Record<string, readonly [pointer: string, read: (body: Inputs) => unknown]>> = {
  vin: ['/vehicle/vin', ({ vehicle }) => vehicle?.vin],
  year: ['/vehicle/year', ({ vehicle, asset }) => vehicle?.year ?? asset?.year],
  make: ['/vehicle/make', ({ vehicle, asset }) => vehicle?.make ?? asset?.make],
  model: ['/vehicle/model', ({ vehicle, asset }) => vehicle?.model ?? asset?.model],
  trim: ['/vehicle/trim', ({ vehicle }) => vehicle?.trim],
  series: ['/vehicle/series', ({ vehicle }) => vehicle?.series],
  bodyStyle: ['/vehicle/bodyStyle', ({ vehicle }) => vehicle?.bodyStyle],
  segmentation: ['/vehicle/segmentation', ({ vehicle }) => vehicle?.segmentation],
  engine: ['/vehicle/engine', ({ vehicle }) => vehicle?.engine],
  fuelType: ['/vehicle/fuelType', ({ vehicle }) => vehicle?.fuelType],
  driveType: ['/vehicle/driveType', ({ vehicle }) => vehicle?.driveType],
  aspiration: ['/vehicle/aspiration', ({ vehicle }) => vehicle?.aspiration],
  cylinders: ['/vehicle/cylinders', ({ vehicle }) => vehicle?.cylinders],
  odometer: ['/vehicle/odometer', ({ vehicle }) => vehicle?.odometer],
  odometerUnit: ['/vehicle/odometerUnit', ({ vehicle }) => vehicle?.odometerUnit],
  condition: ['/vehicle/condition', ({ vehicle }) => vehicle?.condition],
  inServiceDate: ['/vehicle/inServiceDate', ({ vehicle }) => vehicle?.inServiceDate],
  vehicleUse: ['/vehicle/vehicleUse', ({ vehicle }) => vehicle?.vehicleUse],
  msrp: ['/vehicle/msrp', ({ vehicle }) => cents(vehicle?.msrp)],
  nadaValue: ['/vehicle/nadaValue', ({ vehicle }) => cents(vehicle?.nadaValue)],
  assetTypeCode: ['/asset/assetTypeCode', ({ asset }) => asset?.assetTypeCode?.toUpperCase()],
  serialNumber: ['/asset/identifier', ({ asset }) => asset?.identifier],
  itemPurchasePrice: ['/asset/purchasePrice', ({ asset }) => cents(asset?.purchasePrice)],
  hours: ['/asset/usage', ({ asset }) => asset?.usage],
  saleDate: ['/saleDate', ({ saleDate }) => saleDate],
  state: ['/state', ({ state }) => state],
  vehiclePurchasePrice: ['/vehiclePurchasePrice', (body) => cents(body.vehiclePurchasePrice)],
  dealType: ['/financing/dealType', ({ financing }) => financing?.dealType],
  financedAmount: ['/financing/amountFinanced', ({ financing }) => cents(financing?.amountFinanced)],
  apr: ['/financing/apr', ({ financing }) => financing?.apr],
  financeTermMonths: ['/financing/termMonths', ({ financing }) => financing?.termMonths],
}

/** The item and the deal in a body, as the inputs of a quote. */
export function quoteQueryFromBody(body: Inputs): QuoteQuery {
  const given = Object.entries(places).flatMap(([name, [, read]]) => {
    const value = read(body)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(given),
    ...(body.planId === undefined ? {} : { planId: [body.planId] }),
    ...(body.surchargeCodes ? { surchargeCodes: body.surchargeCodes.map((code) => code.toUpperCase()) } : {}),
  }
}

/** Codes and names are compared without regard to case. */
export const inUpperCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

/** Pointers to where a body contradicts its quote. It may complete what the quote left open. */
export function contradictions(quoted: QuoteQuery, body: Inputs): string[] {
  const quotedValues = quoted as Readonly<Record<string, unknown>>
  return Object.entries(places).flatMap(([name, [pointer, read]]) => {
    const value = read(body)
    if (value === undefined || quotedValues[name] === undefined) return []
    return inUpperCase(value) === inUpperCase(quotedValues[name]) ? [] : [pointer]
  })
}

/** The pointer into the body for a quote parameter. */
export const bodyPointer = (name: string): string => places[name]?.[0] ?? `/${name}`
