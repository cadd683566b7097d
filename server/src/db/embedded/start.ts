import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { type DataFolder, prepareDataFolder } from './data-folder.ts'
import { endOrphans } from './orphans.ts'
import {
  type Postmaster,
  readPostmaster,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { DataFolderRefused } from './refused.ts'
import { prepareSocketFolder, socketAnswers, socketPath, socketPort } from './socket.ts'

export interface EmbeddedOptions {
  log?: (line: string) => void
  /** PostgreSQL settings for a server that is started here. A server that already runs keeps its own. */
  settings?: Record<string, string>
}

/** A data folder with everything needed to run its server. */
export interface Place {
  readonly folder: DataFolder
  readonly binaries: Binaries
  readonly password: string
  readonly settings: Record<string, string>
  readonly log: (line: string) => void
}

interface ReadyPostmaster {
  readonly postmaster: Postmaster
  readonly startedHere: boolean
}

/** Recovery after a crash can take minutes on a large database. */
export const startPatienceMs = 600_000
/** Sessions of a server that died can keep its shared memory in use until their queries end. */
const orphansPatienceMs = 20_000
const pollMs = 10

/** Reasons that go away: another service is starting the server, or sessions of a dead server are still ending. */
const temporaryReason = /lock file .* already exists|shared memory block .* still in use/

export async function preparePlace(path: string, options: EmbeddedOptions): Promise<Place> {
  const { log = () => {}, settings = {} } = options
  const folder = prepareDataFolder(path)
  const binaries = findBinaries(folder)
  const password = await ensureCluster(folder, binaries, { sync: settings.fsync !== 'off', log })
  return { folder, binaries, password, settings, log }
}

/** The wait for the server was ended by `stopping`. */
export class Abandoned extends Error {}

/** Waits until the server of the place is ready. Starts it if it does not run. */
export async function readyPostmaster(place: Place, stopping?: AbortSignal): Promise<ReadyPostmaster> {
  const { folder } = place
  const begun = Date.now()
  let isWaitLogged = false
  let started: StartedPostmaster | undefined
  for (; ; await sleep(pollMs)) {
    const found = readPostmaster(folder.database)
    if (found?.live && found.status === 'ready')
      return { postmaster: found, startedHere: found.pid === started?.pid }
    if (stopping?.aborted) {
      // A server that was started only for this must not be left running.
      if (started?.pid) await stopPostmaster(folder.database, started.pid)
      throw new Abandoned('The service is stopping.')
    }
    const waited = Date.now() - begun
    const reason = started?.ended()
    if (!found?.live && (!started || reason !== undefined)) {
      if (reason !== undefined && !(temporaryReason.test(reason) && waited < orphansPatienceMs))
        throw new DataFolderRefused(
          `Data folder ${folder.path}: the database does not start. The last lines of ${folder.log}:\n${reason}`,
        )
      if (reason !== undefined) await sleep(100)
      started = await start(place, found?.pid)
    }
    if (waited > 3000 && !isWaitLogged)
      place.log(`waiting for the database in ${folder.path} to start or recover`)
    isWaitLogged ||= waited > 3000
    if (waited > startPatienceMs)
      throw new DataFolderRefused(
        `Data folder ${folder.path}: the database is not ready after ${startPatienceMs / 60_000} minutes. ` +
          `See ${folder.log}. To wait longer, start the service again.`,
      )
  }
}

/** `stalePid` is the process id in the file of a server that has ended. */
async function start(place: Place, stalePid: number | undefined): Promise<StartedPostmaster> {
  const { folder, binaries, settings } = place
  const socketFolder = prepareSocketFolder(folder)
  if (stalePid && (await keepsAnswering(socketPath(socketFolder))) && !readPostmaster(folder.database)?.live)
    throw new DataFolderRefused(
      `Data folder ${folder.path} is in use by a server that cannot be seen from here, perhaps in another container. ` +
        'Stop that server first: two servers on one folder would destroy the data.',
    )
  if (stalePid) endOrphans(folder.database)
  return startPostmaster(folder, binaries, { socketFolder, port: socketPort, settings, stalePid })
}

/** A process that was just killed may still answer for a moment. A running one keeps answering. */
async function keepsAnswering(path: string): Promise<boolean> {
  for (const end = Date.now() + 1000; Date.now() < end; await sleep(50)) {
    if (!(await socketAnswers(path))) return false
  }
  return true
}
