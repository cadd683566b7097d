import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { int, oneOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { runAll } from '../db/run-all.ts'
import { sql } from '../db/sql.ts'
import { query, statement } from '../db/statement.ts'
import { emit } from '../db/unit-of-work.ts'
import { isObject } from '../domain/objects.ts'
import type { Acting } from '../http/caller.ts'
import { type Fault, found } from '../http/problems.ts'
import { check, refuse } from '../http/validation.ts'
import type { Field, FieldRow, Fields } from './fields.ts'
import { numberTaken, requireValidHolder, requireVisible, type Values } from './holder-rules.ts'
import { holderStatuses } from './holder-types.ts'
import {
  type Holder,
  type HolderContext,
  type HolderRow,
  lockHolderRow,
  readSavedHolder,
  visibleLinks,
} from './holders.ts'
import type { Kind } from './kinds.ts'
import { lastNumber, lastNumberValues, lockNumberSeries, nextNumber } from './number-series.ts'
import { HOME_COUNTRY, missingName } from './people.ts'
import type { Seals } from './seals.ts'
import { kindFields } from './shapes.ts'

export async function createHolder(
  tx: Tx,
  acting: Acting,
  context: HolderContext,
  body: Values,
): Promise<Holder> {
  const id = await insertHolder(tx, acting, context, body)
  return readSavedHolder(tx, context, acting.caller, id)
}

/** Creates a record without reading it back. Gives its id. */
export async function insertHolder(
  tx: Tx,
  acting: Acting,
  context: HolderContext,
  body: Values,
): Promise<number> {
  const { kind, seals } = context
  const { caller } = acting
  const { columns, values } = await checkNewHolder(tx, acting, context, body)
  const saved = await insertWithNumber(tx, kind, body.number, columns)
  // Another transaction took the number after it was checked.
  if (!saved) throw await numberTaken(tx, context, caller, String(body.number))
  await saveTables(tx, kindFields(kind), saved.id, values, seals)
  await requireVisible(tx, context, caller, saved.id)
  emitHolderEvent(tx, 'accountHolder.created', saved)
  return saved.id
}

/** A new record that follows the rules and has no id and number yet. */
interface NewHolder {
  readonly columns: Columns
  readonly values: Values
}

async function checkNewHolder(
  tx: Tx,
  { caller, now, today }: Acting,
  context: HolderContext,
  body: Values,
): Promise<NewHolder> {
  const { kind, seals } = context
  const values = newValues(kind, body, today)
  await requireValidHolder(tx, context, caller, { values, stored: {} })
  const { shared, own } = columnsFor(kindFields(kind), values, seals)
  return {
    values,
    columns: {
      own,
      shared: {
        type: kind.type,
        effective_date: values.effectiveDate,
        country: HOME_COUNTRY,
        ...shared,
        ...derivedName(kind, values),
        created_at: now,
        created_by: caller.name,
        updated_at: now,
        updated_by: caller.name,
      },
    },
  }
}

/** A new customer. Customers have no tables besides their own, and take a number of their own series. */
export interface NewCustomer {
  /** Its record as a read will give it, without id and number. */
  readonly row: FieldRow
  /** Takes the next number of customers. */
  takeNumber(tx: Tx): Promise<string>
  /** Whether a customer has the number already that was taken last. */
  isLastTaken(tx: Tx): Promise<boolean>
  /** Inserts the rows, with nothing to wait for between them. The number is free. */
  insert(tx: Tx, given: { readonly id: number; readonly number: string }): Promise<unknown>
}

/** Where customers and all other account holders have their ids from. */
export const HOLDER_IDS = 'account_holder_id_seq'

/** Checks a new customer, to be inserted together with what names it. */
export async function checkNewCustomer(
  tx: Tx,
  acting: Acting,
  context: HolderContext,
  body: Values,
): Promise<NewCustomer> {
  const { kind } = context
  const { columns } = await checkNewHolder(tx, acting, context, body)
  return {
    row: rowOf(kind, columns),
    takeNumber: (own) => nextNumber(own, kind.numberPrefix ?? ''),
    isLastTaken: async (own) =>
      (await LAST_CUSTOMER.first(own, lastNumberValues(kind.numberPrefix ?? ''))) !== undefined,
    insert(own, { id, number }) {
      emitHolderEvent(own, 'accountHolder.created', { id, number, status: 'Active' })
      return runAll([
        insertRow(own, 'account_holder', { ...columns.shared, id, number }),
        insertRow(own, kind.table, { ...columns.own, id }),
      ])
    },
  }
}

/** The columns of all fields. What was not given is null. */
function rowOf(kind: Kind, { shared, own }: Columns): FieldRow {
  const names = Object.values(kindFields(kind)).flatMap(({ columns }) => Object.keys(columns))
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...shared, ...own }
}

const LAST_CUSTOMER = statement(
  { id: int },
  `select id from account_holder where type = 'Customer'
   and lower(number) = lower(${lastNumber({ series: '$1', digits: '$2', ahead: '$3' })})`,
)

/** The statement that looks for a customer with the number that was taken last. */
export const HAS_LAST_CUSTOMER_NUMBER = LAST_CUSTOMER.text

const insertRow = (tx: Tx, table: string, row: Values) =>
  sql`insert into ${sql.raw(table)} (${namesIn(row)}) values (${valuesIn(row)})`.execute(tx)

type HolderState = Pick<Holder, 'id' | 'number' | 'status'>

/** Inserts the rows with the given number, or with the next of the series that is not taken. Nothing if the number is taken. */
async function insertWithNumber(
  tx: Tx,
  kind: Kind,
  given: unknown,
  { shared, own }: Columns,
): Promise<HolderState | undefined> {
  const isGiven = given !== undefined && given !== null
  for (;;) {
    const [number, , next] = await runAll([
      isGiven ? given : nextNumber(tx, kind.numberPrefix ?? ''),
      hasOwnOrder(kind) ? undefined : lockNumberSeries(tx, 'account holders'),
      NEXT_ID.first(tx, []),
    ])
    const row = { ...shared, id: next?.id, number }
    const [inserted] = await runAll([
      insertHolderRow(tx, row),
      insertKindRow(tx, kind, { ...own, id: next?.id }),
    ])
    if (inserted || isGiven) return inserted
  }
}

/**
 * Customers always take a number of their own series, which keeps them in order among themselves. So a sale does not wait
 * while someone adds thousands of dealers from a file.
 */
const hasOwnOrder = (kind: Kind) => kindFields(kind).number?.input === undefined

const NEXT_ID = statement({ id: int }, "select nextval(pg_get_serial_sequence('account_holder', 'id')) as id")
/** The statement that takes the id of a new account holder. */
export const NEXT_HOLDER_ID = NEXT_ID.text

const namesIn = (row: Values) => sql.raw(Object.keys(row).join(', '))
const valuesIn = (row: Values) => sql.join(Object.values(row), sql`, `)

const insertHolderRow = (tx: Tx, row: Values) =>
  query({ id: int, number: text, status: oneOf(holderStatuses) })`
    insert into account_holder (${namesIn(row)}) values (${valuesIn(row)})
    on conflict do nothing returning id, number, status`.first(tx)

/** Sent behind the other insert without waiting for it. Nothing is inserted if the number was taken. */
const insertKindRow = (tx: Tx, { table }: Kind, row: Values & { readonly id: number | undefined }) =>
  sql`insert into ${sql.raw(table)} (${namesIn(row)})
    select ${valuesIn(row)} where exists (select from account_holder where id = ${row.id})`.execute(tx)

/** Changes the fields of the patch. If nothing differs, the record keeps its version. */
export async function changeHolder(
  tx: Tx,
  acting: Acting,
  context: HolderContext,
  change: { id: number; patch: Values },
): Promise<Holder> {
  const { kind, seals } = context
  const { id, patch } = change
  const { caller } = acting
  const fields = kindFields(kind)
  const row = await lockHolderRow(tx, kind, caller, id)
  const stored = storedValues(context, row)
  const links = await visibleLinks(tx, context, row, caller)
  const changed = changedValues(kind, { patch, stored, links })
  if (Object.keys(changed).length === 0) return readSavedHolder(tx, context, caller, id)
  await requireValidHolder(tx, context, caller, { values: changed, stored, id })
  const columns = columnsFor(fields, changed, seals)
  await updateColumns(tx, kind.table, id, columns.own)
  await saveTables(tx, fields, id, changed, seals)
  const name = derivedName(kind, { ...stored, ...changed })
  await updateColumns(tx, 'account_holder', id, { ...columns.shared, ...name })
  await requireVisible(tx, context, caller, id)
  return touchHolder(tx, acting, context, id)
}

/** The values of a stored record in the form in which they are sent, with secrets decrypted. */
export const storedValues = ({ kind, seals }: HolderContext, row: HolderRow): Values =>
  Object.fromEntries(Object.entries(kindFields(kind)).map(([name, field]) => [name, field.read(row, seals)]))

/** The values of a patch that differ from the stored ones. */
export function changedValues(
  kind: Kind,
  {
    patch,
    stored,
    links = {},
  }: { patch: Values; stored: Values; links?: Readonly<Record<string, readonly number[]>> },
): Values {
  const fields = kindFields(kind)
  const values = withInvisibleLinks(
    combine(fields, mergedObjects(fields, patch, stored), stored),
    stored,
    links,
  )
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  )
}

/** The values of a new record, completed by its fields. */
export const newValues = (kind: Kind, body: Values, today: string): Values =>
  combine(kindFields(kind), { ...body, effectiveDate: body.effectiveDate ?? today }, {})

/** Updates version and audit fields and emits the event, after something that belongs to the record has changed. */
export async function touchHolder(
  tx: Tx,
  { caller, now }: Acting,
  context: HolderContext,
  id: number,
): Promise<Holder> {
  const touched = await TOUCH.first(tx, [id, now, caller.name])
  emitHolderEvent(tx, 'accountHolder.updated', found(touched, `account holder ${id}`))
  return readSavedHolder(tx, context, caller, id)
}

const TOUCH = statement(
  { id: int, number: text, status: oneOf(holderStatuses) },
  `update account_holder set updated_at = $2, updated_by = $3, row_version = row_version + 1
   where id = $1 returning id, number, status`,
)

function emitHolderEvent(
  tx: Tx,
  type: 'accountHolder.created' | 'accountHolder.updated',
  { id, number, status }: HolderState,
): void {
  emit(tx, { subject: `accountholders/${id}`, type, data: { id, number, status } })
}

/** The name of a person follows from other fields. One of them is required. */
function derivedName({ displayName: nameOf }: Kind, values: Values): { name?: string } {
  if (!nameOf) return {}
  const name = nameOf(values)
  if (name === '') throw refuse([missingName()])
  return { name }
}

/** Merges a sent part of an object into the stored object. The result must be valid as a whole. */
function mergedObjects(fields: Fields, patch: Values, stored: Values): Values {
  const faults: Fault[] = []
  const entries = Object.entries(patch).map(([name, sent]) => {
    const before = stored[name]
    if (!isObject(sent)) return [name, sent]
    const whole = { ...(isObject(before) ? before : {}), ...sent }
    // A quote may have only part of an address. What was answered can be sent back as it is.
    if (isDeepStrictEqual(whole, before)) return [name, before]
    const field = fields[name] as Field
    const parts = Object.fromEntries(Object.entries(whole).filter(([, part]) => part !== null))
    const checked = check(z.object({ [name]: field.input ?? z.unknown() }), { [name]: parts }, 'body')
    if ('faults' in checked) faults.push(...checked.faults)
    return [name, 'value' in checked ? checked.value[name] : sent]
  })
  if (faults.length > 0) throw refuse(faults)
  return Object.fromEntries(entries)
}

/** Adds the links that a limited caller does not see: it cannot remove them. */
function withInvisibleLinks(
  sent: Values,
  stored: Values,
  visible: Readonly<Record<string, readonly number[]>>,
): Values {
  const lists = Object.entries(visible).filter(([name]) => sent[name] !== undefined)
  const whole = lists.map(([name, ids]) => {
    const invisible = (stored[name] as number[]).filter((id) => !ids.includes(id))
    const complete = new Set([...(sent[name] as number[]), ...invisible])
    return [name, [...complete].sort((first, second) => first - second)]
  })
  return { ...sent, ...Object.fromEntries(whole) }
}

const combine = (fields: Fields, sent: Values, stored: Values): Values =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = fields[name]
      return [name, field?.combine ? field.combine(value, stored[name] ?? field.initial) : value]
    }),
  )

/** The columns of the table of all account holders, and those of the table of the kind. */
type Columns = Readonly<Record<'shared' | 'own', Values>>

function columnsFor(fields: Fields, values: Values, seals: Seals): Columns {
  const columns = { shared: {}, own: {} }
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field?.write) Object.assign(columns[field.inKindTable ? 'own' : 'shared'], field.write(value, seals))
  }
  return columns
}

async function updateColumns(tx: Tx, table: string, id: number, columns: Values): Promise<void> {
  const parts = Object.entries(columns).map(([name, value]) => sql`${sql.raw(name)} = ${value}`)
  if (parts.length > 0)
    await sql`update ${sql.raw(table)} set ${sql.join(parts, sql`, `)} where id = ${id}`.execute(tx)
}

async function saveTables(tx: Tx, fields: Fields, id: number, values: Values, seals: Seals): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fields[name]?.save?.(tx, id, value, seals)
}
