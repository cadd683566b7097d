import { setTimeout as sleep } from 'node:timers/promises'
import { removeLeftovers } from './data-folder.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { DataFolderRefused } from './refused.ts'
import { type Connection, connectionTo, openSession, type Session, takeOwnership } from './session.ts'
import { Abandoned, type Place, readyPostmaster } from './start.ts'

/** A running server whose folder is ours as long as the session lasts. */
export interface Owned {
  readonly session: Session
  readonly connection: Connection
  readonly pid: number
  readonly startedHere: boolean
}

/** A running server accepts a session within this time, unless it hangs. */
const sessionPatienceMs = 60_000
const pollMs = 10
const longestPollMs = 200

/** Starts the server if it does not run, and takes the folder. Undefined if another running service owns the folder. */
export async function own(place: Place, stopping?: AbortSignal): Promise<Owned | undefined> {
  const end = Date.now() + sessionPatienceMs
  for (let pause = pollMs; ; pause = Math.min(2 * pause, longestPollMs)) {
    const { postmaster, startedHere } = await readyPostmaster(place, stopping)
    const { pid } = postmaster
    const connection = connectionTo(postmaster, place.password)
    const session = await openSession(place.folder, connection).catch(async (error) => {
      // A server that was started only for this must not be left running.
      if (startedHere) await stopPostmaster(place.folder.database, pid)
      throw error
    })
    const outcome = session ? await takeOwnership(session) : 'gone'
    if (session && outcome === 'owned') {
      removeLeftovers(place.folder.path, 'database.new-')
      return { session, connection, pid, startedHere }
    }
    await session?.end().catch(() => {})
    if (outcome === 'held') return undefined
    if (stopping?.aborted) throw new Abandoned('The service is stopping.')
    if (Date.now() > end) throw acceptsNoSessions(place, pid)
    await sleep(pause)
  }
}

/** The lock was lost with the session. A server that still runs may be stopped only if no other service owns it now. */
export async function ownAgain(place: Place): Promise<Owned | undefined> {
  for (const end = Date.now() + 5000; Date.now() < end; await sleep(pollMs)) {
    const postmaster = readPostmaster(place.folder.database)
    if (!postmaster?.live) return undefined
    const connection = connectionTo(postmaster, place.password)
    const session = await openSession(place.folder, connection)
    if (!session) continue
    const outcome = await takeOwnership(session, 0)
    if (outcome === 'owned') return { session, connection, pid: postmaster.pid, startedHere: false }
    await session.end().catch(() => {})
    if (outcome === 'held') return undefined
  }
  return undefined
}

export function acceptsNoSessions(place: Place, pid: number): DataFolderRefused {
  return new DataFolderRefused(
    `Data folder ${place.folder.path}: its database (process ${pid}) runs but accepts no sessions. ` +
      `See ${place.folder.log}, and stop that process if it hangs.`,
  )
}
