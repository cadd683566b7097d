import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { hashOfFiles, seedCodeVersion } from '../../../../scripts/setup.mjs'
import { openClock } from '../../../src/db/clock.ts'
import type { Location } from '../../../src/db/connection.ts'
import { openEmbedded } from '../../../src/db/embedded/server.ts'
import { loadKeys } from '../../../src/db/keys.ts'
import { migrate } from '../../../src/db/migrations.ts'
import { projectRoot } from '../../../src/db/project-root.ts'
import { openDatabases } from '../../../src/db/tenants.ts'
import { openFiles } from '../../../src/documents/files.ts'
import { openSandbox } from '../../../src/sandbox/open.ts'
import { limits } from '../hostile/limits.ts'
import { quickPasswords } from './passwords.ts'

// Seeding a sandbox takes seconds. It is done once for each version of the seed and stored as the data folder of a
// stopped service. Every test that needs a seeded sandbox works on a copy.

const cache = join(projectRoot, 'node_modules', '.cache', 'bulwark-seed')
const KEPT_FOLDERS = 4
const HOUR = 3_600_000

/** The data folder of a seeded sandbox. No server may run in it, so copy it first. It is made in `workshop`. */
export async function seededFolder(workshop: string): Promise<string> {
  const folder = join(cache, seedVersion())
  if (existsSync(folder)) {
    const now = new Date()
    utimesSync(folder, now, now)
    return folder
  }
  const data = join(workshop, 'seeding')
  await seedInto(data)
  mkdirSync(cache, { recursive: true })
  const copy = mkdtempSync(join(cache, 'new-'))
  copyFolder(data, join(copy, 'data'))
  rmSync(data, { recursive: true })
  keep(join(copy, 'data'), folder)
  rmSync(copy, { recursive: true, force: true })
  removeOld()
  return folder
}

/** If two test runs make the same folder at once, the first one stays. */
function keep(made: string, folder: string): void {
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** Copies a folder with the owners of its files, because for root PostgreSQL runs as another user. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', from, to])
}

/** The code, the migrations, the rate book and the packages, including PostgreSQL. */
function seedVersion(): string {
  const below = (folder: string) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(projectRoot, folder, name))
      .filter((file) => statSync(file).isFile())
  const files = [...below('server/migrations'), ...below('books'), join(projectRoot, 'package-lock.json')]
  return `${seedCodeVersion().slice(0, 16)}-${hashOfFiles(files).slice(0, 16)}`
}

async function seedInto(data: string): Promise<void> {
  // The folder is not used until it is complete, so it need not survive a crash. A short log is faster to copy.
  const settings = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
  const server = await openEmbedded(data, { settings: { ...settings, min_wal_size: '32MB' } })
  await seedSandbox(server.connection, data)
  await server.stop()
}

/** Migrates and seeds an empty database. Its keys and files are stored in the folder. */
export async function seedSandbox(location: Location, folder: string): Promise<void> {
  const databases = openDatabases(location, limits)
  await migrate(databases.platformPool)
  await openSandbox({
    databases,
    passwords: quickPasswords,
    keys: loadKeys(join(folder, 'keys.json'), true),
    files: openFiles({ folder: join(folder, 'files'), fileBytes: 1_000_000, s3: undefined }),
    clock: openClock(),
    codeVersion: seedCodeVersion(),
    log: () => undefined,
  })
  await databases.close()
}

/** Removes all but the last few folders. A folder that was used within the hour may be in use by another run. */
function removeOld(): void {
  const folders = readdirSync(cache).map((name) => join(cache, name))
  const lastUse = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const old = folders.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(KEPT_FOLDERS)
  for (const folder of old)
    if (lastUse(folder) < Date.now() - HOUR) rmSync(folder, { recursive: true, force: true })
}
