import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { deliveryStatuses } from '../../../../src/events/webhooks/models.ts'
import { FAILING } from '../../../../src/events/webhooks/webhooks.ts'
import { type Draws, instants } from './draws.ts'
import type { NaiveList } from './lists.ts'
import { anyText, idOf, newestFirst, rowsIn } from './meanings.ts'
import type { Scoped } from './records.ts'
import type { NaiveCaller } from './scope.ts'
import type { Raw } from './world.ts'

// Webhooks and their deliveries: random rows, and the lists of them computed naively.

export type WebhookData = ReturnType<typeof openWebhookData>

export function openWebhookData({ draw, insert }: Draws) {
  return {
    webhooks(scopes: readonly Scoped[], makers: readonly number[], count: number): Promise<number[]> {
      const webhook = fc.record({
        is_active: fc.boolean(),
        scopes: fc.subarray([...scopes], { maxLength: 2 }),
        maker_id: fc.constantFrom(...makers),
      })
      const same = {
        ...{
          url: 'https://example.com/',
          types: ['contract.*'],
          secret: 'none',
          maker_kind: 'Client',
          position: 0,
        },
        ...{
          created_at: instants[1],
          created_by: 'x',
          updated_at: instants[1],
          updated_by: 'x',
          row_version: 1,
        },
      }
      return insert(
        'webhook',
        draw(webhook, count).map((row) => ({ ...row, ...same })),
      )
    },
    async deliveries(webhooks: readonly number[], count: number): Promise<void> {
      const events = Array.from({ length: 20 }, () => randomUUID())
      const delivery = fc.record({
        webhook_id: fc.constantFrom(...webhooks),
        event_id: fc.constantFrom(...events),
        status: fc.constantFrom(...deliveryStatuses),
      })
      const rows = draw(delivery, count).map((row) => ({
        ...{
          ...row,
          type: 'contract.created',
          subject: 'contracts/1',
          attempts: [],
          is_first: row.status === 'Pending',
        },
        ...{ next_attempt_at: row.status === 'Pending' ? instants[1] : null, created_at: instants[1] },
      }))
      await insert('webhook_delivery', rows)
    },
  }
}

/** A limited caller manages its own, and those that reach no further than it does. */
function manages(caller: NaiveCaller, webhook: Raw): boolean {
  if (caller.scopes.length === 0) return true
  if (webhook.maker_kind === caller.kind && webhook.maker_id === caller.id) return true
  const scopes = webhook.scopes as readonly Scoped[]
  const isOwn = ({ type, id }: Scoped) => caller.scopes.some((own) => own.type === type && own.id === id)
  return scopes.length > 0 && scopes.every(isOwn)
}

/** By the paths that the lists are declared with. */
export const webhookLists: Readonly<Record<string, NaiveList>> = {
  '/webhooks': {
    rows: (world, caller) =>
      rowsIn(world, 'webhook', (one) => manages(caller, one)).map((one) => ({ '': one })),
    id: idOf(''),
    columns: {
      [FAILING]: ({ '': one }) =>
        one?.disabled_at !== null || (one?.is_active === true && one?.failing_since !== null),
    },
  },
  '/webhooks/{webhookId}/deliveries': {
    named: (world) => [
      ...world
        .all('webhook')
        .slice(0, 6)
        .map(({ id }) => Number(id)),
      987_654,
    ],
    rows(world, caller, named) {
      const webhook = world.all('webhook').find(({ id }) => String(id) === named)
      if (!webhook || !manages(caller, webhook)) return undefined
      return rowsIn(world, 'webhook_delivery', (d) => d.webhook_id === webhook.id).map((d) => ({ d }))
    },
    id: idOf('d'),
    inOwnOrder: newestFirst(({ d }) => [Number(d?.id)]),
    where: { eventId: anyText(({ d }) => [d?.event_id]) },
  },
}
