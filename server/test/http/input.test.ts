import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '../../src/http/route.ts'
import { CalendarDate, Id, Money, queryInteger, queryList, text } from '../../src/http/schemas.ts'
import { sendRaw } from '../support/hostile/raw-http.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

const Sale = z.strictObject({
  buyer: z.strictObject({ name: text(10), 'post/code': text(5).optional() }),
  kind: z.enum(['New', 'Used']).optional(),
  price: Money.optional(),
  miles: z.int().min(0).max(999_999).optional(),
  soldOn: CalendarDate.optional(),
  productIds: z.array(Id).max(3).optional(),
  anything: z.unknown().optional(),
})

const sale = { tag: 'Test', summary: 'Sell', permission: 'signed-in', subject: 'sales', body: Sale } as const

const service = await testService()
const server = await serve(service, [
  route.write({
    ...sale,
    method: 'POST',
    path: '/sales',
    query: z.strictObject({ copies: queryInteger(z.int().min(1).max(9)).optional() }),
    answer: z.object({ sold: z.unknown() }),
    handler: async ({ body }) => ({ sold: body }),
  }),
  route.write({ ...sale, method: 'PATCH', path: '/sales', handler: async () => undefined }),
  route.write({
    method: 'POST',
    path: '/sales/close',
    tag: 'Test',
    summary: 'Close',
    permission: 'signed-in',
    subject: 'sales',
    handler: async () => undefined,
  }),
  route.read({
    path: '/sales/found',
    tag: 'Test',
    summary: 'Find',
    permission: 'signed-in',
    query: z.strictObject({
      name: z.string().optional(),
      state: queryList(z.enum(['TX', 'FL'])).optional(),
    }),
    answer: z.object({ query: z.unknown() }),
    handler: async ({ query }) => ({ query }),
  }),
])
afterAll(() => server.server.close())
const admin = () => server.api.as('sandbox-admin')
const buyer = { name: 'Ann' }

describe('a body', () => {
  test('with the declared shape is accepted', async () => {
    const body = { buyer, kind: 'New', price: 1362.93, miles: 0, soldOn: '2024-02-29', productIds: [1, 2] }
    const answer = await admin().post('/sales', body)
    expect(answer.status).toBe(200)
    expect(answer.body.sold).toEqual(body)
  })

  test('with faults gets all of them at once, including those of the query', async () => {
    const body = {
      buyer: { 'post/code': 'too long', nmae: 'Ann' },
      kind: 'new',
      price: 0.001,
      miles: -1,
      soldOn: '2023-02-29',
      productIds: [1, 'x', 2],
      more: true,
    }
    const answer = await admin().post('/sales?copies=0&dryrun=true', body)
    expect(faultsIn(answer)).toEqual([
      '?copies Range',
      '?dryrun Unknown',
      '/buyer/name Required',
      '/buyer/post~1code Length',
      '/buyer/nmae Unknown',
      '/kind Enum',
      '/price Precision',
      '/miles Range',
      '/soldOn Format',
      '/productIds/1 Type',
      '/more Unknown',
    ])
    expect(answer.body.detail).toBe('The request has 11 errors; see errors.')
    expect(answer.body.errors.find((fault: { pointer: string }) => fault.pointer === '/buyer/nmae')).toEqual({
      pointer: '/buyer/nmae',
      code: 'Unknown',
      message: 'nmae is not a known field.',
      known: ['name', 'post/code'],
    })
    expect(answer.body.errors[1].known).toEqual(['copies', 'dryRun'])
  })

  test('with text that cannot be stored gets its pointer, beside other faults', async () => {
    const body = `{"buyer":{"name":"a\\u0000b"},"kind":"\\ud800","anything":{"deep/er":["ok","\\udc00x"]},"soldOn":"x"}`
    const answer = await admin().post('/sales?copies=x', body)
    expect(faultsIn(answer)).toEqual([
      '?copies Type',
      '/buyer/name Format',
      '/kind Format',
      '/anything/deep~1er/1 Format',
      '/soldOn Format',
    ])
    expect((await admin().post('/sales', { buyer: { name: '😀' } })).status).toBe(200)
  })

  test('cannot reach the prototype of an object', async () => {
    const answer = await admin().post(
      '/sales',
      '{"buyer":{"name":"Ann"},"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
    )
    expect(faultsIn(answer)).toEqual(['/__proto__ Unknown', '/constructor Unknown'])
    expect(answer.body.errors[0].known).toContain('buyer')
    const nested = await admin().post('/sales', '{"buyer":{"name":"Ann"},"anything":{"__proto__":{"x":1}}}')
    expect(faultsIn(nested)).toEqual(['/anything/__proto__ Unknown'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('that is required must not be missing, empty or null', async () => {
    expect(faultsIn(await admin().post('/sales'))).toEqual([' Required'])
    expect(faultsIn(await admin().post('/sales', ''))).toEqual([' Required'])
    expect(faultsIn(await admin().post('/sales', 'null'))).toEqual([' Type'])
    expect(faultsIn(await admin().post('/sales', '[]'))).toEqual([' Type'])
  })

  test('must be absent or empty when the operation takes none', async () => {
    for (const body of [undefined, '', '{}', 'null'])
      expect((await admin().post('/sales/close', body)).status).toBe(204)
    expect(faultsIn(await admin().post('/sales/close', { force: true }))).toEqual([' Unknown'])
  })

  test.each([
    ['not JSON', Buffer.from('{"buyer":')],
    ['two values', Buffer.from('{}{}')],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"buyer":{"name":"Ann"}}', 'utf16le')],
  ])('%s is malformed', async (_, bytes) => {
    expectProblem(await admin().post('/sales', bytes), 'MalformedJson')
  })

  test.each([
    ['1e400', '/miles Type'],
    ['12345678901234567890', '/miles Range'],
    ['9007199254740993', '/miles Range'],
    ['1.5', '/miles Type'],
    ['"1"', '/miles Type'],
    ['-0.5', '/miles Type'],
  ])('with the number %s where a small whole one belongs has the fault %s', async (number, fault) => {
    expect(faultsIn(await admin().post('/sales', `{"buyer":{"name":"Ann"},"miles":${number}}`))).toEqual([
      fault,
    ])
  })
})

describe('the content type of a body', () => {
  const body = JSON.stringify({ buyer })
  const typed = (method: string, path: string, type: string, headers = {}) =>
    admin().send(method, path, { body, headers: { 'content-type': type, ...headers } })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON ; charset="utf-8"',
  ])('%s is taken', async (type) => {
    expect((await typed('POST', '/sales', type)).status).toBe(200)
  })

  test('a merge patch is accepted only by PATCH', async () => {
    expect((await typed('PATCH', '/sales', 'application/merge-patch+json')).status).toBe(204)
    expectProblem(await typed('POST', '/sales', 'application/merge-patch+json'), 'UnsupportedMediaType')
  })

  test.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/jsonp',
    'json',
    '*/*',
  ])('%s is not', async (type) => {
    expectProblem(await typed('POST', '/sales', type), 'UnsupportedMediaType')
  })

  test('a body without a content type is refused, however it is sent', async () => {
    const authorization = `Bearer ${await service.api.token('sandbox-admin')}`
    const plain = { authorization, 'content-length': String(body.length) }
    expectProblem(
      await sendRaw(server.url, { method: 'POST', target: '/sales', headers: plain, body }),
      'UnsupportedMediaType',
    )
    const chunked = { authorization, 'transfer-encoding': 'chunked' }
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expectProblem(
      await sendRaw(server.url, { method: 'POST', target: '/sales', headers: chunked, body: chunks }),
      'UnsupportedMediaType',
    )
  })

  test('a body with a content encoding is refused', async () => {
    expectProblem(
      await typed('POST', '/sales', 'application/json', { 'content-encoding': 'gzip' }),
      'UnsupportedMediaType',
    )
    expect(
      (await typed('POST', '/sales', 'application/json', { 'content-encoding': 'identity' })).status,
    ).toBe(200)
  })

  test('sign-in takes a form, and the refusal says so', async () => {
    const refused = await server.api.anonymous.post('/oauth/token', { grant_type: 'client_credentials' })
    expect(expectProblem(refused, 'UnsupportedMediaType').detail).toContain(
      'application/x-www-form-urlencoded',
    )
    const broken = await server.api.anonymous.post('/oauth/token', Buffer.from([0x61, 0x3d, 0xff]), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expectProblem(broken, 'ValidationFailed')
  })
})

describe('a query', () => {
  const found = async (search: string) => {
    const authorization = `Bearer ${await service.api.token('sandbox-admin')}`
    return sendRaw(server.url, { target: `/sales/found?${search}`, headers: { authorization } })
  }

  test.each([
    ['state=TX', { state: ['TX'] }],
    ['state=TX&state=FL', { state: ['TX', 'FL'] }],
    ['state=TX,FL', { state: ['TX', 'FL'] }],
    ['state=TX%2CFL&state=TX', { state: ['TX', 'FL', 'TX'] }],
    ['name=a%20b+c', { name: 'a b c' }],
    ['name=', { name: '' }],
    ['', {}],
    ['&', {}],
  ])('%s', async (search, query) => {
    expect((await found(search)).body).toEqual({ query })
  })

  test.each([
    ['name=a&name=b', ['?name Format']],
    ['name=a&name=a', ['?name Format']],
    ['name=%00', ['?name Format']],
    ['name=%ff', ['?name Format']],
    ['name=%ED%A0%80', ['?name Format']],
    ['name=%', ['?name Format']],
    ['%ff=1', ['?%ff Format']],
    ['state=TX,CA', ['?state Enum']],
    ['state=tx', ['?state Enum']],
    ['Name=a', ['?Name Unknown']],
    ['__proto__=1&constructor=1', ['?__proto__ Unknown', '?constructor Unknown']],
    [
      'name=a&name=b&state=x&nope=1&more=%ff',
      ['?more Format', '?name Format', '?state Enum', '?nope Unknown'],
    ],
    ['dryRun=true', ['?dryRun Unknown']],
  ])('%s has the faults %j', async (search, faults) => {
    expect(faultsIn(await found(search))).toEqual(faults)
  })

  test('that is malformed is reported only after sign-in', async () => {
    expectProblem(await sendRaw(server.url, { target: '/sales/found?name=%ff' }), 'Unauthenticated')
  })

  test('is refused when the operation has none, except dryRun, which is ignored', async () => {
    const anonymous = service.api.anonymous
    const form = (search: string) =>
      anonymous.post(
        `/oauth/token${search}`,
        'grant_type=client_credentials&client_id=sandbox-admin&client_secret=sandbox',
        {
          'content-type': 'application/x-www-form-urlencoded',
        },
      )
    expect((await form('?dryRun=true')).status).toBe(200)
    expect(faultsIn(await form('?scope=x'))).toEqual(['?scope Unknown'])
    expect(faultsIn(await service.api.as('sandbox-admin').get('/sandbox/clock?zone=x'))).toEqual([
      '?zone Unknown',
    ])
    expect(faultsIn(await service.api.as('sandbox-admin').post('/sandbox/reset', { hard: true }))).toEqual([
      ' Unknown',
    ])
  })

  test('with the earliest and latest instants is answered', async () => {
    const reads = service.api.as('sandbox-admin')
    expect(faultsIn(await reads.get('/v2/users?updatedSince=0000-01-01T00:00:00Z'))).toEqual([
      '?updatedSince Range',
    ])
    for (const since of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2024-01-01T00:00:00%2B23:00'])
      expect((await reads.get(`/v2/users?updatedSince=${since}`)).status).toBe(200)
  })
})
