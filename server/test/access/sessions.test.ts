import { describe, expect, test } from 'vitest'
import { rolePermissions } from '../../src/domain/permissions.ts'
import { PASSWORD, peopleOf } from '../support/builders/people.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { signIn, withCookie } from '../support/service/portal.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const people = await peopleOf(service)

const HOUR = 3_600_000
const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

describe('signing in', () => {
  test('takes the name in any letter case, and sets a cookie that scripts cannot read', async () => {
    const { answer } = await signIn(service.api, { userName: 'Sandbox-Auditor@SANDBOX.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^bw_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200, bw_device=/,
    )
    expect(answer.body).toEqual({
      user: {
        id: expect.any(Number),
        userName: 'sandbox-auditor@sandbox.example',
        email: 'sandbox-auditor@sandbox.example',
        firstName: 'Sandbox',
        lastName: 'Auditor',
        roles: ['Auditor'],
      },
      permissions: rolePermissions('Auditor'),
      scopes: [],
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.stringMatching(/Z$/),
      idleMinutes: 30,
      now: expect.stringMatching(/Z$/),
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      timeZone: 'America/Chicago',
      mode: 'sandbox',
      administrator: { number: 'ADM1', name: 'Summit Protection Administrators', phone: '512-555-0100' },
    })
    const left = Date.parse(answer.body.expiresAt) - Date.now()
    expect(Math.abs(left - 12 * HOUR)).toBeLessThan(HOUR / 60)
  })

  test('tells the date by the clock of the sandbox, in the time zone of the administrator', async () => {
    service.clock.set(new Date('2024-03-15T03:00:00Z'))
    const { answer } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    service.clock.set(null)
    expect(answer.body).toMatchObject({ now: '2024-03-15T03:00:00.000Z', today: '2024-03-14' })
  })

  test('tells a dealer which dealer it is limited to, by number and name', async () => {
    const { answer, caller } = await signIn(service.api, { userName: 'sandbox-dealer-d1001@sandbox.example' })
    const scope = { type: 'Dealer', id: expect.any(Number), number: 'D1001', name: expect.any(String) }
    expect(answer.body.scopes).toEqual([scope])
    expect((await caller.get('/me')).body.scopes).toEqual(answer.body.scopes)
  })

  test('sets a cookie for TLS and this host only when the service is reachable from other machines', async () => {
    const open = await startService({
      location: service.location,
      environment: { BULWARK_MODE: 'production', HOST: '0.0.0.0', BULWARK_TRUSTED_PROXIES: '10.0.0.0/8' },
    })
    const { answer } = await signIn(open.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-bw_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure, __Host-bw_device=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure$/,
    )
    await open.app.server.close()
    await open.databases.close()
  })

  test('makes GET /session give the same answer until the user signs out', async () => {
    const { answer, caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect((await caller.get('/session')).body).toEqual({ ...answer.body, now: expect.any(String) })
    const out = await caller.delete('/session')
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toMatch(/^bw_session=; .*Max-Age=0/)
    expect(codeOf(await caller.get('/session'))).toBe('401 Unauthenticated')
    expect(codeOf(await caller.get('/v2/Users'))).toBe('401 Unauthenticated')
  })

  test('several times makes independent sessions', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => signIn(service.api, { userName: 'sandbox-rates@sandbox.example' })),
    )
    expect(first?.cookie).not.toBe(second?.cookie)
    expect(first?.csrfToken).not.toBe(second?.csrfToken)
    expect((await first?.caller.delete('/session'))?.status).toBe(204)
    expect((await second?.caller.get('/session'))?.status).toBe(200)
  })

  test('is recorded in lastLoginAt and in the audit, without the password', async () => {
    const { id, userName } = await people.add()
    await people.enter(userName)
    expect((await admin.get(`/v2/Users/${id}`)).body.lastLoginAt).toMatch(/Z$/)
    const { tenant } = await sandboxOf(service)
    const { rows } = await service.databases.platformPool.query(
      `select operation, actor_name, r::text as whole from ${tenant.schema}.audit_record r where subject = $1
       and operation = 'POST /session'`,
      [`users/${id}`],
    )
    expect(rows).toMatchObject([{ operation: 'POST /session', actor_name: userName }])
    expect(rows[0].whole).not.toContain(PASSWORD)
  })
})

describe('a sign-in is refused', () => {
  test('with the same answer for a wrong password, an unknown name, and a disabled user', async () => {
    const locked = await people.add()
    const disabled = await people.add()
    for (const [who, status] of [
      [locked, 'Locked'],
      [disabled, 'Disabled'],
    ] as const) {
      const { body } = await admin.get(`/v2/Users/${who.id}`)
      const { userName, email, firstName, lastName, membershipGroupIds } = body
      const answer = await admin.put(`/v2/Users/${who.id}`, {
        ...{ userName, email, firstName, lastName, membershipGroupIds, status },
      })
      expect(answer.status).toBe(200)
    }
    const invited = await people.add('')
    const answers = [
      await people.enter('sandbox-auditor@sandbox.example', 'sandbox2'),
      await people.enter('nobody@sandbox.example', 'sandbox'),
      await people.enter('sandbox-auditor', 'sandbox'),
      await people.enter(locked.userName),
      await people.enter(disabled.userName),
      await people.enter(invited.userName, ''),
    ].map(({ answer }) => answer)
    for (const answer of answers) {
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.body).toMatchObject({
        status: 401,
        code: 'Unauthenticated',
        detail: answers[0]?.body.detail,
      })
    }
  })

  test.each([
    ['disabled', "status = 'Disabled'"],
    ['given another password', "password_hash = 'another'"],
  ])('when the user is %s after the password check and before the session starts', async (_, change) => {
    const { id, userName } = await people.add()
    const statement = `update tenant_adm1.app_user set ${change} where id = ${id}`
    const answer = await overtaken(service, statement, async () => (await people.enter(userName)).answer)
    expect(codeOf(answer)).toBe('401 Unauthenticated')
  })

  test.each([
    ['no password', { userName: 'a' }],
    ['a password that is not text', { userName: 'a', password: 1 }],
    ['an unknown field', { userName: 'a', password: 'b', remember: true }],
    ['a very long password', { userName: 'a', password: 'x'.repeat(2_000) }],
  ])('400 ValidationFailed for %s', async (_, body) => {
    expect(codeOf(await service.api.anonymous.post('/session', body))).toBe('400 ValidationFailed')
  })
})

describe('GET and DELETE /session', () => {
  test.each(['GET', 'DELETE'])('%s: 401 without a session, even with a token or a key', async (method) => {
    const { body } = await admin.post('/apikeys', { name: 'no session', permissions: ['users:read'] })
    for (const caller of [service.api.anonymous, admin, service.api.with(body.key)])
      expect(codeOf(await caller.send(method, '/session'))).toBe('401 Unauthenticated')
    for (const cookie of ['bw_session=', 'bw_session=x', `other=${'x'.repeat(43)}`, 'bw_session', ''])
      expect(codeOf(await withCookie(service.api, { cookie }).send(method, '/session'))).toBe(
        '401 Unauthenticated',
      )
  })

  test('401 after the session expires, in real time', async () => {
    const { caller } = await signIn(service.api, { userName: 'sandbox-rates@sandbox.example' })
    expect((await caller.get('/session')).status).toBe(200)
    const { tenant } = await sandboxOf(service)
    await service.databases.platformPool.query(
      `update ${tenant.schema}.session set expires_at = now() - interval '1 second' where user_id = $1`,
      [(await caller.get('/me')).body.id],
    )
    service.app.services.authenticator.forget()
    expect(codeOf(await caller.get('/session'))).toBe('401 Unauthenticated')
  })

  test('a bearer token takes precedence over the cookie', async () => {
    const { cookie } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect((await admin.get('/me', { headers: { cookie } })).body.name).toBe('sandbox-admin')
    const bad = await service.api.with('bad').get('/me', { headers: { cookie } })
    expect(codeOf(bad)).toBe('401 Unauthenticated')
  })
})

describe('a write with the cookie', () => {
  const key = { name: 'by cookie', permissions: ['users:read'] }

  test('needs the CSRF token; a read does not', async () => {
    const { cookie, csrfToken } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    const other = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    const bare = withCookie(service.api, { cookie })
    expect((await bare.get('/apikeys')).status).toBe(200)
    expect((await bare.send('HEAD', '/apikeys')).status).toBe(200)
    for (const headers of [
      {},
      { 'x-csrf-token': '' },
      { 'x-csrf-token': 'wrong' },
      { 'x-csrf-token': other.csrfToken },
    ]) {
      const answer = await bare.post('/apikeys', key, headers as Record<string, string>)
      expect(codeOf(answer)).toBe('403 CsrfMissing')
    }
    expect(codeOf(await bare.put('/me/password', { current: 'sandbox', new: PASSWORD }))).toBe(
      '403 CsrfMissing',
    )
    expect(codeOf(await bare.delete('/session'))).toBe('403 CsrfMissing')
    expect((await bare.post('/apikeys', key, { 'x-csrf-token': csrfToken })).status).toBe(201)
  })

  test('a write with a bearer token needs no CSRF token', async () => {
    const { cookie } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect((await admin.post('/apikeys', key, { cookie })).status).toBe(201)
  })
})
