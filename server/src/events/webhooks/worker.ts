import { z } from 'zod'
import { askAll } from '../../db/ask-all.ts'
import { flag } from '../../db/columns.ts'
import { type Db, poolOf } from '../../db/database.ts'
import { job, queueJob } from '../../db/jobs.ts'
import { quoted } from '../../db/migrations.ts'
import { statement } from '../../db/statement.ts'
import { ownerOf, type Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { afterCommit, onEventsCommitted } from '../../db/unit-of-work.ts'
import { type Delivering, deliver } from './deliver.ts'
import { openSender } from './send.ts'
import type { WebhookParts, WebhookWorker } from './services.ts'

/** Events of many writes are looked at together. */
const WAKE_MILLISECONDS = 50
/** Whether an administrator has webhooks is asked again after this long. */
const KNOWN_MILLISECONDS = 5_000

export function openWebhookWorker(parts: WebhookParts): WebhookWorker {
  const { databases, log } = parts
  const sender = openSender(parts)
  const running = new Map<number, Delivering>()
  // Whether an administrator has an active webhook, until when that is known, and whether someone is about to ask.
  const listening = new Map<number, { isListening: boolean; until: number; isAsking: boolean }>()

  // Jobs of one queue run one after the other, so an administrator has one deliverer, however many services there are.
  const delivering = job({
    name: 'webhooks:deliver',
    payload: z.object({ tenantId: z.number() }),
    run: async ({ tenantId }, stopping) => {
      const tenant = await databases.tenant(tenantId)
      if (!tenant) return
      const next = await deliverTo(tenant, stopping, () => othersWait(tenantId))
      // Its own key: it must not replace a job that someone has queued for now.
      if (next)
        await queue(databases.of(tenant), tenantId, next.getTime() <= Date.now() ? 'now' : 'later', next)
    },
  })

  const queueName = (tenantId: number) => `events:${tenantId}`
  const queue = (db: Db, tenantId: number, key: 'now' | 'later', at?: Date) =>
    inTransaction(db, (tx) =>
      queueJob(tx, delivering, { tenantId }, `${tenantId} ${key}`, {
        queue: queueName(tenantId),
        ...(key === 'later' && at ? { at } : {}),
      }),
    )

  async function othersWait(tenantId: number): Promise<boolean> {
    return (await OTHERS_WAIT.first(databases.platform, [queueName(tenantId)]))?.isWaiting ?? false
  }

  async function deliverTo(tenant: Tenant, stopping: AbortSignal, shouldYield?: () => Promise<boolean>) {
    const work = deliver(parts, sender, tenant, {
      stopping,
      ...(shouldYield ? { shouldYield } : {}),
      onEnd: () => {
        if (running.get(tenant.id) === work) running.delete(tenant.id)
      },
    })
    running.set(tenant.id, work)
    return work.ended
  }

  // Every minute: what was committed by a service that died before it could queue a job.
  const looking = job({
    name: 'webhooks:look',
    payload: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      for (const tenant of await tenantsWaiting(parts)) await queue(databases.of(tenant), tenant.id, 'now')
    },
  })

  function wake(tenantId: number): void {
    const work = running.get(tenantId)
    if (work) {
      work.look()
      return
    }
    const known = listening.get(tenantId)
    if (known && (known.isAsking || (!known.isListening && known.until > Date.now()))) return
    listening.set(tenantId, { isListening: true, until: 0, isAsking: true })
    setTimeout(() => void ask(tenantId), WAKE_MILLISECONDS).unref()
  }

  async function ask(tenantId: number): Promise<void> {
    try {
      const tenant = await databases.tenant(tenantId)
      const db = tenant && databases.of(tenant)
      // From here on, whoever commits asks again.
      listening.set(tenantId, { isListening: true, until: 0, isAsking: false })
      const isListening = (db && (await HAS_ACTIVE.first(db, []))?.isActive) ?? false
      if (db && isListening) await queue(db, tenantId, 'now')
      else listening.set(tenantId, { isListening, until: Date.now() + KNOWN_MILLISECONDS, isAsking: false })
    } catch (error) {
      // The job that runs every minute finds it.
      listening.delete(tenantId)
      log.warn({ err: error, event: 'webhooks not woken' })
    }
  }

  // Called for every write, so it costs nothing when nobody listens.
  const stopListening = onEventsCommitted((pool, isOwn) => {
    const owner = ownerOf(pool)
    const own = owner && databases.opened(owner.id)
    // Another service in this process, as in the tests, has pools of its own.
    if (!own || poolOf(own) !== pool) return
    // The process that has committed queues the job.
    if (isOwn) wake(owner.id)
    else running.get(owner.id)?.look()
  })

  return {
    jobs: [delivering, looking],
    changed: (tx, tenantId) =>
      afterCommit(tx, () => {
        listening.delete(tenantId)
        const work = running.get(tenantId)
        if (work) work.reload()
        else wake(tenantId)
      }),
    async deliverAll() {
      const never = new AbortController().signal
      for (const tenant of await databases.tenants()) await deliverTo(tenant, never)
    },
    forget() {
      listening.clear()
      for (const work of running.values()) work.forget()
    },
    close() {
      stopListening()
      sender.close()
    },
  }
}

const HAS_ACTIVE = statement(
  { isActive: flag },
  'select exists (select from webhook where is_active) as "isActive"',
)

const OTHERS_WAIT = statement(
  { isWaiting: flag },
  `select exists (select from graphile_worker.jobs
     where locked_at is null and run_at <= now() and queue_name is distinct from $1) as "isWaiting"`,
)

/** The administrators with something to deliver. */
async function tenantsWaiting({ databases }: WebhookParts): Promise<Tenant[]> {
  const all = await databases.tenants()
  const { rows } = await askAll<{ id: number }>(databases, all, ({ id, schema }) => {
    const of = (name: string) => `${quoted(schema)}.${name}`
    return `select ${Number(id)}::bigint as id where exists (
      select 1 from ${of('webhook')} w where w.is_active and (
        w.position < (select position from ${of('event_head')} where id = 1)
        or exists (select 1 from ${of('event')} where position is null)
        or exists (select 1 from ${of('webhook_delivery')} d where d.webhook_id = w.id and d.is_first)
        or exists (select 1 from ${of('webhook_delivery')} d where d.webhook_id = w.id and d.status = 'Pending'
          and not d.is_first and d.next_attempt_at <= now())))`
  })
  return all.filter(({ id }) => rows.some((row) => row.id === id))
}
