import { accessSync, constants, mkdirSync } from 'node:fs'
import { type Config, ConfigRefused } from './config.ts'
import type { Location } from './db/connection.ts'
import { refusing } from './db/embedded/refused.ts'
import { joinEmbedded, openEmbedded } from './db/embedded/server.ts'
import { isMigrated } from './db/migrations.ts'
import type { Databases } from './db/tenants.ts'

/** Where the data is: the embedded server, or the one that DATABASE_URL names. */
export interface Store {
  readonly location: Location
  stop(): Promise<void>
  /** The database went away under us. */
  onLost(listener: () => void): void
}

/** `own`: the service, alone on its data folder. `join`: a command beside it. */
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
      onLost: () => undefined,
    }
  }
  const open = how === 'own' ? openEmbedded : joinEmbedded
  const server = await open(config.dataFolder, { log })
  return {
    location: server.connection,
    stop: () => server.stop(),
    onLost: (listener) => server.onLost(listener),
  }
}

/** What is wrong with the database itself; production refuses to start on any of it. */
export async function databaseFaults(databases: Databases, mode: Config['mode']): Promise<string[]> {
  const { rows } = await databases.platformPool
    .query<Record<string, string>>(`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit`)
    .catch(notReached)
  const [settings = {}] = rows
  const faults: string[] = []
  if (Number(settings.version) < 150_000) faults.push('The database is older than PostgreSQL 15.')
  if (settings.encoding !== 'UTF8')
    faults.push(`The database's encoding is ${settings.encoding}; it must be UTF8.`)
  if (mode !== 'production') return faults
  for (const name of ['fsync', 'full_page_writes'])
    if (settings[name] !== 'on')
      faults.push(
        `The database has ${name} = ${settings[name]}: a crash could lose or tear what was acknowledged.`,
      )
  if (settings.synchronous_commit === 'off')
    faults.push('The database has synchronous_commit = off: a crash could lose what was acknowledged.')
  return faults
}

/** The first contact: a wrong address, password or name of DATABASE_URL shows here. */
function notReached(error: Error & { code?: string }): never {
  throw new ConfigRefused([`The database cannot be reached: ${error.message || error.code}`])
}

/** A sandbox's published passwords must not be reachable in production. */
export async function sandboxFaults(databases: Databases): Promise<string[]> {
  if (!(await isMigrated(databases.platformPool))) return []
  const sandbox = (await databases.tenants()).filter((tenant) => tenant.isSandbox)
  return sandbox.map(
    (tenant) =>
      `The database holds the sandbox ${tenant.number} with its published passwords. Use another database or data folder.`,
  )
}
