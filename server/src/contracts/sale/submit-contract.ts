import { lockNumberSeries } from '../../account-holders/number-series.ts'
import { json, orNull, storedObject, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { planNewContract } from '../../domain/ledger/contract.ts'
import type { Acting } from '../../http/caller.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { withPayWhen } from '../../rates/quotes/facts.ts'
import { loadSettings } from '../../reference/settings.ts'
import { type ContractServices, nextState, stateColumns } from '../record/change-state.ts'
import type { ContractPatch } from '../record/patch.ts'
import type { ContractRow } from '../record/rows.ts'
import { refuseClosed } from './closed-holders.ts'
import { checkFields, type KnownSale, missingForProduct, missingFromSale } from './completeness.ts'
import { refuseDuplicate, takeNumber } from './contract-number.ts'
import { priceAtRetail } from './priced.ts'
import { refuseRelated } from './related-contracts.ts'
import { draftFromRow, patchSale, recomputeRate } from './sale-draft.ts'
import { rateChanged, type SaleRate } from './sale-rate.ts'
import { priceFaults, refuseRules } from './sale-references.ts'
import { linesForLedger, saveLines } from './save-sale.ts'

/** Turns a quote into a pending contract: checks that it is complete, gives it a number and posts its ledger rows. */
export async function submitContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  row: ContractRow,
  patch: ContractPatch,
): Promise<Partial<ContractRow>> {
  const state = nextState(row, 'submit')
  const sale = await soldToday(tx, await honoredRate(services, acting, row))
  const known: KnownSale = {
    retailPrice: row.retail_price,
    customer: row.customer_id === null ? null : await loadKnownCustomer(tx, row.customer_id),
    vin: row.vin,
    vehiclePurchasePrice: row.vehicle_purchase_price,
    lienHolder: row.lien_holder_id,
  }
  const values = Object.entries(row.custom_fields).map(([code, value]) => ({ code, value }))
  const missing = [
    ...missingFromSale('Pending', known),
    ...missingForProduct('Pending', sale, known),
    ...checkFields('Pending', sale, values).missing,
  ]
  if (missing.length > 0) throw refuse(missing)
  refuseRules(priceFaults(sale, row.retail_price), sale)
  const priced = await priceAtRetail(tx, sale, row.retail_price, acting.now)
  refuseClosed(acting.caller, priced.closed)
  await lockNumberSeries(tx, 'contracts')
  const twin = { vin: row.vin, productTypeCode: row.product_type_code, id: row.id }
  await refuseDuplicate(tx, acting.caller, twin, patch.allowDuplicate ?? false)
  await refuseRelated(tx, acting.caller, sale, { vin: row.vin, identifier: row.identifier, id: row.id })
  const number = await takeNumber(tx, row.product_type_code, patch.contractNumber)
  const postingDates = await accountingDates(tx)
  const lines = linesForLedger(row.id, { dealerId: row.dealer_id, productId: row.product_id }, priced)
  await applyPlan(tx, planNewContract(lines, postingDates(row.sale_date)), acting)
  await saveLines(tx, row.id, priced.lines)
  return { ...stateColumns(state), number, inputs: sale.inputs }
}

/** The quote becomes a sale now, so the lines are paid as the setting says now. */
async function soldToday(tx: Tx, sale: SaleRate): Promise<SaleRate> {
  const { payWhen } = await loadSettings(tx, ['payWhen'])
  return { ...sale, inputs: { ...sale.inputs, facts: withPayWhen(sale.inputs.facts, payWhen) } }
}

/** The rate of the quote. After the quote has expired, it is honored only if it still costs the same. */
async function honoredRate(services: ContractServices, acting: Acting, row: ContractRow): Promise<SaleRate> {
  const draft = draftFromRow(row)
  const quoted = await recomputeRate(services, acting.caller, draft, row.rate_quote_id)
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

const CUSTOMER = statement(
  {
    ...{ firstName: orNull(text), lastName: orNull(text), companyName: orNull(text) },
    address: json(storedObject<Readonly<Record<string, string | null>>>()),
  },
  `select k.first_name as "firstName", k.last_name as "lastName", k.company_name as "companyName",
     jsonb_build_object('line1', h.line1, 'city', h.city, 'state', h.state, 'zip', h.zip) as address
   from account_holder h join customer k on k.id = h.id where h.id = $1`,
)

const loadKnownCustomer = (tx: Tx, id: number): Promise<KnownSale['customer']> => CUSTOMER.first(tx, [id])
