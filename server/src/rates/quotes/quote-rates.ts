import { addDays } from '../../domain/dates.ts'
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

/** Everything that a quote follows from, besides the book: plain data, kept and signed with it. */
export interface QuoteInputs {
  readonly quotedAt: string
  /** The date at the administrator's. */
  readonly today: string
  readonly bookVersion: number
  readonly facts: QuoteFacts
  /** What has been agreed with this dealer, its agent and its group. */
  readonly overrides: readonly LineOverride[]
  /** What the VIN said at the time. */
  readonly decoded: DecodedVin | null
  readonly query: QuoteQuery
  /** It is sold already: what matters is no more how long ago that was. */
  readonly isSold?: boolean
}

/** A quote before it is put into words. */
export interface QuotedRates {
  readonly request: RateRequest
  readonly vehicle: QuotedVehicle
  readonly usageUnit: 'Miles' | 'Hours' | 'None'
  readonly rating: Rating
  readonly warnings: readonly QuoteWarning[]
  readonly validUntil: string
}

/** Rates what a query asks for. The same inputs and the same book give the same answer, whenever it is computed. */
export function quoteRates(
  live: LiveBook,
  inputs: QuoteInputs,
  wanted: QuoteSelection = selectProducts(live.book, inputs.facts, inputs.query, inputs.today),
): QuotedRates {
  const { query, facts, today, quotedAt } = inputs
  const { vehicle, warnings } = quotedVehicle(query, inputs.decoded)
  const asked = query.assetTypeCode ?? 'AUTO'
  const assetType = live.book.assetTypes.find(({ code }) => code.toUpperCase() === asked)
  const assetTypeCode = assetType?.code ?? asked
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
    usage: usageOf(query, usageUnit),
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
    surchargeCodes: query.surchargeCodes ? surchargesIn(live, query.surchargeCodes) : [],
    only: wanted.only,
  }
  return {
    request,
    vehicle,
    usageUnit,
    rating: rate(live.compiled, request, rateFactsFromInputs(inputs)),
    warnings: [...wanted.warnings, ...warnings],
    validUntil: `${addDays(quotedAt.slice(0, 10), facts.quoteValidDays)}${quotedAt.slice(10)}`,
  }
}

/** The codes as the book spells them. */
const surchargesIn = ({ book }: LiveBook, asked: readonly string[]): string[] =>
  book.products.flatMap(({ programs }) =>
    programs.flatMap(({ surcharges }) =>
      surcharges.map(({ code }) => code).filter((code) => asked.includes(code.toUpperCase())),
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

/** Kilometres are turned into whole miles, halves up: 1 km is 0.621371 miles. */
function usageOf(
  { odometer, odometerUnit, hours }: QuoteQuery,
  unit: QuotedRates['usageUnit'],
): number | null {
  if (unit === 'Hours') return hours ?? null
  if (unit === 'None' || odometer === undefined) return null
  return odometerUnit === 'Km' ? Math.floor((odometer * 621_371 + 500_000) / 1_000_000) : odometer
}

/** What a caller may know of why nothing is offered: without the right to diagnose, what its own input did. */
export const visibleReasons = (reasons: readonly RateReason[], mayDiagnose: boolean) =>
  mayDiagnose ? reasons : reasons.filter(({ rule }) => rateRules[rule] === 'Input')
