import { z } from 'zod'
import type { AllProblemTexts } from '../problems.ts'
import type { Route } from '../route.ts'
import type { JsonSchema } from '../serialize.ts'
import { Components } from './components.ts'
import { illustrate, readExamples } from './examples.ts'
import { responseHeaders } from './headers.ts'
import { capital, credentials, operationOf } from './operation.ts'
import { faultSchema, problemSchema } from './problems.ts'
import { exampleValue } from './schema-example.ts'
import { share } from './share.ts'
import { describe, readWords } from './words.ts'

/** What is sent to the receivers of webhooks for a type of event. */
interface SentToWebhooks {
  readonly summary: string
  readonly schema: Readonly<Record<string, unknown>>
}

export interface About {
  readonly webhooks?: Readonly<Record<string, SentToWebhooks>>
  readonly version: string
  readonly problems: AllProblemTexts
  /** What a dry run says that it would have written. */
  readonly effects?: z.ZodType
}

/** OpenAPI 3.1 of all routes, from the same declarations that serve them. */
export function openApiDocument(routes: readonly Route[], about: About): JsonSchema {
  const document = undescribedDocument(routes, about)
  describe(document, readWords())
  illustrate(document, readExamples(), about.problems)
  return share(document)
}

/** The document without its words, and with everything in its place. */
export function undescribedDocument(routes: readonly Route[], about: About): JsonSchema {
  const components = new Components()
  const { problems } = about
  const paths: Record<string, JsonSchema> = {}
  for (const { path } of routes) paths[path] = {}
  const document = { components, problems, paths: Object.keys(paths) }
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, document),
    }
  components.named('DryRun', dryRunSchema(components, about.effects ?? z.object({}).meta({ id: 'Effects' })))
  components.named('Problem', problemSchema)
  components.named('ProblemFault', faultSchema)
  return components.finish({
    openapi: '3.1.0',
    info: {
      title: 'Bulwark',
      version: about.version,
      description:
        'Administration of voluntary protection products. Every path also answers under /api, in upper or lower case. ' +
        'Writes accept an Idempotency-Key and ?dryRun=true. Single resources have an ETag for If-Match and If-None-Match. ' +
        'Lists are answered page by page, and whole as CSV. ' +
        'Failures are problem documents (RFC 9457); each code is explained at /problems/{code}.',
      contact: { name: 'The administrator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: credentials,
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(about.webhooks ?? {}).map(([type, sent]) => [type, { post: deliveryOf(type, sent) }]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from /oauth/token, or an API key (bw_live_…, bw_test_…).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'bw_session',
          description:
            'The cookie that POST /session sets: `bw_session`, or `__Host-bw_session` where the service is reached with https. Writes also need its X-CSRF-Token.',
        },
      },
      headers: responseHeaders,
    },
  })
}

const dryRunSchema = (components: Components, effects: z.ZodType): JsonSchema => ({
  type: 'object',
  description: 'What the answer to a dry run has besides.',
  properties: { effects: components.reference(effects, 'output') },
})

/** A delivery to a webhook, as its receiver sees it. */
function deliveryOf(type: string, { summary, schema }: SentToWebhooks): JsonSchema {
  const headers = {
    'webhook-id': 'The id of the event, the same in each attempt.',
    'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
    'webhook-signature': 'One or two signatures `v1,…`, with a space between (Standard Webhooks).',
  }
  return {
    operationId: `on${type.split('.').map(capital).join('')}`,
    tags: ['Webhooks'],
    summary,
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: {
      required: true,
      content: { 'application/cloudevents+json': { schema, example: exampleValue(schema) } },
    },
    responses: {
      '2XX': { description: 'Received. Anything else is sent again.' },
      '410': { description: 'Switches the webhook off.' },
    },
  }
}
