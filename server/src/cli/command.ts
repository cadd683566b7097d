import { type Config, readConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Keys, loadKeys } from '../db/keys.ts'
import { isMigrated, isUpToDate, MigrationRefused } from '../db/migrations.ts'
import { type Databases, openDatabases, type Tenant } from '../db/tenants.ts'
import { permissions } from '../domain/permissions.ts'
import type { Caller } from '../http/caller.ts'
import { openStore } from '../store.ts'

// What every command of the command line has: how it is called, what it answers, and how it comes to its data.

/** What a command found: lines for a person, the same as data, and whether there were faults. */
export interface Outcome {
  readonly lines: readonly string[]
  readonly data: unknown
  readonly faults: boolean
}

/** The command was called in a way it cannot be; said with how to call it. */
export class UsageRefused extends Error {}

export type Options = Readonly<Record<string, string | undefined>>

export interface Opened {
  readonly config: Config
  readonly databases: Databases
  readonly keys: Keys
}

/** Joins the running database, or starts it for the length of one command. */
export async function withDatabases(work: (opened: Opened) => Promise<Outcome>): Promise<Outcome> {
  const config = readConfig(process.env)
  const store = await openStore(config, 'join', (line) => process.stderr.write(`${line}\n`))
  // A walk of the whole audit takes longer than a request may.
  const databases = openDatabases(store.location, { ...config, statementMilliseconds: 0 })
  try {
    const keys = loadKeys(config.keysFile, !config.keysGiven)
    return await work({ config, databases, keys })
  } finally {
    await databases.close()
    await store.stop()
  }
}

/** An administrator whom a command works for. */
export interface Administrator extends Opened {
  readonly tenant: Tenant
  readonly db: Db
}

/** With the administrator of a number, however its letters are written, on a database that this code fits. */
export function withAdministrator(
  number: string,
  work: (opened: Administrator) => Promise<Outcome>,
): Promise<Outcome> {
  return withDatabases(async (opened) => {
    const { databases } = opened
    await refuseNeverSetUp(databases)
    const tenant = await tenantNumbered(databases, number)
    if (!tenant) return refused(`There is no administrator ${number}.`)
    if (!(await isUpToDate(databases.platformPool, tenant.schema)))
      throw new MigrationRefused('The database is older than this code; run "migrate" first.')
    return work({ ...opened, tenant, db: databases.of(tenant) })
  })
}

export async function refuseNeverSetUp({ platformPool }: Databases): Promise<void> {
  if (await isMigrated(platformPool)) return
  throw new MigrationRefused('This database has never been set up; run "migrate" first.')
}

export async function tenantNumbered(databases: Databases, number: string): Promise<Tenant | undefined> {
  const wanted = number.toLowerCase()
  return (await databases.tenants()).find((tenant) => tenant.number.toLowerCase() === wanted)
}

export const OPERATOR = 'command line'

export function operatorEntry(operation: string, subject: string) {
  return {
    at: new Date(),
    actorKind: 'Operator',
    actorId: null,
    actorName: OPERATOR,
    address: 'local',
    operation,
    subject,
    requestId: `cli-${process.pid}`,
  }
}

/** The operator at the machine may do everything: whoever can run the command has the database anyway. */
export function operatorOf(databases: Databases, tenant: Tenant): Caller {
  return {
    kind: 'Client',
    id: 0,
    name: OPERATOR,
    tenant,
    db: databases.of(tenant),
    roles: ['Admin'],
    permissions: new Set(permissions),
    scopes: [],
    key: 'Operator:0',
  }
}

export const refused = (reason: string): Outcome => ({
  lines: [reason],
  data: { error: reason },
  faults: true,
})
