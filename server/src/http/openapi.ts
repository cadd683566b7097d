import { z } from 'zod'
import { groupBy } from '../domain/group-by.ts'
import type { Access } from './caller.ts'
import { listAnswer } from './lists.ts'
import { exampleValue } from './openapi-example.ts'
import { describe, readWords } from './openapi-words.ts'
import { type AllProblemTexts, type ProblemCode, problemStatuses } from './problems.ts'
import { parameterNames, type Route } from './route.ts'
import { PathId, queryBoolean } from './schemas.ts'
import { querySchema } from './search.ts'
import { type JsonSchema, jsonSchemaFrom } from './serialize.ts'
import type { SentToWebhooks } from './shell.ts'

interface About {
  readonly webhooks?: Readonly<Record<string, SentToWebhooks>>
  readonly version: string
  readonly problems: AllProblemTexts
  /** Where the service is. If absent, the document names itself: `/`. */
  readonly publicUrl?: string | undefined
  readonly sessionCookie?: string | undefined
}

/** OpenAPI 3.1 of all routes, from the same declarations that serve them. */
export function openApiDocument(routes: readonly Route[], about: About): JsonSchema {
  // Parts of the document are shared with later ones, so the words are added to a copy.
  const document = structuredClone(undescribedDocument(routes, about))
  describe(document, readWords())
  return document
}

/** The document without the words. */
export function undescribedDocument(routes: readonly Route[], about: About): JsonSchema {
  const components = new Components()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operationOf(route, components, about.problems)
    paths[route.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bulwark',
      version: about.version,
      description:
        'Administration of voluntary protection products. Every path also answers under /api, in upper or lower case. ' +
        'Writes accept an Idempotency-Key and ?dryRun=true. Single resources have an ETag for If-Match and If-None-Match. ' +
        'Failures are problem documents (RFC 9457); each code is explained at /problems/{code}.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.publicUrl ?? '/' }],
    security: [{ bearer: [] }],
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
          name: about.sessionCookie ?? 'bw_session',
          description:
            'The cookie that POST /session sets: `bw_session`, or `__Host-bw_session` where the service is reached with https. Writes also need its X-CSRF-Token.',
        },
      },
      schemas: { Problem: problemSchema, ...components.sorted() },
    },
  }
}

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

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A failure (RFC 9457). Some codes add more members.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  properties: {
    type: { type: 'string', examples: ['/problems/NotFound'] },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problemStatuses) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'message'],
        properties: {
          pointer: {
            type: 'string',
            description: 'A JSON pointer into the body, or ?name for a query parameter.',
          },
          code: { type: 'string' },
          message: { type: 'string' },
          known: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
  additionalProperties: true,
}

/** The named schemas of the document. Two different schemas with one name are an error, and stop the start. */
class Components {
  readonly #schemas = new Map<string, string>()

  reference(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const json = jsonSchemaFrom(schema, io)
    const { $defs = {}, ...rest } = io === 'output' ? opened(json) : json
    for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>)) this.#add(name, part)
    const id = schema.meta()?.id
    if (typeof id !== 'string' || '$ref' in rest) return relocated(rest)
    const { id: _, ...named } = rest
    this.#add(id, named)
    return { $ref: `#/components/schemas/${id}` }
  }

  #add(name: string, schema: JsonSchema): void {
    const { id: _, ...rest } = schema
    const text = JSON.stringify(relocated(rest))
    const known = this.#schemas.get(name) ?? text
    if (bare(known) !== bare(text)) throw new Error(`Two schemas are named ${name}.`)
    // A schema that is used for both requests and answers is as strict as for requests.
    this.#schemas.set(name, known.length > text.length ? known : text)
  }

  sorted(): Record<string, unknown> {
    const entries = [...this.#schemas].sort(([left], [right]) => (left < right ? -1 : 1))
    return Object.fromEntries(entries.map(([name, text]) => [name, JSON.parse(text)]))
  }
}

/** Answers may contain more than is declared: the effects of a dry run, and fields of later versions. */
const opened = (schema: JsonSchema) => JSON.parse(bare(JSON.stringify(schema))) as JsonSchema
const bare = (text: string) => text.replaceAll(/,"additionalProperties":false(?=[,}])/g, '')

const relocated = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema

function operationOf(route: Route, components: Components, texts: AllProblemTexts): JsonSchema {
  const body = 'body' in route ? route.body : undefined
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.deprecated ? { deprecated: true } : {}),
    'x-permission': permissionText(route.permission),
    ...(route.permission === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body ? { requestBody: requestBodyOf(route, body, components) } : {}),
    ...(route.kind === 'plain' && route.bodyType === 'file' ? { requestBody: fileBody } : {}),
    responses: { ...successOf(route, components), ...failuresOf(route, texts) },
  }
}

export function operationId(route: Route): string {
  const words = route.path
    .split('/')
    .filter(Boolean)
    .map((part) =>
      part.startsWith('{')
        ? `By${capital(part.slice(1, -1))}`
        : capital(part.replaceAll(/[^A-Za-z0-9]/g, '')),
    )
  return `${route.method.toLowerCase()}${words.join('')}`
}

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

function permissionText(access: Access): string {
  if (typeof access === 'string') return access
  if ('role' in access) return `role ${access.role}`
  return access.join(' or ')
}

function pathParameters(route: Route): JsonSchema[] {
  return parameterNames(route.path).map((name) => {
    const declared = route.params?.[name]
    const schema =
      declared === undefined || declared === PathId
        ? { type: 'integer' }
        : jsonSchemaFrom(declared as z.ZodType, 'input')
    return { name, in: 'path', required: true, schema, example: exampleValue(schema) }
  })
}

const isSingleRead = (route: Route) =>
  route.kind === 'read' || route.kind === 'derived' || route.kind === 'file'

function queryParameters(route: Route): JsonSchema[] {
  const schema =
    route.kind === 'list'
      ? querySchema(route.search)
      : route.kind === 'write'
        ? (route.query ?? z.object({})).extend({
            dryRun: queryBoolean()
              .optional()
              .describe('Run the operation, answer with `effects`, and roll everything back.'),
          })
        : isSingleRead(route) || route.kind === 'plain'
          ? route.query
          : route.kind === 'ask'
            ? askQuery
            : undefined
  if (!schema) return []
  const json = jsonSchemaFrom(schema, 'input')
  const required = (json.required as string[] | undefined) ?? []
  return Object.entries((json.properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, part]) => {
      const { description, ...rest } = part
      return {
        name,
        in: 'query',
        required: required.includes(name) && !('default' in rest),
        ...(description ? { description } : {}),
        ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
        schema: rest,
      }
    },
  )
}

const askQuery = z.object({
  dryRun: queryBoolean().optional().describe('Has no effect: this operation writes nothing.'),
})

function headerParameters(route: Route): JsonSchema[] {
  if (isSingleRead(route))
    return [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }]
  if (route.kind !== 'write') return []
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: route.keyRequired ?? false,
    description:
      'Repeating a request with the same key returns the first answer again, for at least 24 hours.',
    schema: { type: 'string', maxLength: 255 },
  }
  const match = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } }
  return route.current ? [key, match] : [key]
}

/** The bytes of a file, which no schema describes. */
const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } }
const fileBody = { required: true, content: bytes }

function requestBodyOf(route: Route, body: z.ZodType, components: Components): JsonSchema {
  const type =
    route.kind === 'plain' && route.bodyType === 'form'
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const content = {
    schema: components.reference(body, 'input'),
    example: exampleValue(jsonSchemaFrom(body, 'input')),
  }
  const types = route.method === 'PATCH' ? [type, 'application/merge-patch+json'] : [type]
  const form =
    route.kind === 'write' && route.form
      ? { 'multipart/form-data': { schema: components.reference(route.form, 'input') } }
      : {}
  return { required: true, content: { ...Object.fromEntries(types.map((name) => [name, content])), ...form } }
}

function successOf(route: Route, components: Components): JsonSchema {
  if (route.kind === 'list') {
    const row = route.form === 'ids' ? { type: 'string' } : components.reference(route.row, 'output')
    const items = route.detail ? { anyOf: [row, components.reference(route.detail.row, 'output')] } : row
    const rows = { type: 'array', items }
    const around = jsonSchemaFrom(listAnswer({ form: route.form, row: z.object({}) }), 'output')
    const schema =
      route.form === 'array'
        ? rows
        : { ...around, properties: { ...(around.properties as JsonSchema), items: rows } }
    return {
      '200': {
        description: 'The page. The headers X-Total-Count and Link describe the list.',
        content: {
          'application/json': { schema, example: exampleValue(jsonSchemaFrom(listAnswer(route), 'output')) },
          'text/csv': { schema: { type: 'string', description: 'The whole filtered list.' } },
        },
      },
    }
  }
  const unchanged = isSingleRead(route)
    ? { '304': { description: 'Not modified since the ETag in If-None-Match.' } }
    : {}
  if (route.kind === 'plain' && route.streams)
    return {
      '200': {
        description: 'The stream. It stays open.',
        content: { [route.streams]: { schema: { type: 'string' } } },
      },
    }
  if (route.kind === 'plain' && route.answersFile)
    return { '200': { description: 'The file as a download.', content: bytes } }
  if (!route.answer)
    return {
      ...(route.kind === 'write' ? { '200': tried } : {}),
      '204': { description: 'Done. The answer has no body.' },
    }
  const status = String(('status' in route && route.status) || 200)
  const statuses = route.kind === 'write' && route.isCreated ? [status, '201'] : [status]
  const content = {
    'application/json': {
      schema: components.reference(route.answer, 'output'),
      example: exampleValue(jsonSchemaFrom(route.answer, 'output')),
    },
    ...(route.kind === 'read' && route.csv
      ? { 'text/csv': { schema: { type: 'string', description: 'The answer as a table.' } } }
      : {}),
    // A file that is also available as bytes has a query parameter for it.
    ...(route.kind === 'file' && route.query ? bytes : {}),
  }
  const dryRun = route.kind === 'write' ? ' A dry run adds `effects`.' : ''
  return {
    ...unchanged,
    ...Object.fromEntries(
      statuses.map((one) => [
        one,
        { description: `${one === '201' ? 'Created.' : 'Done.'}${dryRun}`, content },
      ]),
    ),
  }
}

/** The answer to a dry run of an operation that otherwise answers nothing. */
const tried: JsonSchema = {
  description: 'With dryRun=true: what the operation would have written.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['effects'],
        properties: {
          effects: {
            type: 'object',
            properties: Object.fromEntries(
              ['ledger', 'journal', 'events', 'documents'].map((name) => [
                name,
                { type: 'array', items: { type: 'object' } },
              ]),
            ),
          },
        },
      },
      example: { effects: { ledger: [], journal: [], events: [], documents: [] } },
    },
  },
}

/** The problem codes that an operation may answer: those of its kind, and its own. */
function operationProblems(route: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>(['NotAcceptable', 'TooManyRequests', 'InternalError', 'NotReady'])
  const add = (...more: ProblemCode[]) => {
    for (const code of more) codes.add(code)
  }
  if (route.permission !== 'public') add('Unauthenticated')
  if (route.permission !== 'public' && !route.whileEnrolling) add('EnrollmentRequired')
  if (route.permission !== 'public' && route.permission !== 'signed-in') add('Forbidden')
  if (parameterNames(route.path).length > 0) add('NotFound')
  add('ValidationFailed')
  if (route.kind === 'write' || route.kind === 'ask' || (route.kind === 'plain' && route.method !== 'GET'))
    add('CsrfMissing', 'MalformedJson', 'PayloadTooLarge', 'UnsupportedMediaType')
  if (route.kind === 'write') {
    add('RequestInProgress', 'IdempotencyKeyReused')
    if (route.current) add('PreconditionFailed')
    if (route.keyRequired) add('PreconditionRequired')
  }
  add(...(route.problems ?? []))
  return [...codes].sort()
}

function failuresOf(route: Route, texts: AllProblemTexts): JsonSchema {
  const byStatus = groupBy(operationProblems(route), (code) =>
    route.malformed?.includes(code) ? 400 : problemStatuses[code],
  )
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `${code}: ${texts[code].title}.`).join(' '),
          'x-problem-codes': codes,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )
}
