import { type Config, readConfig } from '../config.ts'
import { openClock, type SettableClock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { type Keys, loadKeys } from '../db/keys.ts'
import { isMigrated, isUpToDate, MigrationRefused } from '../db/migrations.ts'
import { type Databases, openDatabases, type Tenant } from '../db/tenants.ts'
import { dateIn } from '../domain/dates.ts'
import { permissions } from '../domain/permissions.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { loadClock } from '../sandbox/clock.ts'
import { mayMakeKeys, openStore } from '../store.ts'

// What all commands share: their options, their result, and how they open the database.

/** The result of a command: lines for a person, the same as data, and whether errors were found. */
export interface Outcome {
  readonly lines: readonly string[]
  readonly data: unknown
  readonly faults: boolean
}

/** The command was called with wrong arguments. The usage is printed with the message. */
export class UsageRefused extends Error {}

export type Options = Readonly<Record<string, string | undefined>>

export interface Opened {
  readonly config: Config
  readonly databases: Databases
  readonly keys: Keys
}

/** Connects to the running database, or starts it for this one command. */
export async function withDatabases(work: (opened: Opened) => Promise<Outcome>): Promise<Outcome> {
  const config = readConfig(process.env)
  const store = await openStore(config, 'join', (line) => process.stderr.write(`${line}\n`))
  // Reading the whole audit chain takes longer than a request may.
  const databases = openDatabases(store.location, { ...config, statementMilliseconds: 0 })
  try {
    const keys = loadKeys(config.keysFile, await mayMakeKeys(config, databases))
    return await work({ config, databases, keys })
  } finally {
    await databases.close()
    await store.stop()
  }
}

/** The administrator that a command works on. */
export interface Administrator extends Opened {
  readonly tenant: Tenant
  readonly db: Db
}

/** Opens an administrator by its number, in any letter case. The database must be up to date. */
export function withAdministrator(
  number: string,
  work: (opened: Administrator) => Promise<Outcome>,
): Promise<Outcome> {
  return withDatabases(async (opened) => {
    const { databases } = opened
    await refuseNeverSetUp(databases)
    const tenant = await tenantNumbered(databases, number)
    if (!tenant) return refused(`There is no administrator ${number}.`)
    await refuseOutdated(databases, tenant)
    return work({ ...opened, tenant, db: databases.of(tenant) })
  })
}

export async function refuseNeverSetUp({ platformPool }: Databases): Promise<void> {
  if (await isMigrated(platformPool)) return
  throw new MigrationRefused('This database has not been set up. Run "migrate" first.')
}

/** Refuses when the tables of an administrator are older than this version. */
export async function refuseOutdated({ platformPool }: Databases, { schema }: Tenant): Promise<void> {
  if (await isUpToDate(platformPool, schema)) return
  throw new MigrationRefused('The database is older than this version. Run "migrate" first.')
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

/** The operator at the machine may do everything: anyone who can run a command can also read the database. */
export function operatorCaller(databases: Databases, tenant: Tenant): Caller {
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

/** The operator of an administrator, acting by its clock: that of a sandbox may be set. */
export async function openOperator({
  databases,
  tenant,
}: Pick<Administrator, 'databases' | 'tenant'>): Promise<{ clock: SettableClock; acting(): Acting }> {
  const clock = openClock()
  if (tenant.isSandbox) await loadClock(databases, clock)
  const caller = operatorCaller(databases, tenant)
  return {
    clock,
    acting() {
      const now = clock.now()
      return { caller, now, today: dateIn(tenant.timeZone, now) }
    },
  }
}

export const refused = (reason: string): Outcome => ({
  lines: [reason],
  data: { error: reason },
  faults: true,
})

/** The first signal lets the current piece of work finish. */
export function stopOnSignal(words: string) {
  let isStopping = false
  const ask = () => {
    isStopping = true
    process.stderr.write(`${words}\n`)
  }
  process.once('SIGINT', ask)
  process.once('SIGTERM', ask)
  return {
    isStopping: () => isStopping,
    end: () => {
      process.removeListener('SIGINT', ask)
      process.removeListener('SIGTERM', ask)
    },
  }
}
