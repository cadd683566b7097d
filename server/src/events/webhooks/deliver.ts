import { findMakerPrincipal } from '../../access/principals.ts'
import { opened } from '../../db/sealed.ts'
import type { Tenant } from '../../db/tenants.ts'
import type { Caller } from '../../http/caller.ts'
import { throughDoor } from '../../http/limits.ts'
import { Problem } from '../../http/problems.ts'
import { numberEvents } from '../log/number-events.ts'
import { FLUSH_MILLISECONDS, openAttempts } from './attempts.ts'
import { type Lane, openLane } from './lane.ts'
import { mayGetEvents } from './rights.ts'
import type { Sender } from './send.ts'
import type { WebhookParts } from './services.ts'
import { signingKey } from './signature.ts'
import {
  type ActiveWebhook,
  findNextDue,
  type Item,
  loadActiveWebhooks,
  loadFirst,
  loadRetries,
  makeDeliveries,
  ROWS_AT_ONCE,
} from './store.ts'
import { clearLanes, isIdle, type Target } from './target.ts'

/** How many requests one receiver gets at once: first attempts, and beside them retries, so that neither waits for the other. */
const FIRST_AT_ONCE = 50
const RETRIES_AT_ONCE = 10
/** More is read when fewer than these are waiting. */
const LOW_WATER = ROWS_AT_ONCE / 2
/** Looks again after this long, also when nothing has called. */
const LOOK_MILLISECONDS = 1_000
/** How many connections to the database it uses at most. */
const CONNECTIONS = 2
/** A change of the maker's rights counts after this long. */
const CACHED_MILLISECONDS = 2_000
/** How long one administrator is worked on before others get a turn. */
const YIELD_MILLISECONDS = 5_000
/** When the service stops, attempts have this long to end. Those that have not are repeated later. */
const STOP_MILLISECONDS = 4_000

/** The work on the webhooks of one administrator, until nothing is due. */
export interface Delivering {
  /** There may be more events. */
  look(): void
  /** There may be new deliveries that someone else has made: a test, or a replay. */
  reload(): void
  /** Forgets everything, after a reset of the sandbox. */
  forget(): void
  /** When the next retry is due; null if none is waiting. Fails if the database cannot be reached. */
  readonly ended: Promise<Date | null>
}

interface Run {
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
  /** Asked now and then: whether to end, though there is more to do. */
  shouldYield?(): Promise<boolean>
  /** Called when it has ended, before anything else can run. */
  onEnd?(): void
}

export function deliver(parts: WebhookParts, sender: Sender, tenant: Tenant, run: Run): Delivering {
  const { databases, door, keys, log } = parts
  const { stopping } = run
  const db = databases.of(tenant)
  const targets = new Map<number, Target>()
  const makers = new Map<string, { readonly maker: Caller | undefined; readonly until: number }>()
  const isKnown = (target: Target) => targets.get(target.webhook.id) === target
  let isCalled = false
  let call: () => void = () => undefined

  const look = () => {
    isCalled = true
    call()
  }

  /** Waits until something calls, or for a while. */
  async function called(milliseconds: number): Promise<void> {
    if (!isCalled)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        call = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    isCalled = false
  }

  /** A reset of the sandbox waits for a piece of work, and a piece of work for a reset. */
  async function inside<Value>(work: () => Promise<Value>): Promise<Value> {
    let value: Value | undefined
    for (;;)
      try {
        await throughDoor(door, async () => {
          value = await work()
        })
        return value as Value // The work has ended.
      } catch (error) {
        // So many requests are being served that none more may enter.
        if (!(error instanceof Problem) || stopping.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
  }

  const attempts = openAttempts(parts, sender, { db, stopping, inside, isKnown, drop: dropTarget, look })

  // One round: which webhooks are active, and what is there for each.

  async function round(): Promise<void> {
    await inside(async () => {
      const active = await loadActiveWebhooks(db)
      await findTargets(active)
      if (targets.size === 0) return
      const { position: head } = await numberEvents(db)
      const waiting = [...targets.values()]
      const fillNext = async () => {
        for (let target = waiting.pop(); target; target = waiting.pop()) await fill(target, head)
      }
      // Requests need the administrator's connections too.
      await Promise.all(Array.from({ length: CONNECTIONS }, fillNext))
    })
  }

  async function findMaker(webhook: ActiveWebhook): Promise<Caller | undefined> {
    const key = JSON.stringify([webhook.maker_kind, webhook.maker_id, webhook.scopes])
    const known = makers.get(key)
    if (known && known.until > performance.now()) return known.maker
    const maker = await findMakerPrincipal(db, tenant, webhook)
    makers.set(key, { maker, until: performance.now() + CACHED_MILLISECONDS })
    return maker
  }

  async function findTargets(active: readonly ActiveWebhook[]): Promise<void> {
    const ids = new Set(active.map(({ id }) => id))
    for (const [id, target] of targets) if (!ids.has(id)) dropTarget(target)
    for (const webhook of active) {
      const known = targets.get(webhook.id)
      // Switched off here, and not saved yet.
      if (known?.disabled) continue
      const maker = await findMaker(webhook)
      const secrets = secretsOf(webhook)
      // Without its maker, or without the maker's rights, nothing is sent and nothing is lost.
      if (!maker || !mayGetEvents(maker) || secrets.length === 0) {
        if (known) dropTarget(known)
      } else if (known) Object.assign(known, { webhook, maker, keys: secrets })
      else targets.set(webhook.id, newTarget(webhook, maker, secrets))
    }
  }

  function secretsOf({ id, secret, oldSecret, oldSecretUntil }: ActiveWebhook): Buffer[] {
    const isRotating = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now()
    const texts = [secret, ...(isRotating ? [oldSecret] : [])].map((sealed) => opened(keys.data, sealed))
    if (texts[0] === undefined) log.error({ event: 'webhook secret cannot be read', webhookId: id })
    return texts[0] === undefined
      ? []
      : texts.flatMap((text) => (text === undefined ? [] : [signingKey(text)]))
  }

  function newTarget(webhook: ActiveWebhook, maker: Caller, signingKeys: readonly Buffer[]): Target {
    const work = (item: Item) => attempts.make(target, item)
    const onEnd = () => {
      if (isIdle(target) || (target.hasMore && target.first.waiting() < LOW_WATER)) look()
    }
    const target: Target = {
      ...{ webhook, maker, keys: signingKeys, left: 0, hasMore: false, taken: new Set() },
      ...{ failingSince: webhook.failingSince, savedFailingSince: webhook.failingSince },
      first: openLane({ atOnce: FIRST_AT_ONCE, subject: (item) => item.subject, work, onEnd }),
      retries: openLane({ atOnce: RETRIES_AT_ONCE, subject: (item) => String(item.id), work, onEnd }),
    }
    return target
  }

  function dropTarget(target: Target): void {
    targets.delete(target.webhook.id)
    clearLanes(target)
  }

  async function fill(target: Target, head: number): Promise<void> {
    const { webhook, maker } = target
    const isWanted = () => isKnown(target) && !target.disabled && !stopping.aborted
    while (target.left !== undefined && target.first.waiting() < LOW_WATER) {
      const after = target.left
      target.left = undefined
      const items = await loadFirst(db, webhook.id, maker, after)
      if (!isWanted()) return
      // Unless it was set meanwhile, because there are new ones.
      if (items.length === ROWS_AT_ONCE) target.left ??= items.at(-1)?.id
      take(target, target.first, items)
    }
    while (
      target.left === undefined &&
      target.webhook.position < head &&
      target.first.waiting() < LOW_WATER
    ) {
      const made = await makeDeliveries(db, webhook, { maker, head })
      if (!made || !isWanted()) return
      target.webhook = { ...target.webhook, position: made.position }
      take(target, target.first, made.items)
    }
    target.hasMore = target.left !== undefined || target.webhook.position < head
    if (target.retries.waiting() >= RETRIES_AT_ONCE) return
    const due = await loadRetries(db, webhook.id, maker, {
      limit: 10 * RETRIES_AT_ONCE,
      without: [...target.taken],
    })
    if (!isWanted()) return
    take(target, target.retries, due)
  }

  function take({ taken }: Target, lane: Lane<Item>, items: readonly Item[]): void {
    const untaken = items.filter(({ id }) => !taken.has(id))
    for (const { id } of untaken) taken.add(id)
    lane.add(untaken)
  }

  const isBusy = () => [...targets.values()].some((target) => !isIdle(target))
  const hasMore = () => [...targets.values()].some((target) => target.hasMore)

  async function work(): Promise<Date | null> {
    stopping.addEventListener('abort', look, { once: true })
    try {
      const isYielding = await workUntilDone()
      // From here on, whoever calls is not heard, and queues another run instead.
      run.onEnd?.()
      const ids = [...targets.keys()]
      await settle()
      return isYielding || stopping.aborted ? new Date() : await inside(() => findNextDue(db, ids))
    } finally {
      run.onEnd?.()
      stopping.removeEventListener('abort', look)
      attempts.abort()
    }
  }

  /** Answers whether there is more to do, and others should get a turn first. */
  async function workUntilDone(): Promise<boolean> {
    let asked = performance.now()
    for (;;) {
      if (stopping.aborted) return false
      await round()
      if (!isBusy()) await attempts.flushed()
      attempts.throwIfFailed()
      if (!isBusy() && !hasMore() && !isCalled) return false
      await called(LOOK_MILLISECONDS)
      if (performance.now() - asked < YIELD_MILLISECONDS) continue
      asked = performance.now()
      if (await run.shouldYield?.()) return true
    }
  }

  /** Waits for the attempts that have begun, and saves their results. */
  async function settle(): Promise<void> {
    for (const target of targets.values()) clearLanes(target)
    const began = performance.now()
    const isLate = () => stopping.aborted && performance.now() - began > STOP_MILLISECONDS
    while (isBusy() && !isLate() && !attempts.hasFailed()) await called(FLUSH_MILLISECONDS)
    await attempts.flushed()
    attempts.throwIfFailed()
  }

  return {
    look,
    reload() {
      for (const target of targets.values()) target.left = 0
      look()
    },
    forget() {
      for (const target of targets.values()) dropTarget(target)
      attempts.forget()
      look()
    },
    ended: work(),
  }
}
