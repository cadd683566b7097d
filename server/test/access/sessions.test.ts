import { beforeAll, describe, expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/totp.ts'
import { run } from '../../src/db/database.ts'
import { rolePermissions } from '../../src/domain/permissions.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { type Portal, signIn, withCookie } from '../support/service/portal.ts'
import { groupOf, sandboxOf } from '../support/service/sandbox.ts'

const PASSWORD = 'correct horse battery'

let service: TestService
let admin: Caller
let auditors: number

beforeAll(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  auditors = await groupOf(service, 'Auditor')
})

let people = 0

/** A new person who may read, with this password or an invitation. */
async function person(password: string | undefined = PASSWORD) {
  people += 1
  const userName = `person-${people}@summit.example`
  const { body } = await admin.post('/v2/Users', {
    userName,
    email: userName,
    firstName: 'Person',
    lastName: String(people),
    membershipGroupIds: [auditors],
    ...(password === '' ? {} : { password }),
  })
  return { id: body.id as number, userName, invitation: body.invitation as string | null }
}

const enter = (userName: string, password = PASSWORD, totp?: string): Promise<Portal> =>
  signIn(service.api, { userName, password, ...(totp === undefined ? {} : { totp }) })
const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

describe('signing in', () => {
  test('takes the name in any letter case, and sets a cookie that scripts cannot read', async () => {
    const { answer } = await signIn(service.api, { userName: 'Sandbox-Auditor@SANDBOX.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^bw_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
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
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('sets a secure cookie when the service is reachable from other machines', async () => {
    const open = await startService({
      location: service.location,
      environment: { BULWARK_MODE: 'production', HOST: '0.0.0.0' },
    })
    const { answer } = await signIn(open.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/)
    await open.app.server.close()
    await open.databases.close()
  })

  test('makes GET /session give the same answer until the user signs out', async () => {
    const { answer, caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect((await caller.get('/session')).body).toEqual(answer.body)
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
    const { id, userName } = await person()
    await enter(userName)
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
    const locked = await person()
    const disabled = await person()
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
    const invited = await person('')
    const answers = [
      await enter('sandbox-auditor@sandbox.example', 'sandbox2'),
      await enter('nobody@sandbox.example', 'sandbox'),
      await enter('sandbox-auditor', 'sandbox'),
      await enter(locked.userName),
      await enter(disabled.userName),
      await enter(invited.userName, ''),
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
    ['closed', "status = 'Disabled'"],
    ['given another password', "password_hash = 'another'"],
  ])('when the user is %s between the look at the password and the session', async (_, change) => {
    const { id, userName } = await person()
    const statement = `update tenant_adm1.app_user set ${change} where id = ${id}`
    const answer = await overtaken(service, statement, async () => (await enter(userName)).answer)
    expect(codeOf(answer)).toBe('401 Unauthenticated')
  })

  test.each([
    ['no password', { userName: 'a' }],
    ['a password that is no text', { userName: 'a', password: 1 }],
    ['something unknown', { userName: 'a', password: 'b', remember: true }],
    ['a very long password', { userName: 'a', password: 'x'.repeat(2_000) }],
  ])('400 ValidationFailed for %s', async (_, body) => {
    expect(codeOf(await service.api.anonymous.post('/session', body))).toBe('400 ValidationFailed')
  })
})

describe('GET and DELETE /session', () => {
  test.each(['GET', 'DELETE'])('%s: 401 without a session, for tokens and keys too', async (method) => {
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

describe('one-time codes', () => {
  const secretIn = ({ body }: Answer) => new URL(body.uri).searchParams.get('secret') ?? ''

  describe('that are not confirmed yet', () => {
    const userName = 'sandbox-entry@sandbox.example'
    let caller: Caller
    beforeAll(async () => {
      caller = (await signIn(service.api, { userName })).caller
    })

    test('404 NotFound when there is nothing to switch off', async () => {
      expect(codeOf(await caller.delete('/me/totp'))).toBe('404 NotFound')
    })

    test('422 TotpInvalid when there is nothing to confirm', async () => {
      expect(codeOf(await caller.put('/me/totp', { code: '123456' }))).toBe('422 TotpInvalid')
    })

    test('show no secret in a dry run', async () => {
      const { body } = await caller.post('/me/totp?dryRun=true')
      expect(body).toMatchObject({ secret: null, uri: null })
    })

    test('return the secret as text and as an otpauth address', async () => {
      const answer = await caller.post('/me/totp')
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        secret: secretIn(answer),
        uri: `otpauth://totp/Bulwark%3Asandbox-entry%40sandbox.example?secret=${secretIn(answer)}&issuer=Bulwark`,
      })
    })

    test('store the secret encrypted', async () => {
      const secret = secretIn(await caller.post('/me/totp'))
      const { db } = await sandboxOf(service)
      const [row] = await run<{ totp_secret: string }>(
        db,
        'select to_jsonb(u) as whole, totp_secret from app_user u where user_name = $1',
        [userName],
      )
      expect(row?.totp_secret).toMatch(/^data-1\./)
      expect(JSON.stringify(row)).not.toContain(secret)
    })
  })

  test('are set up, confirmed, required, accepted once, and switched off', async () => {
    const { id, userName } = await person()
    const { caller } = await enter(userName)
    const asked = await caller.post('/me/totp')
    expect(asked.status).toBe(200)
    const secret = secretIn(asked)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await enter(userName)).answer.status).toBe(200)

    const step = stepAt(new Date())
    expect((await caller.put('/me/totp', { code: codeAt(secret, step) })).status).toBe(204)
    expect((await admin.get(`/v2/Users/${id}`)).body.mfaEnabled).toBe(true)
    expect((await caller.get('/session')).status).toBe(200)

    const without = await enter(userName)
    expect(codeOf(without.answer)).toBe('401 TotpRequired')
    expect(without.answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(without.answer.headers.get('set-cookie')).toBeNull()
    expect(codeOf((await enter(userName, PASSWORD, '')).answer)).toBe('401 TotpRequired')
    // The code that confirmed the secret has been used.
    expect(codeOf((await enter(userName, PASSWORD, codeAt(secret, step))).answer)).toBe('401 TotpRequired')
    const next = codeAt(secret, step + 1)
    expect(codeOf((await enter(userName, 'wrong password', next)).answer)).toBe('401 Unauthenticated')
    const both = await Promise.all([enter(userName, PASSWORD, next), enter(userName, PASSWORD, next)])
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([200, 401])
    expect(codeOf((await enter(userName, PASSWORD, next)).answer)).toBe('401 TotpRequired')

    expect((await caller.delete('/me/totp')).status).toBe(204)
    expect((await admin.get(`/v2/Users/${id}`)).body.mfaEnabled).toBe(false)
    expect((await enter(userName)).answer.status).toBe(200)
  })

  test('409 NotEditable when they are set up already', async () => {
    const { userName } = await person()
    const { caller } = await enter(userName)
    const secret = secretIn(await caller.post('/me/totp'))
    await caller.put('/me/totp', { code: codeAt(secret, stepAt(new Date())) })
    expect(codeOf(await caller.post('/me/totp'))).toBe('409 NotEditable')
  })

  test('422 TotpInvalid for a wrong code or an old secret', async () => {
    const { userName } = await person()
    const { caller } = await enter(userName)
    const old = secretIn(await caller.post('/me/totp'))
    const present = secretIn(await caller.post('/me/totp'))
    expect(old).not.toBe(present)
    const now = stepAt(new Date())
    for (const code of ['', '12345', 'abcdef', codeAt(old, now), codeAt(present, now - 5)])
      expect(codeOf(await caller.put('/me/totp', { code }))).toBe('422 TotpInvalid')
    expect((await caller.put('/me/totp', { code: codeAt(present, now) })).status).toBe(204)
    expect(codeOf(await caller.put('/me/totp', { code: codeAt(present, now + 1) }))).toBe('422 TotpInvalid')
  })

  test('403 Forbidden for a client or a key, which have no codes and no password', async () => {
    for (const answer of [
      await admin.post('/me/totp'),
      await admin.put('/me/totp', { code: '123456' }),
      await admin.delete('/me/totp'),
      await admin.put('/me/password', { current: 'sandbox', new: PASSWORD }),
    ])
      expect(codeOf(answer)).toBe('403 Forbidden')
  })
})

describe('a password', () => {
  test('is changed with the current one; other sessions end, this one continues', async () => {
    const { id, userName } = await person()
    const here = await enter(userName)
    const there = await enter(userName)
    const changed = await here.caller.put('/me/password', { current: PASSWORD, new: 'a longer new one' })
    expect(changed.status).toBe(204)
    expect((await here.caller.get('/session')).status).toBe(200)
    expect((await there.caller.get('/session')).status).toBe(401)
    expect((await enter(userName)).answer.status).toBe(401)
    expect((await enter(userName, 'a longer new one')).answer.status).toBe(200)
    const { tenant } = await sandboxOf(service)
    const { rows } = await service.databases.platformPool.query(
      `select subject, actor_kind, r::text as whole from ${tenant.schema}.audit_record r
       where operation = 'PUT /me/password' and actor_name = $1`,
      [userName],
    )
    expect(rows).toMatchObject([{ subject: `users/${id}/password`, actor_kind: 'User' }])
    expect(rows[0].whole).not.toContain('a longer new one')
  })

  test('cannot be changed with an API key, and all sessions continue', async () => {
    const { userName } = await person()
    const { caller } = await enter(userName)
    const { body } = await caller.post('/apikeys', { name: 'mine', permissions: ['users:read'] })
    const answer = await service.api
      .with(body.key)
      .put('/me/password', { current: PASSWORD, new: `${PASSWORD}!` })
    expect(codeOf(answer)).toBe('403 Forbidden')
    expect((await caller.get('/session')).status).toBe(200)
  })

  test('422 PasswordWrong for a wrong current one', async () => {
    const { userName } = await person()
    const { caller } = await enter(userName)
    const answer = await caller.put('/me/password', { current: 'not this one', new: 'a longer new one' })
    expect(codeOf(answer)).toBe('422 PasswordWrong')
    const invited = await caller.put('/me/password', {
      invitation: '1.not-this-one',
      new: 'a longer new one',
    })
    expect(codeOf(invited)).toBe('422 PasswordWrong')
    expect((await enter(userName)).answer.status).toBe(200)
  })

  test('422 PasswordTooWeak for a weak new one', async () => {
    const { userName } = await person()
    const { caller } = await enter(userName)
    for (const weak of ['short', userName.toUpperCase()]) {
      const answer = await caller.put('/me/password', { current: PASSWORD, new: weak })
      expect(codeOf(answer)).toBe('422 PasswordTooWeak')
      expect(answer.body.errors[0].pointer).toBe('/new')
    }
    expect((await enter(userName)).answer.status).toBe(200)
  })

  test.each([
    ['neither current nor invitation', { new: PASSWORD }],
    ['both', { current: 'a', invitation: 'b', new: PASSWORD }],
    ['no new one', { current: 'a' }],
  ])('400 ValidationFailed for %s', async (_, body) => {
    expect(codeOf(await admin.put('/me/password', body))).toBe('400 ValidationFailed')
  })

  test('401 Unauthenticated without a sign-in', async () => {
    const answer = await service.api.anonymous.put('/me/password', { current: 'sandbox', new: PASSWORD })
    expect(codeOf(answer)).toBe('401 Unauthenticated')
  })
})

describe('an invitation', () => {
  const accept = (invitation: string | null, password = PASSWORD) =>
    service.api.anonymous.put('/me/password', { invitation, new: password })

  test('sets the first password once, without a sign-in', async () => {
    const { id, userName, invitation } = await person('')
    expect(invitation).toMatch(/^1\.[\w-]{43}$/)
    expect((await admin.get(`/v2/Users/${id}`)).text).not.toContain('invitation')
    expect((await enter(userName)).answer.status).toBe(401)
    expect((await accept(invitation)).status).toBe(204)
    const { answer } = await enter(userName)
    expect(answer.status).toBe(200)
    expect(answer.body.user.roles).toEqual(['Auditor'])
    expect(codeOf(await accept(invitation, 'another long password'))).toBe('401 Unauthenticated')
    expect((await enter(userName, 'another long password')).answer.status).toBe(401)
  })

  test('is used by only one of two concurrent requests', async () => {
    const { invitation } = await person('')
    const answers = await Promise.all([
      accept(invitation, 'first long password'),
      accept(invitation, 'second long password'),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('stays valid after a weak password and a dry run', async () => {
    const { userName, invitation } = await person('')
    expect(codeOf(await accept(invitation, 'short'))).toBe('422 PasswordTooWeak')
    const tried = await service.api.anonymous.put('/me/password?dryRun=true', { invitation, new: PASSWORD })
    expect(tried.status).toBe(200)
    expect((await enter(userName)).answer.status).toBe(401)
    expect((await accept(invitation)).status).toBe(204)
  })

  test.each([
    '',
    '1',
    '1.',
    `1.${'x'.repeat(43)}`,
    `2.${'x'.repeat(43)}`,
    '99999999999999999999.x',
    '1e3.x',
    'null',
    '-1.x',
    `${'9'.repeat(150)}.x`,
  ])('401 Unauthenticated for "%s"', async (invitation) => {
    expect(codeOf(await accept(invitation))).toBe('401 Unauthenticated')
  })

  test('401 Unauthenticated for a user who was disabled in the meantime', async () => {
    const { id, userName, invitation } = await person('')
    const { body } = await admin.get(`/v2/Users/${id}`)
    const { email, firstName, lastName } = body
    await admin.put(`/v2/Users/${id}`, { userName, email, firstName, lastName, status: 'Disabled' })
    expect(codeOf(await accept(invitation))).toBe('401 Unauthenticated')
  })
})
