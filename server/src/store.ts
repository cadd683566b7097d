import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { type Config, ConfigRefused } from './config.ts'
import { type Patience, whileAway } from './db/away.ts'
import type { Location } from './db/connection.ts'
import { refusing } from './db/embedded/refused.ts'
import { joinEmbedded, openEmbedded } from './db/embedded/server.ts'
import { isMigrated } from './db/migrations.ts'
import type { Databases } from './db/tenants.ts'

/** The database server: the embedded one, or the one in DATABASE_URL. */
export interface Store {
  readonly location: Location
  stop(): Promise<void>
  /** Whether the database is away because its disk is full. */
  isDiskFull(): boolean
  /** Called when another service has taken the database. */
  onLost(listener: () => void): void
}

/** `own` is for the service, which is alone on its data folder; `join` is for a command beside it. */
export async function openStore(
  config: Config,
  how: 'own' | 'join',
  log: (line: string) => void,
): Promise<Store> {
  if (config.databaseUrl) {
    await refusing(config.dataFolder, async () => {
      mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
      accessSync(config.dataFolder, constants.W_OK | constants.X_OK)
    })
    return {
      location: { connectionString: config.databaseUrl },
      stop: () => Promise.resolve(),
      isDiskFull: () => false,
      onLost: () => undefined,
    }
  }
  const open = how === 'own' ? openEmbedded : joinEmbedded
  const server = await open(config.dataFolder, { log })
  return {
    location: server.connection,
    stop: () => server.stop(),
    isDiskFull: () => server.isDiskFull(),
    onLost: (listener) => server.onLost(listener),
  }
}

/** What is wrong with the database server itself. */
export async function databaseFaults(databases: Databases, mode: Config['mode']): Promise<string[]> {
  const { rows } = await databases.platformPool.query<Record<string, string>>(`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit`)
  const [settings = {}] = rows
  const faults: string[] = []
  if (Number(settings.version) < 150_000)
    faults.push('The database is older than PostgreSQL 15. Use version 15 or later.')
  if (settings.encoding !== 'UTF8')
    faults.push(`The encoding of the database is ${settings.encoding}; it must be UTF8.`)
  if (mode !== 'production') return faults
  for (const name of ['fsync', 'full_page_writes'])
    if (settings[name] !== 'on')
      faults.push(
        `The database has ${name} = ${settings[name]}, so a crash could lose or damage saved data. Set it to on.`,
      )
  if (settings.synchronous_commit === 'off')
    faults.push('The database has synchronous_commit = off, so a crash could lose saved data. Set it to on.')
  return faults
}

/**
 * The first contact with the database. One that is just starting or recovering is waited for; a wrong address, password or
 * name in DATABASE_URL shows here.
 */
export async function reachDatabase({ platformPool }: Databases, patience: Patience): Promise<void> {
  await whileAway(patience, () => platformPool.query('select')).catch(notReached)
}

function notReached(error: Error & { code?: string }): never {
  throw new ConfigRefused([`The database cannot be reached: ${error.message || error.code}`])
}

/** Production must not run on the database of a sandbox, whose passwords are public. */
export async function sandboxFaults(databases: Databases): Promise<string[]> {
  if (!(await isMigrated(databases.platformPool))) return []
  const sandbox = (await databases.tenants()).filter((tenant) => tenant.isSandbox)
  return sandbox.map(
    (tenant) =>
      `The database contains the sandbox ${tenant.number}, whose passwords are public. Use another database or data folder.`,
  )
}

/**
 * Whether a missing key file may be made: only for a new database. Beside one with data, new keys would make everything
 * that is encrypted unreadable.
 */
export async function mayMakeKeys(config: Config, { platformPool }: Databases): Promise<boolean> {
  if (config.keysGiven || existsSync(config.keysFile)) return false
  return !(await isMigrated(platformPool))
}
