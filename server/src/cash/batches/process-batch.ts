import { followClaims } from '../../claims/payments/follow-cash.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command } from '../../db/statement.ts'
import { updateIn } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type Allotment, allotReceived, cashTypeFor, planUnstaging } from '../../domain/cash/batches.ts'
import { type Application, appliedAmount, type CashMethod, type CashType } from '../../domain/cash/cash.ts'
import { planOverShort } from '../../domain/ledger/single.ts'
import { amountOf, type Cents, centsOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { lockLedgerRow } from '../../ledger/load-ledger.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { loadSettings } from '../../reference/settings.ts'
import { findUsableMethod } from '../methods/find-method.ts'
import { followHolds } from '../transactions/follow-contracts.ts'
import { postCash, refuseDuplicateCheck, requireNotFuture } from '../transactions/post-cash.ts'
import { type LockedRows, lockRows } from '../transactions/settle-rows.ts'
import { readBatch } from './answer.ts'
import { type BatchRow, batchTable, loadItems, lockBatch } from './batch-table.ts'
import type { BatchModel, ProcessData } from './models.ts'

/** Turns a batch into cash: its rows are paid, all of them or as far as the money goes. */
export async function processBatch(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  data: ProcessData,
): Promise<BatchModel> {
  const batch = await lockBatch(tx, id)
  if (batch.status === 'Processed') throw alreadyProcessed(batch)
  const due = Math.abs(batch.netAmount) as Cents
  if (centsOf(data.amountConfirmed) !== due)
    throw new Problem(
      'AmountChanged',
      `The batch comes to ${amountOf(due)}; ${data.amountConfirmed} was confirmed.`,
      { members: { netAmount: amountOf(batch.netAmount) } },
    )
  const { effectiveDate = acting.today } = data
  requireNotFuture(effectiveDate, acting, '/effectiveDate')
  const type = cashTypeFor(batch.direction, batch.netAmount)
  const received = data.amountReceived === undefined ? due : centsOf(data.amountReceived)
  const method = chooseMethod(batch, data, received)
  const paymentMethodId = await methodFor(tx, batch, method, type)
  if (type === 'Payment' && method === 'Check') await refuseDuplicateCheck(tx, data.checkNumber ?? null, null)
  const { items, locked } = await lockItems(tx, id)
  const { overShortTolerance } = await loadSettings(tx, ['overShortTolerance'])
  const allotment = allotReceived(items, {
    ...{ direction: batch.direction, type, due, received },
    ...{ writeOff: data.writeOffDifference, tolerance: overShortTolerance },
  })
  if ('refused' in allotment) throw refuseAmount(allotment.refused, { due, received, overShortTolerance })
  const applications = [
    ...allotment.applications,
    ...(await writeOff(tx, acting, batch, allotment, effectiveDate)),
  ]
  await applyPlan(tx, planUnstaging(allotment.unpaid, locked.ofContracts), acting)
  await followClaims(
    tx,
    services,
    acting,
    allotment.unpaid.map((row) => row.id),
  )
  const cashId = await postCash(
    tx,
    services,
    acting,
    { applications, ofContracts: locked.ofContracts },
    {
      ...{ type, method, accountHolderId: batch.accountHolderId, cashDate: effectiveDate, amount: received },
      ...{ applied: appliedAmount(type, applications), checkNumber: data.checkNumber ?? null },
      ...{ reference: data.reference ?? null, memo: batch.memo },
      ...{ inProcessCashTransactionId: id, paymentMethodId },
    },
  )
  await followHolds(tx, acting, locked.contractIds)
  await saveProcessed(tx, acting, batch, cashId)
  return readBatch(tx, acting.caller, id)
}

/** A batch that only nets is a Netting of 0.00. */
function chooseMethod({ method, direction }: BatchRow, { ach }: ProcessData, received: Cents): CashMethod {
  if (direction === 'Net' && received === 0) return 'Netting'
  return ach ? 'ACH' : method
}

/** A batch that was staged for a check can be sent by ACH only if the account holder has a bank account for it. */
async function methodFor(
  tx: Tx,
  { accountHolderId, paymentMethodId, method: staged }: BatchRow,
  method: CashMethod,
  type: CashType,
): Promise<number | null> {
  if (method !== 'ACH' || staged === 'ACH') return paymentMethodId
  const direction = type === 'Payment' ? 'Pay' : 'Receive'
  const found = await findUsableMethod(tx, { accountHolderId, direction, type: 'ACH' })
  if (found) return found.id
  const message = 'The account holder has no active ACH method.'
  throw new Problem('PaymentMethodNotUsable', message, {
    errors: [{ pointer: '/ach', code: 'PaymentMethodNotUsable', message }],
  })
}

const alreadyProcessed = ({ cashTransactionIds }: BatchRow) =>
  new Problem('AlreadyProcessed', 'The batch is processed. Void its cash to undo it.', {
    members: { cashTransactionIds },
  })

async function lockItems(
  tx: Tx,
  id: number,
): Promise<{ readonly items: Application[]; readonly locked: LockedRows }> {
  const stored = await loadItems(tx, id)
  const locked = await lockRows(
    tx,
    stored.map(({ ledgerId }) => ledgerId),
  )
  const items = stored.map(({ ledgerId, amount }) => ({
    row: found(locked.rows.get(ledgerId), `ledger row ${ledgerId}`),
    amount,
  }))
  return { items, locked }
}

interface Amounts {
  readonly due: Cents
  readonly received: Cents
  readonly overShortTolerance: Cents
}

function refuseAmount(
  code: 'AmountMismatch' | 'DifferenceTooLarge',
  { due, received, overShortTolerance }: Amounts,
): Problem {
  const both = `The batch comes to ${amountOf(due)} and ${amountOf(received)} was received`
  const message =
    code === 'AmountMismatch'
      ? `${both}. Here the amounts must be equal.`
      : `${both}. A difference of at most ${amountOf(overShortTolerance)} can be written off.`
  return new Problem(code, message, { errors: [{ pointer: '/amountReceived', code, message }] })
}

/** The row of the difference that is written off, paid with the rest. */
async function writeOff(
  tx: Tx,
  acting: Acting,
  { accountHolderId }: BatchRow,
  { writtenOff }: Allotment,
  effectiveDate: string,
): Promise<Application[]> {
  if (writtenOff === 0) return []
  const amount = Math.abs(writtenOff) as Cents
  const direction = writtenOff < 0 ? 'Pay' : 'Receive'
  const datesOf = await accountingDates(tx)
  const plan = planOverShort({ accountHolderId, amount, direction }, datesOf(effectiveDate))
  const { inserted } = await applyPlan(tx, plan, acting)
  const row = inserted[0] && (await lockLedgerRow(tx, inserted[0].id))
  return [{ row: found(row, 'row of the difference'), amount }]
}

async function saveProcessed(
  tx: Tx,
  { now, caller }: Acting,
  batch: BatchRow,
  cashId: number,
): Promise<void> {
  const { id, direction, accountHolderId } = batch
  await updateIn(tx, batchTable, id, {
    ...{ status: 'Processed', cashTransactionIds: [cashId] },
    ...{ updated_at: now, updated_by: caller.name, row_version: sql`row_version + 1` },
  })
  const data = { id, status: 'Processed', direction, accountHolderId, cashTransactionIds: [cashId] }
  emit(tx, { subject: `inprocesscashtransactions/${id}`, type: 'inProcessCashTransaction.processed', data })
}

const DELETE_ITEMS = command('delete from in_process_item where in_process_cash_transaction_id = $1')
const DELETE = command('delete from in_process_cash_transaction where id = $1')

/** Deletes a batch that is not processed. Its rows are what they were. */
export async function deleteBatch(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
): Promise<void> {
  const batch = await lockBatch(tx, id)
  if (batch.status === 'Processed') throw alreadyProcessed(batch)
  const { items, locked } = await lockItems(tx, id)
  const rows = items.map(({ row }) => row)
  await applyPlan(tx, planUnstaging(rows, locked.ofContracts), acting)
  await followClaims(
    tx,
    services,
    acting,
    rows.map((row) => row.id),
  )
  await followHolds(tx, acting, locked.contractIds)
  await DELETE_ITEMS.run(tx, [id])
  await DELETE.run(tx, [id])
  const { status, direction, accountHolderId } = batch
  const data = { id, status, direction, accountHolderId }
  emit(tx, { subject: `inprocesscashtransactions/${id}`, type: 'inProcessCashTransaction.deleted', data })
}
