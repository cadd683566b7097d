import { auditColumns, type Columns, int, type RowOf } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Query, query, statement } from '../db/statement.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditFieldsFromRow } from '../http/schemas.ts'
import { type FieldRow, shownValue } from './fields.ts'
import type { Kind } from './kinds.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'
import { kindFields } from './shapes.ts'

/** An account holder as the API answers it. */
export type Holder = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly type: string
  readonly number: string
  readonly name: string
  readonly status: string
}

/** A kind, and the keys that its secrets are encrypted with. */
export interface HolderContext {
  readonly kind: Kind
  readonly seals: Seals
}

const recordColumns = { id: int, ...auditColumns }

/** The columns of every record and those that the fields of its kind are read from. */
export type HolderRow = RowOf<typeof recordColumns> & FieldRow

export const kindColumns = (kind: Kind): typeof recordColumns & Columns =>
  Object.assign({}, recordColumns, ...Object.values(kindFields(kind)).map(({ columns }) => columns))

/** The columns of a kind as a select lists them. */
export function listKindColumns(kind: Kind): string {
  const selects = Object.values(kindFields(kind)).flatMap(({ select }) => Object.entries(select))
  return [
    ...Object.keys(recordColumns).map((name) => `h.${name}`),
    ...selects.map(([name, expression]) => `${expression} as ${name}`),
  ].join(', ')
}

export const kindTables = (kind: Kind) => `account_holder h join ${kind.table} k on k.id = h.id`

// The start of the statement is built once for each kind.
const rowQueries = new Map<Kind, (where: Sql) => Query<HolderRow>>()

function rowQuery(kind: Kind) {
  const known = rowQueries.get(kind)
  if (known) return known
  const read = query(kindColumns(kind))
  const select = sql.raw(
    `select ${listKindColumns(kind)} from ${kindTables(kind)} where h.type = '${kind.type}'`,
  )
  const made = (where: Sql) => read`${select} and ${where}`
  rowQueries.set(kind, made)
  return made
}

const findRow = (db: Db, kind: Kind, where: Sql) => rowQuery(kind)(where).first(db)

/** The rows of these ids, without a lock. For callers who see every record. */
export const loadHolderRows = (db: Db, kind: Kind, ids: readonly number[]): Promise<readonly HolderRow[]> =>
  rowQuery(kind)(sql`h.id = any(${ids}::bigint[]) order by h.id`).rows(db)

const visibleWithId = (caller: Caller, kind: Kind, id: number) => {
  const sees = seesHolder(caller, kind.type)
  return sees ? sql`h.id = ${id} and ${sees}` : sql`h.id = ${id}`
}

/** For each list of linked records, the ids that a limited caller sees. Nothing for other callers. */
export async function visibleLinks(
  db: Db,
  { kind, seals }: HolderContext,
  row: HolderRow,
  caller: Caller,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const linked = Object.entries(kindFields(kind)).filter(([, field]) => field.linkedTo)
  if (!isLimited(caller) || linked.length === 0) return {}
  const visible = linked.map(async ([name, field]) => {
    const ids = field.read(row, seals) as number[]
    const rows = await query({ id: int })`select h.id from account_holder h
      where h.id = any(${ids}::bigint[]) and ${seesHolder(caller, field.linkedTo ?? kind.type)} order by h.id`.rows(
      db,
    )
    return [name, rows.map(({ id }) => id)] as const
  })
  return Object.fromEntries(await Promise.all(visible))
}

const visibleHolder = async (
  db: Db,
  context: HolderContext,
  row: HolderRow,
  caller: Caller,
): Promise<Holder> => ({
  ...holderFromRow(context, row, caller),
  ...(await visibleLinks(db, context, row, caller)),
})

/** The answer for this caller, except for the links. */
export function holderFromRow({ kind, seals }: HolderContext, row: HolderRow, caller: Caller): Holder {
  const values = Object.entries(kindFields(kind)).flatMap(([name, field]) =>
    field.answer ? [[name, shownValue(field, row, caller, seals)]] : [],
  )
  // The fields give the other parts.
  return {
    id: row.id,
    type: kind.type,
    ...Object.fromEntries(values),
    ...auditFieldsFromRow(row),
  } as unknown as Holder
}

const nameWithId = (kind: Kind, id: number) => `${kind.noun} ${id}`

export async function findHolder(
  db: Db,
  context: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder | undefined> {
  const row = await findRow(db, context.kind, visibleWithId(caller, context.kind, id))
  return row && visibleHolder(db, context, row, caller)
}

export const loadHolder = async (
  db: Db,
  context: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> => found(await findHolder(db, context, caller, id), nameWithId(context.kind, id))

/** The row, locked until the transaction ends. It is read after the lock, so that its links are the current ones. */
export function lockHolderRow(tx: Tx, kind: Kind, caller: Caller, id: number): Promise<HolderRow> {
  return lockedOnce(tx, nameWithId(kind, id), async () => {
    const isLocked = await LOCK_HOLDER.first(tx, [id, kind.type])
    const row = isLocked ? await findRow(tx, kind, visibleWithId(caller, kind, id)) : undefined
    return found(row, nameWithId(kind, id))
  })
}

const LOCK_HOLDER = statement(
  { id: int },
  'select id from account_holder where id = $1 and type = $2 for update',
)

/** The locked record as the API answers it. */
export const lockHolder = async (
  tx: Tx,
  context: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> => visibleHolder(tx, context, await lockHolderRow(tx, context.kind, caller, id), caller)

/** The record that was just saved, even if the caller may not see it. */
export async function readSavedHolder(
  tx: Tx,
  context: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> {
  const row = await findRow(tx, context.kind, sql`h.id = ${id}`)
  return visibleHolder(tx, context, found(row, nameWithId(context.kind, id)), caller)
}

/** 404 if there is no such account holder, or the caller does not see it. */
export async function requireHolder(db: Db, kind: Kind, caller: Caller, id: number): Promise<void> {
  const row = await query({ id: int })`select h.id from account_holder h
    where h.type = ${kind.type} and ${visibleWithId(caller, kind, id)}`.first(db)
  found(row, nameWithId(kind, id))
}
