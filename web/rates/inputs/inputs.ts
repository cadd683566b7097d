import type { CallOptions } from '../../api/client.ts'

// What a quote asks for, as text under the names of the API. It stands in the address, so it holds nothing personal.

const texts = [
  ...['vin', 'assetTypeCode', 'make', 'model', 'trim', 'fuelType', 'driveType', 'aspiration', 'condition'],
  ...['vehicleUse', 'inServiceDate', 'saleDate', 'dealType', 'state', 'customerState', 'serialNumber'],
] as const
const numbers = [
  ...['year', 'odometer', 'itemPurchasePrice', 'hours', 'vehiclePurchasePrice', 'msrp', 'nadaValue'],
  ...['financedAmount', 'financeTermMonths', 'apr', 'monthlyPayment', 'residualValue'],
] as const

/** The names of the inputs, the dealer first, then those of the query. */
export const inputNames = ['dealerNumber', ...texts, ...numbers, 'surchargeCodes'] as const
export type InputName = (typeof inputNames)[number]
export type Inputs = Readonly<Partial<Record<InputName, string>>>
export type QuoteOptions = CallOptions<'GET /Rates/rateQuote/{dealerNumber}', false, never, never>
type Query = NonNullable<QuoteOptions['query']>

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== ''

/** The inputs in an address, without what else stands there. */
export function inputsOfQuery(query: Readonly<Record<string, string>>): Inputs {
  return Object.fromEntries(
    inputNames.flatMap((name) => {
      const value = query[name]
      return isGiven(value) ? [[name, value]] : []
    }),
  )
}

/** One text for the same inputs, whatever their order. */
export const inputsKey = (inputs: Inputs): string =>
  JSON.stringify(inputNames.map((name) => inputs[name] || null))

/** Numbers may be typed as people write them: 12,000 or $2,995. What is no number is sent as it is. */
export function plainNumber(text: string): number | string {
  const plain = text.replace(/[\s,$]/g, '')
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : text
}

/** The model year, once it has four digits. */
export const yearOf = ({ year = '' }: Inputs): number | undefined =>
  /^\d{4}$/.test(year) ? Number(year) : undefined

/** The call that quotes the inputs. Reasons are always asked for: a dealer wants to know what is missing from the grid. */
export function quoteOptions(inputs: Inputs): QuoteOptions {
  const query: Record<string, unknown> = { includeReasons: true }
  for (const name of texts) if (isGiven(inputs[name])) query[name] = inputs[name]
  for (const name of numbers) {
    const value = inputs[name]
    if (isGiven(value)) query[name] = plainNumber(value)
  }
  if (isGiven(inputs.surchargeCodes)) query.surchargeCodes = inputs.surchargeCodes.split(',')
  // Each name is given its type above; a number that is none is refused by the service, at its field.
  return { path: { dealerNumber: inputs.dealerNumber ?? '' }, query: query as Query }
}

/** Whether there is enough to ask for rates without being told to. */
export function isReadyToQuote(inputs: Inputs, isVehicle: boolean): boolean {
  if (!isGiven(inputs.dealerNumber)) return false
  if (!isVehicle) return isGiven(inputs.itemPurchasePrice)
  const isNamed = isGiven(inputs.year) && isGiven(inputs.make) && isGiven(inputs.model)
  const vinLength = inputs.vin?.length ?? 0
  return isGiven(inputs.odometer) && (vinLength === 17 || (vinLength === 0 && isNamed))
}

/** The inputs behind the variables of criteria rules, where the names differ. */
const variables: Readonly<Record<string, InputName>> = {
  'vehicle.age': 'year',
  'vehicle.use': 'vehicleUse',
  'vehicle.classCode': 'model',
  'item.assetType': 'assetTypeCode',
  'item.purchasePrice': 'itemPurchasePrice',
  'deal.price': 'vehiclePurchasePrice',
  'deal.ltv': 'financedAmount',
  'deal.type': 'dealType',
  'customer.state': 'customerState',
  'dealer.number': 'dealerNumber',
}

const isInput = (name: string): name is InputName => (inputNames as readonly string[]).includes(name)

/** The input that a reason or a missing parameter is about: `vehicle.odometer` is `odometer`. */
export function inputOfField(field: string | null): InputName | undefined {
  if (field === null) return undefined
  const known = variables[field]
  if (known) return known
  const name = field.slice(field.indexOf('.') + 1)
  return isInput(name) ? name : undefined
}

/** The alternatives of a missing parameter: `vin|year+make+model` is the VIN, or year, make and model. */
export const alternatives = (missing: string): readonly (readonly string[])[] =>
  missing.split('|').map((names) => names.split('+'))
