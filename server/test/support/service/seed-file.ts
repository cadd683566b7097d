import type pg from 'pg'
import { decrypt, type Key } from '../../../src/db/keys.ts'
import { quoted } from '../../../src/db/migrations.ts'
import { sealedColumns } from '../../../src/db/sealed.ts'
import { TRACES } from '../../../src/sandbox/pristine.ts'
import { ROW_SEPARATOR, type SeedFile, seedInputs } from '../../../src/sandbox/seed-file.ts'
import { type SeedTable, tablesInOrder } from '../../../src/sandbox/seed-tables.ts'

/** Made on the spot in each installation: papers are files in its store, and audit lanes are under its keys. */
const OWN_TABLES = [...TRACES, 'document', 'file', 'audit_lane']

/** Columns with values of one installation, which a file leaves empty. Absent: `sealedColumns`. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = { app_user: ['password_hash'] }

/** The rows of a pristine schema as a file has them. */
export async function seedFileOf(
  client: pg.ClientBase,
  schema: string,
  dataKeys: readonly Key[],
): Promise<SeedFile> {
  // Rows are written with these settings. A first start reads them with the same ones.
  await client.query(`set search_path = ${quoted(schema)}; set timezone = 'UTC'`)
  const tables: SeedFile['tables'][number][] = []
  for (const table of await tablesInOrder(client, schema)) {
    const rows = OWN_TABLES.includes(table.name) ? '' : await readRows(client, table)
    if (rows !== '') tables.push({ name: table.name, columns: table.columns, rows })
  }
  const sealed: SeedFile['sealed'][number][] = []
  for (const { table, column } of sealedColumns)
    if (tables.some(({ name }) => name === table)) {
      const { rows } = await client.query<{ id: number; value: string }>(
        `select id, ${quoted(column)} as value from ${quoted(table)} where ${quoted(column)} is not null order by id`,
      )
      const texts = rows.map(({ value }) => decrypt(dataKeys, value))
      if (rows.length > 0) sealed.push({ table, column, ids: rows.map(({ id }) => id), texts })
    }
  return { madeFor: seedInputs(), tables, sealed, numbers: await readNumbers(client, schema) }
}

async function readRows(client: pg.ClientBase, { name, key }: SeedTable): Promise<string> {
  const sealed = sealedColumns
    .filter(({ table }) => table === name)
    .flatMap(({ column, hash }) => [column, ...(hash ? [hash.column] : [])])
  const absent = Object.fromEntries([...sealed, ...(OWN_COLUMNS[name] ?? [])].map((column) => [column, null]))
  const { rows } = await client.query<{ row: string }>(
    `select jsonb_populate_record(t, $1::jsonb)::text as row from ${quoted(name)} t
     order by ${key.length > 0 ? key.map(quoted).join(', ') : 't::text'}`,
    [JSON.stringify(absent)],
  )
  const texts = rows.map(({ row }) => row)
  if (texts.some((text) => text.includes(ROW_SEPARATOR)))
    throw new Error(`A row of ${name} contains the separator of rows.`)
  return texts.join(ROW_SEPARATOR)
}

/** The last numbers of all sequences but those of the tables that are filled on the spot. Some belong to no column. */
async function readNumbers(client: pg.ClientBase, schema: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select s.sequencename as name, s.last_value as last from pg_sequences s
     where s.schemaname = $1 and s.last_value is not null and not exists (
       select from pg_depend d join pg_class t on t.oid = d.refobjid
       where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and t.relname = any($2::text[]))
     order by 1`,
    [schema, OWN_TABLES],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
