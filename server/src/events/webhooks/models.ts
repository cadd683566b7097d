import { z } from 'zod'
import { URL_LENGTH_AT_MOST } from '../../domain/webhooks/endpoints.ts'
import { auditFields, Id, Instant, shownOnce, text } from '../../http/schemas.ts'

export const deliveryStatuses = ['Pending', 'Delivered', 'Failed'] as const

const Url = text(URL_LENGTH_AT_MOST).describe(
  'Where events are sent: https, and a public host. A sandbox also accepts http, and this machine.',
)
const Types = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(200)
  .describe('The types of events to send: exact names, or all of a kind, such as `contract.*`. Null: all.')
const SECRET = 'The key of the signatures, for a library of Standard Webhooks. It is shown only this once.'

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    types: z.array(z.string()).nullable(),
    description: z.string().nullable(),
    isActive: z.boolean(),
    disabledAt: Instant.nullable().describe('When the service switched it off, in real time.'),
    disabledReason: z.string().nullable(),
    ...auditFields,
  })
  .meta({ id: 'Webhook' })

export const WebhookMade = Webhook.extend({ secret: shownOnce(SECRET) }).meta({ id: 'WebhookMade' })

export const WebhookSecret = z.object({ secret: shownOnce(SECRET) }).meta({ id: 'WebhookSecret' })

export const WebhookCreateData = z
  .strictObject({
    url: Url,
    types: Types.nullable().optional(),
    description: z.string().max(500).nullable().optional(),
    isActive: z.boolean().optional(),
  })
  .meta({
    id: 'WebhookCreateData',
    example: { url: 'https://example.com/hooks/bulwark', types: ['contract.*', 'claim.paid'] },
  })

export const WebhookPatch = z
  .strictObject({
    url: Url.optional(),
    types: Types.nullable().optional(),
    description: z.string().max(500).nullable().optional(),
    isActive: z.boolean().optional(),
  })
  .meta({ id: 'WebhookPatch', example: { types: ['contract.*'], isActive: true } })

export const Attempt = z.object({
  at: Instant,
  responseStatus: z.int().nullable(),
  error: z.string().nullable().describe('Why there was no answer.'),
  durationMs: z.int(),
})

export const WebhookDelivery = z
  .object({
    id: Id,
    eventId: z.uuid(),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.array(Attempt),
    nextAttemptAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'WebhookDelivery' })

export const TestDelivery = z.object({ deliveryId: Id }).meta({ id: 'WebhookTestDelivery' })

export const REPLAYED_AT_MOST = 1_000

export const ReplayData = z
  .strictObject({
    eventIds: z.array(z.uuid()).min(1).max(REPLAYED_AT_MOST).optional(),
    after: text(200)
      .optional()
      .describe('A cursor of `GET /events`: up to 1,000 events after it are sent again.'),
  })
  .refine(({ eventIds, after }) => (eventIds === undefined) !== (after === undefined), {
    path: ['eventIds'],
    message: 'Send either eventIds or after.',
    params: { code: 'Required' },
  })
  .meta({ id: 'WebhookReplayData', example: { eventIds: ['5c1a3f8e-2b6d-4e0f-9a57-0d6f2f6f9b11'] } })

export const Replayed = z.object({ count: z.int() }).meta({ id: 'WebhookReplayed' })
