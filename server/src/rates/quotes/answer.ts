import { amountOrNull } from '../../domain/money.ts'
import { vehicleCondition } from '../../domain/rating/request.ts'
import { jsonBytes } from '../../http/json-bytes.ts'
import type { LiveBook } from '../book/live-book.ts'
import { accountLookup, type QuoteAccounts } from './accounts.ts'
import { payWhenOfSale } from './facts.ts'
import type { Headings } from './headings.ts'
import { writeRates } from './json.ts'
import { type QuotedRates, type QuoteInputs, taxPlace, visibleReasons } from './quote-rates.ts'

/** What the answer of a quote depends on besides its result. */
export interface QuoteAnswerContext {
  readonly live: LiveBook
  readonly inputs: QuoteInputs
  readonly headings: Headings
  readonly quoteId: string
  readonly token: string
  /** Null: the answer has no split of dealer cost. */
  readonly accounts: QuoteAccounts | null
  readonly showsCosts: boolean
  readonly mayDiagnose: boolean
  readonly dealerName: string | null
}

/** The dealer as it is answered. */
export const dealerReference = ({
  inputs: { facts },
  dealerName,
}: Pick<QuoteAnswerContext, 'inputs' | 'dealerName'>) => ({
  ...{ type: 'Dealer', id: facts.dealerId, number: facts.dealer.number, name: dealerName },
})

/** The approximate size of one rate in the answer. */
const BYTES_PER_RATE = 3_500

/** The answer as JSON, between the texts `lead` and `tail`. */
export function quoteJson(quoted: QuotedRates, context: QuoteAnswerContext, lead = '', tail = ''): Buffer {
  const { inputs, quoteId, accounts, live, headings, token } = context
  const { query, quotedAt } = inputs
  const { rates, reasons } = quoted.rating
  const head = {
    quoteId,
    quotedAt,
    validUntil: quoted.validUntil,
    dealer: dealerReference(context),
    vehicle: vehicleModel(quoted, inputs),
  }
  const shownReasons =
    query.includeReasons || rates.length === 0 ? visibleReasons(reasons, context.mayDiagnose) : undefined
  const json = jsonBytes(16_384 + rates.length * BYTES_PER_RATE)
  json.text(`${lead}${JSON.stringify(head).slice(0, -1)},"products":`)
  writeRates(json, rates, {
    book: live.book,
    headings,
    token,
    place: taxPlace(inputs),
    ...(accounts ? { accounts: accountLookup(accounts) } : {}),
    cancelMethodIds: new Map(Object.entries(accounts?.cancelMethods ?? {})),
    payWhen: payWhenOfSale(inputs.facts),
    showsFeeds: context.showsCosts,
    includesRelated: query.includeRelated ?? false,
  })
  json.text(`,"warnings":${JSON.stringify(quoted.warnings)}`)
  if (shownReasons) json.text(`,"reasons":${JSON.stringify(shownReasons)}`)
  json.text(`}${tail}`)
  return json.end()
}

function vehicleModel({ vehicle, request, usageUnit }: QuotedRates, { query, facts }: QuoteInputs) {
  return {
    assetTypeCode: request.assetTypeCode,
    identifier: vehicle.vin ?? request.serialNumber,
    vin: vehicle.vin,
    isVinValid: vehicle.isVinValid,
    year: vehicle.year,
    make: vehicle.make,
    model: vehicle.model,
    trim: vehicle.trim,
    series: vehicle.series,
    bodyStyle: vehicle.bodyStyle,
    segmentation: request.segmentation,
    engine: vehicle.engine,
    cylinders: vehicle.cylinders,
    displacement: vehicle.displacement,
    fuelType: vehicle.fuelType,
    driveType: vehicle.driveType,
    aspiration: vehicle.aspiration,
    gvw: vehicle.gvw,
    odometer: request.usage,
    odometerUnit: usageUnit,
    condition: vehicleCondition(request, facts),
    inServiceDate: request.inServiceDate,
    vehicleUse: request.vehicleUse,
    serialNumber: request.serialNumber,
    usage: request.usage,
    usageUnit,
    purchasePrice: amountOrNull(query.vehiclePurchasePrice ?? query.itemPurchasePrice),
    purchaseDate: query.vehiclePurchaseDate ?? null,
    msrp: amountOrNull(query.msrp),
    nadaValue: amountOrNull(query.nadaValue),
    // A quote is not told of them; a contract is.
    warranties: [],
  }
}
