import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { findMakerPrincipal } from '../../access/principals.ts'
import { flag, int, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import { chosenTypes } from '../../domain/events/type-filter.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { findPlace } from '../log/cursor.ts'
import { seesEvent } from '../log/scope.ts'
import { REPLAYED_AT_MOST, type ReplayData } from './models.ts'
import type { WebhookServices } from './services.ts'
import { insertDeliveries } from './store.ts'
import { loadWebhook, webhookTable } from './webhooks.ts'

const LOAD = statement(
  {
    isActive: flag,
    types: webhookTable.columns.types,
    position: int,
    scopes: webhookTable.columns.scopes,
    maker_kind: webhookTable.columns.makerKind,
    maker_id: webhookTable.columns.makerId,
  },
  'select is_active as "isActive", types, position, scopes, maker_kind, maker_id from webhook where id = $1',
)

async function loadActive(tx: Tx, caller: Caller, id: number) {
  await loadWebhook(tx, caller, id)
  const webhook = found(await LOAD.first(tx, [id]), `webhook ${id}`)
  if (!webhook.isActive)
    throw new Problem('WebhookInactive', `Webhook ${id} is switched off. Set isActive to true first.`)
  return webhook
}

/** Sends events again that the maker of the webhook may see. Each gets a new delivery with the event's own id. */
export async function replayEvents(
  tx: Tx,
  { webhooks }: WebhookServices,
  caller: Caller,
  id: number,
  input: z.output<typeof ReplayData>,
) {
  const webhook = await loadActive(tx, caller, id)
  const maker = await findMakerPrincipal(tx, caller.tenant, webhook)
  const seen = maker ? (seesEvent(maker) ?? sql`true`) : sql`false`
  const events = input.eventIds
    ? await loadNamed(tx, input.eventIds, seen)
    : await query(columns)`select e.id, e.type, e.subject from event e
        where e.position > ${(await findPlace(tx, input.after)).position} and e.position <= ${webhook.position}
          and ${webhook.types ? sql`e.type = any(${chosenTypes(webhook.types).types}::text[])` : sql`true`}
          and ${seen} order by e.position limit ${REPLAYED_AT_MOST}`.rows(tx)
  await insertDeliveries(tx, id, events)
  webhooks.changed(tx, caller.tenant.id)
  return { count: events.length }
}

const columns = { id: text, type: text, subject: text }

/** The events with these ids, in the order of the log. Refuses ids that name none, or one that the maker may not see. */
async function loadNamed(tx: Tx, eventIds: readonly string[], seen: ReturnType<typeof sql>) {
  const events = await query(columns)`select e.id, e.type, e.subject from event e
    where e.id = any(${eventIds}::uuid[]) and ${seen} order by e.position, e.sequence`.rows(tx)
  const known = new Set(events.map((event) => event.id))
  const errors = eventIds.flatMap((eventId, at) =>
    known.has(eventId.toLowerCase())
      ? []
      : [
          {
            pointer: `/eventIds/${at}`,
            code: 'UnknownReference' as const,
            message: `There is no event ${eventId} that this webhook may get.`,
          },
        ],
  )
  if (errors.length > 0)
    throw new Problem(
      'UnknownReference',
      'Some events do not exist, or this webhook may not get them; see errors.',
      {
        errors,
      },
    )
  return events
}

/** Sends an event of a type of its own, which is not in the log. */
export async function sendTest(tx: Tx, { webhooks }: WebhookServices, { caller, now }: Acting, id: number) {
  await loadActive(tx, caller, id)
  const event = { id: randomUUID(), type: 'webhook.test', subject: `webhooks/${id}` }
  const body = {
    ...{ specversion: '1.0', id: event.id, source: '/bulwark', type: event.type, subject: event.subject },
    ...{ time: now.toISOString(), datacontenttype: 'application/json', sequence: 0, data: { id } },
  }
  const [deliveryId] = await insertDeliveries(tx, id, [event], JSON.stringify(body))
  webhooks.changed(tx, caller.tenant.id)
  return { deliveryId: deliveryId ?? 0 }
}
