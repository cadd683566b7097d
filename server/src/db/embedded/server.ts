import { setTimeout as sleep } from 'node:timers/promises'
import { readServicePid, removeLeftovers } from './data-folder.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { DataFolderRefused, refusing } from './refused.ts'
import {
  type Connection,
  connectionTo,
  openSession,
  type Session,
  setKeepsAlive,
  takeOwnership,
} from './session.ts'
import { type EmbeddedOptions, type Place, preparePlace, readyPostmaster, startPatienceMs } from './start.ts'

export { type Connection, DataFolderRefused, type EmbeddedOptions }

export interface EmbeddedServer {
  readonly connection: Connection
  /** The server was already running: it was left by a killed service, or it belongs to another service. */
  readonly reattached: boolean
  /** The owner stops the server and waits until it has ended. A process that only joined closes its session. */
  stop(): Promise<void>
  /** Called once if the session breaks without `stop`, usually because the server died. */
  onLost(listener: () => void): void
}

/** A running server accepts a session within this time, unless it hangs. */
const sessionPatienceMs = 60_000
const pollMs = 10

/**
 * Takes ownership of the folder: starts the server, or re-attaches to one that a killed service left running. Refuses
 * the folder if another running service owns it.
 */
export function openEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  return refusing(folder, async () => {
    const place = await preparePlace(folder, options)
    const server = await own(place)
    if (server) return server
    const pid = readServicePid(place.folder.path)
    throw new DataFolderRefused(
      `Data folder ${place.folder.path} is in use by another service or command${pid ? ` (process ${pid})` : ''}. ` +
        'Stop it first, or set BULWARK_DATA to another folder.',
    )
  })
}

/**
 * For the command line: joins the running server without owning it, so that `stop()` closes only its own session. If no
 * server runs, it starts one and owns it.
 */
export function joinEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  return refusing(folder, async () => {
    const place = await preparePlace(folder, options)
    for (;;) {
      // If another service started the server first, the next round joins it.
      const server = (await join(place)) ?? (await own(place))
      if (server) return server
    }
  })
}

/** Undefined if another running service owns the folder. */
async function own(place: Place): Promise<EmbeddedServer | undefined> {
  for (const end = Date.now() + sessionPatienceMs; ; await sleep(pollMs)) {
    const { postmaster, startedHere } = await readyPostmaster(place)
    const connection = connectionTo(postmaster, place.password)
    const session = await openSession(place.folder, connection).catch(async (error) => {
      // A server that was started only for this must not be left running.
      if (startedHere) await stopPostmaster(place.folder.database, postmaster.pid)
      throw error
    })
    const outcome = session ? await takeOwnership(session) : 'gone'
    if (session && outcome === 'owned') {
      if (!startedHere)
        place.log(`re-attached to the database that was still running (process ${postmaster.pid})`)
      removeLeftovers(place.folder.path, 'database.new-')
      const { pid } = postmaster
      return serverOf(session, {
        connection,
        reattached: !startedHere,
        end: (lost) => endOwned({ place, pid, session, lost }),
      })
    }
    await session?.end().catch(() => {})
    if (outcome === 'held') return undefined
    if (Date.now() > end) throw acceptsNoSessions(place, postmaster.pid)
  }
}

/** Undefined if no server runs. */
async function join(place: Place): Promise<EmbeddedServer | undefined> {
  for (const end = Date.now() + startPatienceMs; ; await sleep(pollMs)) {
    const postmaster = readPostmaster(place.folder.database)
    if (!postmaster?.live) return undefined
    if (postmaster.status === 'ready') {
      const connection = connectionTo(postmaster, place.password)
      const session = await openSession(place.folder, connection)
      if (session) return serverOf(session, { connection, reattached: true, end: () => close(session) })
    }
    if (Date.now() > end) throw acceptsNoSessions(place, postmaster.pid)
  }
}

function serverOf(
  session: Session,
  {
    connection,
    reattached,
    end,
  }: Pick<EmbeddedServer, 'connection' | 'reattached'> & { end: (lost: boolean) => Promise<void> },
): EmbeddedServer {
  const listeners: (() => void)[] = []
  let lost = false
  let stopped: Promise<void> | undefined
  session.once('end', () => {
    lost = true
    if (!stopped) for (const listener of listeners) listener()
  })
  setKeepsAlive(session, false)
  return {
    connection,
    reattached,
    stop() {
      stopped ??= end(lost)
      return stopped
    },
    onLost(listener) {
      if (lost && !stopped) queueMicrotask(listener)
      else listeners.push(listener)
    },
  }
}

async function close(session: Session): Promise<void> {
  setKeepsAlive(session, true)
  await session.end().catch(() => {})
}

async function endOwned(owned: {
  place: Place
  pid: number
  session: Session
  lost: boolean
}): Promise<void> {
  const { place, pid } = owned
  const session = owned.lost ? await ownAgain(place) : owned.session
  if (!session) return
  setKeepsAlive(session, true)
  // The lock is kept until the server has ended, so that no other service re-attaches to a server that is stopping.
  await stopPostmaster(place.folder.database, pid)
  await close(session)
}

/** The lock was lost with the session. A server that still runs may be stopped only if no other service owns it now. */
async function ownAgain(place: Place): Promise<Session | undefined> {
  for (const end = Date.now() + 5000; Date.now() < end; await sleep(pollMs)) {
    const postmaster = readPostmaster(place.folder.database)
    if (!postmaster?.live) return undefined
    const session = await openSession(place.folder, connectionTo(postmaster, place.password))
    if (!session) continue
    const outcome = await takeOwnership(session, 0)
    if (outcome === 'owned') return session
    await close(session)
    if (outcome === 'held') return undefined
  }
  return undefined
}

function acceptsNoSessions(place: Place, pid: number): DataFolderRefused {
  return new DataFolderRefused(
    `Data folder ${place.folder.path}: its database (process ${pid}) runs but accepts no sessions. ` +
      `See ${place.folder.log}, and stop that process if it hangs.`,
  )
}
