import { lockNumberSeries } from '../../account-holders/number-series.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { openContract } from '../../domain/ledger/contract.ts'
import { checkVin } from '../../domain/vin/vin.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import type { ContractServices } from '../record/change-state.ts'
import type { ContractInput } from '../record/input.ts'
import type { ContractModel } from '../record/models.ts'
import { readContract } from '../record/read-contract.ts'
import { insertContract, type NewContract } from '../record/rows.ts'
import { cobuyerKept, columnsOfItem, columnsOfSale, financingKept, referencesKept } from './columns.ts'
import {
  type FieldsGiven,
  fieldsGiven,
  type KnownSale,
  missingForProduct,
  missingFromSale,
  type SaleStep,
} from './completeness.ts'
import { refuseDuplicate, takeNumber, tryNumber } from './contract-number.ts'
import { findCustomer, makeCustomer } from './find-customer.ts'
import { loadLineAccounts, priceWithAccounts } from './priced.ts'
import { rateOfSale, type SaleRate } from './rate-of-sale.ts'
import {
  findInsurerId,
  findLienHolder,
  type NamedLienHolder,
  priceFaults,
  refuseRules,
  retailInCents,
  type SaleFault,
} from './sale-references.ts'
import { linesForLedger, saveLines } from './save-sale.ts'

/** Sells: a quote that is kept, or a contract that waits to be finalized. */
export async function createContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  body: ContractInput,
): Promise<ContractModel> {
  const step: SaleStep = body.status ?? 'Pending'
  const known = knownOf(body)
  const sale = await rateWith(services, acting, body, missingFromSale(step, known))
  const fields = fieldsOf(step, sale, body, known)
  const [lienHolder, accounts, insurerId, sameCustomerId] = await runAll([
    findLienHolder(tx, lienHolderNamed(sale, body)),
    loadLineAccounts(tx, sale),
    findInsurerId(tx, sale.rate.program.program.insurer),
    body.customer ? findCustomer(tx, acting, body.customer) : undefined,
  ])
  refuseUnfit(sale, body, [...lienHolder.faults, ...(fields.faults as readonly SaleFault[])])
  const priced = priceWithAccounts(accounts, sale, retailInCents(body.retailPrice), acting.now)
  const customerId =
    sameCustomerId ?? (body.customer ? await makeCustomer(tx, acting, services.seals, body.customer) : null)
  const columns = { ...columnsOfSale(sale, priced, insurerId), ...columnsOfItem(sale, body) }
  const { number, on } = await takeTurn(tx, acting.caller, body, columns)
  const contract: NewContract = {
    ...columns,
    ...columnsOfNew(services, acting, body, columns),
    number,
    status: step,
    customer_id: customerId,
    lien_holder_id: lienHolder.id,
    custom_fields: fields.values,
  }
  const id = await insertContract(tx, contract)
  emit(tx, { subject: `contracts/${id}`, type: 'contract.created', data: { id, number, status: step } })
  const of = { dealerId: contract.dealer_id, productId: contract.product_id }
  // In this order: the contract is read behind what is written.
  const [, , sold] = await runAll([
    saveLines(tx, id, priced.lines),
    on && applyPlan(tx, openContract(linesForLedger(id, of, priced), on(contract.sale_date)), acting),
    readContract(tx, { ...acting, seals: services.seals }, id),
  ])
  return sold
}

const knownOf = (body: ContractInput): KnownSale => ({
  retailPrice: body.retailPrice,
  customer: body.customer,
  vin: body.vehicle?.vin,
  vehiclePurchasePrice: body.vehiclePurchasePrice,
  lienHolder: body.lienHolderId ?? body.lienHolderNumber ?? body.financing?.lienHolderId,
})

/** The rate; what it lacks is told together with all else that is missing. */
async function rateWith(
  services: ContractServices,
  acting: Acting,
  body: ContractInput,
  missing: readonly Fault[],
): Promise<SaleRate> {
  try {
    return await rateOfSale(services, acting, body)
  } catch (error) {
    if (error instanceof Problem && error.code === 'ValidationFailed')
      throw refuse([...(error.errors ?? []), ...missing])
    throw error
  }
}

/** The custom fields; refuses a sale that lacks something, with everything at once. */
function fieldsOf(step: SaleStep, sale: SaleRate, body: ContractInput, known: KnownSale): FieldsGiven {
  const { query } = sale.inputs
  const all: KnownSale = {
    ...known,
    vin: known.vin ?? query.vin,
    vehiclePurchasePrice: known.vehiclePurchasePrice ?? query.vehiclePurchasePrice,
    lienHolder: known.lienHolder ?? query.lienHolderId ?? query.lienHolderNumber,
  }
  const given = fieldsGiven(step, sale, body.customFieldValues ?? [])
  const missing = [
    ...missingFromSale(step, all),
    ...missingForProduct(step, sale, all),
    ...given.missing,
    ...numberFaults(step, body),
  ]
  if (missing.length > 0) throw refuse(missing)
  return given
}

const lienHolderNamed = ({ inputs: { query } }: SaleRate, body: ContractInput): NamedLienHolder => ({
  lienHolderId: body.lienHolderId ?? body.financing?.lienHolderId ?? query.lienHolderId,
  lienHolderNumber: body.lienHolderNumber ?? query.lienHolderNumber,
})

/** Refuses what does not fit, with everything at once. */
function refuseUnfit(sale: SaleRate, body: ContractInput, faults: readonly SaleFault[]): void {
  refuseRules([...faults, ...vinFaults(body), ...priceFaults(sale, retailInCents(body.retailPrice))], sale)
}

const numberFaults = (step: SaleStep, { contractNumber }: ContractInput): Fault[] =>
  step === 'Quote' && contractNumber !== undefined
    ? [{ pointer: '/contractNumber', code: 'Unknown', message: 'A quote has no number.' }]
    : []

/** A VIN that completes a quote is looked at as one that is quoted. */
function vinFaults({ vehicle, rateId }: ContractInput): SaleFault[] {
  if (rateId === undefined || vehicle?.vin === undefined) return []
  const checked = checkVin(vehicle.vin, vehicle.year)
  return 'problem' in checked
    ? [{ pointer: '/vehicle/vin', code: 'VinInvalid', message: `The VIN is none: ${checked.problem}.` }]
    : []
}

type Twin = Pick<NewContract, 'vin' | 'product_type_code'>

/** Others who make contracts wait from here on. A contract gets its number, and its days in the books. */
async function takeTurn(tx: Tx, caller: Caller, body: ContractInput, { vin, product_type_code }: Twin) {
  if (body.status === 'Quote') {
    await lockNumberSeries(tx, 'contracts')
    return { number: null, on: undefined }
  }
  const twin = { vin, productTypeCode: product_type_code, id: null }
  const [, , asked, on] = await runAll([
    lockNumberSeries(tx, 'contracts'),
    refuseDuplicate(tx, caller, twin, body.allowDuplicate ?? false),
    tryNumber(tx, product_type_code, body.contractNumber),
    accountingDates(tx),
  ])
  return { number: asked ?? (await takeNumber(tx, product_type_code, undefined)), on }
}

/** What a contract begins with, besides what is sold. */
function columnsOfNew(
  { seals }: ContractServices,
  { caller, now }: Acting,
  body: ContractInput,
  sale: Begun,
) {
  const { effective_odometer, sale_date, inputs } = sale
  return {
    ...referencesKept(body.externalReferences),
    held_from: null,
    status_reason: null,
    funding_status: 'NotFunded',
    dealer_id: inputs.facts.dealerId,
    ...financingKept(body.financing, inputs, seals),
    ...cobuyerKept(body.cobuyer ?? null, seals),
    notes: body.notes ?? null,
    finalized_at: null,
    finalize_date: null,
    pending_changes: null,
    last_odometer: effective_odometer,
    last_odometer_date: effective_odometer === null ? null : sale_date,
    last_odometer_source: effective_odometer === null ? null : 'Sale',
    is_transferred: false,
    open_holds: 0,
    open_claims: 0,
    cancel_date: null,
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  } satisfies Partial<NewContract>
}

type Begun = Pick<NewContract, 'effective_odometer' | 'sale_date' | 'inputs'>
