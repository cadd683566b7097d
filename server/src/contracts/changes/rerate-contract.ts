import { z } from 'zod'
import { rateCostVisibility } from '../../access/cost-visibility.ts'
import { run, type Tx } from '../../db/database.ts'
import { editingIn } from '../../domain/contract/states.ts'
import { DEALER_COST, visibleLines } from '../../domain/ledger/cost-visibility.ts'
import { amountOf, type Cents, sumCents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { CalendarDate, Money, optionalText } from '../../http/schemas.ts'
import { formatRateId, newQuoteId, sealQuote } from '../../rates/quotes/rate-token.ts'
import { emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import { changeable } from '../record/input.ts'
import { merged, ContractPatch as PatchShape } from '../record/patch.ts'
import { type ContractRow, stateOf, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { type Priced, priceOf } from '../sale/priced.ts'
import type { SaleRate } from '../sale/rate-of-sale.ts'
import { draftOfContract, type PatchedSale, patchSale } from '../sale/sale-draft.ts'
import { columnsAfter, replaceSale } from '../sale/save-sale.ts'
import { requireSound } from './edit-sale.ts'

const { vehicle, asset, financing, state, vehiclePurchasePrice } = PatchShape.shape as Record<
  string,
  z.ZodType
>
const { planId, termId, deductibleId, surchargeCodes, retailPrice } = changeable

/** What a contract may be rated with instead. What is not given stays. */
export const RerateInput = z
  .strictObject({
    planId: planId.optional(),
    termId: termId.optional(),
    deductibleId: deductibleId.optional(),
    surchargeCodes: surchargeCodes.optional(),
    saleDate: CalendarDate.optional(),
    retailPrice: retailPrice.optional(),
    ...{ vehicle, asset, financing, state, vehiclePurchasePrice },
    applyChange: z.boolean().default(false).describe('False: it is only shown.'),
    reason: optionalText(2_000).default(null),
  })
  .meta({ id: 'RerateRequest', example: { deductibleId: 3, applyChange: false } })
export type RerateInput = z.output<typeof RerateInput>

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

/** Rates a contract again, as it is or with other inputs; shows the difference, and applies it where that is asked. */
export async function rerateContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  { applyChange, reason: _, ...given }: RerateInput,
): Promise<RerateModel> {
  const row = await lockContract(tx, acting, id)
  nextState(row, 'rerate')
  const { patched, priced } = await rerated(tx, services, acting, row, given)
  const before = await linesNow(tx, row)
  if (applyChange) await apply(tx, services, acting, row, patched, given)
  return compared(acting, row, before, { patched, priced, services, applied: applyChange })
}

type Given = Omit<RerateInput, 'applyChange' | 'reason'>

async function rerated(tx: Tx, services: ContractServices, acting: Acting, row: ContractRow, given: Given) {
  const before = row.pending_changes?.sale ?? draftOfContract(row)
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
    given.retailPrice === undefined ? within(patched.sale, patched.draft.retail) : patched.draft.retail
  const draft = { ...patched.draft, retail }
  return { patched: { ...patched, draft }, priced: await priceOf(tx, patched.sale, retail, acting.now) }
}

/** A price that was not asked to change stays, as far as the new rate allows. */
function within({ rate }: SaleRate, retail: Cents): Cents {
  if (retail < rate.minimum) return rate.minimum
  return rate.maximum !== null && retail > rate.maximum ? rate.maximum : retail
}

async function apply(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patched: PatchedSale,
  given: Given,
): Promise<void> {
  await requireSound(tx, acting, row, patched, {})
  if (editingIn(stateOf(row)) === 'pendingChanges') {
    const fields = merged(row.pending_changes?.fields ?? {}, given) as Readonly<Record<string, unknown>>
    await updateContract(tx, acting, row.id, { pending_changes: { fields, sale: patched.draft } })
  } else {
    const { priced, columns } = await columnsAfter(tx, acting, row, patched)
    await replaceSale(tx, acting, row, priced, columns)
    await updateContract(tx, acting, row.id, { ...columns, rate_quote_id: row.rate_quote_id })
  }
  await emitAndRead(tx, services, acting, row.id, 'rerated')
}

interface Line {
  readonly code: string
  readonly amount: Cents
  readonly in_dealer_cost: boolean
}

const LINES =
  'select code, amount, in_dealer_cost from contract_line where contract_id = $1 order by sequence, code'

const linesNow = (tx: Tx, { id }: ContractRow) => run<Line>(tx, LINES, [id])

interface Outcome {
  readonly patched: PatchedSale
  readonly priced: Priced
  readonly services: ContractServices
  readonly applied: boolean
}

function compared(acting: Acting, row: ContractRow, before: readonly Line[], outcome: Outcome): RerateModel {
  const { patched, priced, services, applied } = outcome
  const after = priced.lines.map(({ code, amount, includedInDealerCost }) => ({
    ...{ code, amount, in_dealer_cost: includedInDealerCost },
  }))
  const [olds, news] = [shownTo(acting, before), shownTo(acting, after)]
  const codes = [...new Set([...olds, ...news].map(({ code }) => code))]
  const of = (lines: readonly Pick<Line, 'code' | 'amount'>[], code: string) =>
    (lines.find((line) => line.code === code)?.amount ?? 0) as Cents
  const shown = (lines: readonly Pick<Line, 'code' | 'amount'>[]) =>
    lines.map(({ code, amount }) => ({ code, amount: amountOf(amount) }))
  const { rate } = patched.sale
  return {
    old: {
      dealerCost: amountOf(row.dealer_cost),
      retailPrice: amountOf(row.retail_price),
      disbursements: shown(olds),
    },
    new: {
      dealerCost: amountOf(rate.dealerCost),
      retailPrice: amountOf(priced.retail),
      disbursements: shown(news),
      rateId: rateIdFor(services, acting, patched.sale),
    },
    delta: codes.map((code) => {
      const [one, two] = [of(olds, code), of(news, code)]
      return { code, old: amountOf(one), new: amountOf(two), delta: amountOf((two - one) as Cents) }
    }),
    dealerCostDelta: amountOf((rate.dealerCost - row.dealer_cost) as Cents),
    applied,
  }
}

/** Without the right to see costs, and for whoever is limited, dealer cost is one line. */
function shownTo({ caller }: Acting, lines: readonly Line[]): Pick<Line, 'code' | 'amount'>[] {
  const { merged, shown } = visibleLines(rateCostVisibility(caller), lines, {
    line: ({ code }) => ({ code }),
    isCost: (line) => line.in_dealer_cost,
  })
  const cost = merged && { code: DEALER_COST, amount: sumCents(merged.map(({ amount }) => amount)) }
  return [...(cost ? [cost] : []), ...shown]
}

/** The rate as a quote would name it, to be sold by. */
function rateIdFor(
  { keys }: ContractServices,
  { caller }: Acting,
  { quoted, rate, inputs }: SaleRate,
): string {
  const { isSold: _, ...quotable } = inputs
  const token = { quoteId: newQuoteId(keys.rate), tenantId: caller.tenant.id, inputs: quotable }
  return formatRateId(quoted.rating.rates.indexOf(rate), sealQuote(keys.rate, token))
}
