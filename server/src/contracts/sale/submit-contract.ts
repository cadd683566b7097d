import { lockNumberSeries } from '../../account-holders/number-series.ts'
import { run, type Tx } from '../../db/database.ts'
import { openContract } from '../../domain/ledger/contract.ts'
import type { Acting } from '../../http/caller.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { columnsOfState, nextState } from '../record/change-state.ts'
import type { ContractPatch } from '../record/patch.ts'
import type { ContractRow } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { fieldsGiven, type Known, missingOfAny, missingOfProduct } from './completeness.ts'
import { numberFor, refuseDuplicate } from './contract-number.ts'
import { priceOf } from './priced.ts'
import { rateChanged, type SaleRate } from './rate-of-sale.ts'
import { draftOfContract, patchSale, rateOfDraft } from './sale-draft.ts'
import { priceFaults, refuseRules } from './sale-references.ts'
import { linesForLedger } from './save-lines.ts'

/** A quote becomes a contract: it has everything that it needs, a number, and rows in the ledger. */
export async function submitContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patch: ContractPatch,
): Promise<Partial<ContractRow>> {
  const state = nextState(row, 'submit')
  const sale = await honoured(services, acting, row)
  const known: Known = {
    retailPrice: row.retail_price,
    customer: row.customer_id === null ? null : await customerOf(tx, row.customer_id),
    vin: row.vin,
    vehiclePurchasePrice: row.vehicle_purchase_price,
    lienHolder: row.lien_holder_id,
  }
  const values = Object.entries(row.custom_fields).map(([code, value]) => ({ code, value }))
  const missing = [
    ...missingOfAny('Pending', known),
    ...missingOfProduct('Pending', sale, known),
    ...fieldsGiven('Pending', sale, values).missing,
  ]
  if (missing.length > 0) throw refuse(missing)
  refuseRules(priceFaults(sale, row.retail_price), sale)
  await lockNumberSeries(tx, 'contracts')
  const twin = { vin: row.vin, productTypeCode: row.product_type_code, id: row.id }
  await refuseDuplicate(tx, acting.caller, twin, patch.allowDuplicate ?? false)
  const number = await numberFor(tx, row.product_type_code, patch.contractNumber)
  const priced = await priceOf(tx, sale, row.retail_price, acting.now)
  const on = await accountingDates(tx)
  const lines = linesForLedger(row.id, { dealerId: row.dealer_id, productId: row.product_id }, priced)
  await applyPlan(tx, openContract(lines, on(row.sale_date)), acting)
  return { ...columnsOfState(state), number }
}

/** The rate of the quote, which holds until its day; after that only if it costs the same still. */
async function honoured(services: ContractServices, acting: Acting, row: ContractRow): Promise<SaleRate> {
  const draft = draftOfContract(row)
  const quoted = await rateOfDraft(services, acting.caller, draft, row.rate_quote_id)
  if (acting.now <= row.valid_until) return quoted
  const { sale } = await patchSale(
    services,
    acting,
    draft,
    {},
    {
      isSold: false,
      quoteId: row.rate_quote_id,
      rerates: true,
    },
  )
  if (sale.rate.dealerCost !== quoted.rate.dealerCost) throw rateChanged(quoted.rate, sale.rate)
  return quoted
}

const CUSTOMER = `select k.first_name as "firstName", k.last_name as "lastName", k.company_name as "companyName",
    jsonb_build_object('line1', h.line1, 'city', h.city, 'state', h.state, 'zip', h.zip) as address
  from account_holder h join customer k on k.id = h.id where h.id = $1`

async function customerOf(tx: Tx, id: number): Promise<Known['customer']> {
  const [row] = await run<NonNullable<Known['customer']>>(tx, CUSTOMER, [id])
  return row
}
