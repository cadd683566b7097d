import { statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { type Config, ConfigRefused } from './config.ts'
import { AnchorsRefused, openOldLanes } from './db/audit-anchors.ts'
import { isFull, type Patience } from './db/away.ts'
import type { SettableClock } from './db/clock.ts'
import { DataFolderRefused } from './db/embedded/server.ts'
import { type Keys, KeysRefused, loadKeys } from './db/keys.ts'
import { MigrationRefused, migrate } from './db/migrations.ts'
import type { Databases } from './db/tenants.ts'
import type { Files } from './documents/files.ts'
import { completeReferenceLists } from './reference/complete-lists.ts'
import { databaseFaults, mayMakeKeys, type Store, sandboxFaults } from './store.ts'

// What a service does when it starts and stops, whether it is one process or several.

/** Messages for people go to stderr. The log on stdout is for machines. */
export const say = (line: string) => process.stderr.write(`${line}\n`)

class PortRefused extends Error {}

/** A failed start, as another process has told of it. */
export class StartFailed extends Error {
  readonly exitCode: number
  constructor({ text, exitCode }: StartFailure) {
    super(text)
    this.exitCode = exitCode
  }
}

export interface StartFailure {
  readonly text: string
  readonly exitCode: number
}

/** What people are told of a failure. */
export function startFailure(error: unknown): StartFailure {
  if (error instanceof StartFailed) return { text: error.message, exitCode: error.exitCode }
  if (isFull(error)) {
    const { message } = error as Error
    return { text: `${message}\nA disk is full. Make space, then start the service again.`, exitCode: 2 }
  }
  return isRefusal(error) ? { text: error.message, exitCode: 2 } : { text: inspect(error), exitCode: 1 }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof AnchorsRefused ||
  error instanceof ConfigRefused ||
  error instanceof DataFolderRefused ||
  error instanceof KeysRefused ||
  error instanceof MigrationRefused ||
  error instanceof PortRefused

interface Stopping {
  readonly requested: Promise<void>
  readonly signal: AbortSignal
  now(): void
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
export function stopSignal(): Stopping {
  const controller = new AbortController()
  const { signal } = controller
  const requested = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let before = 0
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      // Ctrl-C arrives twice, from the terminal and through npm. Two signals within a second count as one.
      if (before > 0 && Date.now() - before > 1_000) process.exit(130)
      before ||= Date.now()
      controller.abort()
    })
  }
  return { requested, signal, now: () => controller.abort() }
}

/** Stops when another service has taken the database. */
export function stopWhenLost(store: Store, log: Logger, stopping: Stopping): void {
  store.onLost(() => {
    log.fatal({ event: 'database lost' })
    say('Another service has taken the database of this one. The service is stopping.')
    process.exitCode = 1
    stopping.now()
  })
}

/** How long a start waits for a database that is starting, recovering or busy, and for space on a full disk. */
export const startPatience = (stopping: AbortSignal): Patience => ({
  milliseconds: 30_000,
  pauseMilliseconds: 250,
  stopping,
  onWait: (error) => {
    const { message, code } = error as Error & { code?: string }
    const [what, whatFor] = isFull(error)
      ? ['A disk is full', 'space']
      : ['The database does not answer yet', 'it']
    say(`${what} (${message || code}). Waiting for ${whatFor} for 30 seconds …`)
  },
})

/** The code of the sandbox. It takes a while to load. */
export async function loadSandbox() {
  const [{ openPasswords }, { openSandbox }, world] = await Promise.all([
    import('./access/passwords.ts'),
    import('./sandbox/open.ts'),
    import('./sandbox/crowd/world.ts'),
  ])
  return { openPasswords, openSandbox, world }
}
export type SandboxRooms = Awaited<ReturnType<typeof loadSandbox>>
type ShownCallers = Awaited<ReturnType<SandboxRooms['openSandbox']>>

interface Preparing {
  readonly config: Config
  readonly databases: Databases
  /** Of a sandbox. */
  readonly sandbox: Promise<SandboxRooms> | undefined
  /** Builds what the start needs, while the database is at work on the migrations. */
  build(keys: Keys): Promise<{ readonly clock: SettableClock; readonly files: Files }>
}

export interface Prepared {
  readonly keys: Keys
  /** The callers of a sandbox to begin with. */
  readonly shownFirst: ShownCallers
}

/** Brings the database up to date and creates what is missing. No other service does so at the same time. */
export async function prepare({ config, databases, sandbox, build }: Preparing): Promise<Prepared> {
  const keys = loadKeys(config.keysFile, await mayMakeKeys(config, databases))
  await refuseFaults(config, databases)
  const migrating = migrate(databases.platformPool, (line) => say(`Migrating ${line}`))
  // Reported where it is awaited.
  migrating.catch(() => undefined)
  const { clock, files } = await build(keys)
  await migrating
  await openOldLanes(databases, keys, config.dataFolder)
  await completeReferenceLists(databases, keys, (line) => say(`Migrating ${line}`))
  const rooms = await sandbox
  const shownFirst = await rooms?.openSandbox({
    ...{ databases, passwords: rooms.openPasswords(), keys, clock, files, log: say },
    startedAt: clock.now(),
  })
  return { keys, shownFirst: shownFirst ?? [] }
}

/** Runs before anything is changed, so that a refused start leaves the database as it was. */
async function refuseFaults(config: Config, databases: Databases): Promise<void> {
  const faults = await databaseFaults(databases, config.mode)
  if (config.mode === 'production') faults.push(...(await productionFaults(config, databases)))
  if (faults.length > 0) throw new ConfigRefused(faults.map((fault) => `${config.mode}: ${fault}`))
}

async function productionFaults(config: Config, databases: Databases): Promise<string[]> {
  const faults = await sandboxFaults(databases)
  const { mode } = statSync(config.keysFile)
  if (mode & 0o077)
    faults.push(`The key file ${config.keysFile} can be read by other users. Run "chmod 600" on it.`)
  return faults
}

/** Listens, and gives the port. */
export async function listen(app: App, config: Config): Promise<number> {
  try {
    await app.server.listen({ host: config.host, port: config.port })
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EADDRINUSE')
      throw new PortRefused(
        `Port ${config.port} on ${config.host} is already in use. Set PORT to another port, or stop the program that uses it.`,
      )
    if (code === 'EACCES')
      throw new PortRefused(`This user may not open port ${config.port}. Set PORT to another port.`)
    throw error
  }
  const { port } = app.server.server.address() as AddressInfo
  return port
}

interface Greeting {
  readonly config: Config
  readonly port: number
  /** Of a sandbox. */
  readonly world: SandboxRooms['world'] | undefined
  readonly shownFirst: ShownCallers
}

export function greet({ config, port, world, shownFirst }: Greeting): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${port}`
  say(`\nBulwark is ready (${config.mode}):  ${url}`)
  say(`  reference and try-it:  ${url}/docs`)
  say(`  data folder:           ${config.dataFolder}`)
  if (config.workers > 1) say(`  processes:             ${config.workers}`)
  if (world) {
    if (shownFirst.length > 0)
      say(`  begin with:            ${shownFirst.map(([name, what]) => `${name} (${what})`).join(', ')}`)
    say(
      `  OAuth clients (secret "${world.SANDBOX_SECRET}"), and portal users with the same names at @sandbox.example:`,
    )
    const names = new Set([...shownFirst.map(([name]) => name), ...world.callers.map(({ name }) => name)])
    say(`    ${[...names].join(', ')}`)
  }
  say('')
}

const DRAIN_MILLISECONDS = 10_000

/** Lets running requests and jobs finish, and closes all connections of callers. */
export async function drain(app: App): Promise<void> {
  app.setNotReady('The service is stopping.')
  const { server } = app.server
  // Callers keep their connections open for the next request. Idle ones are closed.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS)
  await app.server.close()
  await app.jobs.stop()
  clearInterval(idle)
  clearTimeout(late)
}
