import { z } from 'zod'
import { date, instant, int, json, oneOf, orNull, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { takeTurn } from '../../db/turns.ts'
import {
  type Override,
  type OverrideChange,
  overrideHolderTypes,
} from '../../domain/disbursements/overrides.ts'
import type { Cents } from '../../domain/money.ts'
import type { Calculation } from '../../domain/rate-book/rate-book.ts'
import { AuditLogModel } from './models.ts'

// The tables of overrides and of their changes.

/** Locks out other requests for changes, and the worker that applies them, until the transaction ends. */
export const lockChanges = (tx: Tx) => takeTurn(tx, 'disbursement changes')

const Amount = z.int().transform((cents) => cents as Cents)

const StoredCalculation: z.ZodType<Calculation> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Flat'), amount: Amount }),
  z.object({ type: z.literal('RateRow'), column: z.string(), of: z.literal('itemPurchasePrice').nullable() }),
  z.object({
    type: z.literal('FactorTable'),
    column: z.string().nullable(),
    amount: Amount.nullable(),
    tables: z.array(z.string()),
  }),
  z.object({
    type: z.literal('PercentOf'),
    percent: z.int(),
    base: z.union([z.enum(['DealerCost', 'Retail', 'Markup']), z.array(z.string())]),
  }),
  z.object({ type: z.literal('Remainder'), column: z.string().nullable() }),
])

const replaced = {
  calculation: StoredCalculation.nullable(),
  effectiveFrom: z.string(),
  effectiveTo: z.string().nullable(),
  auditLogId: z.int(),
}

const StoredChange: z.ZodType<OverrideChange> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('New'),
    override: z.object({
      id: z.int(),
      programId: z.int(),
      codeId: z.int(),
      holder: z.object({ type: z.enum(overrideHolderTypes), id: z.int() }).nullable(),
      planId: z.int().nullable(),
      termId: z.int().nullable(),
      deductibleId: z.int().nullable(),
      classCode: z.string().nullable(),
      ...replaced,
    }),
  }),
  z.object({ kind: z.literal('Change'), overrideId: z.int(), newId: z.int(), ...replaced }),
])

const overrideColumns = {
  id: int,
  programId: int,
  codeId: int,
  holderId: orNull(int),
  holderType: orNull(oneOf(overrideHolderTypes)),
  planId: orNull(int),
  termId: orNull(int),
  deductibleId: orNull(int),
  classCode: orNull(text),
  calculation: orNull(json((value) => StoredCalculation.parse(value))),
  effectiveFrom: date,
  effectiveTo: orNull(date),
  auditLogId: int,
}

const selectOverrides = (where: string) =>
  statement(
    overrideColumns,
    `select o.id, o.program_id as "programId", o.disbursement_code_id as "codeId", o.account_holder_id as "holderId",
       h.type as "holderType", o.plan_id as "planId", o.term_id as "termId", o.deductible_id as "deductibleId",
       o.class_code as "classCode", o.calculation, o.effective_from as "effectiveFrom",
       o.effective_to as "effectiveTo", o.change_id as "auditLogId"
     from rate_override o left join account_holder h on h.id = o.account_holder_id ${where} order by o.id`,
  )

type OverrideStatement = ReturnType<typeof selectOverrides>

const ALL_OVERRIDES = selectOverrides('')
const PROGRAM_OVERRIDES = selectOverrides('where o.program_id = $1')
const HOLDER_OVERRIDES = selectOverrides('where o.account_holder_id = $1')
const OVERRIDE_BY_ID = selectOverrides('where o.id = $1')

async function findOverrides(
  db: Db,
  statement: OverrideStatement,
  values: readonly unknown[],
): Promise<Override[]> {
  const rows = await statement.rows(db, values)
  return rows.map(({ holderId, holderType, ...override }) => ({
    ...override,
    holder: holderId === null || holderType === null ? null : { type: holderType, id: holderId },
  }))
}

export const loadOverrides = (db: Db) => findOverrides(db, ALL_OVERRIDES, [])

export const findProgramOverrides = (db: Db, programId: number) =>
  findOverrides(db, PROGRAM_OVERRIDES, [programId])

export const findHolderOverrides = (db: Db, accountHolderId: number) =>
  findOverrides(db, HOLDER_OVERRIDES, [accountHolderId])

export const findOverride = async (db: Db, id: number): Promise<Override | undefined> =>
  (await findOverrides(db, OVERRIDE_BY_ID, [id]))[0]

export async function saveOverride(tx: Tx, override: Override): Promise<void> {
  await SAVE_OVERRIDE.run(tx, [
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
  ])
}

const SAVE_OVERRIDE = command(
  `insert into rate_override (id, program_id, disbursement_code_id, account_holder_id, plan_id, term_id,
     deductible_id, class_code, calculation, effective_from, effective_to, change_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (id) do update set calculation = excluded.calculation, effective_from = excluded.effective_from,
     effective_to = excluded.effective_to, change_id = excluded.change_id`,
)

/**
 * The next id of the series that the lines of rate books take theirs from, so that an id is never used twice. The books
 * must be locked. The path cannot collide with a path of a book, because those are in capitals.
 */
export async function takeDisbursementId(tx: Tx, auditLogId: number): Promise<number> {
  const row = await TAKE_ID.first(tx, [`change/${auditLogId}`])
  if (!row) throw new Error('The statement returned no id.')
  return row.id
}

const TAKE_ID = statement(
  { id: int },
  `insert into rate_item (kind, path, id)
   select 'disbursement', $1, coalesce(max(id), 0) + 1 from rate_item where kind = 'disbursement'
   returning id`,
)

/** The id of the next change. The changes must be locked, because they are numbered without gaps in the order of the requests. */
export async function nextChangeId(tx: Tx): Promise<number> {
  return (await NEXT_CHANGE_ID.first(tx, []))?.id ?? 1
}

const NEXT_CHANGE_ID = statement(
  { id: int },
  'select coalesce(max(id), 0) + 1 as id from rate_disbursement_change',
)

interface NewChange {
  readonly id: number
  readonly action: 'Add' | 'Update'
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly reason: string | null
  readonly programId: number
  readonly change: OverrideChange
}

export async function saveChange(tx: Tx, change: NewChange): Promise<void> {
  await SAVE_CHANGE.run(tx, [
    change.id,
    change.action,
    change.requestedBy,
    change.requestedAt,
    change.reason,
    change.programId,
    JSON.stringify(change.change),
  ])
}

const SAVE_CHANGE = command(
  `insert into rate_disbursement_change (id, action, status, requested_by, requested_at, reason, program_id, wanted)
   values ($1, $2, 'Queued', $3, $4, $5, $6, $7)`,
)

/** A change that has been requested and not yet applied. */
const queuedColumns = {
  id: int,
  programId: int,
  change: json((value) => StoredChange.parse(value)),
}

const selectQueued = (rest: string) =>
  statement(
    queuedColumns,
    `select id, program_id as "programId", wanted as change from rate_disbursement_change
     where status = 'Queued' ${rest}`,
  )

const PROGRAM_CHANGES = selectQueued('and program_id = $1 order by id')
const NEXT_CHANGE = selectQueued('order by id limit 1 for update skip locked')

export type QueuedChange = NonNullable<Awaited<ReturnType<typeof lockNextChange>>>

/** The queued changes of a program, oldest first. */
export const findQueuedChanges = (db: Db, programId: number) => PROGRAM_CHANGES.rows(db, [programId])

/** The oldest queued change, locked. Nothing if the queue is empty or another instance is applying it. */
export const lockNextChange = (tx: Tx) => NEXT_CHANGE.first(tx, [])

const CHANGE = selectQueued('and id = $1 for update')

/** A queued change, locked. Nothing if it does not wait any more. */
export const lockChange = (tx: Tx, id: number) => CHANGE.first(tx, [id])

const WAITING = statement(
  { id: int },
  `select id from rate_disbursement_change where status = 'Queued' and id > $1 order by id limit $2`,
)

/** The ids of the next queued changes, oldest first. */
export const waitingChanges = async (
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> => (await WAITING.rows(db, [after, limit])).map(({ id }) => id)

type ChangeResult = Pick<AuditLogModel, 'affectedRates' | 'changes' | 'errors'> & {
  readonly status: 'Completed' | 'Failed'
  readonly completedAt: Date
}

export async function saveResult(tx: Tx, id: number, result: ChangeResult): Promise<void> {
  await SAVE_RESULT.run(tx, [
    id,
    result.status,
    result.completedAt,
    result.affectedRates,
    JSON.stringify(result.changes),
    JSON.stringify(result.errors),
  ])
}

const SAVE_RESULT = command(
  `update rate_disbursement_change
   set status = $2, completed_at = $3, affected_rates = $4, changes = $5, errors = $6 where id = $1`,
)

export async function findAuditLog(db: Db, id: number): Promise<AuditLogModel | undefined> {
  const row = await FIND_LOG.first(db, [id])
  return (
    row && {
      ...row,
      requestedAt: row.requestedAt.toISOString(),
      completedAt: row.completedAt?.toISOString() ?? null,
    }
  )
}

const { shape } = AuditLogModel

const FIND_LOG = statement(
  {
    id: int,
    action: oneOf(shape.action.options),
    status: oneOf(shape.status.options),
    reason: orNull(text),
    requestedBy: text,
    requestedAt: instant,
    completedAt: orNull(instant),
    affectedRates: int,
    changes: json((value) => shape.changes.parse(value)),
    errors: json((value) => shape.errors.parse(value)),
  },
  `select id, action, status, reason, requested_by as "requestedBy", requested_at as "requestedAt",
     completed_at as "completedAt", affected_rates as "affectedRates", changes, errors
   from rate_disbursement_change where id = $1`,
)

/** It grows with every change of an override, because changes are applied in the order of their ids. 0: none yet. */
export async function lastAppliedChangeId(db: Db): Promise<number> {
  return (await LAST_APPLIED.first(db, []))?.id ?? 0
}

const LAST_APPLIED = statement(
  { id: orNull(int) },
  `select max(id) as id from rate_disbursement_change where status = 'Completed'`,
)
