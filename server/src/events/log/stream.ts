import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Authenticate, Caller, Credentials } from '../../http/caller.ts'
import { type Doorway, throughDoor } from '../../http/limits.ts'
import { Problem } from '../../http/problems.ts'
import { findPlace, type Place, writeCursor } from './cursor.ts'
import type { Feed } from './feed.ts'
import { findHead } from './number-events.ts'
import { type EventFilter, type LoggedEvent, readEvents } from './read-events.ts'

/** The streams that are open in this process. */
export interface Streams {
  /** Follows the log until the caller hangs up, its credential ends, or the service stops. */
  open(stream: NewStream): void
  /** Ends every stream: the service stops. */
  close(): void
}

export interface NewStream {
  /** Begins the answer. It is not called when the stream is refused. */
  begin(): ServerResponse
  readonly caller: Caller
  /** Asked again every second: a credential that has ended ends its stream. */
  readonly credentials: Credentials
  readonly after: Place
  readonly filter: EventFilter
}

interface StreamServices {
  readonly feed: Feed
  readonly authenticate: Authenticate
  readonly door: Doorway
  readonly log: Logger
  /** How many processes share the limit. */
  readonly processes: number
}

const AT_MOST = 20
/** How many events are read and written at once. A slow reader makes us keep no more than these. */
const PAGE = 200
const LOOK_MILLISECONDS = 1_000
const COMMENT_MILLISECONDS = 15_000
/** A reader that takes nothing for so long is gone. */
const STUCK_MILLISECONDS = 60_000

export function openStreams({ feed, authenticate, door, log, processes }: StreamServices): Streams {
  const atMost = Math.max(1, Math.floor(AT_MOST / processes))
  const open = new Set<ServerResponse>()
  const counts = new Map<string, number>()
  let isStopping = false

  async function follow(
    answer: ServerResponse,
    { caller: first, credentials, after, filter }: NewStream,
  ): Promise<void> {
    const waiter = openWaiter(answer)
    const leave = feed.follow(first.tenant, waiter.wake)
    let place = after
    let hasMore = true
    let [written, taken] = [performance.now(), performance.now()]
    const isOpen = () => !isStopping && !answer.destroyed && !answer.writableEnded
    /** The last cursor counts even if no event comes with it, so that a filter does not make a reader look again. */
    const write = (text: string) => {
      answer.write(text)
      written = performance.now()
    }
    try {
      write(`id: ${writeCursor(place)}\n\n`)
      while (isOpen()) {
        const caller = await authenticate(credentials)
        if (!caller?.permissions.has('events:read') || caller.tenant.id !== first.tenant.id) return
        const isTaken = !answer.writableNeedDrain
        if (isTaken) taken = performance.now()
        else if (performance.now() - taken > STUCK_MILLISECONDS) return
        if (isTaken && isOpen() && (hasMore || feed.head(first.tenant).id !== place.id)) {
          await throughDoor(door, async () => {
            // A reset or a restore takes the place away. The reader then learns it from its cursor.
            await findPlace(caller.db, writeCursor(place))
            const head = await findHead(caller.db)
            const page = await readEvents(caller.db, caller, { after: place, head, limit: PAGE, ...filter })
            if (page.events.length > 0) write(page.events.map(asServerSent).join(''))
            place = page.last
            hasMore = page.hasMore
          })
          if (hasMore) continue
        }
        if (performance.now() - written >= COMMENT_MILLISECONDS && isTaken)
          write(`: ${new Date().toISOString()}\nid: ${writeCursor(place)}\n\n`)
        await waiter.wait(LOOK_MILLISECONDS)
      }
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ event: 'event stream', error: String(error) })
    } finally {
      leave()
      answer.end()
      // A reader that takes nothing would keep the connection open.
      if (isStopping || answer.writableNeedDrain) answer.destroy()
    }
  }

  return {
    open(stream) {
      const { key, tenant } = stream.caller
      const name = `${tenant.id} ${key}`
      const count = counts.get(name) ?? 0
      if (count >= atMost)
        throw new Problem(
          'TooManyRequests',
          `A caller may have ${atMost} streams open. Close one, or follow more types with one stream.`,
          { headers: { 'Retry-After': '5' } },
        )
      const answer = stream.begin()
      counts.set(name, count + 1)
      open.add(answer)
      void follow(answer, stream).finally(() => {
        open.delete(answer)
        const left = (counts.get(name) ?? 1) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      })
    },
    close() {
      isStopping = true
      for (const answer of open) answer.destroy()
    },
  }
}

/** An event as server-sent events have it. Its JSON has no line breaks. */
const asServerSent = (event: LoggedEvent): string =>
  `id: ${writeCursor(event)}\nevent: ${event.type}\ndata: ${event.json}\n\n`

/** Waits until it is woken, the answer has room again or is closed, or the time is over. */
function openWaiter(answer: ServerResponse) {
  let waiting: (() => void) | undefined
  let isWoken = false
  const wake = () => {
    isWoken = true
    waiting?.()
  }
  answer.on('drain', wake)
  answer.on('close', wake)
  answer.on('error', wake)
  return {
    wake,
    async wait(milliseconds: number): Promise<void> {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          waiting = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      waiting = undefined
      isWoken = false
    },
  }
}
