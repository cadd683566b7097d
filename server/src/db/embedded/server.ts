import { setTimeout as sleep } from 'node:timers/promises'
import { readServicePid } from './data-folder.ts'
import { type EmbeddedServer, keepServer } from './keep.ts'
import { acceptsNoSessions, own } from './own.ts'
import { readPostmaster } from './postmaster.ts'
import { DataFolderRefused, refusing } from './refused.ts'
import { type Connection, connectionTo, openSession, type Session, setKeepsAlive } from './session.ts'
import { type EmbeddedOptions, type Place, preparePlace, startPatienceMs } from './start.ts'

export { type Connection, DataFolderRefused, type EmbeddedOptions, type EmbeddedServer }

const pollMs = 10

/**
 * Takes ownership of the folder: starts the server, or re-attaches to one that a killed service left running. Refuses
 * the folder if another running service owns it.
 */
export function openEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  return refusing(folder, async () => {
    const place = await preparePlace(folder, options)
    const server = await start(place)
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
      const server = (await join(place)) ?? (await start(place))
      if (server) return server
    }
  })
}

/** Undefined if another running service owns the folder. */
async function start(place: Place): Promise<EmbeddedServer | undefined> {
  const owned = await own(place)
  if (!owned) return undefined
  if (!owned.startedHere)
    place.log(`re-attached to the database that was still running (process ${owned.pid})`)
  return keepServer(place, owned)
}

/** Undefined if no server runs. */
async function join(place: Place): Promise<EmbeddedServer | undefined> {
  for (const end = Date.now() + startPatienceMs; ; await sleep(pollMs)) {
    const postmaster = readPostmaster(place.folder.database)
    if (!postmaster?.live) return undefined
    if (postmaster.status === 'ready') {
      const connection = connectionTo(postmaster, place.password)
      const session = await openSession(place.folder, connection)
      if (session) return joined(session, connection)
    }
    if (Date.now() > end) throw acceptsNoSessions(place, postmaster.pid)
  }
}

/** A server that belongs to another service. Who only joined it does not bring it back. */
function joined(session: Session, connection: Connection): EmbeddedServer {
  setKeepsAlive(session, false)
  return {
    connection,
    reattached: true,
    isDiskFull: () => false,
    stop() {
      setKeepsAlive(session, true)
      return session.end().catch(() => {})
    },
    onLost: () => undefined,
  }
}
