import { isDeepStrictEqual } from 'node:util'
import { amountOf, centsOf } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import type { QuoteQuery } from '../../rates/book/quote-query.ts'
import { payWhenOfSale, withPayWhen } from '../../rates/quotes/facts.ts'
import { type QuoteInputs, quoteRates } from '../../rates/quotes/quote-rates.ts'
import type { ContractServices } from '../record/change-state.ts'
import { type ContractInput, inUpperCase, quoteQueryFromBody } from '../record/input.ts'
import type { CoveredItem, ItemInput } from '../record/item.ts'
import { type ContractPatch, mergePatch } from '../record/patch.ts'
import type { ContractRow } from '../record/rows.ts'
import type { SaleChoice, SaleDraft } from '../record/stored.ts'
import { findRate, loadCurrentRate, type SaleRate } from './sale-rate.ts'

/** The sale of a contract. */
export const draftFromRow = (row: ContractRow): SaleDraft => ({
  planId: row.plan_id,
  termId: row.term_id,
  deductibleId: row.deductible_id,
  inputs: row.inputs,
  retail: row.retail_price,
  item: itemInputFromRow(row),
})

/** The item as a caller would send it. */
function itemInputFromRow({ item, vehicle_purchase_price, vehicle_purchase_date }: ContractRow): ItemInput {
  const { vehicle, isVehicle } = item
  const given = <Value>(parts: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined))
  const price = vehicle_purchase_price === null ? undefined : amountOf(vehicle_purchase_price)
  return {
    ...(isVehicle ? { vehicle: given({ ...commonOf(item), ...vehicleOf(vehicle) }) } : {}),
    ...(isVehicle ? {} : { asset: given({ ...assetOf(item) }) }),
    ...(price === undefined ? {} : { vehiclePurchasePrice: price }),
    ...(vehicle_purchase_date === null ? {} : { vehiclePurchaseDate: vehicle_purchase_date }),
  } as ItemInput
}

const commonOf = ({ year, make, model, trim, series, bodyStyle, condition }: CoveredItem) => ({
  ...{ year, make, model, trim, series, bodyStyle, condition },
})

function vehicleOf(vehicle: CoveredItem['vehicle']) {
  if (!vehicle) return {}
  const { isVinValid: _, displacement: __, gvw: ___, ...facts } = vehicle
  return facts
}

const assetOf = ({
  assetTypeCode,
  identifier,
  year,
  make,
  model,
  purchasePrice,
  purchaseDate,
  usage,
}: CoveredItem) => ({
  ...{ assetTypeCode, identifier, year, make, model, purchasePrice, purchaseDate, usage },
})

/** The rate of a stored sale, computed again. */
export async function recomputeRate(
  { books }: Pick<ContractServices, 'books'>,
  caller: Caller,
  draft: SaleDraft,
  quoteId: string | null,
): Promise<SaleRate> {
  const { inputs } = draft
  const live = await books.findVersion(caller, inputs.bookVersion)
  const quoted = live && quoteRates(live, inputs)
  const rate = quoted && findRate(quoted, draft)
  if (!live || !quoted || !rate)
    throw new Error('The rate of the contract cannot be computed again: its rate book or rate is missing.')
  return { live, inputs, quoted, rate, quoteId }
}

type RatePatch = Pick<
  ContractPatch,
  | 'planId'
  | 'termId'
  | 'deductibleId'
  | 'surchargeCodes'
  | 'saleDate'
  | 'state'
  | 'retailPrice'
  | 'vehicle'
  | 'asset'
  | 'vehiclePurchasePrice'
  | 'vehiclePurchaseDate'
> &
  Partial<Pick<ContractPatch, 'financing'>> & {
    /** Inputs that only a quote has. */
    readonly quote?: Partial<QuoteQuery>
  }

/** The quote inputs after a change. */
function queryAfter({ inputs, item }: SaleDraft, patch: RatePatch): QuoteQuery {
  const before = withoutSelection(inputs.query)
  const sent = quoteQueryFromBody(withoutNulls(patch) as ContractInput)
  const cleared = Object.keys(quoteQueryFromBody(clearedBy(item, patch)))
  const remaining = Object.fromEntries(Object.entries(before).filter(([name]) => !cleared.includes(name)))
  const { planId: __, ...changed } = sent
  return { ...remaining, ...changed, ...patch.quote }
}

/** The item and the deal. What a quote selected its rates by would hide another rate. */
function withoutSelection(query: QuoteQuery): QuoteQuery {
  const { productTypeCode, productId, programId, planId, termMonths, termMiles, deductibleId, ...rest } =
    query
  return rest
}

/** The values that the patch removes from the item, in the form of a body. */
function clearedBy(item: ItemInput, patch: RatePatch): ContractInput {
  const nulls = (part: 'vehicle' | 'asset') => {
    const given = patch[part]
    const present = (item[part] ?? {}) as Record<string, unknown>
    if (given === null) return present
    const names = Object.entries(given ?? {}).filter(([, value]) => value === null)
    return Object.fromEntries(names.flatMap(([name]) => (name in present ? [[name, present[name]]] : [])))
  }
  return {
    vehicle: nulls('vehicle'),
    asset: nulls('asset'),
    ...(patch.vehiclePurchasePrice === null ? { vehiclePurchasePrice: item.vehiclePurchasePrice ?? 0 } : {}),
    ...(patch.state === null ? { state: 'TX' } : {}),
  } as ContractInput
}

const withoutNulls = (patch: object): object => (mergePatch({}, patch) ?? {}) as object

/** The part of a patch that really changes something. */
function effectivePatch({ inputs, item }: SaleDraft, patch: RatePatch): RatePatch {
  const { query, today, facts } = inputs
  const part = (name: 'vehicle' | 'asset') => {
    const sent = patch[name]
    const present = (item[name] ?? {}) as Record<string, unknown>
    if (!sent) return sent
    const changed = Object.entries(sent).filter(([key, value]) => !isSame(value, present[key]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed)
  }
  const unless = <Value>(sent: Value, present: unknown) => (isSame(sent, present) ? undefined : sent)
  return {
    ...patch,
    vehicle: part('vehicle'),
    asset: part('asset'),
    saleDate: unless(patch.saleDate, query.saleDate ?? today),
    state: unless(patch.state, query.state ?? facts.dealer.state),
    vehiclePurchasePrice: unless(patch.vehiclePurchasePrice, item.vehiclePurchasePrice),
  } as RatePatch
}

const isSame = (sent: unknown, present: unknown) =>
  isDeepStrictEqual(inUpperCase(sent ?? null), inUpperCase(present ?? null))

export interface PatchedSale {
  readonly draft: SaleDraft
  readonly sale: SaleRate
  /** Whether the rate was found again because one of its inputs changed. */
  readonly isRerated: boolean
}

/**
 * The sale after a change. The rate is found again, with today's book and dealer, only if one of its inputs changed; a new
 * price alone keeps the rate.
 */
export async function patchSale(
  services: ContractServices,
  acting: Acting,
  before: SaleDraft,
  given: RatePatch,
  as: { readonly isSold: boolean; readonly quoteId: string | null; readonly rerates?: boolean },
): Promise<PatchedSale> {
  const patch = effectivePatch(before, given)
  const item = mergePatch(before.item, {
    vehicle: patch.vehicle,
    asset: patch.asset,
    vehiclePurchasePrice: patch.vehiclePurchasePrice,
    vehiclePurchaseDate: patch.vehiclePurchaseDate,
  }) as ItemInput
  const retail = patch.retailPrice === undefined ? before.retail : centsOf(patch.retailPrice)
  const choice: SaleChoice = {
    planId: patch.planId ?? before.planId,
    termId: patch.termId ?? before.termId,
    deductibleId: patch.deductibleId ?? before.deductibleId,
  }
  const query = queryAfter(before, patch)
  const queryBefore = withoutSelection(before.inputs.query)
  const isKept =
    !as.rerates &&
    isDeepStrictEqual(normal(query), normal(queryBefore)) &&
    choice.planId === before.planId &&
    choice.termId === before.termId &&
    choice.deductibleId === before.deductibleId
  if (isKept) {
    const draft = { ...before, retail, item }
    return { draft, sale: await recomputeRate(services, acting.caller, draft, as.quoteId), isRerated: false }
  }
  const dealerNumber = before.inputs.facts.dealer.number
  // A sale keeps its date. A quote without a sale date used the date of the request.
  const dated = { ...query, saleDate: query.saleDate ?? before.inputs.today }
  const current = await loadCurrentRate(
    services,
    acting,
    { dealerNumber, query: dated, isSold: as.isSold },
    choice,
  )
  const sale = as.isSold ? paidAsSold(current, before.inputs) : current
  return { draft: { ...choice, inputs: sale.inputs, retail, item }, sale, isRerated: true }
}

/** A contract keeps the setting that its lines were sold with. */
const paidAsSold = (sale: SaleRate, { facts }: QuoteInputs): SaleRate => ({
  ...sale,
  inputs: { ...sale.inputs, facts: withPayWhen(sale.inputs.facts, payWhenOfSale(facts)) },
})

/** Without undefined values, and with the codes sorted, for comparison. */
const normal = ({ surchargeCodes, ...query }: QuoteQuery) => ({
  ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
  ...(surchargeCodes?.length ? { surchargeCodes: [...surchargeCodes].sort() } : {}),
})
