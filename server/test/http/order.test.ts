import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { computeEtag } from '../../src/http/etag.ts'
import { found, Problem } from '../../src/http/problems.ts'
import { route } from '../../src/http/route.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

// One request with everything wrong with it. Each test puts one thing right, and the next check speaks.

const Thing = z.object({ id: z.int(), name: z.string() })
const thing = { id: 1, name: 'As it stands' }

const service = await testService()
const server = await serve(service, [
  route.write({
    method: 'PUT',
    path: '/things/{thingId}',
    tag: 'Test',
    summary: 'Replace a thing',
    permission: 'access:manage',
    body: z.strictObject({ name: z.string() }),
    answer: Thing,
    subject: 'things/{id}',
    moves: 'state',
    current: async ({ params }) => found(params.thingId === 1 ? thing : undefined, 'such thing'),
    handler: async () => {
      throw new Problem('NotEditable', 'The thing is what it is.')
    },
  }),
])
afterAll(() => server.server.close())

const wrongBody = { method: 'PUT', type: 'text/plain', body: 'x'.repeat(2_000_000) }
const stale = { 'if-match': '"stale"' }
const put = (
  caller: 'anonymous' | 'sandbox-entry' | 'sandbox-admin',
  path: string,
  wrong: typeof wrongBody,
  headers = {},
) =>
  (caller === 'anonymous' ? server.api.anonymous : server.api.as(caller)).send(wrong.method, path, {
    body: wrong.body,
    headers: { 'content-type': wrong.type, ...headers },
  })

describe('checks run in order', () => {
  const bad = '?nope=1'
  const big = { ...wrongBody, type: 'application/json' }
  const shapeless = { ...big, body: '{"nmae":1}' }
  const good = { ...big, body: '{"name":"New"}' }
  const keyed = { ...stale, 'idempotency-key': 'order-1' }

  test('the route', async () => {
    expectProblem(await put('anonymous', `/thing/x${bad}`, wrongBody, stale), 'RouteNotFound')
    expectProblem(
      await put('anonymous', `/things/x${bad}`, { ...wrongBody, method: 'POST' }, stale),
      'MethodNotAllowed',
    )
  })

  test('then sign-in', async () => {
    expectProblem(await put('anonymous', `/things/x${bad}`, wrongBody, stale), 'Unauthenticated')
  })

  test('then permission', async () => {
    expectProblem(await put('sandbox-entry', `/things/x${bad}`, wrongBody, stale), 'Forbidden')
  })

  test('then the content type and size of the body', async () => {
    expectProblem(await put('sandbox-admin', `/things/x${bad}`, wrongBody, stale), 'UnsupportedMediaType')
    expectProblem(await put('sandbox-admin', `/things/x${bad}`, big, stale), 'PayloadTooLarge')
  })

  test('then the shape of query and body', async () => {
    expectProblem(await put('sandbox-admin', `/things/x${bad}`, shapeless, stale), 'ValidationFailed')
    expectProblem(await put('sandbox-admin', '/things/x', shapeless, stale), 'ValidationFailed')
    expectProblem(await put('sandbox-admin', `/things/x${bad}`, good, stale), 'ValidationFailed')
  })

  test('then the idempotency key, if one is required', async () => {
    for (const id of ['x', '2', '1'])
      expectProblem(await put('sandbox-admin', `/things/${id}`, good, stale), 'PreconditionRequired')
  })

  test('then the record', async () => {
    expectProblem(await put('sandbox-admin', '/things/x', good, keyed), 'NotFound')
    expectProblem(await put('sandbox-admin', '/things/2', good, keyed), 'NotFound')
  })

  test('then If-Match', async () => {
    expectProblem(
      await put('sandbox-admin', '/things/1', good, { ...keyed, 'idempotency-key': 'order-2' }),
      'PreconditionFailed',
    )
  })

  test('then the business rule', async () => {
    const fresh = { 'if-match': computeEtag(JSON.stringify(thing)), 'idempotency-key': 'order-3' }
    expectProblem(await put('sandbox-admin', '/things/1', good, fresh), 'NotEditable')
  })

  test('a refused request saves nothing', async () => {
    const { rows } = await service.databases.platformPool.query(
      'select count(*)::int as records from tenant_adm1.audit_record',
    )
    expect(rows).toEqual([{ records: 0 }])
  })
})
