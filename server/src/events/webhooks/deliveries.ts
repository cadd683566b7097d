import type { z } from 'zod'
import { instant, int, json, oneOf, orNull, type RowOf, storedList, text } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { listOf } from '../../http/search.ts'
import { type Attempt, deliveryStatuses, type WebhookDelivery } from './models.ts'

/** An attempt as it is stored. */
export interface StoredAttempt {
  readonly at: string
  readonly responseStatus?: number
  readonly error?: string
  readonly durationMs: number
}

const attemptsColumn = json(storedList<StoredAttempt>())

const columns = {
  id: int,
  eventId: text,
  type: text,
  status: oneOf(deliveryStatuses),
  attempts: attemptsColumn,
  nextAttemptAt: orNull(instant),
  createdAt: instant,
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const deliverySearch = {
  filters: {
    status: { match: 'oneOf', column: 'd.status', values: deliveryStatuses },
    eventId: {
      match: 'text where',
      where: (value: unknown) => sql`d.event_id = ${UUID.test(String(value)) ? value : null}::uuid`,
    },
  },
  sort: {},
  order: { by: 'd.id desc', words: 'newest first' },
} as const

export const deliveryList = (webhookId: number) =>
  listOf({
    ...deliverySearch,
    columns,
    select: `d.id, d.event_id as "eventId", d.type, d.status, d.attempts, d.next_attempt_at as "nextAttemptAt",
      d.created_at as "createdAt"`,
    from: 'webhook_delivery d',
    id: 'd.id',
    where: [sql`d.webhook_id = ${webhookId}`],
    row: deliveryModel,
  })

const deliveryModel = (row: RowOf<typeof columns>): z.input<typeof WebhookDelivery> => ({
  ...row,
  attempts: row.attempts.map(attemptModel),
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

const attemptModel = ({ at, responseStatus, error, durationMs }: StoredAttempt): z.input<typeof Attempt> => ({
  ...{ at, responseStatus: responseStatus ?? null, error: error ?? null, durationMs },
})
