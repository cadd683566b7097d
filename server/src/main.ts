import type { Logger } from 'pino'
import type { App } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type Patience, whileAway } from './db/away.ts'
import { openClock } from './db/clock.ts'
import { removeServicePid, writeServicePid } from './db/embedded/data-folder.ts'
import { preparing } from './db/migrations.ts'
import { type Databases, openDatabases } from './db/tenants.ts'
import { openLog } from './log.ts'
import {
  drain,
  greet,
  listen,
  loadSandbox,
  prepare,
  say,
  startFailure,
  startPatience,
  stopSignal,
  stopWhenLost,
} from './start.ts'
import { openStore, reachDatabase, type Store } from './store.ts'

/** Runs the service until it is told to stop. */
export async function main(): Promise<void> {
  try {
    const config = readConfig(process.env)
    if (config.workers === 1) await serve(config)
    else await (await import('./primary.ts')).serveWithWorkers(config)
  } catch (error) {
    const { text, exitCode } = startFailure(error)
    say(text)
    process.exitCode = exitCode
  }
  // If the stop came during the start, what is still starting must not go on without its database.
  process.exit()
}

/** Runs one of several processes until it is told to stop. */
export async function work(): Promise<void> {
  await (await import('./worker.ts')).serveAsWorker()
}

/** Loads the code of the rooms. It takes about as long as starting the database, and is done at the same time. */
async function loadRooms() {
  const [{ createApp }, sandbox] = await Promise.all([import('./app.ts'), loadSandbox()])
  return { createApp, ...sandbox }
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
  stopWhenLost(store, log, stopping)
  try {
    await Promise.race([start(running, rooms, patience), stopping.requested])
    await stopping.requested
  } finally {
    await stop(running)
  }
}

async function start(running: Running, loading: Promise<Rooms>, patience: Patience): Promise<void> {
  const { config, databases, store, log } = running
  const { isDiskFull } = store
  await reachDatabase(databases, patience)
  /** Built once, even if the database has to be prepared again. */
  let built: App | undefined
  // Everything in there can be begun anew, if the database crashes or is restarted meanwhile.
  const { app, shownFirst } = await whileAway(patience, () =>
    preparing(databases.platformPool, say, async () => {
      const prepared = await prepare({
        ...{ config, databases, sandbox: config.mode === 'sandbox' ? loading : undefined },
        async build(keys) {
          const { createApp } = await loading
          built ??= createApp({ config, databases, keys, clock: openClock(), log, isDiskFull })
          return built.services
        },
      })
      if (!built) throw new Error('The service was not built.')
      return { app: built, shownFirst: prepared.shownFirst }
    }),
  )
  await whileAway(patience, async () => writeServicePid(config.dataFolder))
  const port = await listen(app, config)
  running.app = app
  const { world } = await loading
  greet({ config, port, shownFirst, world: config.mode === 'sandbox' ? world : undefined })
  app.jobs.start()
}

interface Running {
  readonly store: Store
  readonly databases: Databases
  readonly config: Config
  readonly log: Logger
  closeLog(): void
  /** Set once the service listens. */
  app?: App
}

/** Lets running requests and jobs finish, then closes the connections, then stops the embedded database. */
async function stop({ app, store, databases, config, log, closeLog }: Running): Promise<void> {
  if (app) {
    await drain(app)
    await app.anchorAudit().catch((error: unknown) => log.error({ err: error, event: 'audit not anchored' }))
    await databases.close()
  }
  await store.stop()
  removeServicePid(config.dataFolder)
  closeLog()
}
