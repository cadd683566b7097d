import { inOrder } from '../account-holders/number-series.ts'
import type { Tx } from '../db/database.ts'
import { emit } from '../db/unit-of-work.ts'
import { openContract } from '../domain/ledger-contract.ts'
import { checkVin } from '../domain/vin.ts'
import type { Acting } from '../http/caller.ts'
import { type Fault, Problem } from '../http/problems.ts'
import { refuse } from '../http/validation.ts'
import { applyPlan } from '../ledger/apply-plan.ts'
import { accountingDates } from '../ledger/periods.ts'
import { fieldsGiven, type Known, missingOfAny, missingOfProduct, type SaleStep } from './completeness.ts'
import {
  cobuyerKept,
  columnsOfItem,
  columnsOfSale,
  financingKept,
  referencesKept,
} from './contract-columns.ts'
import type { ContractInput } from './contract-input.ts'
import type { ContractModel } from './contract-models.ts'
import { numberFor, refuseDuplicate } from './contract-number.ts'
import { insertContract, type NewContract } from './contract-rows.ts'
import { findOrMakeCustomer } from './find-customer.ts'
import { insurerIdOf } from './insurers.ts'
import { type Priced, priceOf } from './priced.ts'
import { rateOfSale, type SaleRate } from './rate-of-sale.ts'
import { readContract } from './read-contract.ts'
import { findLienHolder, priceFaults, type RuleFault, refuseRules, retailOf } from './sale-references.ts'
import { insertLines, linesForLedger } from './save-lines.ts'
import type { ContractServices } from './services.ts'

/** Sells: a quote that is kept, or a contract that waits to be finalized. */
export async function createContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  body: ContractInput,
): Promise<ContractModel> {
  const step: SaleStep = body.status ?? 'Pending'
  const known = knownOf(body)
  const sale = await rateWith(services, acting, body, missingOfAny(step, known))
  const { fields, lienHolderId } = await checkSale(tx, step, sale, body, known)
  const priced = await priceOf(tx, sale, retailOf(body.retailPrice), acting.now)
  const contract = await contractOf(tx, services, acting, body, sale, priced)
  const id = await save(
    tx,
    acting,
    {
      ...contract,
      custom_fields: fields,
      lien_holder_id: lienHolderId,
    },
    body,
    priced,
  )
  emit(tx, {
    subject: `contracts/${id}`,
    type: 'contract.created',
    data: { id, number: contract.number, status: step },
  })
  return readContract(tx, { ...acting, seals: services.seals }, id)
}

const knownOf = (body: ContractInput): Known => ({
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

/** Refuses what is missing, then what does not fit, each with everything at once. */
async function checkSale(tx: Tx, step: SaleStep, sale: SaleRate, body: ContractInput, known: Known) {
  const { query } = sale.inputs
  const all: Known = {
    ...known,
    vin: known.vin ?? query.vin,
    vehiclePurchasePrice: known.vehiclePurchasePrice ?? query.vehiclePurchasePrice,
    lienHolder: known.lienHolder ?? query.lienHolderId ?? query.lienHolderNumber,
  }
  const given = fieldsGiven(step, sale, body.customFieldValues ?? [])
  const missing = [
    ...missingOfAny(step, all),
    ...missingOfProduct(step, sale, all),
    ...given.missing,
    ...numberFaults(step, body),
  ]
  if (missing.length > 0) throw refuse(missing)
  const lienHolder = await findLienHolder(tx, {
    lienHolderId: body.lienHolderId ?? body.financing?.lienHolderId ?? query.lienHolderId,
    lienHolderNumber: body.lienHolderNumber ?? query.lienHolderNumber,
  })
  const faults = [
    ...lienHolder.faults,
    ...(given.faults as readonly RuleFault[]),
    ...vinFaults(body),
    ...priceFaults(sale, retailOf(body.retailPrice)),
  ]
  refuseRules(faults, sale)
  return { fields: given.values, lienHolderId: lienHolder.id }
}

const numberFaults = (step: SaleStep, { contractNumber }: ContractInput): Fault[] =>
  step === 'Quote' && contractNumber !== undefined
    ? [{ pointer: '/contractNumber', code: 'Unknown', message: 'A quote has no number.' }]
    : []

/** A VIN that completes a quote is looked at as one that is quoted. */
function vinFaults({ vehicle, rateId }: ContractInput): RuleFault[] {
  if (rateId === undefined || vehicle?.vin === undefined) return []
  const checked = checkVin(vehicle.vin, vehicle.year)
  return 'problem' in checked
    ? [{ pointer: '/vehicle/vin', code: 'VinInvalid', message: `The VIN is none: ${checked.problem}.` }]
    : []
}

async function contractOf(
  tx: Tx,
  { seals }: ContractServices,
  acting: Acting,
  body: ContractInput,
  sale: SaleRate,
  priced: Priced,
): Promise<NewContract> {
  const { caller, now } = acting
  const status = body.status ?? 'Pending'
  const customerId = body.customer ? await findOrMakeCustomer(tx, acting, seals, body.customer) : null
  const columns = columnsOfSale(sale, priced, await insurerIdOf(tx, sale.rate.program.program.insurer))
  // Others who make contracts wait from here on.
  await inOrder(tx, 'contracts')
  const item = columnsOfItem(sale, body)
  const { product_type_code: productTypeCode } = columns
  if (status === 'Pending')
    await refuseDuplicate(
      tx,
      caller,
      { vin: item.vin, productTypeCode, id: null },
      body.allowDuplicate ?? false,
    )
  return {
    ...columns,
    ...item,
    ...referencesKept(body.externalReferences),
    number: status === 'Quote' ? null : await numberFor(tx, productTypeCode, body.contractNumber),
    status,
    held_from: null,
    status_reason: null,
    funding_status: 'NotFunded',
    dealer_id: sale.inputs.facts.dealerId,
    customer_id: customerId,
    lien_holder_id: null,
    ...financingKept(body.financing, sale.inputs, seals),
    ...cobuyerKept(body.cobuyer ?? null, seals),
    custom_fields: {},
    notes: body.notes ?? null,
    finalized_at: null,
    finalize_date: null,
    pending_changes: null,
    last_odometer: columns.effective_odometer,
    last_odometer_date: columns.effective_odometer === null ? null : columns.sale_date,
    last_odometer_source: columns.effective_odometer === null ? null : 'Sale',
    is_transferred: false,
    open_holds: 0,
    open_claims: 0,
    cancel_date: null,
    created_at: now,
    created_by: caller.name,
    updated_at: now,
    updated_by: caller.name,
  }
}

async function save(
  tx: Tx,
  acting: Acting,
  contract: NewContract,
  body: ContractInput,
  priced: Priced,
): Promise<number> {
  const id = await insertContract(tx, contract)
  await insertLines(tx, id, priced.lines)
  if ((body.status ?? 'Pending') === 'Pending') {
    const on = await accountingDates(tx)
    const { dealer_id: dealerId, product_id: productId, sale_date } = contract
    await applyPlan(
      tx,
      openContract(linesForLedger(id, { dealerId, productId }, priced), on(sale_date)),
      acting,
    )
  }
  return id
}
