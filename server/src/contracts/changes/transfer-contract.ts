import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import {
  type TransferFacts,
  type TransferRefusal,
  transferRefusals,
  usualTransferFee,
} from '../../domain/contract/transfer-rules.ts'
import { planTransferFee } from '../../domain/ledger/single.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import {
  comparable,
  type OdometerUnit,
  readingFrom,
  readingIn,
  readingUnit,
} from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import { type ContractServices, emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import type { ContractCustomerInput } from '../record/input.ts'
import type { ContractModel } from '../record/models.ts'
import { belowLastKnownMessage, saveReading } from '../record/odometer.ts'
import { readContract } from '../record/read-contract.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { StoredPerson } from '../record/stored.ts'
import { transferTable } from '../record/tables.ts'
import { missingOfCustomer } from '../sale/completeness.ts'
import { makeCustomer } from '../sale/find-customer.ts'
import {
  changeCustomer,
  findSentCustomer,
  knownCustomer,
  type SentCustomer,
  sentChanges,
} from '../sale/name-customer.ts'
import { findLienHolder, type SaleFault } from '../sale/sale-references.ts'
import { pendingAfter } from './pending-change.ts'

interface TransferRequest {
  readonly newOwner: ContractCustomerInput
  readonly transferDate: string
  readonly odometer: number
  readonly odometerUnit?: OdometerUnit | undefined
  readonly fee?: number | undefined
  readonly feePaidBy: 'Customer' | 'NewOwner' | 'Dealer'
  readonly newLienHolderId?: number | null | undefined
  readonly documentIds: readonly number[]
  readonly note?: string | null | undefined
}

/** Transfers a contract to the vehicle's new owner. The previous customer, cobuyer and loan are removed from it. */
export async function transferContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  sent: TransferRequest,
): Promise<ContractModel['transfers'][number]> {
  const newOwner = await findSentCustomer(tx, acting, services.seals, sent.newOwner, '/newOwner')
  requireComplete(newOwner)
  const row = await lockContract(tx, acting, id)
  const unit = readingUnit(row.item)
  const request = { ...sent, odometer: readingIn(unit, sent.odometer, sent.odometerUnit) }
  nextState(row, 'transfer')
  const { fee, lienHolderId } = await checkTransfer(tx, acting, row, request, newOwner)
  const { customer } = await readContract(tx, { ...acting, seals: services.seals }, id)
  const { customerId, ...previous } = found(customer, `customer of contract ${id}`)
  const newId = await saveOwner(tx, services, acting, newOwner, request.newOwner)
  await charge(tx, acting, row, {
    fee,
    payer: { Customer: customerId, NewOwner: newId, Dealer: row.dealer_id }[request.feePaidBy],
  })
  const { transferDate: date } = request
  const value = comparable(request.odometer, unit)
  const transferId = await insertTransfer(tx, acting, {
    ...request,
    contractId: id,
    fee,
    customerId,
    newId,
    previous,
  })
  await saveReading(tx, acting, id, { value, date, reason: null, source: 'Transfer' })
  await updateContract(tx, acting, id, {
    customer_id: newId,
    cobuyer: null,
    cobuyer_birth_date: null,
    lien_holder_id: lienHolderId,
    // Only the lien holder of the new loan is known.
    financing: lienHolderId === null ? null : {},
    account_number: null,
    // A loan that a rerate would bring was the previous owner's.
    ...pendingAfter(row, { financing: null }),
    is_transferred: true,
    last_odometer: value,
    last_odometer_date: date,
    last_odometer_source: 'Transfer',
  })
  const { transfers } = await emitAndRead(tx, services, acting, id, 'transferred')
  return found(
    transfers.find((transfer) => transfer.id === transferId),
    `transfer ${transferId}`,
  )
}

/** The new owner needs everything that the customer of a sale needs. */
function requireComplete(newOwner: SentCustomer): void {
  const missing = missingOfCustomer(knownCustomer(newOwner))
  if (missing.length === 0) return
  throw refuse(
    missing.map((fault) => ({ ...fault, pointer: fault.pointer.replace('/customer', '/newOwner') })),
  )
}

/** Makes the new owner, or changes the customer that is named. Gives its id. */
async function saveOwner(
  tx: Tx,
  { seals }: ContractServices,
  acting: Acting,
  newOwner: SentCustomer,
  sent: ContractCustomerInput,
): Promise<number> {
  if (newOwner.is === 'new') return makeCustomer(tx, acting, seals, newOwner.person)
  if (newOwner.is === 'unknown') throw new Error('An unknown customer is refused before.')
  if (Object.keys(sentChanges(sent)).length > 0) requireMayChange(acting)
  await changeCustomer(tx, acting, seals, newOwner.id, { sent, pointer: '/newOwner' })
  return newOwner.id
}

/** To transfer a contract gives no right to change the records of customers. */
function requireMayChange({ caller: { permissions } }: Acting): void {
  if (permissions.has('contracts:write') || permissions.has('accountholders:write')) return
  const permission = 'contracts:write'
  throw new Problem('Forbidden', `Changing a customer requires the permission ${permission}.`, {
    members: { permission },
  })
}

/** The fee and the new lien holder. Refuses with every fault at once. */
async function checkTransfer(
  tx: Tx,
  { today }: Acting,
  row: ContractRow,
  request: TransferRequest,
  newOwner: SentCustomer,
) {
  const [facts, lienHolder, documents] = await Promise.all([
    loadTransferFacts(tx, row),
    findLienHolder(tx, { lienHolderId: request.newLienHolderId }),
    unknownDocuments(tx, row.id, request.documentIds),
  ])
  const fee = request.fee === undefined ? undefined : centsOf(request.fee)
  const unit = readingUnit(row.item)
  const odometer = comparable(request.odometer, unit)
  const refusals = transferRefusals(facts, { ...request, odometer, fee }, today).map((refusal) =>
    refusal.code === 'OdometerBelowLastKnown' && unit
      ? { ...refusal, lastKnown: readingFrom(refusal.lastKnown, unit) }
      : refusal,
  )
  const faults = [
    ...refusals.map((refusal) => transferFault(refusal, facts)),
    ...(newOwner.is === 'unknown' ? newOwner.faults : []),
    ...lienHolder.faults.map((fault) => ({ ...fault, pointer: '/newLienHolderId' })),
    ...documents,
  ]
  const [first] = faults
  if (first)
    throw new Problem(first.code, first.message, {
      errors: faults,
      members: Object.assign({}, ...refusals.map(({ code: _, ...members }) => members)),
    })
  return { fee: fee ?? usualTransferFee(facts), lienHolderId: lienHolder.id }
}

async function loadTransferFacts(tx: Tx, row: ContractRow): Promise<TransferFacts> {
  const { transferDays, transferFee } = await loadSettings(tx, ['transferDays', 'transferFee'])
  return {
    isTransferable: row.sold.transferable,
    isTransferred: row.is_transferred,
    stateOfSale: row.state_of_sale,
    saleDate: row.sale_date,
    lastOdometer: row.last_odometer,
    transferDays,
    transferFee,
  }
}

function transferFault(refusal: TransferRefusal, { transferDays, saleDate }: TransferFacts): SaleFault {
  const { code } = refusal
  switch (code) {
    case 'NotTransferable':
      return { pointer: '', code, message: 'The program does not allow transfers.' }
    case 'AlreadyTransferred':
      return { pointer: '', code, message: 'The contract has already been transferred once.' }
    case 'TransferWindowPassed': {
      const message = `The transfer date must be between ${saleDate} and today, and at most ${transferDays} days ago.`
      return { pointer: '/transferDate', code, message }
    }
    case 'TransferFeeTooHigh':
      return { pointer: '/fee', code, message: `The transfer fee must be at most ${refusal.max.toFixed(2)}.` }
    case 'OdometerBelowLastKnown':
      return { pointer: '/odometer', code, message: belowLastKnownMessage(refusal.lastKnown) }
    default:
      return refusal satisfies never
  }
}

const DOCUMENTS = statement(
  { id: int },
  `select id from document where entity_type = 'Contract' and entity_id = $1 and versions > 0
   and id = any($2::bigint[])`,
)

/** Faults of documents that the contract does not have, or that have not been uploaded yet. */
async function unknownDocuments(tx: Tx, contractId: number, ids: readonly number[]): Promise<SaleFault[]> {
  if (ids.length === 0) return []
  const rows = await DOCUMENTS.rows(tx, [contractId, ids])
  const known = new Set(rows.map(({ id }) => id))
  return ids.flatMap((id, at) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/documentIds/${at}`,
            code: 'UnknownReference',
            message: `The contract has no document ${id}.`,
          } as const,
        ],
  )
}

/** The fee is owed from today on. */
async function charge(
  tx: Tx,
  acting: Acting,
  { id, product_id }: ContractRow,
  { fee, payer }: { readonly fee: Cents; readonly payer: number },
): Promise<void> {
  if (fee === 0) return
  const postingDates = await accountingDates(tx)
  const row = { accountHolderId: payer, amount: fee, productId: product_id, contractId: id }
  await applyPlan(tx, planTransferFee(row, postingDates(acting.today)), acting)
}

interface NewTransfer extends Omit<TransferRequest, 'fee'> {
  readonly contractId: number
  readonly fee: Cents
  readonly customerId: number
  readonly newId: number
  readonly previous: StoredPerson
}

const insertTransfer = (tx: Tx, { caller, now }: Acting, transfer: NewTransfer): Promise<number> =>
  insertInto(tx, transferTable, {
    contract_id: transfer.contractId,
    previous_customer_id: transfer.customerId,
    new_customer_id: transfer.newId,
    previous_customer: transfer.previous,
    transfer_date: transfer.transferDate,
    odometer: transfer.odometer,
    fee: transfer.fee,
    fee_paid_by: transfer.feePaidBy,
    document_ids: transfer.documentIds,
    note: transfer.note ?? null,
    created_at: now,
    created_by: caller.name,
  })
