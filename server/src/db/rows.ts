import type { Tx } from './database.ts'
import { type Sql, sql } from './sql.ts'
import type { TenantTables } from './tables.ts'

type Table = keyof TenantTables

/** Inserts one row and answers its id. */
export async function insertRow<Name extends Table>(
  tx: Tx,
  table: Name,
  row: TenantTables[Name],
): Promise<number> {
  const names = Object.keys(row)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
    values (${sql.join(Object.values(row), sql`, `)}) returning id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error(`Nothing was inserted into ${table}.`)
  return inserted.id
}

/** A changed column: its new value, or SQL that gives it. */
type Changes<Name extends Table> = {
  readonly [Column in keyof TenantTables[Name]]?: TenantTables[Name][Column] | Sql
}

export async function updateRow<Name extends Table>(
  tx: Tx,
  table: Name,
  id: number,
  changes: Changes<Name>,
): Promise<void> {
  const parts = Object.entries(changes).map(([name, value]) => sql`${sql.raw(name)} = ${value}`)
  await sql`update ${sql.raw(table)} set ${sql.join(parts, sql`, `)} where id = ${id}`.execute(tx)
}
