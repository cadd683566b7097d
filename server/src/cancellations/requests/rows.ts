import { seesContract } from '../../access/scope.ts'
import { refuseLeased } from '../../contracts/record/leases.ts'
import { type ContractRow, lockRowWhere } from '../../contracts/record/rows.ts'
import {
  auditColumns,
  cents,
  date,
  flag,
  instant,
  int,
  ints,
  oneOf,
  orNull,
  packedJson,
  type RowOf,
  text,
  texts,
  withDefault,
} from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { sql } from '../../db/sql.ts'
import { command, query } from '../../db/statement.ts'
import { storedValue, table, updateIn } from '../../db/table.ts'
import { together } from '../../db/together.ts'
import { lockedOnce, sendAhead } from '../../db/unit-of-work.ts'
import { requestStates } from '../../domain/cancellation/request-states.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { found } from '../../http/problems.ts'
import { requesters } from '../../reference/cancel-reasons.ts'
import {
  documentsWith,
  documentWith,
  ODOMETER_UNIT,
  overrideColumn,
  REASON,
  reasonColumn,
  storedCalculation,
} from '../decide/columns.ts'
import type { PayeeInput } from '../decide/inputs.ts'

/** An alternative of a quote as it is stored. */
export interface StoredAlternative {
  readonly cancelDate: string
  readonly method: MethodCode | null
  readonly calculation: CancelCalculation | null
  readonly refused: readonly string[]
}

/** A quote or a request as it is stored. */
export const requestTable = table('cancel_request', {
  ...{ id: withDefault(int), number: withDefault(text), contract_id: int, status: oneOf(requestStates) },
  ...{ is_quote_only: flag, requested_by: oneOf(requesters), requested_at: instant, requested_date: date },
  ...{ notice_received_date: date, cancel_date: date, cancel_odometer: orNull(int), reason_id: int },
  ...{ lien_paid_off: orNull(flag), payee: orNull(documentWith<PayeeInput>('type')) },
  override: orNull(overrideColumn),
  alternatives: documentsWith<StoredAlternative>('cancelDate', 'method', 'calculation', 'refused'),
  ...{ document_ids: ints, note: orNull(text), missing: texts },
  ...{ calculation: orNull(packedJson(storedCalculation)), total_refund: orNull(cents) },
  ...{ refund_due_date: date, valid_until: orNull(date), deny_reason: orNull(text), cancel_id: orNull(int) },
  ...auditColumns,
})

export type RequestRow = RowOf<typeof requestTable.columns>

/** The columns of a request `r` with everything that an answer needs. */
export const requestColumns = {
  ...requestTable.columns,
  ...{ contract_number: orNull(text), reason: reasonColumn, odometer_unit: ODOMETER_UNIT.column },
  /** The types of the documents that the contract has now. */
  document_types: ints,
}

export type RequestRead = RowOf<typeof requestColumns>

export const REQUEST_SELECT = `${requestTable.list('r')}, c.number as contract_number, ${ODOMETER_UNIT.select},
  (select ${REASON} from reference_value v where v.id = r.reason_id) as reason,
  array(select distinct d.document_type_id from document d
    where d.entity_type = 'Contract' and d.entity_id = r.contract_id and d.versions > 0) as document_types`

/** A request of a contract that the caller sees, or 404. */
export async function loadRequest(db: Db, caller: Caller, id: number): Promise<RequestRead> {
  const sees = seesContract(caller)
  const row = await query(requestColumns)`select ${sql.raw(REQUEST_SELECT)}
    from cancel_request r join contract c on c.id = r.contract_id
    where r.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.first(db)
  return found(row, `cancel request ${id}`)
}

export interface LockedRequest {
  readonly contract: ContractRow
  readonly request: RequestRead
}

/** What an action reads together with its request, as soon as the contract is locked. */
export interface ReadWithRequest {
  /** Locks that it needs besides the contract. */
  lock(tx: Tx): Promise<unknown>
  /** Reads with nothing to wait for between them. */
  read(tx: Tx, contractId: number): Promise<unknown>
}

/** A request that will be changed. The lock is that of its contract, which every change takes first. */
export const lockRequest = (
  tx: Tx,
  acting: Acting,
  id: number,
  more?: ReadWithRequest,
): Promise<LockedRequest> =>
  lockedOnce(tx, `cancel request ${id}`, async () => {
    const { caller } = acting
    const isOfRequest = sql`c.id = (select r.contract_id from cancel_request r where r.id = ${id})`
    const contract = found(await lockRowWhere(tx, caller, isOfRequest), `cancel request ${id}`)
    // The reads are queued behind the locks on the same connection.
    const [, [request]] = await runAll([
      more?.lock(tx),
      together(tx, (own) =>
        runAll([
          loadRequest(own, caller, id),
          refuseLeased(own, acting, contract.id),
          more?.read(own, contract.id),
        ]),
      ),
    ])
    return { contract, request }
  })

export type NewRequest = Omit<
  RequestRow,
  'id' | 'number' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'row_version'
>

const { number: _, row_version: __, ...insertedColumns } = requestTable.columns
const insertedNames = Object.keys(insertedColumns) as (keyof typeof insertedColumns)[]
const INSERT = command(`insert into cancel_request (${insertedNames.join(', ')})
  values (${insertedNames.map((_, index) => `$${index + 1}`).join(', ')})`)

/** Stores a new request and returns its row without waiting for the insert. */
export function insertRequest(
  tx: Tx,
  { now, caller }: Acting,
  request: NewRequest & { readonly id: number },
): RequestRow {
  const row: RequestRow = {
    ...request,
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
    ...{ number: requestNumber(request.id), row_version: 1 },
  }
  const values = insertedNames.map((name) => storedValue(requestTable.columns[name], row[name]))
  sendAhead(tx, INSERT.run(tx, values))
  return row
}

/** The number that the database derives from the id. */
const requestNumber = (id: number) => `CXR-${String(id).padStart(6, '0')}`

/** Changes these columns, the version and the audit fields. */
export const updateRequest = (
  tx: Tx,
  { now, caller }: Acting,
  id: number,
  changes: Partial<NewRequest>,
): Promise<void> =>
  updateIn(tx, requestTable, id, {
    ...changes,
    ...{ updated_at: now, updated_by: caller.name, row_version: sql`row_version + 1` },
  })

// Every change holds the lock of the contract, so this happens only to a writer without the lock.
constraintMeans('cancel_request_open', {
  code: 'OpenCancelRequest',
  pointer: '',
  message: 'A cancel request is already open for this contract.',
})
