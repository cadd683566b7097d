import { seesContract } from '../../access/scope.ts'
import { lockContract } from '../../contracts/record/change-state.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { type Db, run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockedOnce, sendAhead } from '../../db/unit-of-work.ts'
import type { RequestState } from '../../domain/cancellation/request-states.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { found } from '../../http/problems.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { OverrideInput, PayeeInput } from '../decide/inputs.ts'

/** The same on another day, or by another method, as it is kept. */
export interface StoredAlternative {
  readonly cancelDate: string
  readonly method: MethodCode | null
  readonly calculation: CancelCalculation | null
  readonly refused: readonly string[]
}

/** A quote or a request as it is kept. */
export interface RequestRow {
  readonly id: number
  readonly number: string
  readonly contract_id: number
  readonly status: RequestState
  readonly is_quote_only: boolean
  readonly requested_by: Requester
  readonly requested_at: Date
  readonly requested_date: string
  readonly notice_received_date: string
  readonly cancel_date: string
  readonly cancel_odometer: number | null
  readonly reason_id: number
  readonly lien_paid_off: boolean | null
  readonly payee: PayeeInput | null
  readonly override: OverrideInput | null
  readonly alternatives: readonly StoredAlternative[]
  readonly document_ids: readonly number[]
  readonly note: string | null
  readonly calculation: CancelCalculation | null
  readonly missing: readonly string[]
  readonly valid_until: string | null
  readonly deny_reason: string | null
  readonly cancel_id: number | null
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
  readonly row_version: number
}

/** With what it is shown with. */
export interface RequestRead extends RequestRow {
  readonly contract_number: string | null
  readonly reason: CancelReasonModel
  /** The types of document that the contract has by now. */
  readonly document_types: readonly number[]
}

const COLUMNS = [
  ...['id', 'number', 'contract_id', 'status', 'is_quote_only', 'requested_by', 'requested_at'],
  ...['requested_date', 'notice_received_date', 'cancel_date', 'cancel_odometer', 'reason_id'],
  ...['lien_paid_off', 'payee', 'override', 'alternatives', 'document_ids', 'note', 'calculation', 'missing'],
  ...['valid_until', 'deny_reason', 'cancel_id', 'created_at', 'created_by', 'updated_at', 'updated_by'],
  'row_version',
] as const satisfies readonly (keyof RequestRow)[]

/** What a request `r` of a contract `c` is shown with. */
export const REQUEST_SHOWN = `${COLUMNS.map((name) => `r.${name}`).join(', ')}, c.number as contract_number,
  (select jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name, 'isActive', v.is_active) || v.details
   from reference_value v where v.id = r.reason_id) as reason,
  array(select distinct d.document_type_id from document d
    where d.entity_type = 'Contract' and d.entity_id = r.contract_id and d.versions > 0) as document_types`

/** A request of a contract that the caller sees; 404 where there is none for it. */
export async function loadRequest(db: Db, caller: Caller, id: number): Promise<RequestRead> {
  const sees = seesContract(caller)
  const { rows } = await sql<RequestRead>`select ${sql.raw(REQUEST_SHOWN)}
    from cancel_request r join contract c on c.id = r.contract_id
    where r.id = ${id} ${sees ? sql`and ${sees}` : sql``}`.execute(db)
  return found(rows[0], `cancel request ${id}`)
}

export interface LockedRequest {
  readonly contract: ContractRow
  readonly request: RequestRead
}

/** A request for a change. What protects it is the lock of its contract, which everybody takes first. */
export const lockRequest = (tx: Tx, acting: Acting, id: number): Promise<LockedRequest> =>
  lockedOnce(tx, `cancel request ${id}`, async () => {
    const { contract_id } = await loadRequest(tx, acting.caller, id)
    const contract = await lockContract(tx, acting, contract_id)
    return { contract, request: await loadRequest(tx, acting.caller, id) }
  })

/** What is kept as a document goes in as its text: an array would be read as one of PostgreSQL's. */
const documents: ReadonlySet<string> = new Set(['payee', 'override', 'alternatives', 'calculation'])
const kept = ([name, value]: readonly [string, unknown]) =>
  documents.has(name) && value !== null ? JSON.stringify(value) : value

export type NewRequest = Omit<
  RequestRow,
  'id' | 'number' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'row_version'
>

const INSERTED = COLUMNS.filter((name) => name !== 'number' && name !== 'row_version')
const INSERT = `insert into cancel_request (${INSERTED.join(', ')})
  values (${INSERTED.map((_, at) => `$${at + 1}`).join(', ')})`

/** Stores a new request; the row as it then is. */
export function insertRequest(
  tx: Tx,
  { now, caller }: Acting,
  request: NewRequest & { readonly id: number },
): RequestRow {
  const stamped = {
    ...request,
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  }
  const number = numberOf(request.id)
  const row: RequestRow = { ...stamped, number, row_version: 1 }
  sendAhead(
    tx,
    run(
      tx,
      INSERT,
      INSERTED.map((name) => kept([name, row[name]])),
    ),
  )
  return row
}

/** As the database makes it of the id. */
const numberOf = (id: number) => `CXR-${String(id).padStart(6, '0')}`

/** Changes what is given; the version and the audit fields follow. */
export async function updateRequest(
  tx: Tx,
  { now, caller }: Acting,
  id: number,
  changes: Partial<NewRequest>,
): Promise<void> {
  const columns = Object.entries(changes)
  const sets = columns.map(([name], at) => `${name} = $${at + 4}, `).join('')
  await run(
    tx,
    `update cancel_request set ${sets}updated_at = $2, updated_by = $3, row_version = row_version + 1 where id = $1`,
    [id, now, caller.name, ...columns.map(kept)],
  )
}

// The contract is locked by then, so that nobody loses this race but who comes without its lock.
constraintMeans('cancel_request_open', {
  code: 'OpenCancelRequest',
  pointer: '',
  message: 'A cancel request is open.',
})
