import { statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { type Config, ConfigRefused, readConfig } from './config.ts'
import { AnchorsRefused, openOldLanes } from './db/audit-anchors.ts'
import { isFull, type Patience, whileAway } from './db/away.ts'
import { openClock } from './db/clock.ts'
import { removeServicePid, writeServicePid } from './db/embedded/data-folder.ts'
import { DataFolderRefused } from './db/embedded/server.ts'
import { KeysRefused, loadKeys } from './db/keys.ts'
import { MigrationRefused, migrate, preparing } from './db/migrations.ts'
import { type Databases, openDatabases } from './db/tenants.ts'
import { openLog } from './log.ts'
import { completeReferenceLists } from './reference/complete-lists.ts'
import { databaseFaults, mayMakeKeys, openStore, reachDatabase, type Store, sandboxFaults } from './store.ts'

/** Runs the service until it is told to stop. */
export async function main(): Promise<void> {
  try {
    await serve(readConfig(process.env))
  } catch (error) {
    const isForPeople = isRefusal(error) || isFull(error)
    say(isForPeople ? (error as Error).message : inspect(error))
    if (isFull(error)) say('A disk is full. Make space, then start the service again.')
    process.exitCode = isForPeople ? 2 : 1
  }
  // If the stop came during the start, what is still starting must not go on without its database.
  process.exit()
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof AnchorsRefused ||
  error instanceof ConfigRefused ||
  error instanceof DataFolderRefused ||
  error instanceof KeysRefused ||
  error instanceof MigrationRefused ||
  error instanceof PortRefused

/** Messages for people go to stderr. The log on stdout is for machines. */
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Loads the code of the rooms. It takes about as long as starting the database, and is done at the same time. */
async function loadRooms() {
  const [{ createApp }, { openPasswords }, { openSandbox }, world] = await Promise.all([
    import('./app.ts'),
    import('./access/passwords.ts'),
    import('./sandbox/open.ts'),
    import('./sandbox/crowd/world.ts'),
  ])
  return { createApp, openPasswords, openSandbox, world }
}
type Rooms = Awaited<ReturnType<typeof loadRooms>>

async function serve(config: Config): Promise<void> {
  const stopping = stopSignal()
  const { log, close: closeLog } = openLog(config.logLevel)
  const patience = startPatience(stopping.signal)
  const opening = whileAway(patience, () => openStore(config, 'own', say))
  const rooms = loadRooms()
  // Reported where it is awaited. A database that cannot be opened is reported first.
  rooms.catch(() => undefined)
  const store = await opening.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  if (!store) return
  const databases = openDatabases(store.location, config)
  const running: Running = { store, databases, config, log, closeLog }
  store.onLost(() => {
    log.fatal({ event: 'database lost' })
    say('Another service has taken the database of this one. The service is stopping.')
    process.exitCode = 1
    stopping.now()
  })
  try {
    await Promise.race([start(running, rooms, patience), stopping.requested])
    await stopping.requested
  } finally {
    await stop(running)
  }
}

async function start(running: Running, loading: Promise<Rooms>, patience: Patience): Promise<void> {
  const { config, databases } = running
  await reachDatabase(databases, patience)
  // Everything in there can be begun anew, if the database crashes or is restarted meanwhile.
  const app = await whileAway(patience, () =>
    preparing(databases.platformPool, say, () => prepare(running, loading)),
  )
  await whileAway(patience, async () => writeServicePid(config.dataFolder))
  await listen(app, config)
  running.app = app
  greet(config, app, await loading, running.shownFirst ?? [])
  app.jobs.start()
}

/** How long a start waits for a database that is starting, recovering or busy, and for space on a full disk. */
const startPatience = (stopping: AbortSignal): Patience => ({
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

/** Brings the database up to date and creates what is missing. No other service does so at the same time. */
async function prepare(running: Running, loading: Promise<Rooms>): Promise<App> {
  const { store, config, databases, log } = running
  const keys = loadKeys(config.keysFile, await mayMakeKeys(config, databases))
  await refuseFaults(config, databases)
  const migrating = migrate(databases.platformPool, (line) => say(`Migrating ${line}`))
  // Reported where it is awaited.
  migrating.catch(() => undefined)
  const rooms = await loading
  // The database is at work on the migrations meanwhile.
  const { isDiskFull } = store
  running.built ??= rooms.createApp({ config, databases, keys, clock: openClock(), log, isDiskFull })
  const app = running.built
  await migrating
  await openOldLanes(databases, keys, config.dataFolder)
  await completeReferenceLists(databases, keys, (line) => say(`Migrating ${line}`))
  if (config.mode === 'sandbox') {
    const { clock, files } = app.services
    running.shownFirst = await rooms.openSandbox({
      ...{ databases, passwords: rooms.openPasswords(), keys, clock, files, log: say },
      startedAt: clock.now(),
    })
  }
  return app
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
function stopSignal() {
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

class PortRefused extends Error {}

async function listen(app: App, config: Config): Promise<void> {
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
}

type ShownCallers = Awaited<ReturnType<Rooms['openSandbox']>>

function greet(config: Config, app: App, { world }: Rooms, shownFirst: ShownCallers): void {
  const { port } = app.server.server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${port}`
  say(`\nBulwark is ready (${config.mode}):  ${url}`)
  say(`  reference and try-it:  ${url}/docs`)
  say(`  data folder:           ${config.dataFolder}`)
  if (config.mode === 'sandbox') {
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

interface Running {
  readonly store: Store
  readonly databases: Databases
  readonly config: Config
  readonly log: Logger
  closeLog(): void
  /** Built once, even if the database has to be prepared again. */
  built?: App
  /** Set once the service listens. */
  app?: App
  /** The callers of a sandbox to begin with. */
  shownFirst?: ShownCallers
}

const DRAIN_MILLISECONDS = 10_000

/** Lets running requests and jobs finish, then closes the connections, then stops the embedded database. */
async function stop({ app, store, databases, config, log, closeLog }: Running): Promise<void> {
  if (app) {
    app.setNotReady('The service is stopping.')
    const { server } = app.server
    // Callers keep their connections open for the next request. Idle ones are closed.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS)
    await app.server.close()
    await app.jobs.stop()
    await app.anchorAudit().catch((error: unknown) => log.error({ err: error, event: 'audit not anchored' }))
    clearInterval(idle)
    clearTimeout(late)
    await databases.close()
  }
  await store.stop()
  removeServicePid(config.dataFolder)
  closeLog()
}
