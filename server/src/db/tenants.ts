import type pg from 'pg'
import { openLanes } from './audit-heads.ts'
import { distributeSchema } from './cluster.ts'
import { flag, int, text } from './columns.ts'
import { type Location, openPool } from './connection.ts'
import { type Db, databaseOnClient, databaseOver, type Tx } from './database.ts'
import type { Keys } from './keys.ts'
import { createTenantSchema } from './migrations.ts'
import { waitingIn } from './places.ts'
import { command, statement } from './statement.ts'
import { openUnit, unitOf } from './unit-of-work.ts'

/** The kinds of credentials that the platform finds an administrator by. */
type CredentialKind = 'Client' | 'User' | 'ApiKey' | 'Session'

/** An administrator: the owner of one schema. */
export interface Tenant {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly schema: string
  readonly timeZone: string
  readonly isSandbox: boolean
}

interface DatabaseLimits {
  readonly connectionsPerTenant: number
  readonly connectionsInAll: number
  readonly statementMilliseconds: number
}

/** The databases of the service: the platform's, and one for each administrator, opened when first used. */
export interface Databases {
  readonly platform: Db
  readonly platformPool: pg.Pool
  tenant(id: number): Promise<Tenant | undefined>
  tenants(): Promise<Tenant[]>
  of(tenant: Tenant): Db
  /** The same if it is open already. */
  opened(tenantId: number): Db | undefined
  /** A new pool for a job runner, which closes it. */
  openJobPool(): pg.Pool
  /** How many requests are waiting for a connection. */
  waiting(): number
  close(): Promise<void>
}

const owners = new WeakMap<pg.Pool, Tenant>()

/** The administrator whose database this pool opens. */
export const ownerOf = (pool: pg.Pool): Tenant | undefined => owners.get(pool)

const PLATFORM_CONNECTIONS = 4
const JOB_CONNECTIONS = 2
/** Connections that no administrator gets. */
export const RESERVED_CONNECTIONS = PLATFORM_CONNECTIONS + JOB_CONNECTIONS

export function openDatabases(location: Location, limits: DatabaseLimits): Databases {
  const { statementMilliseconds } = limits
  const openPlatformPool = (connections: number) =>
    openPool(location, { searchPath: 'platform', connections, statementMilliseconds })
  const platformPool = openPlatformPool(PLATFORM_CONNECTIONS)
  const platform = databaseOver(platformPool)
  const open = new Map<number, { pool: pg.Pool; db: Db }>()
  const known = new Map<number, Tenant>()

  function of(tenant: Tenant): Db {
    const found = open.get(tenant.id)
    if (found) {
      // The most recently used is last in the map, so the first one is closed when there are too many.
      open.delete(tenant.id)
      open.set(tenant.id, found)
      return found.db
    }
    makeRoom()
    const pool = openPool(location, {
      searchPath: tenant.schema,
      connections: limits.connectionsPerTenant,
      statementMilliseconds,
    })
    owners.set(pool, tenant)
    const entry = { pool, db: databaseOver(pool) }
    open.set(tenant.id, entry)
    return entry.db
  }

  /** If one more pool could exceed the total, closes the one that was used longest ago. */
  function makeRoom() {
    const forTenants = limits.connectionsInAll - RESERVED_CONNECTIONS
    const most = Math.max(1, Math.floor(forTenants / limits.connectionsPerTenant))
    for (const [id, { pool }] of open) {
      if (open.size < most) return
      if (pool.totalCount > pool.idleCount || pool.waitingCount > 0) continue
      open.delete(id)
      void pool.end()
    }
  }

  return {
    platform,
    platformPool,
    of,
    opened: (tenantId) => open.get(tenantId)?.db,
    openJobPool: () => openPlatformPool(JOB_CONNECTIONS),
    async tenant(id) {
      const cached = known.get(id)
      if (cached) return cached
      const row = await FIND_TENANT.first(platform, [id])
      if (row) known.set(id, row)
      return row
    },
    tenants: () => ALL_TENANTS.rows(platform, []),
    waiting: () =>
      [...open.values()].reduce(
        (sum, { pool }) => sum + pool.waitingCount + waitingIn(pool),
        platformPool.waitingCount,
      ),
    async close() {
      await Promise.all([platformPool.end(), ...[...open.values()].map(({ pool }) => pool.end())])
    },
  }
}

const tenantColumns = { id: int, number: text, name: text, schema: text, timeZone: text, isSandbox: flag }
const TENANTS = `select id, number, name, schema_name as schema, time_zone as "timeZone", is_sandbox as "isSandbox"
  from platform.tenant`
const FIND_TENANT = statement(tenantColumns, `${TENANTS} where id = $1`)
const ALL_TENANTS = statement(tenantColumns, `${TENANTS} order by id`)

interface NewTenant {
  readonly number: string
  readonly name: string
  readonly timeZone: string
  readonly isSandbox: boolean
  readonly createdAt: Date
}

/** Creates an administrator with its schema and its first data, all or nothing. */
export async function createTenant(
  databases: Databases,
  keys: Pick<Keys, 'audit'>,
  tenant: NewTenant,
  fill: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<Tenant> {
  const schema = `tenant_${tenant.number.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`
  const client = await databases.platformPool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(
      `insert into platform.tenant (number, name, schema_name, time_zone, is_sandbox, created_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [tenant.number, tenant.name, schema, tenant.timeZone, tenant.isSandbox, tenant.createdAt],
    )
    const isCluster = await createTenantSchema(client, schema)
    const tx = databaseOnClient(client)
    openUnit(tx)
    await openLanes(tx, keys.audit)
    await fill(tx)
    await unitOf(tx).last
    await client.query('commit')
    if (isCluster) await distributeSchema(client, schema)
    const id = rows[0]?.id ?? 0
    const { number, name, timeZone, isSandbox } = tenant
    return { id, number, name, schema, timeZone, isSandbox }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    // Its search_path was changed for the new schema, so the connection is not used again.
    client.release(true)
  }
}

const CREDENTIAL_TENANT = statement(
  { tenantId: int },
  'select tenant_id as "tenantId" from platform.credential where kind = $1 and lookup = $2',
)

/** The administrator that a credential belongs to. */
export async function tenantOfCredential(databases: Databases, kind: CredentialKind, lookup: string) {
  const row = await CREDENTIAL_TENANT.first(databases.platform, [kind, lookup])
  return row ? databases.tenant(row.tenantId) : undefined
}

/** Registers a credential in the transaction that creates it. False if another administrator or record already has it. */
export async function claimCredential(
  tx: Db,
  kind: CredentialKind,
  lookup: string,
  tenantId: number,
): Promise<boolean> {
  return (await INSERT_CREDENTIAL.run(tx, [kind, lookup, tenantId])) === 1
}

export async function dropCredential(tx: Db, kind: CredentialKind, lookup: string): Promise<void> {
  await DELETE_CREDENTIAL.run(tx, [kind, lookup])
}

const INSERT_CREDENTIAL = command(
  'insert into platform.credential (kind, lookup, tenant_id) values ($1, $2, $3) on conflict do nothing',
)
const DELETE_CREDENTIAL = command('delete from platform.credential where kind = $1 and lookup = $2')
