import { followClaims } from '../../claims/payments/follow-cash.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
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
import type { Acting } from '../../http/caller.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { findUsableMethod } from '../methods/find-method.ts'
import { decidingRow, describe } from '../transactions/check-details.ts'
import { everyRow, type NamedRows, namedRows, rowsNamed } from '../transactions/named-rows.ts'
import { holderExists } from '../transactions/post-cash.ts'
import { lockRows } from '../transactions/settle-rows.ts'
import { readBatch } from './answer.ts'
import { batchTable } from './batch-table.ts'
import type { BatchFilter, BatchModel, NewBatchData } from './models.ts'
import { requireMayStage } from './rights.ts'
import { isUnpaid } from './unpaid-filter.ts'

/** Puts rows of an account holder in a batch. Until it is processed or deleted, nothing else can pay or change them. */
export async function stageBatch(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  data: NewBatchData,
): Promise<BatchModel> {
  const { accountHolderId, direction } = data
  const { now, caller, today } = acting
  requireMayStage(caller, direction)
  if (!(await holderExists(tx, caller, accountHolderId))) throw unknownHolder(accountHolderId)
  const chosen = data.filter
    ? await rowsThatFit(tx, accountHolderId, direction, data.filter)
    : await namedRows(tx, caller, data.ledgerIds ?? [])
  const { rows } = await lockRows(tx, everyRow(chosen))
  const fitting = data.filter ? stillFitting(data, rows) : checkRows(data, chosen, rows)
  if (fitting.length === 0) throw nothingSelected()
  const items = stagedItems(fitting)
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
  await followClaims(tx, services, acting, [...rows.keys()])
  const made = { id, status: 'Ready', direction, accountHolderId }
  emit(tx, {
    ...{ subject: `inprocesscashtransactions/${id}`, type: 'inProcessCashTransaction.created' },
    data: made,
  })
  return readBatch(tx, caller, id)
}

function unknownHolder(id: number): Problem {
  const message = `There is no account holder ${id}.`
  return new Problem('UnknownReference', message, {
    errors: [{ pointer: '/accountHolderId', code: 'UnknownReference', message }],
  })
}

async function rowsThatFit(
  tx: Tx,
  accountHolderId: number,
  direction: BatchDirection,
  filter: BatchFilter,
): Promise<NamedRows> {
  if (filter.direction && direction !== 'Net' && filter.direction !== direction)
    throw otherDirection(direction)
  const wanted = filter.direction ?? (direction === 'Net' ? undefined : direction)
  const isWanted = isUnpaid(accountHolderId, { ...filter, direction: wanted })
  const rows = await query({ id: int })`select l.id from ledger l left join contract c on c.id = l.contract_id
    where ${isWanted} order by l.id`.rows(tx)
  return new Map(rows.map(({ id }) => [id, [id]]))
}

function otherDirection(direction: BatchDirection): Problem {
  const message = `The direction of the filter must be that of the batch, ${direction}.`
  return new Problem('DirectionMismatch', message, {
    errors: [{ pointer: '/filter/direction', code: 'DirectionMismatch', message }],
  })
}

const nothingSelected = () =>
  new Problem('NothingSelected', 'No row was selected. Name at least one open row of the account holder.')

/** Rows that another caller took before they were locked are no longer open, so they do not fit the filter. */
const stillFitting = (batch: NewBatchData, rows: ReadonlyMap<number, LedgerRow>): LedgerRow[] =>
  [...rows.values()].filter((row) => stageRefusal(batch, row) === undefined)

const messages: Readonly<Record<StageRefusal, (id: number, row: LedgerRow) => string>> = {
  LedgerOfOther: (id) => `Ledger row ${id} belongs to another account holder.`,
  LedgerInOtherBatch: (id, { inProcessCashTransactionId }) =>
    `Ledger row ${id} is in batch ${inProcessCashTransactionId} already.`,
  DirectionMismatch: (id, { direction }) =>
    `Ledger row ${id} is a row to ${direction === 'Pay' ? 'pay' : 'receive'} and does not fit the batch.`,
  LedgerNotOpen: (id, row) => `Ledger row ${id} is ${describe(row)}; it must be Open.`,
}

/** The rows, when all of them fit. Otherwise every fault is told at once, under the ids that the caller named. */
function checkRows(batch: NewBatchData, named: NamedRows, rows: ReadonlyMap<number, LedgerRow>): LedgerRow[] {
  const faults: (Fault & { readonly code: ProblemCode; readonly ledgerId: number })[] = []
  const fits = [...new Set(batch.ledgerIds)].flatMap((id): LedgerRow[] => {
    const pointer = `/ledgerIds/${batch.ledgerIds?.indexOf(id)}`
    const behind = rowsNamed(id, named, rows)
    const row = decidingRow(behind)
    if (!row) {
      const message = `There is no ledger row ${id}.`
      faults.push({ ledgerId: id, code: 'UnknownReference', pointer, message })
      return []
    }
    const refusal = stageRefusal(batch, row)
    if (!refusal) return behind.filter((one) => stageRefusal(batch, one) === undefined)
    faults.push({ ledgerId: id, code: refusal, pointer, message: messages[refusal](id, row) })
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
  const chosen = await findUsableMethod(tx, { accountHolderId, direction: moves, id, type: method })
  if (!chosen) {
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
