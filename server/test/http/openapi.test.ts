import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiText } from '../../src/app.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { problemStatuses } from '../../src/http/problems.ts'
import { type Route, route } from '../../src/http/route.ts'
import { buildServer } from '../../src/http/server.ts'
import { problemTexts } from '../../src/problems.ts'
import { everyWrite, sendWrite } from '../support/builders/every-write.ts'
import { type OpenApiDocument, Witness } from '../support/oracle/lists/declared.ts'
import { unshared } from '../support/oracle/lists/unshared.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { serve, shellOf } from '../support/service/server.ts'
import { isSoak, oneIn, trialSeed } from '../support/service/trials.ts'

const service = await testService()
const served = (await service.api.anonymous.get('/openapi.json')).body
const document = unshared(served)

interface Operation {
  name: string
  operationId: string
  summary: string
  tags: string[]
  'x-permission': string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<
    string,
    {
      description: string
      'x-problem-codes'?: string[]
      content?: Record<string, { schema: object; example?: unknown }>
    }
  >
}

const operations = (): Operation[] =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${path}`,
    })),
  )

/** The name of the shape that is referred to. */
const nameIn = (schema: object) => ('$ref' in schema ? String(schema.$ref).split('/').at(-1) : '') ?? ''

/** Every object in the document. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

/** What an operation answers with 400, and others do not. */
const asMalformed = new Set([
  'POST /accountholders/{accountHolderId}/statementrequests DateRangeInvalid',
  ...['production', 'earnings', 'loss-ratio', 'loss-triangle', 'cancels'].map(
    (name) => `GET /reports/${name} DateRangeInvalid`,
  ),
])

/** What has the format of another standard, and the statuses that are no problems at all. */
const inOtherFormats = new Map([
  ['POST /oauth/token 400', ['ValidationFailed']],
  ['POST /oauth/token 401', undefined],
])

describe('the OpenAPI document', () => {
  test('is the committed file', () => {
    expect(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')).toBe(openApiText())
  })

  test('is the one served', () => {
    expect(served).toEqual(JSON.parse(openApiText()))
  })

  test('is valid OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Bulwark', version: expect.any(String) })
    expect(Object.keys(document).sort()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'security',
      'servers',
      'tags',
      'webhooks',
    ])
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z0-9.\-_]+$/)
    const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])
    for (const [path, item] of Object.entries(document.paths as Record<string, object>)) {
      expect(path).toMatch(/^\/[^?#\s]*$/)
      for (const method of Object.keys(item)) expect(methods, path).toContain(method)
    }
    const schemes = Object.keys(document.components.securitySchemes)
    for (const requirement of document.security)
      for (const name of Object.keys(requirement)) expect(schemes).toContain(name)
  })

  test('has no broken references and no unused components', () => {
    const named = new Set(
      Object.entries(served.components as Record<string, object>).flatMap(([section, parts]) =>
        section === 'securitySchemes'
          ? []
          : Object.keys(parts).map((name) => `#/components/${section}/${name}`),
      ),
    )
    const used = new Set(
      [...objectsIn(served)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])),
    )
    expect([...used].filter((reference) => !named.has(reference))).toEqual([])
    expect([...named].filter((name) => !used.has(name))).toEqual([])
    expect([...objectsIn(document)].filter((part) => '$defs' in part || '$schema' in part)).toEqual([])
  })

  test('gives each operation a unique id, a tag, a summary and a permission', () => {
    const all = operations()
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    const tags = document.tags.map(({ name }: { name: string }) => name)
    for (const { name, operationId, summary, tags: own, 'x-permission': permission, security } of all) {
      expect(operationId, name).toMatch(/^[a-z][A-Za-z0-9]+$/)
      expect(summary, name).toMatch(/^[A-Z].*[^.]$/)
      expect(
        own.every((tag) => tags.includes(tag)),
        name,
      ).toBe(true)
      expect(permission, name).toMatch(/^(signed-in|public|role \w+|[a-z-]+:[a-z]+( or [a-z-]+:[a-z]+)*)$/)
      // Exactly the operations without sign-in declare it; an invitation in the body is one, too.
      if (name === 'PUT /me/password') expect(security).toEqual([...document.security, {}])
      else expect(security, name).toEqual(permission === 'public' ? [] : undefined)
    }
  })

  test('describes every parameter in the path, and no parameter twice', () => {
    for (const { name, parameters } of operations()) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(
        parameters.filter((part) => part.in === 'path').map((part) => part.name),
        name,
      ).toEqual(inPath)
      expect(new Set(parameters.map((part) => `${part.in} ${part.name}`)).size, name).toBe(parameters.length)
      for (const part of parameters) {
        expect(part.schema, `${name} ${part.name}`).toBeTypeOf('object')
        if (part.in === 'path') expect(part).toMatchObject({ required: true, example: expect.anything() })
      }
    }
  })

  test('has an example of every request and response body', () => {
    for (const { name, requestBody, responses } of operations()) {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.entries(part?.content ?? {}),
      )
      for (const [type, { schema, example }] of bodies) {
        expect(schema, `${name} ${type}`).toBeTypeOf('object')
        if (type === 'application/json') expect(example, name).toBeDefined()
      }
    }
  })

  interface Schema {
    readonly $ref?: string
    readonly additionalProperties?: boolean
    readonly anyOf?: readonly Schema[]
    readonly items?: Schema
  }

  /** Whether a body is refused that has more than is declared: in each of its forms, and in each entry of a list. */
  function isClosed(schema: Schema): boolean {
    if (schema.$ref)
      return isClosed((document.components.schemas as Record<string, Schema>)[nameIn(schema)] ?? {})
    if (schema.anyOf) return schema.anyOf.every(isClosed)
    return schema.items ? isClosed(schema.items) : schema.additionalProperties === false
  }

  test('closes request bodies, and leaves responses open for the effects of a dry run', () => {
    const schemas = document.components.schemas as Record<string, { additionalProperties?: boolean }>
    for (const { name, requestBody, responses } of operations()) {
      // What takes a file as its body takes whatever bytes it has.
      const requestSchemas = Object.entries(requestBody?.content ?? {}).flatMap(([type, part]) =>
        type === '*/*' ? [] : part,
      )
      const answered = Object.values(responses).flatMap((part) => part.content?.['application/json'] ?? [])
      const strict = (parts: { schema: object }[]) =>
        parts
          .flatMap(({ schema }) => [schema, ...((schema as { allOf?: object[] }).allOf ?? [])])
          .map((schema) => schemas[nameIn(schema)]?.additionalProperties === false)
      if (name !== 'POST /oauth/token')
        for (const { schema } of requestSchemas) expect(isClosed(schema as Schema), name).toBe(true)
      expect(strict(answered), name).not.toContain(true)
    }
  })

  // The soak has the rules of other people's tools. This is the one that new fields break.
  test('says the limits of every text and list that is sent', () => {
    const { schemas } = document.components as { schemas: Record<string, Schema> }
    const unlimited = new Set<string>()
    const seen = new Set<string>()
    const visit = (schema: object, place: string): void => {
      const shape = nameIn(schema)
      if (shape && seen.has(shape)) return
      if (shape) {
        seen.add(shape)
        visit(schemas[shape] ?? {}, shape)
      }
      for (const part of objectsIn(shape ? {} : schema)) {
        const inner = nameIn(part)
        if (inner) visit(part, inner)
        const types = [part.type].flat()
        const limits = ['maxLength', 'enum', 'const', 'format', 'pattern', 'contentMediaType']
        if (types.includes('string') && !limits.some((limit) => limit in part))
          unlimited.add(`${place}: text`)
        if (types.includes('array') && !('maxItems' in part)) unlimited.add(`${place}: list`)
      }
    }
    for (const { name, requestBody, parameters } of operations()) {
      for (const { schema } of parameters) visit(schema, name)
      for (const { schema } of Object.values(requestBody?.content ?? {})) visit(schema, name)
    }
    expect([...unlimited]).toEqual([])
    expect(seen.size).toBeGreaterThan(50)
  })

  test('lists the problem codes of each error status, all of them known', () => {
    for (const { name, responses } of operations()) {
      expect(
        Object.keys(responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true)
      for (const [status, { description, content, 'x-problem-codes': codes }] of Object.entries(responses)) {
        expect(description, name).toMatch(/\S/)
        if (Number(status) < 400) continue
        if (inOtherFormats.has(`${name} ${status}`)) {
          expect(codes).toEqual(inOtherFormats.get(`${name} ${status}`))
          expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/OAuthError' })
          continue
        }
        expect(codes?.length, `${name} ${status}`).toBeGreaterThan(0)
        for (const code of codes ?? []) {
          const usual = problemStatuses[code as keyof typeof problemStatuses]
          expect(asMalformed.has(`${name} ${code}`) ? 400 : usual).toBe(Number(status))
        }
        expect(content, name).toEqual({
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries((codes ?? []).map((code) => [code, expect.anything()])),
          },
        })
      }
    }
  })
})

describe('responses', () => {
  const witness = new Witness()
  const as = (name: string): Caller => witness.watch(service.api.as(name))

  test('are declared for every operation and refusal', async () => {
    const [admin, entry, anonymous] = [
      as('sandbox-admin'),
      as('sandbox-entry'),
      witness.watch(service.api.anonymous),
    ]
    // The same code refuses these requests, whatever the operation.
    const seed = trialSeed('answers of operations', 'BULWARK_ANSWERS_SEED')
    const sampled = oneIn(12, operations(), seed)
    for (const [at, { name }] of sampled.entries()) {
      const [method = '', template = ''] = name.split(' ')
      const path = template.replace('{portalVisibilityGroupCode}', 'PVG-TX').replaceAll(/\{\w+\}/g, '1')
      // A stream has no end. stream.test.ts reads it.
      if (name === 'POST /sandbox/reset' || name.endsWith('/session') || name.endsWith('/stream')) continue
      const isWrite = method !== 'GET'
      await anonymous.send(method, path, isWrite && name !== 'POST /oauth/token' ? { body: {} } : {})
      await admin.send(method, `${path}?nope=1`, isWrite ? { body: {} } : {})
      await admin.send(method, path, { headers: { accept: 'text/html' } })
      await entry.send(method, path, isWrite ? { body: { nope: 1 } } : {})
      if (isWrite) {
        await admin.send(method, path, { body: '{' })
        await admin.send(method, path, { body: 'x', headers: { 'content-type': 'text/plain' } })
        if (isSoak || at % 8 === 0) await admin.send(method, path, { body: 'x'.repeat(1_100_000) })
      } else {
        const { headers } = await admin.send(method, path)
        const etag = headers.get('etag')
        if (etag) expect((await admin.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
        await admin.get(path, { headers: { accept: 'text/csv' } })
        await admin.get(path.replace(/1$/, '987654').replace('PVG-TX', 'NONE'))
      }
    }
    // Their records take long to make, so these are in the soak alone. dry-run.test.ts and audit.test.ts send such requests, too.
    for (const { operation, done, refused } of isSoak ? await everyWrite(service) : []) {
      const method = operation.split(' ')[0] ?? ''
      for (const [call, options] of [
        [refused, {}],
        [done, { search: '?dryRun=true' }],
        [done, { headers: { 'idempotency-key': operation } }],
        [done, { headers: { 'idempotency-key': operation } }],
        [refused, { headers: { 'idempotency-key': operation } }],
      ] as const)
        witness.note(method, call.path, await sendWrite(service, operation, call, options))
    }
    expect(witness.undeclared(document as OpenApiDocument)).toEqual([])
    expect(witness.count(document as OpenApiDocument)).toBeGreaterThan(isSoak ? 250 : 20)
  })
})

describe('a faulty route declaration', () => {
  const good = {
    path: '/things',
    tag: 'Test',
    summary: 'List things',
    permission: 'signed-in',
    answer: z.object({ id: z.int() }),
    handler: async () => ({ id: 1 }),
  } as const
  const start =
    (...routes: Route[]) =>
    () =>
      buildServer(shellOf(service), routes)

  test('without a permission or a summary stops the start', () => {
    expect(start(route.read(good))).not.toThrow()
    expect(start(route.read({ ...good, permission: undefined as never }))).toThrow(
      'GET /things declares no permission.',
    )
    expect(start(route.read({ ...good, permission: [] as never }))).toThrow(
      'GET /things declares no permission.',
    )
    expect(start(route.read({ ...good, summary: '' }))).toThrow('GET /things declares no summary.')
    expect(start(route.read({ ...good, summary: '  ' }))).toThrow('GET /things declares no summary.')
  })

  test('that is repeated stops the start', () => {
    expect(start(route.read(good), route.read(good))).toThrow()
  })

  test('with two shapes of one name cannot be documented', () => {
    const shape = (field: string) => z.object({ id: z.int(), [field]: z.string().nullable().optional() })
    const [one, other] = [shape('one').meta({ id: 'TestTwice' }), shape('other').meta({ id: 'TestTwice' })]
    const twice = [
      route.read({ ...good, answer: one }),
      route.read({ ...good, path: '/more', answer: other }),
    ]
    expect(() => openApiDocument(twice, { version: '1', problems: problemTexts })).toThrow(
      'Two schemas are named TestTwice.',
    )
  })

  test('a deprecated route says so in its answers', async () => {
    const deprecated = { since: '2024-03-15', sunset: '2030-01-01' }
    const { server, api } = await serve(service, [route.read({ ...good, deprecated })])
    const answer = await api.as('sandbox-admin').get('/things')
    expect(answer.headers.get('deprecation')).toBe('@1710460800')
    expect(answer.headers.get('sunset')).toBe('Tue, 01 Jan 2030 00:00:00 GMT')
    const declared = unshared((await api.anonymous.get('/openapi.json')).body).paths['/things'].get
    expect(declared.deprecated).toBe(true)
    expect(Object.keys(declared.responses['200'].headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset']),
    )
    await server.close()
  })
})
