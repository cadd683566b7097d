import { setTimeout as sleep } from 'node:timers/promises'
import { tellsOfFullDisk } from '../away.ts'
import { type Owned, own, ownAgain } from './own.ts'
import { stopPostmaster } from './postmaster.ts'
import { type Connection, setKeepsAlive } from './session.ts'
import { Abandoned, type Place } from './start.ts'

export interface EmbeddedServer {
  readonly connection: Connection
  /** The server was already running: it was left by a killed service, or it belongs to another service. */
  readonly reattached: boolean
  /** Whether the server is away and cannot be started again because its disk is full. */
  isDiskFull(): boolean
  /** The owner stops the server and waits until it has ended. A process that only joined closes its session. */
  stop(): Promise<void>
  /** Called once if another service has taken the folder. */
  onLost(listener: () => void): void
}

const firstPauseMs = 50
const longestPauseMs = 1000
const tellEveryMs = 60_000

/**
 * The server of a folder that is ours. If it crashes or is killed, it is started again, as often as it takes. Meanwhile
 * connections fail, and so do the requests that need one. It is given up only if another service has taken the folder.
 */
export function keepServer(place: Place, first: Owned): EmbeddedServer {
  const stopping = new AbortController()
  const listeners: (() => void)[] = []
  let owned: Owned | undefined
  /** Why the server does not run, while that is so. */
  let trouble: string | undefined
  let isGivenUp = false
  let recovering: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined
  watch(first)

  function watch(now: Owned): void {
    owned = now
    trouble = undefined
    setKeepsAlive(now.session, false)
    now.session.once('end', () => {
      owned = undefined
      if (!stopping.signal.aborted) recovering = recover()
    })
  }

  async function recover(): Promise<void> {
    const began = performance.now()
    place.log('The database stopped unexpectedly. It is being started again.')
    trouble = ''
    let told = Number.NEGATIVE_INFINITY
    for (let pause = firstPauseMs; !stopping.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        const again = await own(place, stopping.signal)
        if (again) watch(again)
        if (again?.connection.host !== first.connection.host) return giveUp()
        place.log(`The database runs again after ${Math.round(performance.now() - began)} ms.`)
        return
      } catch (error) {
        if (error instanceof Abandoned) return
        trouble = error instanceof Error ? error.message : String(error)
      }
      if (performance.now() - told > tellEveryMs) {
        told = performance.now()
        place.log(`The database cannot be started yet. ${trouble}`)
      }
      await sleep(pause)
    }
  }

  /** Another service owns the folder, or its server is where our connections do not find it. */
  function giveUp(): void {
    isGivenUp = true
    for (const listener of listeners) listener()
  }

  async function end(): Promise<void> {
    stopping.abort()
    await recovering
    const last = owned ?? (await ownAgain(place))
    if (!last) return
    setKeepsAlive(last.session, true)
    // The lock is kept until the server has ended, so that no other service re-attaches to a server that is stopping.
    await stopPostmaster(place.folder.database, last.pid)
    await last.session.end().catch(() => {})
  }

  return {
    connection: first.connection,
    reattached: !first.startedHere,
    isDiskFull: () => trouble !== undefined && tellsOfFullDisk(trouble),
    stop() {
      stopped ??= end()
      return stopped
    },
    onLost(listener) {
      if (isGivenUp && !stopped) queueMicrotask(listener)
      else listeners.push(listener)
    },
  }
}
