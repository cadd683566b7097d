import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClock } from '../../src/db/clock.ts'
import { callers } from '../../src/sandbox/crowd/world.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { reopenSandbox } from '../support/service/reopen-sandbox.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let admin: Caller

beforeAll(async () => {
  service = await startService()
  admin = service.api.as('sandbox-admin')
})

afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})

const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

describe('the sandbox clock', () => {
  beforeEach(() => admin.put('/sandbox/clock', { now: null }))
  afterAll(() => admin.put('/sandbox/clock', { now: null }))

  const set = (now: string | null, by = admin) => by.put('/sandbox/clock', { now })
  const makeGroup = async (code: string) =>
    (await admin.post('/portalvisibilitygroups', { code, name: code })).body

  test('runs with real time until it is set', async () => {
    const { status, body } = await admin.get('/sandbox/clock')
    expect(status).toBe(200)
    expect(body).toEqual({ now: expect.stringMatching(/Z$/), isSet: false })
    expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(2_000)
  })

  test('stays at the time it is set to, in the future or the past, until it is returned to real time', async () => {
    for (const now of ['2024-03-15T15:00:00.000Z', '2031-12-31T23:59:59.999Z', '2019-02-28T00:00:00.000Z']) {
      const answer = await set(now)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ now, isSet: true })
      await sleep(20)
      expect((await admin.get('/sandbox/clock')).body).toEqual({ now, isSet: true })
    }
    const back = await set(null)
    expect(back.body.isSet).toBe(false)
    expect(Math.abs(Date.parse(back.body.now) - Date.now())).toBeLessThan(2_000)
  })

  test('takes a time with any offset and answers in UTC', async () => {
    expect((await set('2024-03-15T10:00:00-05:00')).body).toEqual({
      now: '2024-03-15T15:00:00.000Z',
      isSet: true,
    })
  })

  test('dates new records and changes', async () => {
    await set('2024-03-15T15:00:00Z')
    const group = await makeGroup('CLOCK-1')
    expect(group.createdAt).toBe('2024-03-15T15:00:00.000Z')
    await set('2021-07-01T00:00:00Z')
    const changed = await admin.patch('/portalvisibilitygroups', { id: group.id, name: 'Renamed' })
    expect(changed.body).toMatchObject({
      createdAt: '2024-03-15T15:00:00.000Z',
      updatedAt: '2021-07-01T00:00:00.000Z',
    })
    const { body: key } = await admin.post('/apikeys', { name: 'dated', permissions: ['users:read'] })
    expect(key.createdAt).toBe('2021-07-01T00:00:00.000Z')
    const { tenant } = await sandboxOf(service)
    const { rows } = await service.databases.platformPool.query<{ at: Date }>(
      `select at from ${tenant.schema}.audit_record where subject = 'apikeys/${key.id}'`,
    )
    expect(rows.map(({ at }) => at.toISOString())).toEqual(['2021-07-01T00:00:00.000Z'])
  })

  test('does not affect when tokens, keys and sessions expire', async () => {
    const token = await service.api.token('sandbox-admin')
    const { body } = await admin.post('/apikeys', {
      name: 'an hour',
      permissions: ['users:read'],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    for (const now of ['2099-01-01T00:00:00Z', '1999-01-01T00:00:00Z']) {
      await set(now)
      service.app.services.authenticator.forget()
      expect((await service.api.with(token).get('/me')).status).toBe(200)
      expect((await service.api.with(body.key).get('/me')).status).toBe(200)
      expect((await caller.get('/session')).status).toBe(200)
      expect((await service.api.with(await service.api.token('sandbox-entry')).get('/me')).status).toBe(200)
      expect((await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })).answer.status).toBe(
        200,
      )
    }
  })

  test('keeps its setting over a restart', async () => {
    for (const now of ['2024-03-15T15:00:00.000Z', null]) {
      await set(now)
      const clock = openClock()
      await reopenSandbox(service, { clock })
      expect(clock.isSet()).toBe(now !== null)
      if (now !== null) expect(clock.now().toISOString()).toBe(now)
    }
  })

  test('is set despite dryRun and a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'clock' }
    await admin.put('/sandbox/clock?dryRun=true', { now: '2024-03-15T15:00:00Z' }, headers)
    const again = await admin.put('/sandbox/clock', { now: '2024-03-16T15:00:00Z' }, headers)
    expect(again.body.now).toBe('2024-03-16T15:00:00.000Z')
  })

  test.each([
    ['an empty body', {}],
    ['a date', { now: '2024-03-15' }],
    ['a day that does not exist', { now: '2024-02-30T00:00:00Z' }],
    ['a time without an offset', { now: '2024-03-15T15:00:00' }],
    ['a number', { now: 1_710_514_800 }],
    ['an unknown field', { now: null, speed: 2 }],
    ['a year before the calendar', { now: '0000-01-01T00:00:00Z' }],
  ])('400 ValidationFailed for %s', async (_, body) => {
    expect(codeOf(await admin.put('/sandbox/clock', body))).toBe('400 ValidationFailed')
    expect((await admin.get('/sandbox/clock')).body.isSet).toBe(false)
  })
})

describe('the sandbox endpoints are for the Admin role only', () => {
  const calls = (caller: Caller) => [
    caller.get('/sandbox/clock'),
    caller.put('/sandbox/clock', { now: null }),
    caller.post('/sandbox/reset'),
  ]

  test('403 Forbidden for every other caller', async () => {
    for (const { name } of callers.filter(({ role }) => role !== 'Admin'))
      for (const answer of await Promise.all(calls(service.api.as(name)))) {
        expect(answer.status, name).toBe(403)
        expect(answer.body).toMatchObject({ code: 'Forbidden', permission: 'role:Admin' })
      }
  })

  test('401 Unauthenticated without credentials', async () => {
    for (const answer of await Promise.all(calls(service.api.anonymous)))
      expect(codeOf(answer)).toBe('401 Unauthenticated')
  })

  test('a signed-in Admin user may call them with the session cookie and its CSRF token', async () => {
    const { caller } = await signIn(service.api, { userName: 'sandbox-admin@sandbox.example' })
    expect((await caller.put('/sandbox/clock', { now: null })).status).toBe(200)
    const bare = await caller.put('/sandbox/clock', { now: null }, { 'x-csrf-token': '' })
    expect(codeOf(bare)).toBe('403 CsrfMissing')
  })

  test('404 RouteNotFound in production mode', async () => {
    const live = await startService({
      location: service.location,
      environment: { BULWARK_MODE: 'production' },
    })
    for (const answer of await Promise.all(calls(live.api.as('sandbox-admin'))))
      expect(codeOf(answer)).toBe('404 RouteNotFound')
    await live.app.server.close()
    await live.databases.close()
  })
})
