import { lockNumberSeries } from '../../account-holders/number-series.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { emit } from '../../db/unit-of-work.ts'
import { planNewContract } from '../../domain/ledger/contract.ts'
import { checkVin } from '../../domain/vin/vin.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan, takePlanNumbers } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { type ContractServices, readChanged } from '../record/change-state.ts'
import type { ContractInput } from '../record/input.ts'
import type { ContractModel } from '../record/models.ts'
import { insertContract, type NewContract } from '../record/rows.ts'
import { cobuyerColumns, financingColumns, itemColumns, referenceColumns, saleColumns } from './columns.ts'
import {
  type CheckedFields,
  checkFields,
  deliveryFaults,
  type KnownSale,
  missingForProduct,
  missingFromSale,
  type SaleStep,
} from './completeness.ts'
import { refuseDuplicate, takeNumber, tryNumber } from './contract-number.ts'
import { findCustomer, makeCustomer } from './find-customer.ts'
import { loadLineAccounts, priceWithAccounts } from './priced.ts'
import { refuseRelated } from './related-contracts.ts'
import { loadSaleRate, type SaleRate } from './sale-rate.ts'
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

/**
 * Sells a contract: saves a quote, or a pending contract that is finalized later. `rated` is its rate, if the caller has
 * already found it.
 */
export async function createContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  body: ContractInput,
  rated?: SaleRate,
): Promise<ContractModel> {
  const step: SaleStep = body.status ?? 'Pending'
  const known = knownSale(body)
  const sale = rated ?? (await rateOrRefuse(services, acting, body, missingFromSale(step, known)))
  const fields = requireComplete(step, sale, body, known)
  const [lienHolder, accounts, insurerId, sameCustomerId] = await runAll([
    findLienHolder(tx, lienHolderNamed(sale, body)),
    loadLineAccounts(tx, sale),
    findInsurerId(tx, sale.rate.program.program.insurer),
    body.customer ? findCustomer(tx, acting, body.customer) : undefined,
  ])
  refuseInvalid(sale, body, [...lienHolder.faults, ...(fields.faults as readonly SaleFault[])])
  const priced = priceWithAccounts(accounts, sale, retailInCents(body.retailPrice), acting.now)
  const customerId =
    sameCustomerId ?? (body.customer ? await makeCustomer(tx, acting, services.seals, body.customer) : null)
  const columns = { ...saleColumns(sale, priced, insurerId), ...itemColumns(sale, body) }
  const { number, postingDates } = await takeTurn(tx, acting.caller, body, sale, columns)
  const contract: NewContract = {
    ...columns,
    ...initialColumns(services, acting, body, columns),
    number,
    status: step,
    customer_id: customerId,
    lien_holder_id: lienHolder.id,
    custom_fields: fields.values,
  }
  const account = { dealerId: contract.dealer_id, productId: contract.product_id }
  const planOf = (id: number) =>
    postingDates && planNewContract(linesForLedger(id, account, priced), postingDates(contract.sale_date))
  const planned = planOf(0)
  const [id, numbers] = await runAll([
    insertContract(tx, contract),
    planned ? takePlanNumbers(tx, planned) : undefined,
  ])
  const plan = planOf(id)
  emit(tx, { subject: `contracts/${id}`, type: 'contract.created', data: { id, number, status: step } })
  // In this order: the read is queued behind the writes.
  const [, , sold] = await runAll([
    saveLines(tx, id, priced.lines),
    plan ? applyPlan(tx, plan, acting, numbers) : undefined,
    readChanged(tx, services, acting, id),
  ])
  return sold
}

const knownSale = (body: ContractInput): KnownSale => ({
  retailPrice: body.retailPrice,
  customer: body.customer,
  cobuyer: body.cobuyer,
  vin: body.vehicle?.vin,
  vehiclePurchasePrice: body.vehiclePurchasePrice,
  lienHolder: body.lienHolderId ?? body.lienHolderNumber ?? body.financing?.lienHolderId,
})

/** Finds the rate. Missing inputs of the rate are refused together with everything else that is missing. */
async function rateOrRefuse(
  services: ContractServices,
  acting: Acting,
  body: ContractInput,
  missing: readonly Fault[],
): Promise<SaleRate> {
  try {
    return await loadSaleRate(services, acting, body)
  } catch (error) {
    if (error instanceof Problem && error.code === 'ValidationFailed')
      throw refuse([...(error.errors ?? []), ...missing])
    throw error
  }
}

/** Checks the custom fields. Refuses an incomplete sale with everything that is missing at once. */
function requireComplete(
  step: SaleStep,
  sale: SaleRate,
  body: ContractInput,
  known: KnownSale,
): CheckedFields {
  const { query } = sale.inputs
  const all: KnownSale = {
    ...known,
    vin: known.vin ?? query.vin,
    vehiclePurchasePrice: known.vehiclePurchasePrice ?? query.vehiclePurchasePrice,
    lienHolder: known.lienHolder ?? query.lienHolderId ?? query.lienHolderNumber,
  }
  const given = checkFields(step, sale, body.customFieldValues ?? [])
  const missing = [
    ...missingFromSale(step, all),
    ...missingForProduct(step, sale, all),
    ...given.missing,
    ...numberFaults(step, body),
    ...deliveryFaults(body.deliveryDate, sale.quoted.request.saleDate),
  ]
  if (missing.length > 0) throw refuse(missing)
  return given
}

const lienHolderNamed = ({ inputs: { query } }: SaleRate, body: ContractInput): NamedLienHolder => ({
  lienHolderId: body.lienHolderId ?? body.financing?.lienHolderId ?? query.lienHolderId,
  lienHolderNumber: body.lienHolderNumber ?? query.lienHolderNumber,
})

/** Refuses invalid values, all of them at once. */
function refuseInvalid(sale: SaleRate, body: ContractInput, faults: readonly SaleFault[]): void {
  refuseRules([...faults, ...vinFaults(body), ...priceFaults(sale, retailInCents(body.retailPrice))], sale)
}

const numberFaults = (step: SaleStep, { contractNumber }: ContractInput): Fault[] =>
  step === 'Quote' && contractNumber !== undefined
    ? [
        {
          pointer: '/contractNumber',
          code: 'Unknown',
          message: 'A quote has no number. Remove contractNumber, or sell a Pending contract.',
        },
      ]
    : []

/** A VIN that completes a quote is checked like a VIN in a quote. */
function vinFaults({ vehicle, rateId }: ContractInput): SaleFault[] {
  if (rateId === undefined || vehicle?.vin === undefined) return []
  const checked = checkVin(vehicle.vin, vehicle.year)
  return 'problem' in checked
    ? [{ pointer: '/vehicle/vin', code: 'VinInvalid', message: `The VIN is not valid: ${checked.problem}.` }]
    : []
}

type Twin = Pick<NewContract, 'vin' | 'identifier' | 'product_type_code'>

/** Other sales wait from here on. Takes the contract number and the accounting dates. */
async function takeTurn(
  tx: Tx,
  caller: Caller,
  body: ContractInput,
  sale: SaleRate,
  { vin, identifier, product_type_code }: Twin,
) {
  if (body.status === 'Quote') {
    await lockNumberSeries(tx, 'contracts')
    return { number: null, postingDates: undefined }
  }
  const twin = { vin, productTypeCode: product_type_code, id: null }
  const [, , , number, postingDates] = await runAll([
    lockNumberSeries(tx, 'contracts'),
    refuseDuplicate(tx, caller, twin, body.allowDuplicate ?? false),
    refuseRelated(tx, caller, sale, { vin, identifier, id: null }),
    tryNumber(tx, product_type_code, body.contractNumber),
    accountingDates(tx),
  ])
  return { number: number ?? (await takeNumber(tx, product_type_code, undefined)), postingDates }
}

/** The initial columns of a contract, besides what is sold. */
function initialColumns(
  { seals }: ContractServices,
  { caller, now }: Acting,
  body: ContractInput,
  sale: Begun,
) {
  const { effective_odometer, sale_date, inputs } = sale
  return {
    ...referenceColumns(body.externalReferences),
    held_from: null,
    status_reason: null,
    funding_status: 'NotFunded',
    dealer_id: inputs.facts.dealerId,
    ...financingColumns(body.financing, inputs, seals),
    ...cobuyerColumns(body.cobuyer ?? null, seals),
    delivery_date: body.deliveryDate ?? null,
    delivery_method: body.deliveryMethod ?? null,
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
