import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { openLanes } from '../db/audit-heads.ts'
import { IS_CLUSTER } from '../db/cluster.ts'
import { LOCAL_TABLES } from '../db/connection.ts'
import { type Db, databaseOnClient, run } from '../db/database.ts'
import { createTenantSchema, quoted } from '../db/migrations.ts'
import type { Databases, Tenant } from '../db/tenants.ts'
import { openUnit } from '../db/unit-of-work.ts'
import { planStart, type Seeding, seedWorld } from './seed.ts'
import { pristineSchema, restoreTables, type SeedLayouts } from './seed-tables.ts'

// The seed is kept as a schema of its own beside the administrator's: the same tables, made by the same
// migrations, filled once. A reset copies from it, and a new version of the code makes it anew.

/** What a seed starts without: the traces that making it left. */
export const TRACES = [
  ...['event', 'event_subject', 'audit_record', 'idempotency', 'session', 'api_key'],
  ...['webhook_delivery', 'webhook', 'mail', 'automatic_process_run_item', 'process_schedule'],
]

/**
 * References are not looked up row by row, where we may say so and no table is on a worker. The use cases that make the seed
 * have found what they refer to, a copy keeps what it copies, and a test checks every reference of the seed.
 */
const WITHOUT_REFERENCE_CHECKS = `${LOCAL_TABLES}
  select set_config('session_replication_role', 'replica', true)
  from pg_roles where rolname = current_user and rolsuper and not ${IS_CLUSTER}`

/** Makes the pristine copy anew, whole or not at all. */
export async function buildPristine(
  databases: Databases,
  tenant: Tenant,
  seeding: Seeding,
  fingerprint: string,
) {
  // Its prepared statements are those of the new schema.
  await inTransaction(databases, 'discard', async (client) => {
    const schema = pristineSchema(tenant)
    await client.query(`drop schema if exists ${quoted(schema)} cascade`)
    await client.query('delete from platform.migration where schema_name = $1', [schema])
    const creating = createTenantSchema(client, schema)
    // If it fails before it is awaited, the process must not end: the start tries again.
    creating.catch(() => undefined)
    // The statements leave before the work begins, so that PostgreSQL creates the tables meanwhile.
    await setImmediate()
    const plan = seeding.plan ?? (await planStart(seeding.startedAt))
    await creating
    await client.query(WITHOUT_REFERENCE_CHECKS)
    // Plans are made while the tables are empty, and would read whole tables once they are full.
    await client.query('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan')
    await dropUnusedIndexes(client, schema)
    const tx = databaseOnClient(client)
    openUnit(tx)
    await seedWorld(tx, { ...seeding, tenant }, plan)
    for (const table of TRACES) await client.query(`delete from ${quoted(table)}`)
    await client.query("update audit_lane set seq = 0, hash = decode(repeat('00', 32), 'hex'), seal = null")
    await openLanes(tx, seeding.keys.audit, () => Buffer.alloc(16))
    await client.query(`comment on schema ${quoted(schema)} is '${fingerprint}'`)
  })
}

/** The indexes that making the seed needs, besides those that keep values unique. */
const USED_INDEXES = [
  'account_holder_any_number',
  'cancel_of_contract',
  'cancel_payment_of_cancel',
  'cancel_request_of_contract',
  'claim_detail_of_contract',
  'claim_hold_of_claim',
  'claim_inspection_of_claim',
  'claim_of_contract',
  'claim_payment_request_of_claim',
  'claim_payment_request_of_ledger',
  'contract_hold_of_contract',
  'contract_resolve_of_hold',
  'contract_vin',
  'customer_name',
  'ledger_of_contract',
]

/** Nothing searches the pristine copy, and to keep all indexes up to date would take longer than to write the rows. */
async function dropUnusedIndexes(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and not i.indisunique and not i.indisexclusion and c.relname <> all($2::text[])`,
    [schema, USED_INDEXES],
  )
  if (rows.length > 0)
    await client.query(`${LOCAL_TABLES} drop index ${rows.map(({ name }) => name).join(', ')}`)
}

/** The version of code and migrations that made the pristine copy; nothing when there is none. */
export async function pristineFingerprint(databases: Databases, tenant: Tenant): Promise<string | undefined> {
  const { rows } = await databases.platformPool.query<{ comment: string | null }>(
    "select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1",
    [pristineSchema(tenant)],
  )
  return rows[0]?.comment ?? undefined
}

const layoutsOf = new WeakMap<Databases, SeedLayouts>()

/** Brings what differs from the seed back to it, in one transaction; nothing is dropped. */
export async function copyPristine(databases: Databases, tenant: Tenant): Promise<void> {
  // A connection that has read the definitions of all tables before is much faster.
  await inTransaction(databases, 'keep', async (client) => {
    const { rows } = await client.query(WITHOUT_REFERENCE_CHECKS)
    const layouts = layoutsOf.get(databases) ?? new Map()
    layoutsOf.set(databases, layouts)
    const checksReferences = rows.length === 0
    await restoreTables(client, {
      ...{ live: tenant.schema, seed: pristineSchema(tenant) },
      ...{ layouts, checksReferences },
    })
    await client.query('delete from platform.credential where tenant_id = $1', [tenant.id])
    await claimCredentials(client, tenant)
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

/** One transaction without a time limit. Its settings end with it; `then` says whether the connection is used again. */
async function inTransaction(
  databases: Databases,
  then: 'keep' | 'discard',
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await databases.platformPool.connect()
  let isUsable = false
  try {
    // Starting other processes would take longer than counting the rows of a sandbox in this one.
    await client.query(
      'begin; set local statement_timeout = 0; set local max_parallel_workers_per_gather = 0',
    )
    await work(client)
    await client.query('commit')
    isUsable = then === 'keep'
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(!isUsable)
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
