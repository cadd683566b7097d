import { type Db, run, type Tx } from '../../db/database.ts'
import type { Override, OverrideChange, OverrideHolderType } from '../../domain/disbursements/overrides.ts'
import type { Calculation } from '../../domain/rate-book/rate-book.ts'
import type { AuditLogModel } from './models.ts'

// The tables of overrides and of their changes.

/** Locks out other requests for changes, and the worker that applies them, until the transaction ends. */
export const lockChanges = (tx: Tx) =>
  run(tx, 'lock table rate_disbursement_change in share row exclusive mode', [])

interface OverrideRow {
  id: number
  program_id: number
  disbursement_code_id: number
  account_holder_id: number | null
  holder_type: OverrideHolderType | null
  plan_id: number | null
  term_id: number | null
  deductible_id: number | null
  class_code: string | null
  calculation: Calculation | null
  effective_from: string
  effective_to: string | null
  change_id: number
}

const SELECT = `
  select o.id, o.program_id, o.disbursement_code_id, o.account_holder_id, h.type as holder_type, o.plan_id, o.term_id,
    o.deductible_id, o.class_code, o.calculation, o.effective_from, o.effective_to, o.change_id
  from rate_override o left join account_holder h on h.id = o.account_holder_id`

const overrideFromRow = (row: OverrideRow): Override => ({
  id: row.id,
  programId: row.program_id,
  codeId: row.disbursement_code_id,
  holder:
    row.account_holder_id === null || row.holder_type === null
      ? null
      : { type: row.holder_type, id: row.account_holder_id },
  planId: row.plan_id,
  termId: row.term_id,
  deductibleId: row.deductible_id,
  classCode: row.class_code,
  calculation: row.calculation,
  effectiveFrom: row.effective_from,
  effectiveTo: row.effective_to,
  auditLogId: row.change_id,
})

const findOverrides = async (db: Db, where: string, parameters: readonly unknown[]): Promise<Override[]> =>
  (await run<OverrideRow>(db, `${SELECT} ${where} order by o.id`, [...parameters])).map(overrideFromRow)

export const loadOverrides = (db: Db) => findOverrides(db, '', [])

export const findProgramOverrides = (db: Db, programId: number) =>
  findOverrides(db, 'where o.program_id = $1', [programId])

export const findHolderOverrides = (db: Db, accountHolderId: number) =>
  findOverrides(db, 'where o.account_holder_id = $1', [accountHolderId])

export const findOverride = async (db: Db, id: number): Promise<Override | undefined> =>
  (await findOverrides(db, 'where o.id = $1', [id]))[0]

export async function saveOverride(tx: Tx, override: Override): Promise<void> {
  await run(
    tx,
    `insert into rate_override (id, program_id, disbursement_code_id, account_holder_id, plan_id, term_id,
       deductible_id, class_code, calculation, effective_from, effective_to, change_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (id) do update set calculation = excluded.calculation, effective_from = excluded.effective_from,
       effective_to = excluded.effective_to, change_id = excluded.change_id`,
    [
      override.id,
      override.programId,
      override.codeId,
      override.holder?.id ?? null,
      override.planId,
      override.termId,
      override.deductibleId,
      override.classCode,
      override.calculation && JSON.stringify(override.calculation),
      override.effectiveFrom,
      override.effectiveTo,
      override.auditLogId,
    ],
  )
}

/**
 * The next id of the series that the lines of rate books take theirs from, so that an id is never used twice. The books
 * must be locked. The path cannot collide with a path of a book, because those are in capitals.
 */
export async function takeDisbursementId(tx: Tx, auditLogId: number): Promise<number> {
  const [row] = await run<{ id: number }>(
    tx,
    `insert into rate_item (kind, path, id)
     select 'disbursement', $1, coalesce(max(id), 0) + 1 from rate_item where kind = 'disbursement'
     returning id`,
    [`change/${auditLogId}`],
  )
  if (!row) throw new Error('The statement returned no id.')
  return row.id
}

/** The id of the next change. The changes must be locked, because they are numbered without gaps in the order of the requests. */
export async function nextChangeId(tx: Tx): Promise<number> {
  const [row] = await run<{ id: number }>(
    tx,
    'select coalesce(max(id), 0) + 1 as id from rate_disbursement_change',
    [],
  )
  return row?.id ?? 1
}

export interface NewChange {
  readonly id: number
  readonly action: 'Add' | 'Update'
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly reason: string | null
  readonly programId: number
  readonly change: OverrideChange
}

export async function saveChange(tx: Tx, change: NewChange): Promise<void> {
  await run(
    tx,
    `insert into rate_disbursement_change (id, action, status, requested_by, requested_at, reason, program_id, wanted)
     values ($1, $2, 'Queued', $3, $4, $5, $6, $7)`,
    [
      change.id,
      change.action,
      change.requestedBy,
      change.requestedAt,
      change.reason,
      change.programId,
      JSON.stringify(change.change),
    ],
  )
}

/** A change that has been requested and not yet applied. */
export interface QueuedChange {
  readonly id: number
  readonly programId: number
  readonly change: OverrideChange
}

const QUEUED = `select id, program_id as "programId", wanted as change from rate_disbursement_change where status = 'Queued'`

/** The queued changes of a program, oldest first. */
export const findQueuedChanges = (db: Db, programId: number) =>
  run<QueuedChange>(db, `${QUEUED} and program_id = $1 order by id`, [programId])

/** The oldest queued change, locked. Nothing if the queue is empty or another instance is applying it. */
export async function lockNextChange(tx: Tx): Promise<QueuedChange | undefined> {
  const [change] = await run<QueuedChange>(tx, `${QUEUED} order by id limit 1 for update skip locked`, [])
  return change
}

export type ChangeResult = Pick<AuditLogModel, 'affectedRates' | 'changes' | 'errors'> & {
  readonly status: 'Completed' | 'Failed'
  readonly completedAt: Date
}

export async function saveResult(tx: Tx, id: number, result: ChangeResult): Promise<void> {
  await run(
    tx,
    `update rate_disbursement_change
     set status = $2, completed_at = $3, affected_rates = $4, changes = $5, errors = $6 where id = $1`,
    [
      id,
      result.status,
      result.completedAt,
      result.affectedRates,
      JSON.stringify(result.changes),
      JSON.stringify(result.errors),
    ],
  )
}

interface LogRow extends Pick<AuditLogModel, 'id' | 'action' | 'status' | 'changes' | 'errors' | 'reason'> {
  requested_by: string
  requested_at: Date
  completed_at: Date | null
  affected_rates: number
}

export async function findAuditLog(db: Db, id: number): Promise<AuditLogModel | undefined> {
  const [row] = await run<LogRow>(
    db,
    `select id, action, status, reason, requested_by, requested_at, completed_at, affected_rates, changes, errors
     from rate_disbursement_change where id = $1`,
    [id],
  )
  if (!row) return undefined
  const { requested_by, requested_at, completed_at, affected_rates, ...rest } = row
  return {
    ...rest,
    requestedBy: requested_by,
    requestedAt: requested_at.toISOString(),
    completedAt: completed_at?.toISOString() ?? null,
    affectedRates: affected_rates,
  }
}

/** It grows with every change of an override, because changes are applied in the order of their ids. 0: none yet. */
export async function lastAppliedChangeId(db: Db): Promise<number> {
  const [row] = await run<{ stamp: number | null }>(
    db,
    `select max(id) as stamp from rate_disbursement_change where status = 'Completed'`,
    [],
  )
  return row?.stamp ?? 0
}
