import { seesContract } from '../../access/scope.ts'
import { lockContract } from '../../contracts/record/change-state.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { type Db, run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, unknownReference } from '../../http/problems.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { OverrideInput } from '../decide/inputs.ts'
import { REFUND_READ, type ReadPayment, type RefundRead } from '../decide/payment-rows.ts'

/** A cancellation as it is kept. */
export interface CancelRow {
  readonly id: number
  readonly number: string
  readonly contract_id: number
  readonly cancel_request_id: number | null
  readonly status: 'Active' | 'Reversed'
  readonly requested_by: Requester
  readonly notice_received_date: CalendarDate
  readonly cancel_date: CalendarDate
  readonly cancel_odometer: number | null
  readonly execution_date: CalendarDate
  readonly executed_at: Date
  readonly executed_by: string
  readonly reason_id: number
  readonly lien_paid_off: boolean | null
  /** As it was sent. */
  readonly override: OverrideInput | null
  readonly document_ids: readonly number[]
  readonly note: string | null
  /** In cents. */
  readonly calculation: CancelCalculation
  readonly ended_hold_ids: readonly number[]
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
  readonly row_version: number
}

/** With everything that an answer shows. */
export interface CancelRead extends CancelRow, RefundRead {
  readonly contract_number: string | null
  readonly reason: Pick<CancelReasonModel, 'id' | 'code' | 'name'> & {
    readonly is_active: boolean
    readonly details: Omit<CancelReasonModel, 'id' | 'code' | 'name' | 'isActive'>
  }
  readonly reinstatement: {
    readonly id: number
    readonly reinstate_date: CalendarDate
    readonly reason: string
    readonly gap_days: number
    readonly created_by: string
  } | null
}

const COLUMNS = [
  ...['id', 'number', 'contract_id', 'cancel_request_id', 'status', 'requested_by', 'notice_received_date'],
  ...['cancel_date', 'cancel_odometer', 'execution_date', 'executed_at', 'executed_by', 'reason_id'],
  ...['lien_paid_off', 'override', 'document_ids', 'note', 'calculation', 'ended_hold_ids', 'created_at'],
  ...['created_by', 'updated_at', 'updated_by', 'row_version'],
] as const satisfies readonly (keyof CancelRow)[]

/** What a cancel `x` of a contract `c` is shown with. */
export const CANCEL_SHOWN = `${COLUMNS.map((name) => `x.${name}`).join(', ')}, c.number as contract_number,
  (select to_jsonb(v) from reference_value v where v.id = x.reason_id) as reason,
  (select to_jsonb(r) from reinstatement r where r.cancel_id = x.id) as reinstatement, ${REFUND_READ}`
export const CANCEL_FROM = 'cancel x join contract c on c.id = x.contract_id'

/** A cancellation of a contract that the caller sees; 404 where there is none for it. */
export async function loadCancelRow(db: Db, caller: Caller, id: number): Promise<CancelRead> {
  const sees = seesContract(caller)
  const { rows } = await sql<CancelRead>`select ${sql.raw(CANCEL_SHOWN)} from ${sql.raw(CANCEL_FROM)}
    where x.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.execute(db)
  return found(rows[0], `cancel ${id}`)
}

/** The id of the contract of a cancellation that the caller sees. */
export async function findContractIdOfCancel(db: Db, caller: Caller, id: number): Promise<number> {
  const sees = seesContract(caller)
  const { rows } = await sql<{ contract_id: number }>`select x.contract_id from ${sql.raw(CANCEL_FROM)}
    where x.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.execute(db)
  return found(rows[0], `cancel ${id}`).contract_id
}

/** The payment of a cancel that the input names. */
export function requirePayment({ payments, number }: CancelRead, paymentId: number): ReadPayment {
  const payment = (payments ?? []).find(({ id }) => id === paymentId)
  if (!payment) throw unknownReference('/paymentId', `payment ${paymentId} of ${number}`)
  return payment
}

export interface LockedCancel {
  readonly contract: ContractRow
  readonly cancel: CancelRead
}

/** A cancellation for a change. What protects it is the lock of its contract, which everybody takes first. */
export async function lockCancel(tx: Tx, acting: Acting, id: number): Promise<LockedCancel> {
  const contract = await lockContract(tx, acting, await findContractIdOfCancel(tx, acting.caller, id))
  return { contract, cancel: await loadCancelRow(tx, acting.caller, id) }
}

export type NewCancel = Pick<
  CancelRow,
  | 'contract_id'
  | 'cancel_request_id'
  | 'requested_by'
  | 'notice_received_date'
  | 'cancel_date'
  | 'cancel_odometer'
  | 'execution_date'
  | 'reason_id'
  | 'lien_paid_off'
  | 'override'
  | 'document_ids'
  | 'note'
  | 'calculation'
  | 'ended_hold_ids'
>

const documents: readonly string[] = ['override', 'calculation']

export async function insertCancel(
  tx: Tx,
  { now, caller }: Acting,
  cancel: NewCancel,
): Promise<{ readonly id: number; readonly number: string }> {
  const columns = Object.entries({
    ...cancel,
    ...{ executed_at: now, executed_by: caller.name, created_at: now, created_by: caller.name },
    ...{ updated_at: now, updated_by: caller.name },
  })
  const names = columns.map(([name]) => name).join(', ')
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  const kept = ([name, value]: readonly [string, unknown]) =>
    documents.includes(name) && value !== null ? JSON.stringify(value) : value
  const [row] = await run<{ id: number; number: string }>(
    tx,
    `insert into cancel (${names}) values (${places}) returning id, number`,
    columns.map(kept),
  )
  return found(row, 'new cancel')
}

const TOUCH = `update cancel set status = $2, updated_at = $3, updated_by = $4, row_version = row_version + 1
  where id = $1`

/** Something of it has changed; it is this from now on. */
export const touchCancel = (tx: Tx, { now, caller }: Acting, id: number, status: CancelRow['status']) =>
  run(tx, TOUCH, [id, status, now, caller.name])
