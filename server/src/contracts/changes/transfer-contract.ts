import { run, type Tx } from '../../db/database.ts'
import {
  type TransferFacts,
  type TransferRefusal,
  transferFeeOf,
  transferRefusals,
} from '../../domain/contract/transfer-rules.ts'
import { chargeTransferFee } from '../../domain/ledger/single.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import type { Person } from '../record/answer.ts'
import { emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import type { PersonInput } from '../record/input.ts'
import type { ContractModel } from '../record/models.ts'
import { saveReading } from '../record/odometer.ts'
import { readContract } from '../record/read-contract.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { settingOf } from '../record/settings.ts'
import { missingOfAny } from '../sale/completeness.ts'
import { makeCustomer } from '../sale/find-customer.ts'
import { findLienHolder, type RuleFault } from '../sale/sale-references.ts'

export interface Transfer {
  readonly newOwner: PersonInput
  readonly transferDate: string
  readonly odometer: number
  readonly fee?: number | undefined
  readonly feePaidBy: 'Customer' | 'NewOwner' | 'Dealer'
  readonly newLienHolderId?: number | null | undefined
  readonly documentIds: readonly number[]
  readonly note?: string | null | undefined
}

/** Passes a contract to whom its vehicle was sold. Who had it, with the loan on it, is part of it no more. */
export async function transferContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asked: Transfer,
): Promise<ContractModel['transfers'][number]> {
  requireOwner(asked)
  const row = await lockContract(tx, acting, id)
  nextState(row, 'transfer')
  const { fee, lienHolderId } = await checkTransfer(tx, acting, row, asked)
  const { customer } = await readContract(tx, { ...acting, seals: services.seals }, id)
  const { customerId, ...previous } = found(customer, `customer of contract ${id}`)
  const newId = await makeCustomer(tx, acting, services.seals, asked.newOwner)
  await charge(tx, acting, row, {
    fee,
    payer: { Customer: customerId, NewOwner: newId, Dealer: row.dealer_id }[asked.feePaidBy],
  })
  const { transferDate: date, odometer: value } = asked
  const transferId = await insertTransfer(tx, acting, {
    ...asked,
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
    // Of the new loan nothing is known but who gave it.
    financing: lienHolderId === null ? null : {},
    account_number: null,
    is_transferred: true,
    last_odometer: value,
    last_odometer_date: date,
    last_odometer_source: 'Transfer',
  })
  const { transfers } = await emitAndRead(tx, services, acting, id, 'transferred')
  return found(
    transfers.find((one) => one.id === transferId),
    `transfer ${transferId}`,
  )
}

/** The new owner is known as every customer of a sale is. */
function requireOwner({ newOwner }: Transfer): void {
  const missing = missingOfAny('Pending', {
    customer: newOwner,
    retailPrice: 0,
    vin: undefined,
    vehiclePurchasePrice: undefined,
    lienHolder: undefined,
  })
  if (missing.length === 0) return
  throw refuse(
    missing.map((fault) => ({ ...fault, pointer: fault.pointer.replace('/customer', '/newOwner') })),
  )
}

/** The fee and the new lien holder; or everything that stands against it, at once. */
async function checkTransfer(tx: Tx, { today }: Acting, row: ContractRow, asked: Transfer) {
  const [facts, lienHolder, documents] = await Promise.all([
    factsOf(tx, row),
    findLienHolder(tx, { lienHolderId: asked.newLienHolderId }),
    unknownDocuments(tx, row.id, asked.documentIds),
  ])
  const question = { ...asked, fee: asked.fee === undefined ? undefined : centsOf(asked.fee) }
  const refusals = transferRefusals(facts, question, today)
  const faults = [
    ...refusals.map((refusal) => faultOf(refusal, facts)),
    ...lienHolder.faults.map((fault) => ({ ...fault, pointer: '/newLienHolderId' })),
    ...documents,
  ]
  const [first] = faults
  if (first)
    throw new Problem(first.code, first.message, {
      errors: faults,
      members: Object.assign({}, ...refusals.map(({ code: _, ...members }) => members)),
    })
  return { fee: transferFeeOf(facts, question), lienHolderId: lienHolder.id }
}

async function factsOf(tx: Tx, row: ContractRow): Promise<TransferFacts> {
  const [days, fee] = await Promise.all([settingOf(tx, 'transferDays'), settingOf(tx, 'transferFee')])
  return {
    isTransferable: row.sold.transferable,
    isTransferred: row.is_transferred,
    stateOfSale: row.state_of_sale,
    saleDate: row.sale_date,
    lastOdometer: row.last_odometer,
    transferDays: Number(days),
    transferFee: centsOf(Number(fee)),
  }
}

function faultOf(refusal: TransferRefusal, { transferDays, saleDate }: TransferFacts): RuleFault {
  const { code } = refusal
  switch (code) {
    case 'NotTransferable':
      return { pointer: '', code, message: 'Contracts of this program are not transferred.' }
    case 'AlreadyTransferred':
      return { pointer: '', code, message: 'The contract was transferred before.' }
    case 'TransferWindowPassed': {
      const message = `It is transferred within ${transferDays} days of a day from ${saleDate} to today.`
      return { pointer: '/transferDate', code, message }
    }
    case 'TransferFeeTooHigh':
      return { pointer: '/fee', code, message: `The fee is at most ${refusal.max.toFixed(2)}.` }
    case 'OdometerBelowLastKnown':
      return { pointer: '/odometer', code, message: `The odometer showed ${refusal.lastKnown} before.` }
    default:
      return refusal satisfies never
  }
}

const DOCUMENTS = `select id from document where entity_type = 'Contract' and entity_id = $1 and versions > 0
  and id = any($2::bigint[])`

/** Documents are those of the contract that have arrived. */
async function unknownDocuments(tx: Tx, contractId: number, ids: readonly number[]): Promise<RuleFault[]> {
  if (ids.length === 0) return []
  const rows = await run<{ id: number }>(tx, DOCUMENTS, [contractId, ids])
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

/** What is asked for is owed from today on. */
async function charge(
  tx: Tx,
  acting: Acting,
  { id, product_id }: ContractRow,
  { fee, payer }: { readonly fee: Cents; readonly payer: number },
): Promise<void> {
  if (fee === 0) return
  const on = await accountingDates(tx)
  const row = { accountHolderId: payer, amount: fee, productId: product_id, contractId: id }
  await applyPlan(tx, chargeTransferFee(row, on(acting.today)), acting)
}

const INSERT = `insert into contract_transfer (contract_id, previous_customer_id, new_customer_id, previous_customer,
    transfer_date, odometer, fee, fee_paid_by, document_ids, note, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`

interface NewTransfer extends Omit<Transfer, 'fee'> {
  readonly contractId: number
  readonly fee: Cents
  readonly customerId: number
  readonly newId: number
  /** As it is answered: what is sealed stays with the customer, and is not kept twice. */
  readonly previous: Person
}

async function insertTransfer(tx: Tx, { caller, now }: Acting, transfer: NewTransfer): Promise<number> {
  const { contractId, customerId, newId, previous, transferDate, odometer, fee, feePaidBy } = transfer
  const [row] = await run<{ id: number }>(tx, INSERT, [
    ...[contractId, customerId, newId, JSON.stringify(previous), transferDate, odometer, fee, feePaidBy],
    ...[transfer.documentIds, transfer.note ?? null, now, caller.name],
  ])
  return row?.id ?? 0
}
