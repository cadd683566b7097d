import { instant, int, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query, statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import { chosenTypes } from '../../domain/events/type-filter.ts'
import type { Caller } from '../../http/caller.ts'
import { EVENT_JSON } from '../log/read-events.ts'
import { seesEvent } from '../log/scope.ts'
import type { StoredAttempt } from './deliveries.ts'
import { webhookTable } from './webhooks.ts'

// What the deliverer reads and writes. Rows are read and written in batches.

const activeColumns = {
  ...webhookTable.pick(
    'id',
    'url',
    'types',
    'secret',
    'oldSecret',
    'oldSecretUntil',
    'scopes',
    'failingSince',
  ),
  ...webhookTable.pick('position'),
  maker_kind: webhookTable.columns.makerKind,
  maker_id: webhookTable.columns.makerId,
}
export type ActiveWebhook = RowOf<typeof activeColumns>

const ACTIVE = statement(
  activeColumns,
  `select id, url, types, secret, old_secret as "oldSecret", old_secret_until as "oldSecretUntil", scopes,
     failing_since as "failingSince", position, maker_kind, maker_id
   from webhook where is_active order by id`,
)
export const loadActiveWebhooks = (db: Db): Promise<ActiveWebhook[]> => ACTIVE.rows(db, [])

/** A delivery that is to be attempted. */
export interface Item {
  readonly id: number
  readonly eventId: string
  readonly subject: string
  /** The event, as it is sent. Null: the maker of the webhook may not see it any more. */
  readonly body: string | null
  /** How many attempts there have been. */
  readonly attempts: number
}

const eventColumns = { id: text, subject: text, type: text, body: text }

/** How many rows are read, inserted or written with one statement. */
export const ROWS_AT_ONCE = 500

/**
 * Makes the deliveries of the next events that the maker of a webhook may see now and whose types are chosen, and moves the
 * webhook's position behind them. Answers undefined if the webhook is no longer active.
 */
export function makeDeliveries(
  db: Db,
  webhook: Pick<ActiveWebhook, 'id' | 'types'>,
  { maker, head }: { readonly maker: Caller; readonly head: number },
): Promise<{ readonly items: readonly Item[]; readonly position: number } | undefined> {
  return inTransaction(db, async (tx) => {
    const locked = await LOCK_POSITION.first(tx, [webhook.id])
    if (!locked) return undefined
    const position = Math.min(head, locked.position + ROWS_AT_ONCE)
    if (position <= locked.position) return { items: [], position: locked.position }
    const events = await query(eventColumns)`
      select e.id, e.subject, e.type, ${sql.raw(EVENT_JSON)} as body from event e
      where e.position > ${locked.position} and e.position <= ${position}
        and ${webhook.types ? sql`e.type = any(${chosenTypes(webhook.types).types}::text[])` : sql`true`}
        and ${seesEvent(maker) ?? sql`true`}
      order by e.position`.rows(tx)
    const ids = await insertDeliveries(tx, webhook.id, events)
    await MOVE.run(tx, [webhook.id, position])
    return {
      position,
      items: events.map((event, at) => ({
        ...{ id: ids[at] ?? 0, eventId: event.id, subject: event.subject, body: event.body, attempts: 0 },
      })),
    }
  })
}

const LOCK_POSITION = statement(
  { position: int },
  'select position from webhook where id = $1 and is_active for update',
)
const MOVE = command('update webhook set position = $2 where id = $1')

interface NewDelivery {
  readonly id: string
  readonly type: string
  readonly subject: string
}

/** Inserts deliveries of events in their order, and answers their ids in that order. */
export async function insertDeliveries(
  tx: Tx,
  webhookId: number,
  events: readonly NewDelivery[],
  body: string | null = null,
): Promise<number[]> {
  if (events.length === 0) return []
  const rows = await INSERT.rows(tx, [
    webhookId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
    body,
  ])
  return rows.map(({ id }) => id)
}

const INSERT = statement(
  { id: int },
  `insert into webhook_delivery (webhook_id, event_id, type, subject, body, status, next_attempt_at, created_at)
   select $1::bigint, given.event_id, given.type, given.subject, $5::json, 'Pending', now(), now()
   from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as given (event_id, type, subject, place)
   order by given.place returning id`,
)

const itemColumns = { id: int, eventId: text, subject: text, body: orNull(text), attempts: int }

const itemsSeenBy = (maker: Caller) => sql`
  select d.id, d.event_id as "eventId", d.subject, jsonb_array_length(d.attempts) as attempts,
    coalesce(d.body::text, case when e.id is not null and ${seesEvent(maker) ?? sql`true`}
      then ${sql.raw(EVENT_JSON)} end) as body
  from webhook_delivery d left join event e on e.id = d.event_id`

/** Deliveries whose first attempt has not ended, in their order. They are left by a service that was stopped. */
export function loadFirst(db: Db, webhookId: number, maker: Caller, after: number): Promise<Item[]> {
  return query(itemColumns)`${itemsSeenBy(maker)}
    where d.webhook_id = ${webhookId} and d.is_first and d.id > ${after} order by d.id limit ${ROWS_AT_ONCE}`.rows(
    db,
  )
}

/** Deliveries that are due for another attempt, except those in `without`. */
export function loadRetries(
  db: Db,
  webhookId: number,
  maker: Caller,
  { limit, without }: { readonly limit: number; readonly without: readonly number[] },
): Promise<Item[]> {
  return query(itemColumns)`${itemsSeenBy(maker)}
    where d.webhook_id = ${webhookId} and d.status = 'Pending' and not d.is_first and d.next_attempt_at <= now()
      and d.id <> all(${without}::bigint[])
    order by d.next_attempt_at, d.id limit ${limit}`.rows(db)
}

/** How a delivery stands after an attempt. */
export interface Result {
  readonly id: number
  readonly eventId: string
  readonly status: 'Pending' | 'Delivered' | 'Failed'
  readonly nextAttemptAt: Date | null
  readonly attempt: StoredAttempt
}

export async function saveResults(db: Db, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return
  await SAVE_RESULTS.run(db, [
    results.map(({ id }) => id),
    results.map(({ eventId }) => eventId),
    results.map(({ status }) => status),
    results.map(({ nextAttemptAt }) => nextAttemptAt),
    results.map(({ attempt }) => JSON.stringify(attempt)),
  ])
}

// The event's id as well: after a reset of the sandbox, another delivery may have the number.
const SAVE_RESULTS = command(`
  update webhook_delivery d set status = r.status, next_attempt_at = r.next_attempt_at, is_first = false,
    attempts = d.attempts || r.attempt::jsonb
  from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[])
    as r (id, event_id, status, next_attempt_at, attempt)
  where d.id = r.id and d.event_id = r.event_id and d.status = 'Pending'`)

const SAVE_FAILING = command('update webhook set failing_since = $2 where id = $1')
export const saveFailing = (db: Db, webhookId: number, since: Date | null): Promise<number> =>
  SAVE_FAILING.run(db, [webhookId, since])

const NEXT_DUE = statement(
  { at: orNull(instant) },
  `select min(d.next_attempt_at) as at from webhook_delivery d
   where d.webhook_id = any($1::bigint[]) and d.status = 'Pending' and not d.is_first`,
)
/** When the next retry of these webhooks is due. */
export const findNextDue = async (db: Db, webhookIds: readonly number[]): Promise<Date | null> =>
  (await NEXT_DUE.first(db, [webhookIds]))?.at ?? null
