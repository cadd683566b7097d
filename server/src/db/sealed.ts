import { int, orNull, text, texts } from './columns.ts'
import type { Db, Tx } from './database.ts'
import { decrypt, encrypt, type Key, keyedHash, presentKeys } from './keys.ts'
import { quoted } from './migrations.ts'
import { sql } from './sql.ts'
import { query, statement } from './statement.ts'
import { inTransaction } from './transaction.ts'

/** A column whose values are encrypted with a data key. A key rotation skips columns that are not listed here. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The primary key, if it is not `id`. */
  readonly key?: readonly string[]
  /** Which values are encrypted, if not all are. */
  readonly where?: string
  /** The column with the keyed hash by which a value is found. */
  readonly hash?: { readonly column: string; readonly use: string }
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'app_user', column: 'totp_secret' },
  { table: 'account_holder', column: 'tax_id', hash: { column: 'tax_id_hash', use: 'tax-id' } },
  { table: 'account_holder', column: 'contacts' },
  { table: 'customer', column: 'birth_date' },
  { table: 'contract', column: 'account_number' },
  { table: 'contract', column: 'cobuyer_birth_date' },
  { table: 'payment_method', column: 'account_number' },
  { table: 'ach_file', column: 'content' },
  { table: 'webhook', column: 'secret' },
  { table: 'webhook', column: 'old_secret' },
  { table: 'mail', column: 'body', where: `body <> ''` },
  // http/idempotency.ts stores answers that contain a secret in this way.
  { table: 'idempotency', column: 'body', key: ['caller', 'key'], where: `headers ? 'sealed'` },
]

/** The keyed hash under every key, so that `hash = any($1)` finds values written under any of them. */
export const hashesUnderAllKeys = (keys: readonly Key[], use: string, text: string): Buffer[] =>
  presentKeys(keys).map((key) => keyedHash([key], use, text))

/** The result for one column: how many values were encrypted again, and which could not be read. */
export interface Resealed {
  readonly table: string
  readonly column: string
  readonly resealed: number
  /** Their primary keys. */
  readonly unreadable: readonly string[]
}

/**
 * Encrypts all values of a schema that are under another key with the first key. Each batch is its own transaction, so it
 * can be stopped at any time and run again. `onBatch` is called after each committed batch.
 */
export async function reseal(
  db: Db,
  keys: readonly Key[],
  schema: string,
  onBatch: (resealed: number) => void = () => undefined,
): Promise<Resealed[]> {
  // The same list from beginning to end, even if the key file changes meanwhile.
  const fixed = [...presentKeys(keys)]
  const done: Resealed[] = []
  for (const place of await placesIn(db, schema)) done.push(await resealColumn(db, fixed, place, onBatch))
  return done
}

/** A sealed column in a schema that has it. */
interface Place extends SealedColumn {
  readonly schema: string
}

/** A seed made by an older version may lack some of the columns. */
async function placesIn(db: Db, schema: string): Promise<Place[]> {
  const names = new Set((await COLUMN_NAMES.rows(db, [schema])).map(({ name }) => name))
  return sealedColumns
    .filter(({ table, column }) => names.has(`${table}.${column}`))
    .map((sealed) => ({ ...sealed, schema }))
}

const COLUMN_NAMES = statement(
  { name: text },
  `select table_name || '.' || column_name as name from information_schema.columns where table_schema = $1`,
)

const passes = [
  // Rows that someone else is writing are skipped, so that we never wait while holding other rows.
  { rows: 500, lock: 'for no key update skip locked' },
  // The skipped rows are waited for, one at a time, and read as their writers left them.
  { rows: 1, lock: 'for no key update' },
] as const

async function resealColumn(
  db: Db,
  keys: readonly Key[],
  place: Place,
  onBatch: (resealed: number) => void,
): Promise<Resealed> {
  const unreadable = new Set<string>()
  let resealed = 0
  for (const pass of passes) {
    let from: unknown[] | undefined = []
    while (from) {
      const batch: Batch = await resealBatch(db, keys, place, { ...pass, from })
      resealed += batch.resealed
      for (const id of batch.unreadable) unreadable.add(id)
      from = batch.last
      onBatch(batch.resealed)
    }
  }
  return { table: place.table, column: place.column, resealed, unreadable: [...unreadable] }
}

interface Batch {
  readonly resealed: number
  readonly unreadable: readonly string[]
  /** The primary key of the last row, if there may be more rows after it. */
  readonly last: unknown[] | undefined
}

/** The primary key, whose columns differ from table to table, and the encrypted value. */
type Row = Readonly<Record<string, unknown>> & { readonly sealed: string }

function resealBatch(
  db: Db,
  keys: readonly Key[],
  place: Place,
  pass: { readonly rows: number; readonly lock: string; readonly from: readonly unknown[] },
): Promise<Batch> {
  const select = batchText(place, pass)
  return inTransaction(db, async (tx) => {
    const { rows } = (await tx.query(select, [keys[0]?.id, ...pass.from])) as { rows: Row[] }
    const unreadable: string[] = []
    const updates: Promise<unknown>[] = []
    for (const row of rows) {
      const key = keyValues(place, row)
      const opening = opened(keys, row.sealed)
      if (opening === undefined) unreadable.push(key.join(' '))
      else updates.push(saveSeal(tx, keys, place, { key, text: opening }))
    }
    await Promise.all(updates)
    const last = rows.length < pass.rows ? undefined : rows.at(-1)
    return { resealed: updates.length, unreadable, last: last && keyValues(place, last) }
  })
}

/** The next rows that are not under the key $1, after the primary key $2, … if given. */
function batchText(place: Place, pass: { rows: number; lock: string; from: readonly unknown[] }): string {
  const key = keyColumns(place).join(', ')
  const column = quoted(place.column)
  const behind = pass.from.map((_, at) => `$${at + 2}`).join(', ')
  return `select ${key}, ${column} as sealed from ${tableName(place)}
    where ${isSealed(place)} and split_part(${column}, '.', 1) <> $1 ${behind && `and (${key}) > (${behind})`}
    order by ${key} limit ${pass.rows} ${pass.lock}`
}

function saveSeal(
  tx: Tx,
  keys: readonly Key[],
  place: Place,
  { key, text }: { key: unknown[]; text: string },
): Promise<unknown> {
  const values = [
    { column: place.column, value: encrypt(keys, text) as unknown },
    ...(place.hash ? [{ column: place.hash.column, value: keyedHash(keys, place.hash.use, text) }] : []),
  ]
  const set = values.map(({ column }, at) => `${quoted(column)} = $${at + 1}`)
  const where = keyColumns(place).map((name, at) => `${name} = $${values.length + at + 1}`)
  return tx.query(`update ${tableName(place)} set ${set.join(', ')} where ${where.join(' and ')}`, [
    ...values.map(({ value }) => value),
    ...key,
  ])
}

/** How many values of a column are encrypted with one key. */
export interface SealCount {
  readonly table: string
  readonly column: string
  /** Null for values that are not encrypted. */
  readonly keyId: string | null
  readonly values: number
  /** One or two of the encrypted values, to try a key on. */
  readonly samples: readonly string[]
}

export async function countSeals(db: Db, schema: string): Promise<SealCount[]> {
  const counts: SealCount[] = []
  for (const place of await placesIn(db, schema)) {
    const { table, column } = place
    const name = quoted(column)
    const rows = await query({ keyId: orNull(text), values: int, samples: texts })`${sql.raw(
      // Only an encrypted value begins with a key id. Anything else may be sensitive and is not returned.
      `select case when ${name} ~ '^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]{16}[.][A-Za-z0-9_-]+$'
         then split_part(${name}, '.', 1) end as "keyId",
         count(*) as values, array[min(${name}), max(${name})] as samples
       from ${tableName(place)} where ${isSealed(place)} group by 1 order by 1`,
    )}`.rows(db)
    counts.push(...rows.map((row) => ({ table, column, ...row })))
  }
  return counts
}

export function opened(keys: readonly Key[], sealed: string): string | undefined {
  try {
    return decrypt(keys, sealed)
  } catch {
    return undefined
  }
}

const tableName = (place: Place) => `${quoted(place.schema)}.${quoted(place.table)}`
const keyColumns = (place: Place) => (place.key ?? ['id']).map(quoted)
const keyValues = (place: Place, row: Row) => (place.key ?? ['id']).map((name) => row[name])
const isSealed = ({ column, where }: SealedColumn) =>
  `${quoted(column)} is not null${where ? ` and ${where}` : ''}`
