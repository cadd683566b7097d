import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { deliveryList, deliverySearch } from './deliveries.ts'
import {
  ReplayData,
  Replayed,
  TestDelivery,
  Webhook,
  WebhookCreateData,
  WebhookDelivery,
  WebhookMade,
  WebhookPatch,
  WebhookSecret,
} from './models.ts'
import { replayEvents, sendTest } from './replay.ts'
import { requireMayGetEvents } from './rights.ts'
import { changeSecret, changeWebhook, createWebhook, deleteWebhook } from './save-webhooks.ts'
import type { WebhookServices } from './services.ts'
import { findWebhook, loadWebhook, webhookList, webhookSearch } from './webhooks.ts'

const tag = 'Webhooks'
const permission = 'webhooks:manage'
const subject = 'webhooks/{webhookId}'

/** Webhooks: events are sent to an address of the caller's choice. */
export const webhookRoutes = (services: WebhookServices): Route[] => [
  route.list({
    path: '/webhooks',
    tag,
    summary: 'List the webhooks',
    permission,
    form: 'array',
    row: Webhook,
    search: webhookSearch,
    list: ({ caller }) => webhookList(caller),
  }),
  route.write({
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: 'Create a webhook; its secret is shown only once',
    description:
      'It gets what happens from now on, as far as you may see it; so you need the permission events:read, too. Each request is signed as Standard Webhooks.',
    permission,
    body: WebhookCreateData,
    answer: WebhookMade,
    model: Webhook,
    status: 201,
    subject: 'webhooks/{id}',
    location: '/webhooks/{id}',
    problems: ['UrlNotAllowed', 'TooManyWebhooks'],
    handler: ({ tx, body, ...acting }) => {
      requireMayGetEvents(acting.caller)
      return createWebhook(tx, services, acting, body)
    },
  }),
  route.read({
    path: '/webhooks/{webhookId}',
    tag,
    summary: 'Read a webhook, without its secret',
    permission,
    answer: Webhook,
    handler: async ({ db, caller, params: { webhookId: id } }) =>
      found(await findWebhook(db, caller, id), `webhook ${id}`),
  }),
  route.write({
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    tag,
    summary: 'Change a webhook, or switch it on or off',
    description:
      'Events that happen while it is off are not sent when it is switched on again. They can be replayed. The permission events:read is needed, too.',
    permission,
    body: WebhookPatch,
    answer: Webhook,
    subject,
    problems: ['UrlNotAllowed', 'MoreThanOwn'],
    current: ({ tx, caller, params }) => {
      requireMayGetEvents(caller)
      return loadWebhook(tx, caller, params.webhookId)
    },
    handler: ({ tx, params, body, ...acting }) => changeWebhook(tx, services, acting, params.webhookId, body),
  }),
  route.write({
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    tag,
    summary: 'Delete a webhook; deliveries that are waiting are dropped',
    permission,
    subject,
    model: Webhook,
    current: ({ tx, caller, params }) => loadWebhook(tx, caller, params.webhookId),
    handler: ({ tx, caller, params }) => deleteWebhook(tx, services, caller, params.webhookId),
  }),
  route.write({
    method: 'POST',
    path: '/webhooks/{webhookId}/secret',
    tag,
    summary: 'Change the secret; for 24 hours the old one signs as well',
    permission,
    answer: WebhookSecret,
    status: 200,
    subject,
    problems: ['MoreThanOwn'],
    recorded: ({ tx, caller, params }) => loadWebhook(tx, caller, params.webhookId),
    handler: ({ tx, params, caller, now, today }) =>
      changeSecret(tx, services, { caller, now, today }, params.webhookId),
  }),
  route.write({
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    tag,
    summary: 'Send a test event, webhook.test',
    permission,
    answer: TestDelivery,
    status: 202,
    subject,
    problems: ['WebhookInactive'],
    handler: ({ tx, params, caller, now, today }) =>
      sendTest(tx, services, { caller, now, today }, params.webhookId),
  }),
  route.list({
    path: '/webhooks/{webhookId}/deliveries',
    tag,
    summary: 'List the deliveries of a webhook with their attempts',
    permission,
    form: 'wrapped',
    row: WebhookDelivery,
    search: deliverySearch,
    list: async ({ db, caller, params: { webhookId: id } }) => {
      found(await findWebhook(db, caller, id), `webhook ${id}`)
      return deliveryList(id)
    },
  }),
  route.write({
    method: 'POST',
    path: '/webhooks/{webhookId}/replay',
    tag,
    summary: 'Send events again: some by their ids, or up to 1,000 after a cursor',
    permission,
    body: ReplayData,
    answer: Replayed,
    status: 202,
    subject,
    problems: ['WebhookInactive', 'UnknownReference', 'CursorInvalid'],
    handler: ({ tx, params, body, caller }) => replayEvents(tx, services, caller, params.webhookId, body),
  }),
]
