import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { keepLocal, openLocalPool } from './cluster.ts'
import { LOCAL_TABLES } from './connection.ts'
import { migrationStatements } from './migration-statements.ts'
import { projectRoot } from './project-root.ts'
import { runAll } from './run-all.ts'

const folder = join(projectRoot, 'server', 'migrations')

/** Arbitrary numbers that must never change. */
const MIGRATION_LOCK = 7_205_814_001
const PREPARATION_LOCK = 7_205_814_002

export class MigrationRefused extends Error {}

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Brings the platform schema, every administrator's schema and the jobs up to date. Safe to run twice, and from two
 * processes at once. Each migration is one transaction, together with the record that it was applied.
 */
export async function migrate(pool: pg.Pool, log: (line: string) => void = () => undefined): Promise<void> {
  await locked(pool, MIGRATION_LOCK, async (client) => {
    // What all administrators share stays where the service signs people in. The session ends with the migrations.
    const isCluster = await keepLocal(client, 'session')
    await client.query('create schema if not exists platform')
    await client.query(`create table if not exists platform.migration (
      schema_name text not null, number integer not null, name text not null, checksum text not null,
      applied_at timestamptz not null default now(), primary key (schema_name, number))`)
    const tenants = readMigrations('tenant')
    await refuseNewer(client, { platform: readMigrations('platform'), tenants })
    await bringUp(client, 'platform', readMigrations('platform'), log)
    const { rows } = await client.query<{ schema_name: string }>(
      'select schema_name from platform.tenant order by id',
    )
    for (const { schema_name } of rows) await bringUp(client, schema_name, tenants, log)
    await migrateJobs(pool, isCluster, log)
  })
}

/** The number of the last migration of `graphile-worker`, which keeps the queued jobs in a schema of its own. */
export const JOBS_MIGRATION = 19

/** Knowing its last migration keeps the library from being loaded at every start. */
async function migrateJobs(pool: pg.Pool, isCluster: boolean, log: (line: string) => void): Promise<void> {
  const last = await lastJobsMigration(pool)
  if (last === JOBS_MIGRATION) return
  if (last > JOBS_MIGRATION)
    throw new MigrationRefused(
      `The database is newer than this version: graphile_worker has migration ${last}. Start the version that applied it, or a newer one.`,
    )
  log(`graphile_worker: ${String(JOBS_MIGRATION).padStart(4, '0')}`)
  const { runMigrations, Logger } = await import('graphile-worker')
  const own = isCluster ? openLocalPool(pool) : pool
  try {
    await runMigrations({ pgPool: own, logger: new Logger(() => () => undefined), noHandleSignals: true })
  } finally {
    if (own !== pool) await own.end()
  }
}

async function lastJobsMigration(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('graphile_worker.migrations') is not null as there",
  )
  if (!rows[0]?.there) return 0
  const { rows: found } = await pool.query<{ last: number | null }>(
    'select max(id) as last from graphile_worker.migrations',
  )
  return found[0]?.last ?? 0
}

/** Whether this database has ever been set up. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('platform.tenant') is not null as there",
  )
  return rows[0]?.there ?? false
}

/** Whether an administrator's schema has all migrations of this version. */
export async function isUpToDate(pool: pg.Pool, schema: string): Promise<boolean> {
  const { rows } = await pool.query<{ last: number | null }>(
    'select max(number) as last from platform.migration where schema_name = $1',
    [schema],
  )
  return readMigrations('tenant').every(({ number }) => number <= (rows[0]?.last ?? 0))
}

/** The last migration of this version. */
export const lastMigration = (kind: 'platform' | 'tenant'): number => readMigrations(kind).at(-1)?.number ?? 0

/** The last migration that each schema has. */
export async function appliedMigrations(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ schema_name: string; last: number }>(
    'select schema_name, max(number) as last from platform.migration group by schema_name',
  )
  return new Map(rows.map(({ schema_name, last }) => [schema_name, last]))
}

/**
 * Creates the schema of a new administrator, inside the caller's transaction. Answers whether the database is a cluster: then
 * the schema is still beside the platform, and may be distributed once it is committed.
 */
export async function createTenantSchema(client: pg.ClientBase, schema: string): Promise<boolean> {
  const migrations = readMigrations('tenant')
  // New tables are local, and take the files as they are. Sent as one text, so that PostgreSQL does not wait for us.
  const [isCluster] = await runAll<[boolean, pg.QueryResult]>([
    keepLocal(client, 'transaction'),
    client.query(
      [
        `${LOCAL_TABLES} create schema ${quoted(schema)}`,
        `set local search_path = ${quoted(schema)}`,
        // A machine that others use as well may take long for hundreds of tables.
        'set local statement_timeout = 0',
        ...migrations.map(({ sql }) => sql),
      ].join(';\n'),
    ),
  ])
  await client.query(
    `insert into platform.migration (schema_name, number, name, checksum)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[])`,
    [
      schema,
      migrations.map(({ number }) => number),
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
    ],
  )
  return isCluster
}

/** Changes whenever a migration of an administrator's schema is added. */
export const migrationsFingerprint = () =>
  readMigrations('tenant')
    .map((migration) => migration.checksum)
    .join(' ')

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Does the work while no other process on this database does the like: of two services that start at once, one prepares the
 * database and the other waits.
 */
export function preparing<Result>(
  pool: pg.Pool,
  log: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  return locked(pool, PREPARATION_LOCK, work, () =>
    log('Another service is preparing the database. Waiting for it …'),
  )
}

/** `onWait` is called if another process has the lock. */
async function locked<Result>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.PoolClient) => Promise<Result>,
  onWait: () => void = () => undefined,
): Promise<Result> {
  const client = await pool.connect()
  try {
    // However long the other one takes, and whatever a migration does.
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ has: boolean }>(`select pg_try_advisory_lock(${lock}) as has`)
    if (!rows[0]?.has) {
      onWait()
      await client.query(`select pg_advisory_lock(${lock})`)
    }
    return await work(client)
  } finally {
    await client.query(`select pg_advisory_unlock(${lock})`).catch(() => undefined)
    client.release(true)
  }
}

async function bringUp(
  client: pg.ClientBase,
  schema: string,
  migrations: Migration[],
  log: (line: string) => void,
) {
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from platform.migration where schema_name = $1',
    [schema],
  )
  const applied = new Map(rows.map((row) => [row.number, row.checksum]))
  for (const migration of migrations) {
    const checksum = applied.get(migration.number)
    if (checksum === migration.checksum) continue
    if (checksum)
      throw new MigrationRefused(
        `Migration ${migration.name} was changed after it was applied to ${schema}. Do not edit an applied migration: add a new one.`,
      )
    log(`${schema}: ${migration.name}`)
    try {
      await client.query('begin')
      await applyOne(client, schema, migration)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

async function applyOne(client: pg.ClientBase, schema: string, migration: Migration): Promise<void> {
  // Sent together, and each by itself: a cluster sends a statement on to the worker, and takes no text of several.
  await runAll([
    client.query(`set local search_path = ${quoted(schema)}`),
    ...migrationStatements(migration.sql).map((statement) => client.query(statement)),
    client.query(
      'insert into platform.migration (schema_name, number, name, checksum) values ($1, $2, $3, $4)',
      [schema, migration.number, migration.name, migration.checksum],
    ),
  ])
}

/** Refuses a database that a newer version has migrated. */
async function refuseNewer(client: pg.ClientBase, known: { platform: Migration[]; tenants: Migration[] }) {
  const { rows } = await client.query<{ schema_name: string; number: number; name: string }>(
    'select schema_name, number, name from platform.migration order by number',
  )
  for (const row of rows) {
    const migrations = row.schema_name === 'platform' ? known.platform : known.tenants
    if (migrations.some((migration) => migration.number === row.number)) continue
    throw new MigrationRefused(
      `The database is newer than this version: ${row.schema_name} has migration ${row.name}. Start the version that applied it, or a newer one.`,
    )
  }
}

function readMigrations(kind: 'platform' | 'tenant'): Migration[] {
  return readdirSync(join(folder, kind))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, kind, file), 'utf8')
      return {
        number: Number(file.slice(0, 4)),
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}
