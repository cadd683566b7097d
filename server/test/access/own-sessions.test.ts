import { describe, expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { expectProblem } from '../support/service/problem.ts'

// What belongs to a person who is signed in: sessions, which end when they are idle, and preferences.

const service = await testService()
const admin = service.api.as('sandbox-admin')

const NAME = 'sandbox-auditor@sandbox.example'
const enter = (userName = NAME) => signIn(service.api, { userName })
const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

interface Session {
  readonly id: number
  readonly isCurrent: boolean
}
const sessionsOf = async (caller: Caller): Promise<Session[]> => (await caller.get('/me/sessions')).body
const idOf = async (caller: Caller) => (await sessionsOf(caller)).find(({ isCurrent }) => isCurrent)?.id

/** As if the session had not been used for this long. */
async function rest(id: number | undefined, time: string) {
  await inDatabase(service, 'update session set last_used_at = now() - $2::interval where id = $1', [
    ...[id, time],
  ])
  service.app.services.authenticator.forget()
}
const idleSeconds = async (id: number | undefined) => {
  const [row] = await inDatabase<{ idle: number }>(
    service,
    'select extract(epoch from now() - last_used_at)::float8 as idle from session where id = $1',
    [id],
  )
  return row?.idle ?? Number.NaN
}

describe('a session that is not used', () => {
  test('ends after 30 minutes, and is no longer listed', async () => {
    const [{ caller: first }, { caller: second }] = [await enter(), await enter()]
    const id = await idOf(first)
    await rest(id, '29 minutes 50 seconds')
    expect((await first.get('/session')).status).toBe(200)
    await rest(id, '30 minutes 1 second')
    expect(codeOf(await first.get('/session'))).toBe('401 Unauthenticated')
    expect((await sessionsOf(second)).map((session) => session.id)).not.toContain(id)
  })

  test('is renewed by a request, once a minute at most', async () => {
    const { caller } = await enter()
    const id = await idOf(caller)
    await rest(id, '50 seconds')
    await caller.get('/me')
    expect(await idleSeconds(id)).toBeGreaterThan(49)
    await rest(id, '61 seconds')
    await caller.get('/me')
    expect(await idleSeconds(id)).toBeLessThan(30)
  })

  test('is not renewed by a stream that looks whether it may go on, but by the next request', async () => {
    const { caller, cookie } = await enter()
    const id = await idOf(caller)
    await rest(id, '5 minutes')
    const { authenticate } = service.app.services.authenticator
    expect(await authenticate({ authorization: undefined, cookie })).toMatchObject({ name: NAME })
    expect(await idleSeconds(id)).toBeGreaterThan(299)
    await caller.get('/me')
    expect(await idleSeconds(id)).toBeLessThan(60)
  })
})

describe('sessions of one’s own', () => {
  test('are listed with where they were opened, and those of others are not', async () => {
    const { caller } = await enter()
    await enter('sandbox-entry@sandbox.example')
    const browser = `Mozilla/5.0 ${'x'.repeat(400)}`
    const known = { userName: NAME, password: 'sandbox' }
    await service.api.anonymous.post('/session', known, { 'user-agent': browser })
    const { status, body } = await caller.get('/me/sessions?sortBy=createdAt&sortDirection=Desc')
    expect(status).toBe(200)
    const opened = {
      id: expect.any(Number),
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      device: browser.slice(0, 300),
      isCurrent: false,
    }
    expect(body.slice(0, 2)).toEqual([opened, { ...opened, device: null, isCurrent: true }])
    const [{ count } = { count: 0 }] = await inDatabase<{ count: number }>(
      service,
      `select count(*) as count from session s join app_user u on u.id = s.user_id
       where user_name = $1 and last_used_at > now() - interval '30 minutes'`,
      [NAME],
    )
    expect(body).toHaveLength(count)
    expect(JSON.stringify(body)).not.toMatch(/token|hash/i)
  })

  test('end one by one', async () => {
    const [{ caller: first }, { caller: second }] = [await enter(), await enter()]
    expect((await first.delete(`/me/sessions/${await idOf(second)}`)).status).toBe(204)
    expect(codeOf(await second.get('/session'))).toBe('401 Unauthenticated')
    expect((await first.delete(`/me/sessions/${await idOf(first)}`)).status).toBe(204)
    expect(codeOf(await first.get('/session'))).toBe('401 Unauthenticated')
  })

  test('end all at once, but for the one that asks', async () => {
    const [{ caller: first }, { caller: second }, other] = [
      await enter(),
      await enter(),
      await enter('sandbox-entry@sandbox.example'),
    ]
    expect((await first.delete('/me/sessions')).status).toBe(204)
    expect(await sessionsOf(first)).toMatchObject([{ isCurrent: true }])
    expect(codeOf(await second.get('/session'))).toBe('401 Unauthenticated')
    expect((await other.caller.get('/session')).status).toBe(200)
  })

  test('404 for a session of another user', async () => {
    const { caller } = await enter()
    const other = await enter('sandbox-entry@sandbox.example')
    expectProblem(await caller.delete(`/me/sessions/${await idOf(other.caller)}`), 'NotFound')
    expect((await other.caller.get('/session')).status).toBe(200)
  })

  test.each([
    ['GET', '/me/sessions'],
    ['DELETE', '/me/sessions'],
    ['DELETE', '/me/sessions/1'],
    ['GET', '/me/preferences'],
    ['PUT', '/me/preferences'],
  ])('%s %s: 403 for a client and a key, which have none', async (method, path) => {
    const { body } = await admin.post('/apikeys', { name: 'no person', permissions: ['users:read'] })
    const request = method === 'PUT' ? { body: {} } : {}
    for (const caller of [admin, service.api.with(body.key)])
      expect((await caller.send(method, path, request)).body).toMatchObject({
        ...{ code: 'Forbidden', permission: 'user' },
      })
  })
})

describe('preferences', () => {
  const defaults = {
    ...{ theme: 'System', density: 'Comfortable', language: 'en', keyboardShortcuts: true, lists: [] },
  }
  const contracts = {
    list: 'contracts',
    columns: ['number', 'status'],
    views: [{ name: 'Pending', query: 'status=Pending&customerName=%C3%85sa' }],
  }

  test('have defaults, are replaced as a whole, and belong to one user', async () => {
    const { caller } = await enter()
    const other = await enter('sandbox-entry@sandbox.example')
    expect((await caller.get('/me/preferences')).body).toEqual(defaults)
    const put = await caller.put('/me/preferences', { theme: 'Dark', lists: [contracts] })
    expect(put.status).toBe(200)
    expect(put.body).toEqual({ ...defaults, theme: 'Dark', lists: [contracts] })
    const read = await caller.get('/me/preferences')
    expect(read.body).toEqual(put.body)
    expect(read.headers.get('etag')).toBe(put.headers.get('etag'))
    expect((await other.caller.get('/me/preferences')).body).toEqual(defaults)
    const bare = await caller.put('/me/preferences', { lists: [{ list: 'claims' }] })
    expect(bare.body).toEqual({ ...defaults, lists: [{ list: 'claims', columns: null, views: [] }] })
  })

  test('412 for the second of two tabs that change what both read', async () => {
    const { caller } = await enter()
    const etag = (await caller.get('/me/preferences')).headers.get('etag') ?? ''
    const put = (theme: string) => caller.put('/me/preferences', { theme }, { 'if-match': etag })
    expect((await put('Light')).status).toBe(200)
    expectProblem(await put('Dark'), 'PreconditionFailed')
    expect((await caller.get('/me/preferences')).body.theme).toBe('Light')
  })

  test.each<[string, object, string]>([
    ['an unknown theme', { theme: 'Pink' }, '/theme'],
    ['a field that we do not know', { color: 'red' }, '/color'],
    ['a list twice', { lists: [contracts, contracts] }, '/lists/1/list'],
    ['a column twice', { lists: [{ list: 'a', columns: ['b', 'b'] }] }, '/lists/0/columns/1'],
    [
      'two views of the same name',
      { lists: [{ list: 'a', views: ['V', 'v'].map((name) => ({ name, query: '' })) }] },
      '/lists/0/views/1/name',
    ],
    [
      'a query with its question mark',
      { lists: [{ list: 'a', views: [{ name: 'v', query: '?status=Active' }] }] },
      '/lists/0/views/0/query',
    ],
    [
      'a query that is not percent-encoded',
      { lists: [{ list: 'a', views: [{ name: 'v', query: 'name=\n' }] }] },
      '/lists/0/views/0/query',
    ],
  ])('400 for %s', async (_, body, pointer) => {
    const { caller } = await enter()
    const answer = await caller.put('/me/preferences', body)
    expect(codeOf(answer)).toBe('400 ValidationFailed')
    expect(answer.body.errors).toMatchObject([{ pointer }])
  })

  test('413 for more than 32 KiB', async () => {
    const { caller } = await enter()
    const views = Array.from({ length: 20 }, (_, index) => ({ name: `v${index}`, query: 'x'.repeat(1_700) }))
    const answer = await caller.put('/me/preferences', { lists: [{ list: 'contracts', views }] })
    expect(codeOf(answer)).toBe('413 PayloadTooLarge')
    expect(answer.body.detail).toContain('32768')
  })
})
