import { type Db, run, type Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { lockedOnce } from '../db/unit-of-work.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { found } from '../http/problems.ts'
import { auditOf } from '../http/schemas.ts'
import type { HolderRow } from './fields.ts'
import type { Kind } from './kinds.ts'
import { seesHolder } from './scope.ts'
import type { Seals } from './seals.ts'
import { kindFields } from './shapes.ts'

/** An account holder as it is answered. */
export type Holder = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly type: string
  readonly number: string
  readonly name: string
  readonly status: string
}

/** A record of the kind, and what has been read of it. */
export interface HolderContext {
  readonly kind: Kind
  readonly seals: Seals
}

const AUDIT = 'h.created_at, h.created_by, h.updated_at, h.updated_by, h.row_version'

/** The columns that a kind's fields are made from. */
export function kindColumns(kind: Kind): string {
  const selects = Object.values(kindFields(kind)).flatMap(({ select }) => Object.entries(select))
  return ['h.id', ...selects.map(([name, expression]) => `${expression} as ${name}`), AUDIT].join(', ')
}

export const kindTables = (kind: Kind) => `account_holder h join ${kind.table} k on k.id = h.id`

// The kinds are few and fixed: what their statements begin with is put together once.
const statements = new Map<Kind, Sql>()

function selectOf(kind: Kind): Sql {
  const known = statements.get(kind)
  if (known) return known
  const made = sql.raw(`select ${kindColumns(kind)} from ${kindTables(kind)} where h.type = '${kind.type}'`)
  statements.set(kind, made)
  return made
}

async function rowWhere(db: Db, kind: Kind, where: Sql): Promise<HolderRow | undefined> {
  const { rows } = await sql<HolderRow>`${selectOf(kind)} and ${where}`.execute(db)
  return rows[0]
}

const visible = (caller: Caller, kind: Kind, id: number) => {
  const sees = seesHolder(caller, kind.type)
  return sees ? sql`h.id = ${id} and ${sees}` : sql`h.id = ${id}`
}

/** Of each list of linked records, those that a limited caller sees; nothing for one without limits. */
export async function visibleLinks(
  db: Db,
  { kind, seals }: HolderContext,
  row: HolderRow,
  caller: Caller,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const linked = Object.entries(kindFields(kind)).filter(([, field]) => field.linkedTo)
  if (!isLimited(caller) || linked.length === 0) return {}
  const seen = linked.map(async ([name, field]) => {
    const ids = field.read(row, seals) as number[]
    const { rows } = await sql<{ id: number }>`select h.id from account_holder h
      where h.id = any(${ids}::bigint[]) and ${seesHolder(caller, field.linkedTo ?? kind.type)} order by h.id`.execute(
      db,
    )
    return [name, rows.map(({ id }) => id)] as const
  })
  return Object.fromEntries(await Promise.all(seen))
}

const shownTo = async (db: Db, reading: HolderContext, row: HolderRow, caller: Caller): Promise<Holder> => ({
  ...holderFromRow(reading, row, caller),
  ...(await visibleLinks(db, reading, row, caller)),
})

/** The answer that a row makes for this caller, links apart. */
export function holderFromRow({ kind, seals }: HolderContext, row: HolderRow, caller: Caller): Holder {
  const shown = Object.entries(kindFields(kind)).flatMap(([name, field]) =>
    field.answer ? [[name, field.show ? field.show(row, caller, seals) : field.read(row, seals)]] : [],
  )
  // Its own columns are those that the kind's fields name; the rest every record has.
  return {
    id: row.id,
    type: kind.type,
    ...Object.fromEntries(shown),
    ...auditOf(row as unknown as Parameters<typeof auditOf>[0]),
  } as unknown as Holder
}

const spell = (kind: Kind, id: number) => `${kind.noun} ${id}`

export async function findHolder(
  db: Db,
  reading: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder | undefined> {
  const row = await rowWhere(db, reading.kind, visible(caller, reading.kind, id))
  return row && shownTo(db, reading, row, caller)
}

export const loadHolder = async (
  db: Db,
  reading: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> => found(await findHolder(db, reading, caller, id), spell(reading.kind, id))

/** The row, locked until the transaction ends. The lock comes first: what waits for it would still read the links of before. */
export function lockHolderRow(tx: Tx, kind: Kind, caller: Caller, id: number): Promise<HolderRow> {
  return lockedOnce(tx, spell(kind, id), async () => {
    const locked = await run(tx, 'select 1 from account_holder where id = $1 and type = $2 for update', [
      id,
      kind.type,
    ])
    const row = locked.length > 0 ? await rowWhere(tx, kind, visible(caller, kind, id)) : undefined
    return found(row, spell(kind, id))
  })
}

/** The locked record as it is answered. */
export const lockHolder = async (
  tx: Tx,
  reading: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> => shownTo(tx, reading, await lockHolderRow(tx, reading.kind, caller, id), caller)

/** What was just written, whether or not its writer sees it. */
export async function readSavedHolder(
  tx: Tx,
  reading: HolderContext,
  caller: Caller,
  id: number,
): Promise<Holder> {
  const row = await rowWhere(tx, reading.kind, sql`h.id = ${id}`)
  return shownTo(tx, reading, found(row, spell(reading.kind, id)), caller)
}

/** Refuses an account holder that is not there for this caller. */
export async function requireHolder(db: Db, kind: Kind, caller: Caller, id: number): Promise<void> {
  const { rows } = await sql`select 1 from account_holder h
    where h.type = ${kind.type} and ${visible(caller, kind, id)}`.execute(db)
  found(rows[0], spell(kind, id))
}
