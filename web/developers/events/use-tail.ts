import { useEffect, useState } from 'react'
import type { Event } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { sentEvents } from './sent-events.ts'

/** What of the log is followed, under the API's names. */
export interface TailFilter {
  readonly types?: readonly string[] | undefined
  readonly subject?: string | undefined
  /** The cursor to begin after. */
  readonly after?: string | undefined
}

export interface Tail {
  readonly state: 'reading' | 'following' | 'waiting' | 'still' | 'failed'
  /** The last events, newest first. */
  readonly events: readonly Event[]
  /** Where to read on. */
  readonly next: string | undefined
  /** The log goes on behind what was read. */
  readonly hasMore: boolean
  readonly error?: unknown
}

/** How many events are kept on screen. */
const MOST = 200
const PAGE = 1_000
/** After a break. */
const AGAIN = 3_000

const nothing: Tail = { state: 'reading', events: [], next: undefined, hasMore: false }

/**
 * Reads the newest events and follows what happens next as long as `isLive`. After a break the stream goes on behind the
 * last event, so that none is missed.
 */
export function useTail(filter: TailFilter, isLive: boolean, again: number): Tail {
  const key = JSON.stringify(filter)
  const [tail, setTail] = useState<Tail & { readonly key?: string }>(nothing)
  const isSeen = useIsSeen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the filter, as a text that can be compared
  useEffect(() => {
    const gone = new AbortController()
    setTail({ ...nothing, key })
    const show = (change: (now: Tail) => Tail) =>
      gone.signal.aborted || setTail((now) => ({ ...change(now), key }))
    void readLog(filter, gone.signal)
      .then((read) => show(() => ({ ...read, state: 'still' })))
      .catch((error: unknown) => show((now) => ({ ...now, state: 'failed', error })))
    return () => gone.abort()
  }, [key, again])
  const { next } = tail
  const isRead = tail.key === key && next !== undefined && !tail.hasMore
  const follows = isRead && isLive && isSeen
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream goes on from its own last event
  useEffect(() => {
    if (!follows || next === undefined) return undefined
    const gone = new AbortController()
    const show = (change: (now: Tail) => Tail) =>
      gone.signal.aborted || setTail((now) => ({ ...change(now), key }))
    void follow({ ...filter, after: next }, gone.signal, {
      onState: (state) => show((now) => ({ ...now, state })),
      onEvents: (events, cursor) =>
        show((now) => ({ ...now, events: newest(events, now.events), next: cursor ?? now.next })),
    })
    return () => {
      gone.abort()
      setTail((now) => ({ ...now, state: 'still' }))
    }
  }, [follows, key, again])
  return tail.key === key ? tail : nothing
}

/** Newest first, each once. */
function newest(arrived: readonly Event[], known: readonly Event[]): readonly Event[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...arrived.filter(({ id }) => !ids.has(id)).toReversed(), ...known].slice(0, MOST)
}

/** The newest events; after a cursor, those that follow it. */
async function readLog(filter: TailFilter, signal: AbortSignal): Promise<Omit<Tail, 'state'>> {
  const part = filter.after === undefined ? { last: MOST } : { limit: PAGE }
  const { data } = await call('GET /events', { query: { ...filter, ...part }, signal })
  return { events: newest(data.items, []), next: data.next, hasMore: data.hasMore }
}

interface Listener {
  onState(state: 'following' | 'waiting'): void
  onEvents(events: readonly Event[], cursor: string | undefined): void
}

/** Follows the stream until it is given up. */
async function follow(filter: TailFilter, signal: AbortSignal, listener: Listener): Promise<void> {
  let { after } = filter
  while (!signal.aborted) {
    try {
      const { data } = await call('GET /events/stream', { query: { ...filter, after }, signal })
      listener.onState('following')
      after = (await readStream(data, listener)) ?? after
    } catch {
      // The next attempt says what is wrong, if it still is.
    }
    if (signal.aborted) return
    listener.onState('waiting')
    await new Promise((resolve) => setTimeout(resolve, AGAIN))
  }
}

/** Reads until the stream ends, and gives the last cursor. */
async function readStream(
  stream: ReadableStream<string>,
  { onEvents }: Listener,
): Promise<string | undefined> {
  const reader = stream.getReader()
  let [text, cursor] = ['', undefined as string | undefined]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return cursor
      const { events, rest } = sentEvents(text + value)
      text = rest
      cursor = events.findLast(({ id }) => id !== undefined)?.id ?? cursor
      const arrived = events.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data) as Event]))
      if (arrived.length > 0) onEvents(arrived, cursor)
    }
  } catch {
    return cursor
  }
}

/** A tab that nobody sees keeps no connection open. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
