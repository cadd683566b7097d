import type pg from 'pg'
import { type Db, databaseOnClient, run } from '../db/database.ts'
import { createTenantSchema, quoted } from '../db/migrations.ts'
import type { Databases, Tenant } from '../db/tenants.ts'
import { openUnit } from '../db/unit-of-work.ts'
import { type Seeding, seedWorld } from './seed.ts'

// The seed is kept as a schema of its own beside the administrator's: the same tables, made by the same
// migrations, filled once. A reset copies from it, and a new version of the code makes it anew.

/** What a seed starts without: the traces that making it left. */
const TRACES = ['event', 'event_subject', 'audit_record', 'idempotency', 'session', 'api_key']

export const pristineSchema = (tenant: Tenant) => `${tenant.schema}_seed`

/** Makes the pristine copy anew, whole or not at all. */
export async function buildPristine(
  databases: Databases,
  tenant: Tenant,
  seeding: Seeding,
  fingerprint: string,
) {
  await onOneClient(databases, async (client) => {
    const schema = pristineSchema(tenant)
    await client.query(`drop schema if exists ${quoted(schema)} cascade`)
    await client.query('delete from platform.migration where schema_name = $1', [schema])
    await createTenantSchema(client, schema)
    const tx = databaseOnClient(client)
    openUnit(tx)
    await seedWorld(tx, { ...seeding, tenant })
    await client.query(`truncate ${TRACES.map(quoted).join(', ')}`)
    await client.query("update audit_lane set seq = 0, hash = decode(repeat('00', 32), 'hex')")
    await client.query(`comment on schema ${quoted(schema)} is '${fingerprint}'`)
  })
}

/** The version of code and migrations that made the pristine copy; nothing when there is none. */
export async function pristineFingerprint(databases: Databases, tenant: Tenant): Promise<string | undefined> {
  const { rows } = await databases.platformPool.query<{ comment: string | null }>(
    "select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1",
    [pristineSchema(tenant)],
  )
  return rows[0]?.comment ?? undefined
}

/** Empties every table of the administrator and copies the seed in: one transaction, nothing dropped. */
export async function copyPristine(databases: Databases, tenant: Tenant): Promise<void> {
  await onOneClient(databases, async (client) => {
    const tables = await tablesInOrder(client, tenant.schema)
    const name = (table: string) => `${quoted(tenant.schema)}.${quoted(table)}`
    // What is copied keeps every reference already. Where we may, it is not looked up again row by row.
    await client.query(
      `select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper`,
    )
    await client.query(`truncate ${tables.map(name).join(', ')} restart identity`)
    await client.query((await copiesOf(client, tenant, tables)).join('; '))
    await client.query('delete from platform.credential where tenant_id = $1', [tenant.id])
    await claimCredentials(client, tenant)
  })
}

/** The statements that fill what was emptied, which go out together: one by one, the ways would take longer than the work. */
async function copiesOf(
  client: pg.ClientBase,
  tenant: Tenant,
  tables: readonly string[],
): Promise<readonly string[]> {
  const from = (table: string) => `${quoted(pristineSchema(tenant))}.${quoted(table)}`
  const { rows: filled } = await client.query<{ name: string }>(
    tables
      .map((table) => `select '${table}' as name where exists (select from ${from(table)})`)
      .join(' union all '),
  )
  const { rows } = await client.query<{ table: string; name: string; identity: boolean }>(
    `select c.relname as table, a.attname as name, a.attidentity <> '' as identity
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = any($2::text[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [tenant.schema, filled.map(({ name }) => name)],
  )
  return filled.flatMap(({ name: table }) => {
    const live = `${quoted(tenant.schema)}.${quoted(table)}`
    const own = rows.filter((row) => row.table === table)
    const columns = own.map(({ name }) => quoted(name)).join(', ')
    const sequences = own.filter(({ identity }) => identity).map(({ name }) => quoted(name))
    return [
      `insert into ${live} (${columns}) select ${columns} from ${from(table)}`,
      // Where there are no rows, the sequence begins anew by itself.
      ...sequences.map(
        (name) =>
          `select setval(pg_get_serial_sequence('${live}', '${name.replaceAll('"', '')}'), (select max(${name}) from ${live}) + 1, false)`,
      ),
    ]
  })
}

/** Clients and users of the seed, where the platform looks credentials up. */
async function claimCredentials(client: pg.ClientBase, tenant: Tenant): Promise<void> {
  const pristine = quoted(pristineSchema(tenant))
  await client.query(
    `insert into platform.credential (kind, lookup, tenant_id)
     select 'Client', client_id, $1::bigint from ${pristine}.oauth_client
     union all select 'User', lower(user_name), $1::bigint from ${pristine}.app_user
     on conflict do nothing`,
    [tenant.id],
  )
}

/** The tables of a schema, each after those it refers to. */
async function tablesInOrder(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers_to: string[] }>(
    `select t.relname as name, array(
       select r.relname from pg_constraint c join pg_class r on r.oid = c.confrelid
       where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid)::text[] as refers_to
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and t.relkind = 'r' order by t.relname`,
    [schema],
  )
  const order: string[] = []
  const visit = (name: string) => {
    if (order.includes(name)) return
    for (const other of rows.find((row) => row.name === name)?.refers_to ?? []) visit(other)
    order.push(name)
  }
  for (const { name } of rows) visit(name)
  return order
}

/** One transaction on a connection that is thrown away, because its search path and time-out are not the usual ones. */
async function onOneClient(
  databases: Databases,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await databases.platformPool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(true)
  }
}

/** Whether anybody has written anything since the last reset; a new administrator is untouched, too. */
export async function isUntouched(db: Db): Promise<boolean> {
  return (await run(db, 'select from audit_record limit 1', [])).length === 0
}

/** Whether the seed has never been copied in. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await run(db, 'select from account_holder limit 1', [])).length === 0
}
