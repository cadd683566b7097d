import { type Db, run, type Tx } from './database.ts'
import { decrypt, encrypt, type Key, keyedHash, presentKeys } from './keys.ts'
import { quoted } from './migrations.ts'
import { inTransaction } from './transaction.ts'

/** A column whose values are sealed with a data key. A change of keys passes over what is not listed here. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The primary key, where it is not `id`. */
  readonly key?: readonly string[]
  /** Which values are sealed, where not all are. */
  readonly where?: string
  /** The keyed hash beside it, by which a value is found. */
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
  // As http/idempotency.ts stores an answer that carries a secret.
  { table: 'idempotency', column: 'body', key: ['caller', 'key'], where: `headers ? 'sealed'` },
]

/** The keyed hash under every key, so that a search finds what was written under any of them: `hash = any($1)`. */
export const hashesOf = (keys: readonly Key[], use: string, text: string): Buffer[] =>
  presentKeys(keys).map((key) => keyedHash([key], use, text))

/** What was done to one column: how many values are sealed with the first key now, and which cannot be opened. */
export interface Resealed {
  readonly table: string
  readonly column: string
  readonly resealed: number
  /** By primary key. */
  readonly unreadable: readonly string[]
}

/**
 * Seals with the first key whatever is under another, in one schema. Each batch is a transaction of its own, so that
 * it can be stopped at any time and run again; `onBatch` hears of each one that is committed.
 */
export async function reseal(
  db: Db,
  keys: readonly Key[],
  schema: string,
  onBatch: (resealed: number) => void = () => undefined,
): Promise<Resealed[]> {
  // One list from beginning to end, whatever happens to the file meanwhile.
  const fixed = [...presentKeys(keys)]
  const done: Resealed[] = []
  for (const place of await placesIn(db, schema)) done.push(await resealColumn(db, fixed, place, onBatch))
  return done
}

/** A sealed column in a schema that has it. */
interface Place extends SealedColumn {
  readonly schema: string
}

/** The seed that an older version has made may lack a column that this one knows. */
async function placesIn(db: Db, schema: string): Promise<Place[]> {
  const there = await run<{ name: string }>(
    db,
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = $1`,
    [schema],
  )
  const names = new Set(there.map(({ name }) => name))
  return sealedColumns
    .filter(({ table, column }) => names.has(`${table}.${column}`))
    .map((sealed) => ({ ...sealed, schema }))
}

const passes = [
  // A row that somebody is writing is passed over: nothing is waited for while other rows are held.
  { rows: 500, lock: 'for no key update skip locked' },
  // What was passed over is waited for, one row at a time, and then read as its writer has left it.
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
  /** The primary key of the last row, where there may be more behind it. */
  readonly last: unknown[] | undefined
}

type Row = Readonly<Record<string, unknown>> & { readonly sealed: string }

function resealBatch(
  db: Db,
  keys: readonly Key[],
  place: Place,
  pass: { readonly rows: number; readonly lock: string; readonly from: readonly unknown[] },
): Promise<Batch> {
  const text = batchText(place, pass)
  return inTransaction(db, async (tx) => {
    const rows = await run<Row>(tx, text, [keys[0]?.id, ...pass.from])
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

/** The next rows that are not under the key $1, behind the primary key $2, … where there is one. */
function batchText(place: Place, pass: { rows: number; lock: string; from: readonly unknown[] }): string {
  const key = keyColumns(place).join(', ')
  const column = quoted(place.column)
  const behind = pass.from.map((_, at) => `$${at + 2}`).join(', ')
  return `select ${key}, ${column} as sealed from ${tableOf(place)}
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
  return run(tx, `update ${tableOf(place)} set ${set.join(', ')} where ${where.join(' and ')}`, [
    ...values.map(({ value }) => value),
    ...key,
  ])
}

/** How many values of a column one key has sealed. */
export interface SealCount {
  readonly table: string
  readonly column: string
  /** Null: these are not sealed at all. */
  readonly keyId: string | null
  readonly values: number
  /** One or two of the seals, to try a key on. */
  readonly samples: readonly string[]
}

export async function countSeals(db: Db, schema: string): Promise<SealCount[]> {
  const counts: SealCount[] = []
  for (const place of await placesIn(db, schema)) {
    const { table, column } = place
    const name = quoted(column)
    const rows = await run<Omit<SealCount, 'table' | 'column'>>(
      db,
      // Only what looks like a seal has a key's id in front; the rest may be what nobody should read.
      `select case when ${name} ~ '^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]{16}[.][A-Za-z0-9_-]+$'
         then split_part(${name}, '.', 1) end as "keyId",
         count(*) as values, array[min(${name}), max(${name})] as samples
       from ${tableOf(place)} where ${isSealed(place)} group by 1 order by 1`,
      [],
    )
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

const tableOf = (place: Place) => `${quoted(place.schema)}.${quoted(place.table)}`
const keyColumns = (place: Place) => (place.key ?? ['id']).map(quoted)
const keyValues = (place: Place, row: Row) => (place.key ?? ['id']).map((name) => row[name])
const isSealed = ({ column, where }: SealedColumn) =>
  `${quoted(column)} is not null${where ? ` and ${where}` : ''}`
