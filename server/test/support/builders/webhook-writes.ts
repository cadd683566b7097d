import { randomUUID } from 'node:crypto'
import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'
import { newWebhook } from './webhooks.ts'

const actor = 'sandbox-admin'
// Nobody listens there, and jobs do not run.
const url = 'http://127.0.0.1:9/hook'

/** The writes of webhooks. */
export async function webhookWrites(admin: Caller): Promise<WriteStory[]> {
  const { id } = await newWebhook(admin, { url })
  const { id: other } = await newWebhook(admin, { url })
  const { body } = await admin.get('/events?limit=1')
  const replay = { eventIds: [body.items[0].id] }
  return [
    {
      operation: 'POST /webhooks',
      done: { path: '/webhooks', body: { url } },
      refused: { path: '/webhooks', body: { url: 'https://10.0.0.1/' } },
      refusal: 'UrlNotAllowed',
      subject: 'webhooks/#',
      actor,
      secrets: ['secret'],
    },
    {
      operation: 'PATCH /webhooks/{webhookId}',
      done: { path: `/webhooks/${id}`, body: { description: 'Changed' } },
      refused: { path: `/webhooks/${id}`, body: { url: 'https://10.0.0.1/' } },
      refusal: 'UrlNotAllowed',
      subject: `webhooks/${id}`,
      actor,
    },
    {
      operation: 'POST /webhooks/{webhookId}/secret',
      done: { path: `/webhooks/${id}/secret` },
      refused: { path: '/webhooks/987654/secret' },
      refusal: 'NotFound',
      subject: `webhooks/${id}`,
      actor,
      secrets: ['secret'],
    },
    {
      operation: 'POST /webhooks/{webhookId}/test',
      done: { path: `/webhooks/${id}/test` },
      refused: { path: '/webhooks/987654/test' },
      refusal: 'NotFound',
      subject: `webhooks/${id}`,
      actor,
    },
    {
      operation: 'POST /webhooks/{webhookId}/replay',
      done: { path: `/webhooks/${id}/replay`, body: replay },
      refused: { path: `/webhooks/${id}/replay`, body: { eventIds: [randomUUID()] } },
      refusal: 'UnknownReference',
      subject: `webhooks/${id}`,
      actor,
    },
    {
      operation: 'DELETE /webhooks/{webhookId}',
      done: { path: `/webhooks/${other}` },
      refused: { path: '/webhooks/987654' },
      refusal: 'NotFound',
      subject: `webhooks/${other}`,
      actor,
    },
  ]
}
