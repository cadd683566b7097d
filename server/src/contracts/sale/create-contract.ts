import { HOLDER_IDS } from '../../account-holders/save-holders.ts'
import { flushed } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import { emitFirst } from '../../db/outbox.ts'
import { runAll } from '../../db/run-all.ts'
import { together } from '../../db/together.ts'
import { sendAhead } from '../../db/unit-of-work.ts'
import { planNewContract } from '../../domain/ledger/contract.ts'
import { ledgerPlan } from '../../domain/ledger/plan.ts'
import { checkVin } from '../../domain/vin/vin.ts'
import type { Acting } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan, planNumbers } from '../../ledger/apply-plan.ts'
import type { AccountingDates } from '../../ledger/periods.ts'
import type { ContractServices } from '../record/change-state.ts'
import type { ContractInput } from '../record/input.ts'
import type { ContractModel } from '../record/models.ts'
import { CONTRACT_IDS, insertContract, type NewContract, requireVisibleContract } from '../record/rows.ts'
import { refuseClosed } from './closed-holders.ts'
import { cobuyerColumns, financingColumns, itemColumns, referenceColumns, saleColumns } from './columns.ts'
import {
  type CheckedFields,
  checkFields,
  deliveryFaults,
  type KnownSale,
  missingForProduct,
  missingFromSale,
  numberFaults,
  type SaleStep,
} from './completeness.ts'
import { checkCustomer, findCustomer } from './find-customer.ts'
import { changeCustomer, findSentCustomer, knownCustomer } from './name-customer.ts'
import { prepareAnswer } from './prepare-answer.ts'
import { loadLineAccounts, priceWithAccounts } from './priced.ts'
import { loadSaleRate, type SaleRate } from './sale-rate.ts'
import {
  findLienHolder,
  type NamedLienHolder,
  priceFaults,
  refuseRules,
  retailInCents,
  type SaleFault,
} from './sale-references.ts'
import { linesForLedger, saveLines } from './save-sale.ts'
import { takeTurn } from './take-turn.ts'

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
  const buyer =
    body.customer && (await findSentCustomer(tx, acting, services.seals, body.customer, '/customer'))
  const known: KnownSale = { ...knownSale(body), customer: knownCustomer(buyer) }
  const sale = rated ?? (await rateOrRefuse(services, acting, body, missingFromSale(step, known)))
  const fields = requireComplete(step, sale, body, known)
  const [lienHolder, accounts, sameCustomerId] = await together(tx, (own) =>
    runAll([
      findLienHolder(own, lienHolderNamed(sale, body)),
      loadLineAccounts(own, sale),
      buyer?.is === 'new' ? findCustomer(own, acting, buyer.person) : undefined,
    ]),
  )
  refuseInvalid(sale, body, [
    ...lienHolder.faults,
    ...(buyer?.is === 'unknown' ? buyer.faults : []),
    ...(fields.faults as readonly SaleFault[]),
  ])
  const priced = priceWithAccounts(accounts, sale, retailInCents(body.retailPrice), acting.now)
  // A saved quote is not a contract yet: it is refused when it is submitted.
  if (step === 'Pending') refuseClosed(acting.caller, priced.closed)
  const customer =
    buyer?.is === 'new' && sameCustomerId === undefined
      ? await checkCustomer(tx, acting, services.seals, buyer.person)
      : undefined
  const namedId = buyer?.is === 'named' ? buyer.id : undefined
  if (namedId !== undefined && body.customer)
    await changeCustomer(tx, acting, services.seals, namedId, { sent: body.customer, pointer: '/customer' })
  const columns = { ...saleColumns(sale, priced), ...itemColumns(sale, body) }
  const account = { dealerId: columns.inputs.facts.dealerId, productId: columns.product_id }
  const planOf = (id: number, on: AccountingDates) =>
    planNewContract(linesForLedger(id, account, priced), on(columns.sale_date))
  // What the plan inserts does not depend on the contract's id or the accounting month.
  const wanted = step === 'Quote' ? NO_ROWS : planOf(0, datesAsTheyAre)
  const draft = {
    ...columns,
    ...initialColumns(services, acting, body, columns),
    status: step,
    customer_id: namedId ?? sameCustomerId ?? null,
    lien_holder_id: lienHolder.id,
    custom_fields: fields.values,
  }
  // Sent at once: first what others need not wait for.
  const [answer, { number, postingDates, customerNumber, taken }] = await runAll([
    prepareAnswer(tx, services, acting, { draft, lines: priced.lines, customer }),
    takeTurn(tx, acting.caller, body, { sale, customer, plan: wanted, sold: columns }),
  ])
  const [id = 0] = taken(CONTRACT_IDS)
  const [customerId = draft.customer_id] = taken(HOLDER_IDS)
  const contract: NewContract & { readonly id: number } = { ...draft, id, number, customer_id: customerId }
  const plan = postingDates ? planOf(id, postingDates) : NO_ROWS
  const numbers = planNumbers(taken, plan)
  // In this order: rows that name others come after them.
  const written = together(tx, (own) =>
    runAll([
      customerId !== null && customerNumber !== undefined
        ? customer?.insert(own, { id: customerId, number: customerNumber })
        : undefined,
      insertContract(own, contract),
      saveLines(own, id, priced.lines),
      applyPlan(own, plan, acting, numbers),
      emitFirst(own, {
        subject: `contracts/${id}`,
        type: 'contract.created',
        data: { id, number, status: step },
      }),
    ]),
  )
  sendAhead(tx, written)
  // The answer is made while the database writes.
  await runAll([requireVisibleContract(tx, acting.caller, id), flushed()])
  return answer({ contract, lines: priced.lines, ledger: plan.insert })
}

const NO_ROWS = ledgerPlan({})

const datesAsTheyAre: AccountingDates = (date) => ({ effectiveDate: date, accountingDate: date })

const knownSale = (body: ContractInput): Omit<KnownSale, 'customer'> => ({
  retailPrice: body.retailPrice,
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
    ...numberFaults(step, body.contractNumber),
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

/** A VIN that completes a quote is checked like a VIN in a quote. */
function vinFaults({ vehicle, rateId }: ContractInput): SaleFault[] {
  if (rateId === undefined || vehicle?.vin === undefined) return []
  const checked = checkVin(vehicle.vin, vehicle.year)
  return 'problem' in checked
    ? [{ pointer: '/vehicle/vin', code: 'VinInvalid', message: `The VIN is not valid: ${checked.problem}.` }]
    : []
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
