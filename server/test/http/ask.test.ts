import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../src/db/database.ts'
import { Problem } from '../../src/http/problems.ts'
import { route } from '../../src/http/route.ts'
import { unshared } from '../support/oracle/lists/unshared.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

const service = await testService()
const server = await serve(service, [
  route.ask({
    path: '/things/{thingId}/sums',
    tag: 'Test',
    summary: 'Add up',
    permission: 'settings:read',
    body: z.strictObject({ values: z.array(z.int()).max(3) }).meta({ id: 'TestSumRequest' }),
    answer: z.object({ thingId: z.int(), sum: z.int(), roles: z.int() }).meta({ id: 'TestSum' }),
    successor: '/v2/things/{thingId}/sums',
    problems: ['NotEditable'],
    async handler({ db, params, body }) {
      if (body.values.length === 0) throw new Problem('NotEditable', 'There is nothing to add.')
      const [row] = await run<{ n: number }>(db, 'select count(*)::int as n from membership_role', [])
      const sum = body.values.reduce((total, value) => total + value, 0)
      return { thingId: params.thingId, sum, roles: row?.n ?? 0, more: 'is not declared' }
    },
  }),
])
afterAll(() => server.server.close())

const ask = (body: unknown, search = '', headers = {}) =>
  server.api.as('sandbox-admin').post(`/things/7/sums${search}`, body, headers)

test('a query operation is answered from its body, its path and the database', async () => {
  const answer = await ask({ values: [1, 2] })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ thingId: 7, sum: 3, roles: expect.any(Number) })
  expect(answer.body.roles).toBeGreaterThan(0)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
  expect(answer.headers.get('link')).toBe('</v2/things/7/sums>; rel="successor-version"')
})

test('it has the same checks as every operation', async () => {
  expectProblem(await server.api.anonymous.post('/things/7/sums', { values: [1] }), 'Unauthenticated')
  expectProblem(await server.api.as('sandbox-cancels').post('/things/7/sums', { values: [1] }), 'Forbidden')
  expectProblem(await server.api.as('sandbox-admin').post('/things/x/sums', { values: [1] }), 'NotFound')
  expectProblem(await server.api.as('sandbox-admin').get('/things/7/sums'), 'MethodNotAllowed')
  expectProblem(await ask('{'), 'MalformedJson')
  expectProblem(await ask({ values: [] }), 'NotEditable')
  expectProblem(await ask({ values: [1] }, '', { accept: 'text/csv' }), 'NotAcceptable')
  expect(faultsIn(await ask({ values: ['1'], more: 1 }, '?nope=1&dryRun=perhaps'))).toEqual(
    expect.arrayContaining(['?nope Unknown', '?dryRun Type', '/values/0 Type', '/more Unknown']),
  )
})

test('it saves nothing: a key is not used up, and a dry run is the same', async () => {
  const before = await checksums(service)
  const key = { 'idempotency-key': 'asked' }
  expect((await ask({ values: [1] }, '', key)).body.sum).toBe(1)
  const other = await ask({ values: [2] }, '', key)
  expect(other.body.sum).toBe(2)
  expect(other.headers.get('idempotency-replayed')).toBeNull()
  const dry = await ask({ values: [2] }, '?dryRun=true')
  expect(dry.body).toEqual(other.body)
  expect(dry.headers.get('dry-run')).toBeNull()
  expect(await checksums(service)).toEqual(before)
})

test('the OpenAPI document shows it as a query', async () => {
  const { post } = unshared((await server.api.anonymous.get('/openapi.json')).body).paths[
    '/things/{thingId}/sums'
  ]
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(['thingId', 'dryRun'])
  expect(post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/TestSumRequest',
  })
  expect(post.responses['200'].description).toBe('Done.')
  const codes = Object.values(post.responses as Record<string, { 'x-problem-codes'?: string[] }>).flatMap(
    (response) => response['x-problem-codes'] ?? [],
  )
  expect(codes).toEqual(
    expect.arrayContaining(['CsrfMissing', 'MalformedJson', 'NotEditable', 'PayloadTooLarge']),
  )
  expect(codes).not.toContain('IdempotencyKeyReused')
})
