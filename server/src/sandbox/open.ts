import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SettableClock } from '../db/clock.ts'
import { text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { statement } from '../db/statement.ts'
import { createTenant, type Databases, type Tenant } from '../db/tenants.ts'
import { loadClock } from './clock.ts'
import { administrator } from './crowd/world.ts'
import { shownFirst } from './living/dealers.ts'
import { buildPristine, copyPristine, isEmpty, isUntouched, pristineFingerprint } from './pristine.ts'
import type { Seeding } from './seed.ts'
import { seedInputs } from './seed-file.ts'

interface Opening extends Seeding {
  readonly databases: Databases
  readonly clock: SettableClock
  /** The version of the code that makes the seed. Default: the version that the build has written. */
  readonly codeVersion?: string
  log(line: string): void
}

/** A caller of the sandbox, and what it is. */
export type ShownCaller = (typeof shownFirst)[number]

/**
 * Makes sure that the sandbox exists and is complete. If a start was interrupted, the next one completes it. Gives the
 * callers to begin with, because they have contracts to see.
 */
export async function openSandbox(opening: Opening): Promise<readonly ShownCaller[]> {
  const { databases, clock, log, codeVersion = builtVersion(), ...seeding } = opening
  const tenant = (await sandboxTenant(databases)) ?? (await createSandbox(databases, seeding.keys))
  const fingerprint = seedFingerprint(codeVersion)
  const db = databases.of(tenant)
  const isNew = (await pristineFingerprint(databases, tenant)) !== fingerprint
  if (isNew) {
    log('Seeding the sandbox …')
    await buildPristine(databases, tenant, seeding, fingerprint)
    collectGarbage()
  }
  if ((isNew && (await isUntouched(db))) || (await isEmpty(db))) await copyPristine(databases, tenant)
  else if (isNew)
    log('There is a new seed. Your data was not changed. POST /sandbox/reset loads the new seed.')
  await loadClock(databases, clock)
  return findShownFirst(db)
}

const CLIENTS = statement(
  { name: text },
  'select client_id as name from oauth_client where client_id = any($1::text[])',
)

/** None in a sandbox that was seeded without the last twelve months. */
async function findShownFirst(db: Db): Promise<readonly ShownCaller[]> {
  const found = await CLIENTS.rows(db, [shownFirst.map(([name]) => name)])
  return found.length === shownFirst.length ? shownFirst : []
}

/** Seeding needs more memory than serving. Without this the process would not give it back. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

const sandboxTenant = async (databases: Databases): Promise<Tenant | undefined> =>
  (await databases.tenants()).find((tenant) => tenant.isSandbox)

const createSandbox = (databases: Databases, keys: Keys) =>
  createTenant(databases, keys, {
    ...administrator,
    isSandbox: true,
    createdAt: new Date('2015-01-01T12:00:00Z'),
  })

/** Written by the build, next to the built code. */
function builtVersion(): string {
  const file = join(import.meta.dirname, '../.bulwark-seed')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'unbuilt'
}

/** The seed depends on the code, the migrations and the rate book. When one of them changes, it is built again. */
const seedFingerprint = (codeVersion: string): string =>
  createHash('sha256').update(codeVersion).update(seedInputs()).digest('hex')
