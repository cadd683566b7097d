import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SettableClock } from '../db/clock.ts'
import { migrationsFingerprint } from '../db/migrations.ts'
import { createTenant, type Databases, type Tenant } from '../db/tenants.ts'
import { readBookFolder, sandboxBookFolder } from '../rates/book/folder.ts'
import { loadClock } from './clock.ts'
import { administrator } from './crowd/world.ts'
import { buildPristine, copyPristine, isEmpty, isUntouched, pristineFingerprint } from './pristine.ts'
import type { Seeding } from './seed.ts'

interface Opening extends Seeding {
  readonly databases: Databases
  readonly clock: SettableClock
  log(line: string): void
}

/** Makes sure that the sandbox is there and complete; a kill half-way is mended by the next start. */
export async function openSandbox({ databases, clock, log, ...seeding }: Opening): Promise<void> {
  const tenant = (await sandboxTenant(databases)) ?? (await createSandbox(databases))
  const fingerprint = seedFingerprint()
  const db = databases.of(tenant)
  const isNew = (await pristineFingerprint(databases, tenant)) !== fingerprint
  if (isNew) {
    log('Seeding the sandbox …')
    await buildPristine(databases, tenant, seeding, fingerprint)
    giveBackMemory()
  }
  if ((isNew && (await isUntouched(db))) || (await isEmpty(db))) await copyPristine(databases, tenant)
  else if (isNew) log('The seed is new, your data stays as it is. POST /sandbox/reset brings the new seed.')
  await loadClock(databases, clock)
}

/** Making the seed is more work than serving from it; without being asked, the process would keep what that took. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

const sandboxTenant = async (databases: Databases): Promise<Tenant | undefined> =>
  (await databases.tenants()).find((tenant) => tenant.isSandbox)

const createSandbox = (databases: Databases) =>
  createTenant(databases, { ...administrator, isSandbox: true, createdAt: new Date('2015-01-01T12:00:00Z') })

/** Any change of code, migrations or the rate book may change what the seed comes out as. */
function seedFingerprint(): string {
  const built = join(import.meta.dirname, '../.bulwark-built')
  const code = existsSync(built) ? readFileSync(built, 'utf8') : 'unbuilt'
  const hash = createHash('sha256').update(code).update(migrationsFingerprint())
  for (const [file, text] of readBookFolder(sandboxBookFolder)) hash.update(file).update(text)
  return hash.digest('hex')
}
