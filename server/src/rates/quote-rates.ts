import { addDays } from '../domain/dates.ts'
import {
  type RateFacts,
  type RateFilter,
  type RateRequest,
  type Reason,
  rateRules,
} from '../domain/rate-request.ts'
import { isAsked, type Rating, rate } from '../domain/rating.ts'
import type { VinData } from '../domain/vin-file.ts'
import type { Acting } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { refuse } from '../http/validation.ts'
import type { LiveBook } from './live-book.ts'
import type { QuoteFacts } from './quote-facts.ts'
import type { QuoteQuery } from './quote-query.ts'
import { type QuotedVehicle, vehicleOf, type Warning } from './quote-vehicle.ts'
import { missingOf } from './required-parameters.ts'

/** A quote before it is put into words: everything that it follows from. */
export interface Quoted {
  readonly request: RateRequest
  readonly facts: RateFacts
  readonly vehicle: QuotedVehicle
  readonly usageUnit: 'Miles' | 'Hours' | 'None'
  readonly rating: Rating
  readonly warnings: readonly Warning[]
  readonly validUntil: string
}

/** Rates what a query asks for. The same query, book and facts give the same answer, whenever it is computed. */
export async function quoteRates(
  { now, today }: Pick<Acting, 'now' | 'today'>,
  live: LiveBook,
  known: QuoteFacts,
  query: QuoteQuery,
  vinData: () => Promise<VinData>,
): Promise<Quoted> {
  refuseUnknown(live, query)
  const { only, warnings: skipped } = productsFor(live, known, query)
  const saleDate = query.saleDate ?? today
  const { vehicle, warnings } = await vehicleOf(query, today, vinData)
  const assetTypeCode = query.assetTypeCode ?? 'AUTO'
  const usageUnit = live.book.assetTypes.find(({ code }) => code === assetTypeCode)?.usageUnit ?? 'Miles'
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
    saleDate,
    vehiclePurchasePrice: query.vehiclePurchasePrice ?? null,
    msrp: query.msrp ?? null,
    nadaValue: query.nadaValue ?? null,
    financedAmount: query.financedAmount ?? null,
    financeTermMonths: query.financeTermMonths ?? null,
    apr: query.apr ?? null,
    dealType: query.dealType ?? null,
    state: query.state ?? null,
    customerState: query.customerState ?? null,
    surchargeCodes: query.surchargeCodes ?? [],
    only,
  }
  const facts: RateFacts = {
    today,
    dealer: known.dealer,
    newMaxOdometer: Number(known.setting('newMaxOdometer')),
    maxBackDays: Number(known.setting('maxBackDays')),
    maxFutureDays: Number(known.setting('maxFutureDays')),
    ignoresBackDays: false,
    overrides: [],
  }
  const validDays = Number(known.setting('quoteValidDays'))
  return {
    request,
    facts,
    vehicle,
    usageUnit,
    rating: rate(live.compiled, request, facts),
    warnings: [...skipped, ...warnings],
    validUntil: `${addDays(now.toISOString().slice(0, 10), validDays)}${now.toISOString().slice(10)}`,
  }
}

/** Kilometres are turned into whole miles, halves up: 1 km is 0.621371 miles. */
function usageOf({ odometer, odometerUnit, hours }: QuoteQuery, unit: Quoted['usageUnit']): number | null {
  if (unit === 'Hours') return hours ?? null
  if (unit === 'None' || odometer === undefined) return null
  return odometerUnit === 'Km' ? Math.floor((odometer * 621_371 + 500_000) / 1_000_000) : odometer
}

/** Ids and codes that nothing in the book has. */
function refuseUnknown({ book }: LiveBook, query: QuoteQuery): void {
  const programs = book.products.flatMap((product) => product.programs)
  const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)
  const known: Readonly<Record<string, readonly unknown[]>> = {
    productId: idsOf(book.products),
    programId: idsOf(programs),
    planId: idsOf(programs.flatMap(({ plans }) => plans)),
    deductibleId: idsOf(programs.flatMap(({ deductibles }) => deductibles)),
    surchargeCodes: programs.flatMap(({ surcharges }) => surcharges.map(({ code }) => code.toUpperCase())),
  }
  const faults = Object.entries(known).flatMap(([name, values]): Fault[] => {
    const asked = ((query as Record<string, unknown>)[name] ?? []) as readonly unknown[]
    const unknown = asked.filter((value) => !values.includes(value))
    return unknown.length === 0
      ? []
      : [
          {
            pointer: `?${name}`,
            code: 'Enum',
            message: `There is no ${unknown.join(', ')} in the rate book.`,
          },
        ]
  })
  if (faults.length > 0) throw refuse(faults)
}

/**
 * What is rated. Where products are named, everything that they need and lack is a refusal; where none is, those that
 * lack something are left out, and the caller is told.
 */
function productsFor(
  { book }: LiveBook,
  known: QuoteFacts,
  query: QuoteQuery,
): { only: RateFilter; warnings: Warning[] } {
  const only: RateFilter = {
    productTypeCodes: query.productTypeCode ?? null,
    productIds: query.productId ?? null,
    programIds: query.programId ?? null,
    planIds: query.planId ?? null,
    termMonths: query.termMonths ?? null,
    termMiles: query.termMiles ?? null,
    deductibleIds: query.deductibleId ?? null,
  }
  const isNamed = [only.productTypeCodes, only.productIds, only.programIds, only.planIds].some(
    (list) => list !== null,
  )
  const asked = book.products.filter((product) => isAsked(product, only))
  const lacking = asked.map((product) => {
    const required = known.setting(`requiredParams.${product.productTypeCode}`)
    return { product, missing: missingOf(Array.isArray(required) ? required.map(String) : [], query) }
  })
  const incomplete = lacking.filter(({ missing }) => missing.length > 0)
  if (incomplete.length > 0 && (isNamed || incomplete.length === asked.length)) {
    const missing = [...new Set(incomplete.flatMap((one) => one.missing))]
    throw new Problem('MissingParameters', `The quote needs ${missing.join(', ')}.`, { members: { missing } })
  }
  const complete = lacking.filter(({ missing }) => missing.length === 0).map(({ product }) => product.id)
  const warnings = incomplete.map(({ product, missing }) => ({
    code: 'ProductSkipped',
    productCode: product.code,
    missing,
    message: `${product.name} needs ${missing.join(', ')}.`,
  }))
  return { only: incomplete.length > 0 ? { ...only, productIds: complete } : only, warnings }
}

/** What a caller may know of why nothing is offered: without the right to diagnose, what its own input did. */
export const reasonsToldTo = (reasons: readonly Reason[], mayDiagnose: boolean) =>
  mayDiagnose ? reasons : reasons.filter(({ rule }) => rateRules[rule] === 'Input')
