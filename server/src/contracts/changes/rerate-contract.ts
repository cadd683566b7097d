import { z } from 'zod'
import { rateCostVisibility } from '../../access/cost-visibility.ts'
import type { Tx } from '../../db/database.ts'
import { editingIn } from '../../domain/contract/states.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, type Cents, minus, sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { Money } from '../../http/schemas.ts'
import { formatRateId, newQuoteId, sealQuote } from '../../rates/quotes/rate-token.ts'
import { type ContractServices, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import { type ContractPatch, mergePatch } from '../record/patch.ts'
import { type ContractRow, stateFromRow, updateContract } from '../record/rows.ts'
import { type CostLineRow, loadCostLines } from '../record/tables.ts'
import { type PricedSale, priceAtRetail } from '../sale/priced.ts'
import { draftFromRow, type PatchedSale, patchSale } from '../sale/sale-draft.ts'
import type { SaleRate } from '../sale/sale-rate.ts'
import { priceFaults, refuseRules } from '../sale/sale-references.ts'
import { columnsAfterChange, replaceSale } from '../sale/save-sale.ts'
import { financingAfter } from './edit-free.ts'
import { allowingDuplicate, requireValidSale } from './edit-sale.ts'
import { type RateSelection, type RerateInput, rerateParts } from './rerate-input.ts'

const Side = {
  dealerCost: Money,
  retailPrice: Money,
  disbursements: z.array(z.object({ code: z.string(), amount: Money })),
}

export const RerateModel = z
  .object({
    old: z.object(Side),
    new: z.object({ ...Side, rateId: z.string() }),
    delta: z.array(z.object({ code: z.string(), old: Money, new: Money, delta: Money })),
    dealerCostDelta: Money,
    applied: z.boolean(),
  })
  .meta({ id: 'RerateResult' })
type RerateModel = z.input<typeof RerateModel>

/** Rates a contract again, as it is or with other inputs. Shows the difference, and applies it on request. */
export async function rerateContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  input: RerateInput,
): Promise<RerateModel> {
  const { applyChange } = input
  const row = await lockContract(tx, acting, id)
  nextState(row, 'rerate')
  const { patch, quote, selection } = rerateParts(input, row.item.isVehicle)
  const given = { ...patch, quote, ...(await chosenTerm(services, acting, row, { ...patch, selection })) }
  const { patched, priced } = await rerated(tx, services, acting, row, given)
  const before = await loadCostLines(tx, id)
  if (applyChange) await applyRerate(tx, services, acting, row, patched, patch)
  else refuseRules(priceFaults(patched.sale, patched.draft.retail), patched.sale)
  return rerateAnswer(acting, row, before, { patched, priced, services, applied: applyChange })
}

type Given = Readonly<Record<string, unknown>>

/** The term that the months and miles name, and whether the plan is among the products and programs that are named. */
async function chosenTerm(
  { books }: ContractServices,
  { caller }: Acting,
  row: ContractRow,
  named: { readonly planId?: unknown; readonly termId?: unknown; readonly selection: RateSelection },
): Promise<{ readonly termId?: number }> {
  const { productTypeCode, productId, programId, termMonths, termMiles } = named.selection
  const wanted = [productTypeCode, productId, programId, termMonths, termMiles]
  if (wanted.every((values) => values === undefined)) return {}
  const planId = (named.planId ?? row.pending_changes?.sale.planId ?? row.plan_id) as number
  const { products = [] } = (await books.findLive(caller))?.book ?? {}
  const product = products.find(({ programs }) => programs.some(hasPlan(planId)))
  const program = product?.programs.find(hasPlan(planId))
  const codes = productTypeCode?.map((code) => code.toUpperCase())
  const isAmong =
    product &&
    program &&
    (codes?.includes(product.productTypeCode) ?? true) &&
    (productId?.includes(product.id) ?? true) &&
    (programId?.includes(program.id) ?? true)
  if (!isAmong) throw noPlans('The plan is not one of the products and programs that were named.')
  if (named.termId !== undefined || (termMonths === undefined && termMiles === undefined)) return {}
  const terms = program.terms.filter(
    ({ months, miles }) =>
      (termMonths?.includes(months) ?? true) &&
      (termMiles === undefined || (miles !== null && termMiles.includes(miles))),
  )
  const [term, ...others] = terms.length > 1 ? terms.filter(({ miles }) => miles === row.term_miles) : terms
  if (!term || others.length > 0)
    throw noPlans(
      terms.length === 0
        ? 'The program has no such term.'
        : 'The program has several such terms. Send termMonths and termMiles, or termId.',
    )
  return { termId: term.id }
}

const hasPlan =
  (planId: number) =>
  ({ plans }: { readonly plans: readonly { readonly id: number }[] }) =>
    plans.some(({ id }) => id === planId)

const noPlans = (why: string) =>
  new Problem('NoPlansFound', `No plans were found: ${why}`, { members: { reasons: [] } })

async function rerated(tx: Tx, services: ContractServices, acting: Acting, row: ContractRow, given: Given) {
  const before = row.pending_changes?.sale ?? draftFromRow(row)
  const patched = await patchSale(services, acting, before, given as never, {
    isSold: row.status !== 'Quote',
    quoteId: null,
    rerates: true,
  }).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'Ineligible'
      ? new Problem('NoPlansFound', `No plans were found: ${error.message}`, { members: error.members })
      : error
  })
  const retail =
    given.retailPrice === undefined ? priceWithin(patched.sale, patched.draft.retail) : patched.draft.retail
  const draft = { ...patched.draft, retail }
  return { patched: { ...patched, draft }, priced: await priceAtRetail(tx, patched.sale, retail, acting.now) }
}

/** The present price, moved into the range of the new rate. */
function priceWithin({ rate }: SaleRate, retail: Cents): Cents {
  if (retail < rate.minimum) return rate.minimum
  return rate.maximum !== null && retail > rate.maximum ? rate.maximum : retail
}

async function applyRerate(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patched: PatchedSale,
  given: Given,
): Promise<void> {
  await requireValidSale(tx, acting, row, patched, {})
  const { financing } = given as Pick<ContractPatch, 'financing'>
  if (editingIn(stateFromRow(row)) === 'pendingChanges') {
    // An account number is stored sealed or not at all.
    const { accountNumber: _, ...loan } = financing ?? {}
    const kept = financing ? { ...given, financing: loan } : given
    const fields = mergePatch(row.pending_changes?.fields ?? {}, kept) as Readonly<Record<string, unknown>>
    await updateContract(tx, acting, row.id, {
      pending_changes: { fields, sale: patched.draft, ...allowingDuplicate(acting, row, patched, {}) },
    })
  } else {
    const { priced, columns } = await columnsAfterChange(tx, acting, row, patched)
    await replaceSale(tx, acting, row, priced, columns)
    await updateContract(tx, acting, row.id, {
      ...columns,
      rate_quote_id: row.rate_quote_id,
      ...(financing === undefined ? {} : financingAfter(row, financing, services.seals)),
    })
  }
  await emitAndRead(tx, services, acting, row.id, 'rerated')
}

interface RerateOutcome {
  readonly patched: PatchedSale
  readonly priced: PricedSale
  readonly services: ContractServices
  readonly applied: boolean
}

function rerateAnswer(
  acting: Acting,
  row: ContractRow,
  before: readonly CostLineRow[],
  outcome: RerateOutcome,
): RerateModel {
  const { patched, priced, services, applied } = outcome
  const after = priced.lines.map(({ code, amount, includedInDealerCost }) => ({
    ...{ code, amount, in_dealer_cost: includedInDealerCost },
  }))
  const [oldLines, newLines] = [visibleTo(acting, before), visibleTo(acting, after)]
  const codes = [...new Set([...oldLines, ...newLines].map(({ code }) => code))]
  const amountIn = (lines: readonly VisibleLine[], code: string) =>
    lines.find((line) => line.code === code)?.amount ?? ZERO
  const shown = (lines: readonly VisibleLine[]) =>
    lines.map(({ code, amount }) => ({ code, amount: amountOf(amount) }))
  const { rate } = patched.sale
  return {
    old: {
      dealerCost: amountOf(row.dealer_cost),
      retailPrice: amountOf(row.retail_price),
      disbursements: shown(oldLines),
    },
    new: {
      dealerCost: amountOf(rate.dealerCost),
      retailPrice: amountOf(priced.retail),
      disbursements: shown(newLines),
      rateId: rateIdFor(services, acting, patched.sale),
    },
    delta: codes.map((code) => {
      const [old, fresh] = [amountIn(oldLines, code), amountIn(newLines, code)]
      return { code, old: amountOf(old), new: amountOf(fresh), delta: amountOf(minus(fresh, old)) }
    }),
    dealerCostDelta: amountOf(minus(rate.dealerCost, row.dealer_cost)),
    applied,
  }
}

type VisibleLine = Pick<CostLineRow, 'code' | 'amount'>

/** Limited callers, and callers without rates:costs, see dealer cost as one line. */
function visibleTo({ caller }: Acting, lines: readonly CostLineRow[]): VisibleLine[] {
  const { merged, shown } = visibleLines(rateCostVisibility(caller), lines, {
    line: ({ code }) => ({ code }),
    isCost: (line) => line.in_dealer_cost,
  })
  const cost = merged && { code: DEALER_COST, amount: sumCents(merged.map(({ amount }) => amount)) }
  return [...(cost ? [cost] : []), ...shown]
}

/** A rate id for the new rate, as a quote would give it. */
function rateIdFor(
  { keys }: ContractServices,
  { caller }: Acting,
  { quoted, rate, inputs }: SaleRate,
): string {
  const { isSold: _, ...quotable } = inputs
  const token = { quoteId: newQuoteId(keys.rate), tenantId: caller.tenant.id, inputs: quotable }
  return formatRateId(quoted.rating.rates.indexOf(rate), sealQuote(keys.rate, token))
}
