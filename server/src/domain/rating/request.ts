import type { Cents } from '../money.ts'
import type { Calculation, Condition } from '../rate-book/rate-book.ts'

/** Which vehicle or other item it is. */
export interface ItemModel {
  readonly year: number | null
  readonly make: string | null
  readonly model: string | null
  readonly trim: string | null
  readonly series: string | null
  readonly bodyStyle: string | null
}

/** How a vehicle is driven. */
export interface Drivetrain {
  readonly engine: string | null
  readonly fuelType: string | null
  readonly driveType: string | null
  readonly aspiration: string | null
}

/** A request for rates, normalized: makes, states and codes in capitals, usage in the unit of the item. */
export interface RateRequest extends ItemModel, Drivetrain {
  readonly assetTypeCode: string
  readonly vin: string | null
  readonly segmentation: string | null
  /** Miles or hours. */
  readonly usage: number | null
  readonly condition: Condition | null
  readonly inServiceDate: string | null
  readonly vehicleUse: string | null
  readonly serialNumber: string | null
  readonly itemPurchasePrice: Cents | null
  readonly saleDate: string
  readonly vehiclePurchasePrice: Cents | null
  readonly msrp: Cents | null
  readonly nadaValue: Cents | null
  readonly financedAmount: Cents | null
  readonly financeTermMonths: number | null
  readonly apr: number | null
  readonly dealType: string | null
  readonly state: string | null
  readonly customerState: string | null
  readonly surchargeCodes: readonly string[]
  readonly only: RateFilter
}

/** Null: no filter. */
export interface RateFilter {
  readonly productTypeCodes: readonly string[] | null
  readonly productIds: readonly number[] | null
  readonly programIds: readonly number[] | null
  readonly planIds: readonly number[] | null
  readonly termMonths: readonly number[] | null
  readonly termMiles: readonly number[] | null
  readonly deductibleIds: readonly number[] | null
}

export const NO_FILTER: RateFilter = {
  productTypeCodes: null,
  productIds: null,
  programIds: null,
  planIds: null,
  termMonths: null,
  termMiles: null,
  deductibleIds: null,
}

/** The facts at the time of the request, besides the book. */
export interface RateFacts {
  readonly today: string
  readonly dealer: DealerFacts
  readonly newMaxOdometer: number
  readonly maxBackDays: number
  readonly maxFutureDays: number
  /** True when an existing contract is rated again. */
  readonly ignoresBackDays: boolean
  readonly overrides: readonly LineOverride[]
}

export interface DealerFacts {
  readonly number: string
  readonly status: string
  readonly effectiveDate: string
  readonly expirationDate: string | null
  readonly state: string
  readonly county: string | null
  readonly city: string | null
  readonly groupNumber: string | null
  readonly agentNumber: string | null
}

/** An agreed calculation for a line. Null: any. The first that fits applies. */
export interface LineOverride {
  readonly program: string
  readonly disbursementCode: string
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
  readonly calculation: Calculation
}

/** Why something is not offered. */
export interface RateReason {
  readonly productCode: string | null
  readonly programCode: string | null
  readonly planCode: string | null
  readonly rule: RateRule
  readonly field: string | null
  readonly seen: unknown
  readonly needed: unknown
  readonly fault: 'Input' | 'Configuration'
  readonly message: string
}

/** Each rule, and what its failure comes from: the input or the configuration. */
export const rateRules = {
  DealerInactive: 'Configuration',
  NotVisible: 'Configuration',
  AssetTypeNotCovered: 'Input',
  VehicleNotClassed: 'Configuration',
  ClassIneligible: 'Input',
  StateNotCovered: 'Configuration',
  ProgramNotEffective: 'Configuration',
  SaleDateInFuture: 'Input',
  SaleDateTooOld: 'Input',
  LienRequired: 'Input',
  Criteria: 'Input',
  NoRateRow: 'Configuration',
  FinancedAmountTooHigh: 'Input',
  ItemPriceOutOfRange: 'Input',
  FinanceTermTooLong: 'Input',
  LtvTooLow: 'Input',
  LtvTooHigh: 'Input',
  TermExpired: 'Input',
  CapBelowCost: 'Input',
  MissingParameters: 'Input',
  Requires: 'Input',
  Excludes: 'Input',
} as const satisfies Record<string, 'Input' | 'Configuration'>

export type RateRule = keyof typeof rateRules

/** Years from the model year to the sale, at least 0; null where the model year is unknown. */
export const vehicleAge = ({ year, saleDate }: Pick<RateRequest, 'year' | 'saleDate'>): number | null =>
  year === null ? null : Math.max(0, Number(saleDate.slice(0, 4)) - year)

/** As requested; otherwise New if the usage is within the limit for new vehicles and the age is at most a year. */
export function vehicleCondition(
  request: Pick<RateRequest, 'condition' | 'usage' | 'year' | 'saleDate'>,
  { newMaxOdometer }: Pick<RateFacts, 'newMaxOdometer'>,
): Condition {
  if (request.condition !== null) return request.condition
  const age = vehicleAge(request)
  const isNew = request.usage !== null && request.usage <= newMaxOdometer && age !== null && age <= 1
  return isNew ? 'New' : 'Used'
}

/** Null: any value is requested. */
export const isAmong = <Value>(list: readonly Value[] | null, value: Value): boolean =>
  list === null || list.includes(value)
