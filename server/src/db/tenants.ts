import type pg from 'pg'
import { type Location, openPool } from './connection.ts'
import { type Db, databaseOnClient, databaseOver, run, type Tx } from './database.ts'
import { createTenantSchema } from './migrations.ts'
import { waitingIn } from './places.ts'
import { sql } from './sql.ts'
import { openUnit, unitOf } from './unit-of-work.ts'

/** What a credential is, where the platform looks it up. */
export type CredentialKind = 'Client' | 'User' | 'ApiKey' | 'Session'

/** An administrator: the owner of one schema. */
export interface Tenant {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly schema: string
  readonly timeZone: string
  readonly isSandbox: boolean
}

export interface DatabaseLimits {
  readonly connectionsPerTenant: number
  readonly connectionsInAll: number
  readonly statementMilliseconds: number
}

/** All databases of the service: the platform's, and one for each administrator, opened when first asked for. */
export interface Databases {
  readonly platform: Db
  readonly platformPool: pg.Pool
  tenant(id: number): Promise<Tenant | undefined>
  tenants(): Promise<Tenant[]>
  of(tenant: Tenant): Db
  /** A new pool for a job runner, which closes it. */
  openJobPool(): pg.Pool
  /** How many requests wait for a connection. */
  waiting(): number
  close(): Promise<void>
}

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
      // Last used, last in the map: the first is the one to close when there are too many.
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
    const entry = { pool, db: databaseOver(pool) }
    open.set(tenant.id, entry)
    return entry.db
  }

  /** Closes the pool that was used longest ago, when one more could pass the total. It drains by itself. */
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
    openJobPool: () => openPlatformPool(JOB_CONNECTIONS),
    async tenant(id) {
      const cached = known.get(id)
      if (cached) return cached
      const [row] = await run<Tenant>(platform, `${TENANTS} where id = $1`, [id])
      if (row) known.set(id, row)
      return row
    },
    tenants: () => run<Tenant>(platform, `${TENANTS} order by id`, []),
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

const TENANTS = `select id, number, name, schema_name as schema, time_zone as "timeZone", is_sandbox as "isSandbox"
  from platform.tenant`

export interface NewTenant {
  readonly number: string
  readonly name: string
  readonly timeZone: string
  readonly isSandbox: boolean
  readonly createdAt: Date
}

/** Makes an administrator with its schema and what it starts with; all of it or nothing. */
export async function createTenant(
  databases: Databases,
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
    await createTenantSchema(client, schema)
    const tx = databaseOnClient(client)
    openUnit(tx)
    await fill(tx)
    await unitOf(tx).last
    await client.query('commit')
    const id = rows[0]?.id ?? 0
    const { number, name, timeZone, isSandbox } = tenant
    return { id, number, name, schema, timeZone, isSandbox }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    // Its search_path was changed for the new schema; the next user wants a clean one.
    client.release(true)
  }
}

/** Which administrator a credential belongs to. */
export async function tenantOfCredential(databases: Databases, kind: CredentialKind, lookup: string) {
  const [row] = await run<{ tenant_id: number }>(
    databases.platform,
    'select tenant_id from platform.credential where kind = $1 and lookup = $2',
    [kind, lookup],
  )
  return row ? databases.tenant(row.tenant_id) : undefined
}

/** Notes whose credential this is, in the transaction that makes it. False when another administrator or record has it. */
export async function claimCredential(
  tx: Db,
  kind: CredentialKind,
  lookup: string,
  tenantId: number,
): Promise<boolean> {
  const { count } = await sql`
    insert into platform.credential (kind, lookup, tenant_id) values (${kind}, ${lookup}, ${tenantId})
    on conflict do nothing`.execute(tx)
  return count === 1
}

export async function dropCredential(tx: Db, kind: CredentialKind, lookup: string): Promise<void> {
  await sql`delete from platform.credential where kind = ${kind} and lookup = ${lookup}`.execute(tx)
}
