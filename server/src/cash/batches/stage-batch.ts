import { seesCostLines } from '../../access/cost-visibility.ts'
import { int, ints } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { command, query } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import {
  type BatchDirection,
  planStaging,
  type StageRefusal,
  stagedItems,
  stageRefusal,
  totalOf,
} from '../../domain/cash/batches.ts'
import type { Application, CashMethod } from '../../domain/cash/cash.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import { minus } from '../../domain/money.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { mergedLedger } from '../../ledger/ledger-view.ts'
import { findUsableMethod } from '../methods/find-method.ts'
import { describe } from '../transactions/check-details.ts'
import { holderExists } from '../transactions/post-cash.ts'
import { followClaims, lockRows } from '../transactions/settle-rows.ts'
import { readBatch } from './answer.ts'
import { batchTable } from './batch-table.ts'
import type { BatchFilter, BatchModel, NewBatchData } from './models.ts'
import { requireMayStage } from './rights.ts'

/** Puts rows of an account holder in a batch. Until it is processed or deleted, nothing else can pay or change them. */
export async function stageBatch(tx: Tx, acting: Acting, data: NewBatchData): Promise<BatchModel> {
  const { accountHolderId, direction } = data
  const { now, caller, today } = acting
  requireMayStage(caller, direction)
  if (!(await holderExists(tx, caller, accountHolderId))) throw unknownHolder(accountHolderId)
  const ids = await chooseRows(tx, caller, data)
  const { rows } = await lockRows(tx, ids)
  const items = stagedItems(checkRows(data, ids, rows))
  const [totalReceive, totalPay] = [totalOf('Receive', items), totalOf('Pay', items)]
  const method = await chooseMethod(tx, data, minus(totalReceive, totalPay) < 0 ? 'Pay' : 'Receive')
  const id = await insertInto(tx, batchTable, {
    ...{ status: 'Ready', direction, accountHolderId, ...method, totalReceive, totalPay },
    ...{ memo: data.memo ?? null, scheduledDate: data.scheduledDate ?? null, createdDate: today },
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  })
  await insertItems(tx, id, items)
  await applyPlan(
    tx,
    planStaging(
      items.map(({ row }) => row),
      id,
    ),
    acting,
  )
  await followClaims(tx, [...rows.keys()])
  const subject = `inprocesscashtransactions/${id}`
  emit(tx, { subject, type: 'inProcessCashTransaction.created', data: { id, direction } })
  return readBatch(tx, caller, id)
}

function unknownHolder(id: number): Problem {
  const message = `There is no account holder ${id}.`
  return new Problem('UnknownReference', message, {
    errors: [{ pointer: '/accountHolderId', code: 'UnknownReference', message }],
  })
}

/** The rows that the request names or that fit its filter. A limited caller names dealer cost by its one merged row. */
async function chooseRows(
  tx: Tx,
  caller: Caller,
  { accountHolderId, direction, ledgerIds, filter }: NewBatchData,
): Promise<number[]> {
  if (filter) return rowsThatFit(tx, accountHolderId, direction, filter)
  const ids = [...new Set(ledgerIds ?? [])]
  if (seesCostLines(caller)) return ids
  const merged = await query({ id: int, members: ints })`select l.id, l.members from ${mergedLedger(caller)} l
    where l.id = any(${ids}::bigint[])`.rows(tx)
  const membersOf = new Map(merged.map(({ id, members }) => [id, members]))
  return ids.flatMap((id) => membersOf.get(id) ?? [id])
}

async function rowsThatFit(
  tx: Tx,
  accountHolderId: number,
  direction: BatchDirection,
  filter: BatchFilter,
): Promise<number[]> {
  const { productId, saleDateFrom, saleDateTo, contractNumber, dueBefore, includeCancels } = filter
  const wanted = filter.direction ?? (direction === 'Net' ? undefined : direction)
  const conditions: Sql[] = [
    ...(wanted === undefined ? [] : [sql`l.direction = ${wanted}`]),
    ...(productId === undefined ? [] : [sql`l.product_id = ${productId}`]),
    ...(saleDateFrom === undefined ? [] : [sql`c.sale_date >= ${saleDateFrom}::date`]),
    ...(saleDateTo === undefined ? [] : [sql`c.sale_date <= ${saleDateTo}::date`]),
    ...(contractNumber === undefined ? [] : [sql`lower(c.number) = lower(${contractNumber})`]),
    ...(dueBefore === undefined ? [] : [sql`l.due_date < ${dueBefore}::date`]),
    ...(includeCancels ? [] : [sql`l.cancel_id is null`]),
  ]
  const rows = await query({ id: int })`select l.id from ledger l left join contract c on c.id = l.contract_id
    where l.account_holder_id = ${accountHolderId} and l.status = 'Open' and l.open_amount > 0
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    order by l.id`.rows(tx)
  return rows.map(({ id }) => id)
}

const messages: Readonly<Record<StageRefusal, (row: LedgerRow) => string>> = {
  LedgerOfOther: ({ id }) => `Ledger row ${id} belongs to another account holder.`,
  LedgerInOtherBatch: ({ id, inProcessCashTransactionId }) =>
    `Ledger row ${id} is in batch ${inProcessCashTransactionId} already.`,
  DirectionMismatch: ({ id, direction }) =>
    `Ledger row ${id} is a row to ${direction === 'Pay' ? 'pay' : 'receive'} and does not fit the batch.`,
  LedgerNotOpen: (row) => `Ledger row ${row.id} is ${describe(row)}; it must be Open.`,
}

/** The rows, when all of them fit. Otherwise every fault is told at once. */
function checkRows(
  batch: NewBatchData,
  ids: readonly number[],
  rows: ReadonlyMap<number, LedgerRow>,
): LedgerRow[] {
  if (ids.length === 0)
    throw new Problem(
      'NothingSelected',
      'No row was selected. Name at least one open row of the account holder.',
    )
  const faults: (Fault & { readonly code: ProblemCode; readonly ledgerId: number })[] = []
  const fits = ids.flatMap((id): LedgerRow[] => {
    const at = batch.ledgerIds?.indexOf(id) ?? -1
    const pointer = at < 0 ? '/ledgerIds' : `/ledgerIds/${at}`
    const row = rows.get(id)
    if (!row) {
      const message = `There is no ledger row ${id}.`
      faults.push({ ledgerId: id, code: 'UnknownReference', pointer, message })
      return []
    }
    const refusal = stageRefusal(batch, row)
    if (!refusal) return [row]
    faults.push({ ledgerId: id, code: refusal, pointer, message: messages[refusal](row) })
    return []
  })
  const [first] = faults
  if (!first) return fits
  const ledgerIds = faults.filter(({ code }) => code === first.code).map(({ ledgerId }) => ledgerId)
  const errors = faults.map(({ pointer, code, message }) => ({ pointer, code, message }))
  throw new Problem(first.code, first.message, { errors, members: { ledgerIds } })
}

/** How the money moves: by the chosen method of the account holder, or by the kind of method that was named. */
async function chooseMethod(
  tx: Tx,
  { accountHolderId, direction, method, availablePaymentMethodId }: NewBatchData,
  netDirection: 'Pay' | 'Receive',
): Promise<{ readonly method: CashMethod; readonly paymentMethodId: number | null }> {
  const moves = direction === 'Net' ? netDirection : direction
  const id = availablePaymentMethodId ?? undefined
  if (id === undefined && method !== 'ACH') return { method: method ?? 'Check', paymentMethodId: null }
  const chosen = await findUsableMethod(tx, { accountHolderId, direction: moves, ...(id ? { id } : {}) })
  if (!chosen || (method !== undefined && chosen.type !== method)) {
    const message = `The account holder has no active ${method ?? ''} method ${id ?? ''} to ${moves === 'Pay' ? 'be paid' : 'pay'} by.`
    throw new Problem('PaymentMethodNotUsable', message.replaceAll(/ +/g, ' '), {
      errors: [{ pointer: '/availablePaymentMethodId', code: 'PaymentMethodNotUsable', message }],
    })
  }
  return { method: chosen.type, paymentMethodId: chosen.id }
}

const INSERT_ITEMS = command(`
  insert into in_process_item (in_process_cash_transaction_id, ledger_id, amount, status_before)
  select $1, new.ledger_id, new.amount, new.status
  from unnest($2::bigint[], $3::bigint[], $4::text[]) as new (ledger_id, amount, status)`)

const insertItems = (tx: Tx, id: number, items: readonly Application[]) =>
  INSERT_ITEMS.run(tx, [
    id,
    items.map(({ row }) => row.id),
    items.map(({ amount }) => amount),
    items.map(({ row }) => row.status),
  ])
