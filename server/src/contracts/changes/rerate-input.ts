import { z } from 'zod'
import { type Cents, centsOf } from '../../domain/money.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'
import { refuse } from '../../http/validation.ts'
import type { QuoteQuery } from '../../rates/book/quote-query.ts'
import { bodyPointer, changeable } from '../record/input.ts'
import { ContractPatch as PatchShape } from '../record/patch.ts'

// The inputs of a rerate: as in a contract, with the vehicle and the loan as objects, or flat as in a quote.

const { vehicle, asset, financing, state, vehiclePurchasePrice, vehiclePurchaseDate } =
  PatchShape.shape as Record<string, z.ZodType>
const { planId, termId, deductibleId, surchargeCodes, retailPrice } = changeable

const whole = z.int().min(0).max(9_999_999)
const stateCode = z.string().regex(/^[A-Z]{2}$/, 'two capital letters')
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((value) => [value]), z.array(item).min(1).max(100)])

/** The flat fields that have a place in the vehicle, the item or the loan. */
const placed = [
  ...['vin', 'year', 'make', 'model', 'trim', 'series', 'bodyStyle', 'segmentation', 'engine', 'fuelType'],
  ...['driveType', 'aspiration', 'cylinders', 'odometer', 'odometerUnit', 'condition', 'inServiceDate'],
  ...['vehicleUse', 'msrp', 'nadaValue', 'assetTypeCode', 'serialNumber', 'itemPurchasePrice', 'hours'],
  ...['dealType', 'financedAmount', 'apr', 'financeTermMonths'],
] as const

/** The flat fields that only a quote has. A contract keeps them with the inputs of its rate. */
const quoteOnly = {
  lienHolderId: Id,
  lienHolderNumber: text(200),
  zip: text(200),
  customerState: stateCode,
  annualMileage: whole,
  monthlyPayment: Money.min(0),
  residualValue: Money.min(0),
}
const amounts: readonly string[] = ['monthlyPayment', 'residualValue']

/** What a quote selects by. A contract has its plan already, so these must agree with it; the term can be chosen by them. */
const selecting = {
  productTypeCode: oneOrMore(text(40)),
  productId: oneOrMore(Id),
  programId: oneOrMore(Id),
  termMonths: oneOrMore(whole),
  termMiles: oneOrMore(whole),
  includeDisbursements: z.boolean(),
  includeReasons: z.boolean(),
  includeRelated: z.boolean(),
  languageCode: text(200),
}

const flat = Object.fromEntries(placed.map((name) => [name, schemaAt(bodyPointer(name))]))

/** The schema of a field in the body of a change. */
function schemaAt(pointer: string): z.ZodType {
  const [part = '', name = ''] = pointer.slice(1).split('/')
  const inner = (PatchShape.shape as Record<string, z.ZodType>)[part]
  const object = ((inner as z.ZodOptional<z.ZodNullable<z.ZodObject>>).unwrap().unwrap() as z.ZodObject).shape
  return object[name] as z.ZodType
}

const optional = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()]))

/** The inputs to rate the contract with. Inputs that are not sent stay as they are. */
export const RerateInput = z
  .strictObject({
    planId: planId.optional(),
    termId: termId.optional(),
    deductibleId: deductibleId.optional(),
    surchargeCodes: surchargeCodes.optional(),
    saleDate: CalendarDate.optional(),
    retailPrice: retailPrice.optional(),
    ...{ vehicle, asset, financing, state, vehiclePurchasePrice, vehiclePurchaseDate },
    ...flat,
    ...optional(quoteOnly),
    ...optional(selecting),
    applyChange: z.boolean().default(false).describe('False: the difference is only shown.'),
    reason: optionalText(2_000).default(null),
  })
  .meta({ id: 'RerateRequest', example: { odometer: 14_000, deductibleId: 3, applyChange: false } })
export type RerateInput = z.output<typeof RerateInput>

/** What selects the rate besides the ids: see `selecting`. */
export interface RateSelection {
  readonly productTypeCode?: readonly string[]
  readonly productId?: readonly number[]
  readonly programId?: readonly number[]
  readonly termMonths?: readonly number[]
  readonly termMiles?: readonly number[]
}

interface RerateParts {
  /** As a change of a contract. */
  readonly patch: Readonly<Record<string, unknown>>
  readonly quote: Partial<QuoteQuery>
  readonly selection: RateSelection
}

type Sent = Readonly<Record<string, unknown>>

/** The inputs with the flat fields in their places. The year, make and model belong to the item if there is no vehicle. */
export function rerateParts(
  { applyChange: _, reason: __, ...input }: RerateInput,
  isVehicle: boolean,
): RerateParts {
  const sent = Object.entries(input as Sent).filter(([, value]) => value !== undefined)
  const named = (names: readonly string[]) => sent.filter(([name]) => names.includes(name))
  const flatNames: readonly string[] = placed
  const own = sent.filter(
    ([name]) => !flatNames.includes(name) && !(name in quoteOnly) && !(name in selecting),
  )
  const quote = named(Object.keys(quoteOnly)).map(([name, value]): [string, unknown] => [
    name,
    amounts.includes(name) ? cents(value as number) : value,
  ])
  const selection = Object.fromEntries(named(Object.keys(selecting)))
  return {
    patch: withFlat(Object.fromEntries(own), named(flatNames), isVehicle),
    quote: Object.fromEntries(quote),
    selection,
  }
}

const cents = (amount: number): Cents => centsOf(amount)

/** Puts flat fields into their objects. A field that is also in its object must be the same there. */
function withFlat(own: Sent, fields: readonly (readonly [string, unknown])[], isVehicle: boolean): Sent {
  const patch: Record<string, unknown> = { ...own }
  const twice = fields.filter(([name, value]) => {
    const [, part = '', field = ''] = placeOf(name, isVehicle).split('/')
    const object = { ...(patch[part] as Record<string, unknown> | null | undefined) }
    const isOther = field in object && object[field] !== value
    object[field] = value
    patch[part] = object
    return isOther
  })
  if (twice.length === 0) return patch
  throw refuse(
    twice.map(([name]) => ({
      pointer: `/${name}`,
      code: 'Format' as const,
      message: `${name} and ${placeOf(name, isVehicle)} differ. Send one of them.`,
    })),
  )
}

const placeOf = (name: string, isVehicle: boolean): string =>
  isVehicle ? bodyPointer(name) : bodyPointer(name).replace(/^\/vehicle\/(year|make|model)$/, '/asset/$1')
