import { lockContract } from '../../contracts/record/change-state.ts'
import { andVisibleTo, type ContractRow } from '../../contracts/record/rows.ts'
import {
  auditColumns,
  date,
  flag,
  instant,
  int,
  ints,
  json,
  oneOf,
  orNull,
  type RowOf,
  text,
  withDefault,
} from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query } from '../../db/statement.ts'
import { insertWithId, type NewRow, table } from '../../db/table.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, unknownReference } from '../../http/problems.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import {
  documentWith,
  ODOMETER_UNIT,
  overrideColumn,
  REASON,
  reasonColumn,
  storedCalculation,
} from '../decide/columns.ts'
import { cancelStatuses } from '../decide/models.ts'
import { REFUND_READ, type ReadPayment, refundColumns } from '../decide/payment-rows.ts'

/** A cancel as it is stored. Amounts in its JSON documents are cents, except in the override, which is as it was sent. */
const cancelTable = table('cancel', {
  ...{ id: withDefault(int), number: withDefault(text), contract_id: int, cancel_request_id: orNull(int) },
  ...{ status: withDefault(oneOf(cancelStatuses)), requested_by: oneOf(requesters) },
  ...{ notice_received_date: date, cancel_date: date, cancel_odometer: orNull(int), execution_date: date },
  ...{ executed_at: instant, executed_by: text, reason_id: int, lien_paid_off: orNull(flag) },
  ...{ override: orNull(overrideColumn), document_ids: ints, note: orNull(text) },
  ...{ calculation: json(storedCalculation), ended_hold_ids: ints },
  ...auditColumns,
})

interface StoredReinstatement {
  readonly id: number
  readonly reinstate_date: CalendarDate
  readonly reason: string
  readonly gap_days: number
  readonly created_by: string
}

/** The columns of a cancel `x` with everything that an answer needs. */
export const cancelColumns = {
  ...cancelTable.columns,
  ...{ contract_number: orNull(text), reason: reasonColumn, odometer_unit: ODOMETER_UNIT.column },
  reinstatement: orNull(documentWith<StoredReinstatement>('id', 'reinstate_date', 'reason', 'gap_days')),
  ...refundColumns,
}

export type CancelRead = RowOf<typeof cancelColumns>

export const CANCEL_SELECT = `${cancelTable.list('x')}, c.number as contract_number, ${ODOMETER_UNIT.select},
  (select ${REASON} from reference_value v where v.id = x.reason_id) as reason,
  (select jsonb_build_object('id', r.id, 'reinstate_date', r.reinstate_date, 'reason', r.reason, 'gap_days', r.gap_days,
    'created_by', r.created_by) from reinstatement r where r.cancel_id = x.id) as reinstatement, ${REFUND_READ}`
export const CANCEL_FROM = 'cancel x join contract c on c.id = x.contract_id'

/** A cancel of a contract that the caller sees, or 404. */
export async function loadCancelRow(db: Db, caller: Caller, id: number): Promise<CancelRead> {
  const row = await query(cancelColumns)`select ${sql.raw(CANCEL_SELECT)} from ${sql.raw(CANCEL_FROM)}
    where x.id = ${id} ${andVisibleTo(caller)}`.first(db)
  return found(row, `cancel ${id}`)
}

/** The id of the contract of a cancel that the caller sees, or 404. */
export async function loadContractIdOfCancel(db: Db, caller: Caller, id: number): Promise<number> {
  const row = await query(cancelTable.pick('contract_id'))`select x.contract_id from ${sql.raw(CANCEL_FROM)}
    where x.id = ${id} ${andVisibleTo(caller)}`.first(db)
  return found(row, `cancel ${id}`).contract_id
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

/** A cancel that will be changed. The lock is that of its contract, which every change takes first. */
export async function lockCancel(tx: Tx, acting: Acting, id: number): Promise<LockedCancel> {
  const contract = await lockContract(tx, acting, await loadContractIdOfCancel(tx, acting.caller, id))
  return { contract, cancel: await loadCancelRow(tx, acting.caller, id) }
}

type Audit = 'executed_at' | 'executed_by' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'
type NewCancel = Omit<NewRow<typeof cancelTable.columns>, Audit> & { readonly id: number }

/** Where cancels have their ids from. */
export const CANCEL_IDS = 'cancel_id_seq'

/** The number that the database derives from the id. */
export const cancelNumber = (id: number) => `CXL-${String(id).padStart(6, '0')}`

export const insertCancel = (tx: Tx, { now, caller }: Acting, cancel: NewCancel): Promise<void> =>
  insertWithId(tx, cancelTable, {
    ...cancel,
    ...{ executed_at: now, executed_by: caller.name, created_at: now, created_by: caller.name },
    ...{ updated_at: now, updated_by: caller.name },
  })

const TOUCH =
  command(`update cancel set status = $2, updated_at = $3, updated_by = $4, row_version = row_version + 1
  where id = $1`)

/** Sets the status and the audit fields after a change. */
export const touchCancel = (tx: Tx, { now, caller }: Acting, id: number, status: CancelRead['status']) =>
  TOUCH.run(tx, [id, status, now, caller.name])
