import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openCrew } from './crew.ts'
import { anchorAudit } from './db/audit-anchors.ts'
import { type Patience, whileAway } from './db/away.ts'
import { every } from './db/background.ts'
import { openClock } from './db/clock.ts'
import { removeServicePid, writeServicePid } from './db/embedded/data-folder.ts'
import type { Keys } from './db/keys.ts'
import { preparing } from './db/migrations.ts'
import { openDatabases } from './db/tenants.ts'
import { openFiles } from './documents/files.ts'
import { openLog } from './log.ts'
import {
  greet,
  loadSandbox,
  type Prepared,
  prepare,
  type SandboxRooms,
  say,
  startPatience,
  stopSignal,
  stopWhenLost,
} from './start.ts'
import { openStore, reachDatabase, type Store } from './store.ts'

/** How often the workers are told that the disk of the embedded database is full. */
const DISK_MILLISECONDS = 500

/**
 * The service as several processes (BULWARK_WORKERS). This one owns the embedded database, prepares it, and prints what people
 * read. The others serve requests; they connect to the database when it is prepared, and never while this one does.
 */
export async function serveWithWorkers(config: Config): Promise<void> {
  const stopping = stopSignal()
  const { log, close: closeLog } = openLog(config.logLevel, 0)
  const patience = startPatience(stopping.signal)
  // Loading it takes about as long as starting the database, and is done at the same time.
  const sandbox = config.mode === 'sandbox' ? loadSandbox() : undefined
  // Reported where it is awaited. A database that cannot be opened is reported first.
  sandbox?.catch(() => undefined)
  const store = await whileAway(patience, () => openStore(config, 'own', say)).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  if (!store) return
  const crew = openCrew({ processes: config.workers, rateLimit: config.rateLimit, log })
  stopWhenLost(store, log, stopping)
  let wasFull = false
  const stopWatching = every(
    DISK_MILLISECONDS,
    async () => {
      const isFull = store.isDiskFull()
      // While it is full they are told again and again, because one of them may be new.
      if (isFull || wasFull) crew.tell({ kind: 'disk', isFull })
      wasFull = isFull
    },
    () => undefined,
  )
  /** Set once the workers begin. */
  const begun: { keys?: Keys } = {}
  const start = async () => {
    const { keys, shownFirst, world } = await prepareStore({ config, store, sandbox, patience })
    await whileAway(patience, async () => writeServicePid(config.dataFolder))
    begun.keys = keys
    const port = await crew.begin({ location: store.location })
    greet({ config, port, world, shownFirst })
  }
  try {
    await Promise.race([start(), stopping.requested])
    await stopping.requested
  } finally {
    stopWatching()
    await crew.stop()
    if (begun.keys) await noteAudit({ config, store, keys: begun.keys, log })
    await store.stop()
    removeServicePid(config.dataFolder)
    closeLog()
  }
}

interface PreparingStore {
  readonly config: Config
  readonly store: Store
  readonly sandbox: Promise<SandboxRooms> | undefined
  readonly patience: Patience
}

type PreparedStore = Prepared & { readonly world: SandboxRooms['world'] | undefined }

async function prepareStore({ config, store, sandbox, patience }: PreparingStore): Promise<PreparedStore> {
  const databases = openDatabases(store.location, config)
  await reachDatabase(databases, patience)
  const files = openFiles({ folder: config.filesFolder, fileBytes: config.fileBytes, s3: config.s3 })
  const build = async () => ({ clock: openClock(), files })
  // Everything in there can be begun anew, if the database crashes or is restarted meanwhile.
  const prepared = await whileAway(patience, () =>
    preparing(databases.platformPool, say, () => prepare({ config, databases, sandbox, build })),
  )
  await databases.close()
  return { ...prepared, world: (await sandbox)?.world }
}

interface NotingAudit {
  readonly config: Config
  readonly store: Store
  readonly keys: Keys
  readonly log: Logger
}

/** Notes the ends of the audit lanes when all workers have ended. */
async function noteAudit({ config, store, keys, log }: NotingAudit): Promise<void> {
  const databases = openDatabases(store.location, config)
  await anchorAudit({ databases, keys, dataFolder: config.dataFolder, log }).catch((error: unknown) =>
    log.error({ err: error, event: 'audit not anchored' }),
  )
  await databases.close()
}
