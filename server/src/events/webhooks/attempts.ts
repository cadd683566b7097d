import { setMaxListeners } from 'node:events'
import type { Db } from '../../db/database.ts'
import {
  deliveryTimes,
  failingSince,
  isGivenUp,
  nextAttempt,
  type Outcome,
  outcomeOf,
} from '../../domain/webhooks/retries.ts'
import { disableWebhook } from './disable.ts'
import type { Sender } from './send.ts'
import type { WebhookParts } from './services.ts'
import { signatureOf } from './signature.ts'
import { type Item, type Result, ROWS_AT_ONCE, saveFailing, saveResults } from './store.ts'
import { clearLanes, type Target } from './target.ts'

/** Results are written this long after the first of them. */
export const FLUSH_MILLISECONDS = 25

/** The attempts of one administrator: each is a request, and its result is saved with those of others. */
export interface Attempts {
  make(target: Target, item: Item): Promise<void>
  /** Saves the results that there are. */
  flushed(): Promise<void>
  /** Whether results could not be saved. */
  hasFailed(): boolean
  throwIfFailed(): void
  /** Forgets the results that are not saved. */
  forget(): void
  /** Ends the attempts that are under way. Their results are not saved. */
  abort(): void
}

/** What the attempts need of those who order them. */
interface Orders {
  readonly db: Db
  /** Aborted when the service stops: no attempt is begun. */
  readonly stopping: AbortSignal
  /** Does a piece of work with the database. */
  inside<Value>(work: () => Promise<Value>): Promise<Value>
  /** Whether the webhook is still worked on. */
  isKnown(target: Target): boolean
  /** The webhook was switched off. */
  drop(target: Target): void
  /** There is something to look at. */
  look(): void
}

export function openAttempts(
  parts: WebhookParts,
  sender: Sender,
  { db, stopping, inside, isKnown, drop, look }: Orders,
): Attempts {
  const aborting = new AbortController()
  setMaxListeners(0, aborting.signal)
  let results: { target: Target; result: Result }[] = []
  let flushing: Promise<void> = Promise.resolve()
  let flushTimer: NodeJS.Timeout | undefined
  let failure: unknown

  async function make(target: Target, item: Item): Promise<void> {
    if (stopping.aborted || aborting.signal.aborted || target.disabled) return
    const at = new Date()
    const began = performance.now()
    const answer = item.body === null ? { error: NOT_SEEN } : await request(target, item, item.body)
    if (aborting.signal.aborted) return
    const durationMs = Math.round(performance.now() - began)
    const outcome = item.body === null ? 'Unseen' : outcomeOf(answer)
    if (outcome !== 'Unseen') judge(target, outcome)
    const ended = new Date()
    const next =
      outcome === 'Retry' ? nextAttempt(parts.times ?? deliveryTimes, item.attempts + 1, ended) : undefined
    results.push({
      target,
      result: {
        ...{ id: item.id, eventId: item.eventId, nextAttemptAt: next ?? null },
        status: outcome === 'Delivered' ? 'Delivered' : next ? 'Pending' : 'Failed',
        attempt: { at: at.toISOString(), ...answer, durationMs },
      },
    })
    if (results.length >= ROWS_AT_ONCE) flush()
    else flushTimer ??= setTimeout(flush, FLUSH_MILLISECONDS)
  }

  function request({ webhook, keys: signingKeys }: Target, { eventId }: Item, body: string) {
    const timestamp = Math.floor(Date.now() / 1_000)
    return sender.send({
      url: webhook.url,
      body,
      signal: aborting.signal,
      headers: {
        'content-type': 'application/cloudevents+json',
        'user-agent': 'Bulwark-Webhooks',
        'webhook-id': eventId,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(signingKeys, { id: eventId, timestamp, body }),
      },
    })
  }

  /** A webhook whose receiver is gone, or has failed for days, is switched off. */
  function judge(target: Target, outcome: Outcome): void {
    const now = new Date()
    target.failingSince = failingSince(target.failingSince, outcome, now)
    if (outcome === 'Gone') target.disabled = 'Gone'
    else if (target.failingSince && isGivenUp(target.failingSince, now)) target.disabled = 'Failing'
    if (!target.disabled) return
    clearLanes(target)
  }

  function flush(): void {
    clearTimeout(flushTimer)
    flushTimer = undefined
    const batch = results
    results = []
    flushing = flushing
      .then(() => save(batch))
      .catch((error: unknown) => {
        failure ??= error
        look()
      })
  }

  async function save(batch: readonly { target: Target; result: Result }[]): Promise<void> {
    await inside(async () => {
      await saveResults(
        db,
        batch.map(({ result }) => result),
      )
      for (const target of new Set(batch.map((entry) => entry.target))) await saveState(target)
    })
    for (const { target, result } of batch) target.taken.delete(result.id)
  }

  async function saveState(target: Target): Promise<void> {
    const { webhook, failingSince: since } = target
    if (!isKnown(target)) return
    if (since?.getTime() !== target.savedFailingSince?.getTime()) {
      await saveFailing(db, webhook.id, since)
      target.savedFailingSince = since
    }
    if (!target.disabled) return
    await disableWebhook(db, parts, webhook, target.disabled)
    drop(target)
    look()
  }

  return {
    make,
    flushed() {
      flush()
      return flushing
    },
    hasFailed: () => failure !== undefined,
    throwIfFailed() {
      if (failure !== undefined) throw failure
    },
    forget() {
      results = []
    },
    abort() {
      aborting.abort()
      clearTimeout(flushTimer)
    },
  }
}

const NOT_SEEN = 'The creator of this webhook may not see this event any more.'
