import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '../../src/http/route.ts'
import { sendRaw } from '../support/hostile/raw-http.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve, type TestServer } from '../support/service/server.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')

describe('an operation', () => {
  test('answers below /api, in any letter case and with a trailing slash', async () => {
    const first = await admin().get('/portalvisibilitygroups')
    expect(first.body).toHaveLength(1)
    for (const path of [
      '/api/portalvisibilitygroups',
      '/API/PortalVisibilityGroups',
      '/PORTALVISIBILITYGROUPS',
      '/portalvisibilitygroups/',
      '/Api/portalVisibilityGroups/?pageSize=25',
    ]) {
      const answer = await admin().get(path)
      expect(answer.status, path).toBe(200)
      expect(answer.body, path).toEqual(first.body)
    }
  })

  test('below /api uses that prefix in its own links', async () => {
    const answer = await admin().get('/api/Portalvisibilitygroups/999')
    expect(expectProblem(answer, 'NotFound').instance).toBe('/api/Portalvisibilitygroups/999')
    const page = await admin().get('/api/v2/users?pageSize=5')
    expect(page.headers.get('link')).toContain('</api/v2/users?pageSize=5&pageNumber=2>; rel="next"')
  })

  test('does not answer below /api/api, or below a word that only begins with api', async () => {
    expectProblem(await admin().get('/api/api/me'), 'RouteNotFound')
    expectProblem(await admin().get('/apis/me'), 'RouteNotFound')
    expect((await admin().get('/api/apikeys')).status).toBe(200)
    expect((await service.api.anonymous.get('/api')).headers.get('content-type')).toContain('text/html')
    expect((await service.api.anonymous.get('/api/healthz')).status).toBe(200)
  })
})

describe('path parameters', () => {
  const Echo = z.object({ text: z.string() })
  const common = { tag: 'Test', summary: 'Echo', permission: 'signed-in', answer: Echo } as const
  let server: TestServer
  beforeAll(async () => {
    server = await serve(service, [
      route.read({
        ...common,
        path: '/echo/{Text}',
        params: { Text: z.string() },
        handler: async ({ params }) => ({ text: params.Text }),
      }),
      route.read({ ...common, path: '/echo/literal', handler: async () => ({ text: 'the literal' }) }),
      route.write({
        ...common,
        method: 'POST',
        path: '/echo/postOnly',
        subject: 'echo',
        handler: async () => ({ text: 'posted' }),
      }),
      route.read({
        ...common,
        path: '/echo/{Text}/parts/{partId}',
        params: { Text: z.string() },
        handler: async ({ params }) => ({ text: `${params.Text} ${params.partId}` }),
      }),
    ])
  })
  afterAll(() => server.server.close())
  const get = (path: string) => server.api.as('sandbox-admin').get(path)

  test('keep their letter case and are decoded', async () => {
    expect((await get('/ECHO/MiXed')).body).toEqual({ text: 'MiXed' })
    expect((await get('/echo/a%2Fb%20c%C3%A9')).body).toEqual({ text: 'a/b cé' })
    expect((await get('/echo/a%252Fb')).body).toEqual({ text: 'a%2Fb' })
    expect((await get('/Echo/X/PARTS/12')).body).toEqual({ text: 'X 12' })
  })

  test('a letter whose lower case is longer moves nothing', async () => {
    for (const text of ['İ', 'İstanbul', 'aİİb', 'x\uE130İ'])
      expect((await get(`/ECHO/${encodeURIComponent(text)}/Parts/12`)).body).toEqual({ text: `${text} 12` })
    expect((await get('/echo/%c4%b0')).body).toEqual({ text: 'İ' })
    expectProblem(await get('/echo/%C4%B0/nothing/12'), 'RouteNotFound')
  })

  test('a literal segment wins over a parameter, for every method', async () => {
    expect((await get('/echo/literal')).body).toEqual({ text: 'the literal' })
    expect((await get('/echo/LITERAL')).body).toEqual({ text: 'the literal' })
    expect((await get('/echo/literally')).body).toEqual({ text: 'literally' })
    const refused = await get('/echo/postonly')
    expectProblem(refused, 'MethodNotAllowed')
    expect(refused.headers.get('allow')).toBe('POST')
  })

  test('a malformed parameter is 404, like an unknown id', async () => {
    for (const id of ['abc', '0', '-1', '1.5', '01', '9'.repeat(20), '%00', '12%20'])
      expectProblem(await get(`/echo/X/parts/${id}`), 'NotFound')
    expectProblem(await admin().get('/v2/users/987654'), 'NotFound')
    expectProblem(await admin().get(`/portalvisibilitygroups/code/${'x'.repeat(400)}`), 'NotFound')
  })

  test('a parameter that is too long is 404', async () => {
    expectProblem(await get(`/echo/${'x'.repeat(500 + 1)}`), 'NotFound')
  })

  test('invalid UTF-8 is a malformed request', async () => {
    for (const path of ['/echo/%ff', '/echo/%C3', '/echo/%zz'])
      expectProblem(await sendRaw(server.url, { target: path }), 'ValidationFailed')
  })
})

describe('an unknown path', () => {
  test('answers 404 RouteNotFound before any other check', async () => {
    const { anonymous } = service.api
    const big = 'x'.repeat(3_000_000)
    for (const answer of [
      await anonymous.get('/nope'),
      await anonymous.get('/v2/users/1/nope?%ff=%00'),
      await anonymous.post('/nope', big, { 'content-type': 'text/plain' }),
      await anonymous.post('/nope', big),
      await anonymous.send('OPTIONS', '/nope'),
      await anonymous.get('/docs/nope.js'),
    ])
      expectProblem(answer, 'RouteNotFound')
  })

  test('is 404 whatever the version header says', async () => {
    const answer = await admin().get('/me', { headers: { 'accept-version': '2.x' } })
    expect(answer.status).toBe(200)
  })
})

describe('a method that the path does not support', () => {
  test.each([
    ['DELETE', '/v2/users', 'GET, HEAD, POST'],
    ['PATCH', '/v2/Users/1', 'GET, HEAD, PUT'],
    ['GET', '/oauth/token', 'POST'],
    ['HEAD', '/oauth/token', 'POST'],
    ['OPTIONS', '/api/me/totp', 'DELETE, POST, PUT'],
    ['POST', '/me', 'GET, HEAD'],
    ['PUT', '/portalvisibilitygroups', 'GET, HEAD, PATCH, POST'],
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/problems/NotFound', 'GET, HEAD'],
    ['PATCH', '/docs/docs.js', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    // Methods that no operation of ours has.
    ['TRACE', '/v2/users/1', 'GET, HEAD, PUT'],
    ['PROPFIND', '/API/v2/users/1/', 'GET, HEAD, PUT'],
    ['PURGE', '/portalvisibilitygroups/code/PVG-TX', 'GET, HEAD'],
    ['LOCK', '/', 'GET, HEAD'],
  ])('%s %s gets the allowed methods %s, without signing in', async (method, target, allow) => {
    const answer = await sendRaw(service.url, { method, target })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expectProblem(answer, 'MethodNotAllowed')
  })
})

describe('HEAD', () => {
  test('answers like GET, without the body', async () => {
    for (const path of ['/v2/users?pageSize=3', '/v2/users/1', '/healthz', '/', '/problems/NotFound']) {
      const [got, head] = [await admin().get(path), await admin().send('HEAD', path)]
      expect(head.status, path).toBe(200)
      expect(head.text, path).toBe('')
      for (const name of ['content-type', 'content-length', 'etag', 'link', 'x-total-count'])
        expect(head.headers.get(name), `${path} ${name}`).toBe(got.headers.get(name))
    }
  })

  test('honors If-None-Match, refuses like GET, and does not hold a connection for an export', async () => {
    const etag = (await admin().get('/v2/users/1')).headers.get('etag') ?? ''
    const head = await admin().send('HEAD', '/v2/users/1', { headers: { 'if-none-match': etag } })
    expect(head.status).toBe(304)
    expect((await service.api.anonymous.send('HEAD', '/v2/users/1')).status).toBe(401)
    expect((await admin().send('HEAD', '/v2/users/987654')).status).toBe(404)
    for (let times = 0; times < 20; times += 1)
      expect((await admin().send('HEAD', '/v2/users', { headers: { accept: 'text/csv' } })).status).toBe(200)
  })
})
