import { addDays } from '../../domain/dates.ts'
import { milesFrom } from '../../domain/odometer-unit.ts'
import { type Rating, rate } from '../../domain/rating/rating.ts'
import {
  type LineOverride,
  type RateFacts,
  type RateReason,
  type RateRequest,
  rateRules,
} from '../../domain/rating/request.ts'
import type { DecodedVin } from '../../domain/vin/decode.ts'
import type { LiveBook } from '../book/live-book.ts'
import type { QuoteQuery } from '../book/quote-query.ts'
import type { QuoteFacts } from './facts.ts'
import { type QuoteSelection, selectProducts } from './products.ts'
import { type QuotedVehicle, type QuoteWarning, quotedVehicle } from './vehicle.ts'

/** Everything that a quote depends on besides the book. It is stored and signed with the quote. */
export interface QuoteInputs {
  readonly quotedAt: string
  /** The date in the administrator's time zone. */
  readonly today: string
  readonly bookVersion: number
  readonly facts: QuoteFacts
  /** The overrides for the dealer, its agent and its group. */
  readonly overrides: readonly LineOverride[]
  /** The decoded VIN at the time of the quote. */
  readonly decoded: DecodedVin | null
  readonly query: QuoteQuery
  /** The contract has been sold, so its sale date may lie back any number of days. */
  readonly isSold?: boolean
}

/** The result of a quote, before it is written as an answer. */
export interface QuotedRates {
  readonly request: RateRequest
  readonly vehicle: QuotedVehicle
  readonly usageUnit: 'Miles' | 'Hours' | 'None'
  readonly rating: Rating
  readonly warnings: readonly QuoteWarning[]
  readonly validUntil: string
}

/** Rates a request. The same inputs and the same book always give the same result. */
export function quoteRates(
  live: LiveBook,
  inputs: QuoteInputs,
  selection: QuoteSelection = selectProducts(live.book, inputs.facts, inputs.query, inputs.today),
): QuotedRates {
  const { query, facts, today, quotedAt } = inputs
  const { vehicle, warnings } = quotedVehicle(query, inputs.decoded)
  const requestedType = query.assetTypeCode ?? 'AUTO'
  const assetType = live.book.assetTypes.find(({ code }) => code.toUpperCase() === requestedType)
  const assetTypeCode = assetType?.code ?? requestedType
  const usageUnit = assetType?.usageUnit ?? 'Miles'
  const request: RateRequest = {
    assetTypeCode,
    vin: vehicle.vin,
    year: vehicle.year,
    make: vehicle.make,
    model: vehicle.model,
    trim: vehicle.trim,
    series: vehicle.series,
    bodyStyle: vehicle.bodyStyle,
    segmentation: query.segmentation ?? null,
    engine: vehicle.engine,
    fuelType: vehicle.fuelType,
    driveType: vehicle.driveType,
    aspiration: vehicle.aspiration,
    usage: usageInUnit(query, usageUnit),
    condition: query.condition ?? null,
    inServiceDate: query.inServiceDate ?? null,
    vehicleUse: query.vehicleUse ?? null,
    serialNumber: query.serialNumber ?? null,
    itemPurchasePrice: query.itemPurchasePrice ?? null,
    saleDate: query.saleDate ?? today,
    vehiclePurchasePrice: query.vehiclePurchasePrice ?? null,
    msrp: query.msrp ?? null,
    nadaValue: query.nadaValue ?? null,
    financedAmount: query.financedAmount ?? null,
    financeTermMonths: query.financeTermMonths ?? null,
    apr: query.apr ?? null,
    dealType: query.dealType ?? null,
    state: query.state ?? null,
    customerState: query.customerState ?? null,
    surchargeCodes: query.surchargeCodes ? bookSurchargeCodes(live, query.surchargeCodes) : [],
    only: selection.only,
  }
  const rating = rate(live.compiled, request, rateFactsFromInputs(inputs))
  return {
    request,
    vehicle,
    usageUnit,
    rating: query.includeReasons ? withReasons(rating, selection) : rating,
    warnings: [...selection.warnings, ...warnings],
    validUntil: `${addDays(quotedAt.slice(0, 10), facts.quoteValidDays)}${quotedAt.slice(10)}`,
  }
}

/** With the products that were skipped. */
const withReasons = ({ rates, reasons }: Rating, selection: QuoteSelection): Rating => ({
  rates,
  reasons: [...reasons, ...selection.reasons],
})

/** The codes as the book spells them. */
const bookSurchargeCodes = ({ book }: LiveBook, codes: readonly string[]): string[] =>
  book.products.flatMap(({ programs }) =>
    programs.flatMap(({ surcharges }) =>
      surcharges.map(({ code }) => code).filter((code) => codes.includes(code.toUpperCase())),
    ),
  )

export const rateFactsFromInputs = ({ today, facts, overrides, isSold }: QuoteInputs): RateFacts => ({
  today,
  dealer: facts.dealer,
  newMaxOdometer: facts.newMaxOdometer,
  maxBackDays: facts.maxBackDays,
  maxFutureDays: facts.maxFutureDays,
  ignoresBackDays: isSold ?? false,
  overrides,
})

/** Kilometers become whole miles. */
function usageInUnit(
  { odometer, odometerUnit, hours }: QuoteQuery,
  unit: QuotedRates['usageUnit'],
): number | null {
  if (unit === 'Hours') return hours ?? null
  if (unit === 'None' || odometer === undefined) return null
  return milesFrom(odometer, odometerUnit ?? 'Miles')
}

/** The reasons that a caller may see. Without the permission to diagnose, only those that its own input caused. */
export const visibleReasons = (reasons: readonly RateReason[], mayDiagnose: boolean) =>
  mayDiagnose ? reasons : reasons.filter(({ rule }) => rateRules[rule] === 'Input')

/** Where a sale is taxed. County and city are known only in the dealer's own state. */
export function taxPlace({ query, facts: { dealer } }: QuoteInputs) {
  const state = query.state ?? dealer.state
  const isHomeState = state === dealer.state
  return { state, county: isHomeState ? dealer.county : null, city: isHomeState ? dealer.city : null }
}
