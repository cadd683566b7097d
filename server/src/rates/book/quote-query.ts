import { z } from 'zod'
import { amountOf, type Cents, centsOf } from '../../domain/money.ts'
import { allStates } from '../../domain/states.ts'
import { CalendarDate, Money, queryBoolean, queryInteger, queryList } from '../../http/schemas.ts'

// The query of a rate quote. All of it is text; lists are separated by commas.

const text = z.string().min(1).max(200)
const whole = queryInteger(z.int().min(0).max(9_999_999))
const id = queryInteger(z.int().min(1))
const numeric = (schema: z.ZodType<number>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,14}(\.\d+)?$/.test(value) ? Number(value) : value),
    schema,
  )
const money = numeric(Money.min(0)).transform(centsOf)
const ids = queryList(
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'an id')
    .transform(Number),
)
const wholes = queryList(
  z
    .string()
    .regex(/^\d{1,7}$/, 'a whole number')
    .transform(Number),
)
const codes = queryList(text.transform((code) => code.toUpperCase()))
/** The states and the territories. */
const places: ReadonlySet<string> = new Set([...allStates, 'PR', 'GU', 'VI', 'AS', 'MP'])
const state = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'two letters')
  .transform((value) => value.toUpperCase())
  .refine((value) => places.has(value), { message: 'not a state', params: { code: 'Enum' } })

/** The item to be covered. */
const item = {
  vin: text.describe('17 characters. It is decoded; parameters given with it go before what it says.'),
  assetTypeCode: text.transform((code) => code.toUpperCase()),
  year: queryInteger(z.int().min(1900).max(2200)),
  make: text,
  model: text,
  trim: text,
  series: text,
  bodyStyle: text,
  segmentation: text,
  engine: text,
  fuelType: z.enum(['Gas', 'Diesel', 'Hybrid', 'Electric', 'Other']),
  driveType: z.enum(['FWD', 'RWD', 'AWD', '4WD']),
  aspiration: z.enum(['Natural', 'Turbo', 'Supercharged']),
  cylinders: queryInteger(z.int().min(0).max(32)),
  odometer: whole,
  odometerUnit: z.enum(['Miles', 'Km']),
  condition: z.enum(['New', 'Used', 'CPO']),
  inServiceDate: CalendarDate,
  vehicleUse: z.enum(['Personal', 'Commercial', 'Rideshare']),
  serialNumber: text,
  itemPurchasePrice: money,
  hours: whole,
}

const deal = {
  saleDate: CalendarDate,
  vehiclePurchasePrice: money,
  vehiclePurchaseDate: CalendarDate,
  msrp: money,
  nadaValue: money,
  financedAmount: money,
  financeTermMonths: queryInteger(z.int().min(1).max(600)),
  apr: numeric(z.number().min(0).max(1_000)),
  monthlyPayment: money,
  residualValue: money,
  dealType: z.enum(['Cash', 'Loan', 'Lease', 'Balloon']),
  lienHolderId: id,
  lienHolderNumber: text,
  state,
  zip: text,
  customerState: state,
  annualMileage: whole,
}

const filter = {
  productTypeCode: codes,
  productId: ids,
  programId: ids,
  planId: ids,
  termMonths: wholes,
  termMiles: wholes,
  deductibleId: ids,
  surchargeCodes: codes,
  includeDisbursements: queryBoolean(),
  includeReasons: queryBoolean(),
  includeRelated: queryBoolean(),
  languageCode: text,
}

const optional = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])) as {
    [Name in keyof Shape]: z.ZodOptional<Shape[Name]>
  }

export const RateQuoteRequest = z.strictObject({
  ...optional(item),
  ...optional(deal),
  ...optional(filter),
})
export type QuoteQuery = z.output<typeof RateQuoteRequest>

const amounts: ReadonlySet<string> = new Set(
  Object.entries({ ...item, ...deal })
    .filter(([, schema]) => schema === money)
    .map(([name]) => name),
)

/** The parameters as the caller sent them, with amounts in dollars. */
export const wireParameters = (query: QuoteQuery): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      amounts.has(name) ? amountOf(value as Cents) : value,
    ]),
  )
