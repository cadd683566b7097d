import type pg from 'pg'
import { decrypt, encrypt, type Key, keyedHash } from '../../../src/db/keys.ts'
import { hashesUnderAllKeys, sealedColumns } from '../../../src/db/sealed.ts'

export const LIVE = 'tenant_adm1'
export const SEED = 'tenant_adm1_seed'

export const taxIdOf = (at: number) => String(900_000_000 + at)

/** Removes the encrypted values of the seed, so that a test counts only its own. */
export async function clearSeals(client: pg.ClientBase, schema: string): Promise<void> {
  for (const { table, column, hash } of sealedColumns) {
    const names = [column, ...(hash ? [hash.column] : [])]
    await client.query(`update ${schema}.${table} set ${names.map((name) => `${name} = null`)}`)
  }
}

/** Customers with a value in every encrypted column. */
export async function insertHolders(
  client: pg.ClientBase,
  keys: readonly Key[],
  { schema, from, to }: { schema: string; from: number; to: number },
): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const seals = (text: (at: number) => string) => numbers.map((at) => encrypt(keys, text(at)))
  await client.query(
    `with made as (
       insert into ${schema}.account_holder (type, number, name, tax_id, tax_id_hash, contacts, effective_date,
         created_at, created_by, updated_at, updated_by)
       select 'Customer', 'K' || at, 'Customer ' || at, tax_id, hash, contacts, '2020-01-01', now(), 'x', now(), 'x'
       from unnest($1::int[], $2::text[], $3::bytea[], $4::text[]) as given (at, tax_id, hash, contacts)
       returning id, number),
     customers as (
       insert into ${schema}.customer (id, birth_date)
       select made.id, birth_date from made
       join unnest($1::int[], $5::text[]) as given (at, birth_date) on number = 'K' || at)
     insert into ${schema}.payment_method (account_holder_id, position, type, account_number)
     select made.id, 1, 'ACH', account_number from made
     join unnest($1::int[], $6::text[]) as given (at, account_number) on number = 'K' || at`,
    [
      numbers,
      seals(taxIdOf),
      numbers.map((at) => keyedHash(keys, 'tax-id', taxIdOf(at))),
      seals((at) => JSON.stringify([{ name: `Contact ${at}` }])),
      seals(() => '1990-02-03'),
      seals((at) => `0000${at}`),
    ],
  )
}

interface Holder {
  readonly number: string
  readonly tax_id: string
  readonly contacts: string
  readonly birth_date: string
  readonly account_number: string
}

const HOLDERS = `select number, h.tax_id, contacts, birth_date, account_number from account_holder h
  join customer using (id) join payment_method p on p.account_holder_id = h.id`

/** The customers with this tax id, found by its hash and decrypted. */
export async function holdersWith(
  client: pg.ClientBase,
  keys: readonly Key[],
  schema: string,
  taxId: string,
) {
  await client.query(`set search_path = ${schema}`)
  const { rows } = await client.query<Holder>(`${HOLDERS} where tax_id_hash = any($1)`, [
    hashesUnderAllKeys(keys, 'tax-id', taxId),
  ])
  return rows.map(({ number, ...sealed }) => ({
    number,
    ...Object.fromEntries(Object.entries(sealed).map(([name, seal]) => [name, decrypt(keys, seal)])),
  }))
}

/** The answer of `holdersWith` for one customer. */
export const holderAt = (at: number) => ({
  number: `K${at}`,
  tax_id: taxIdOf(at),
  contacts: JSON.stringify([{ name: `Contact ${at}` }]),
  birth_date: '1990-02-03',
  account_number: `0000${at}`,
})

/** The columns of a schema, in any table, that contain a text. */
export async function placesOf(client: pg.ClientBase, schema: string, text: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = $1 group by 1`,
    [schema],
  )
  const isIn = async (table: string, value: string) =>
    (
      await client.query(
        `select from ${schema}.${table} as row where position($1 in ${value}::text) > 0 limit 1`,
        [text],
      )
    ).rowCount !== 0
  const places: string[] = []
  // Whole rows first: most tables have it nowhere.
  for (const { table, columns } of rows)
    if (await isIn(table, 'row'))
      for (const column of columns) if (await isIn(table, `"${column}"`)) places.push(`${table}.${column}`)
  return places.sort()
}
