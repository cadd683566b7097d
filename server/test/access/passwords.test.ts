import { describe, expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import { PASSWORD, peopleOf } from '../support/builders/people.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const people = await peopleOf(service)

const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

describe('a password', () => {
  test('is changed with the current one; other sessions end, this one continues', async () => {
    const { id, userName } = await people.add()
    const here = await people.enter(userName)
    const there = await people.enter(userName)
    const changed = await here.caller.put('/me/password', { current: PASSWORD, new: 'a longer new one' })
    expect(changed.status).toBe(204)
    expect((await here.caller.get('/session')).status).toBe(200)
    expect((await there.caller.get('/session')).status).toBe(401)
    expect((await people.enter(userName)).answer.status).toBe(401)
    expect((await people.enter(userName, 'a longer new one')).answer.status).toBe(200)
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
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    const { body } = await caller.post('/apikeys', { name: 'mine', permissions: ['users:read'] })
    const answer = await service.api
      .with(body.key)
      .put('/me/password', { current: PASSWORD, new: `${PASSWORD}!` })
    expect(codeOf(answer)).toBe('403 Forbidden')
    expect((await caller.get('/session')).status).toBe(200)
  })

  test('422 PasswordWrong for a wrong current password', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    const answer = await caller.put('/me/password', { current: 'not this one', new: 'a longer new one' })
    expect(codeOf(answer)).toBe('422 PasswordWrong')
    const invited = await caller.put('/me/password', {
      invitation: '1.not-this-one',
      new: 'a longer new one',
    })
    expect(codeOf(invited)).toBe('422 PasswordWrong')
    expect((await people.enter(userName)).answer.status).toBe(200)
  })

  test('422 PasswordTooWeak for a weak new password', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    for (const weak of ['short', userName.toUpperCase()]) {
      const answer = await caller.put('/me/password', { current: PASSWORD, new: weak })
      expect(codeOf(answer)).toBe('422 PasswordTooWeak')
      expect(answer.body.errors[0].pointer).toBe('/new')
    }
    expect((await people.enter(userName)).answer.status).toBe(200)
  })

  test.each([
    ['neither current nor invitation', { new: PASSWORD }],
    ['both current and invitation', { current: 'a', invitation: 'b', new: PASSWORD }],
    ['no new password', { current: 'a' }],
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
    const { id, userName, invitation } = await people.add('')
    expect(invitation).toMatch(/^1\.[\w-]{43}$/)
    expect((await admin.get(`/v2/Users/${id}`)).text).not.toContain('invitation')
    expect((await people.enter(userName)).answer.status).toBe(401)
    expect((await accept(invitation)).status).toBe(204)
    const { answer } = await people.enter(userName)
    expect(answer.status).toBe(200)
    expect(answer.body.user.roles).toEqual(['Auditor'])
    expect(codeOf(await accept(invitation, 'another long password'))).toBe('401 Unauthenticated')
    expect((await people.enter(userName, 'another long password')).answer.status).toBe(401)
  })

  test('is used by only one of two concurrent requests', async () => {
    const { invitation } = await people.add('')
    const answers = await Promise.all([
      accept(invitation, 'first long password'),
      accept(invitation, 'second long password'),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('stays valid after a weak password and a dry run', async () => {
    const { userName, invitation } = await people.add('')
    expect(codeOf(await accept(invitation, 'short'))).toBe('422 PasswordTooWeak')
    const tried = await service.api.anonymous.put('/me/password?dryRun=true', { invitation, new: PASSWORD })
    expect(tried.status).toBe(200)
    expect((await people.enter(userName)).answer.status).toBe(401)
    expect((await accept(invitation)).status).toBe(204)
  })

  test.each([
    '',
    '1',
    '1.',
    `1.${'x'.repeat(43)}`,
    // Of an administrator that there never was; another file may have made and removed the second one.
    `987654.${'x'.repeat(43)}`,
    '99999999999999999999.x',
    '1e3.x',
    'null',
    '-1.x',
    `${'9'.repeat(150)}.x`,
  ])('401 Unauthenticated for "%s"', async (invitation) => {
    expect(codeOf(await accept(invitation))).toBe('401 Unauthenticated')
  })

  test('401 Unauthenticated after a week; then a code by mail sets the first password', async () => {
    const { id, userName, invitation } = await people.add('')
    const [row] = await inDatabase<{ days: number }>(
      service,
      'select round(extract(epoch from invitation_until - now()) / 86400)::int as days from app_user where id = $1',
      [id],
    )
    expect(row?.days).toBe(7)
    await inDatabase(service, 'update app_user set invitation_until = now() where id = $1', [id])
    expect(codeOf(await accept(invitation))).toBe('401 Unauthenticated')
    // Not even a user who is signed in can use it.
    const { caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
    expect(codeOf(await caller.put('/me/password', { invitation, new: PASSWORD }))).toBe('422 PasswordWrong')
    expect((await service.api.anonymous.post('/session/password-resets', { userName })).status).toBe(202)
    const [mailed] = await inDatabase<{ waits: boolean }>(
      service,
      'select reset_until > now() and invitation_hash is not null as waits from app_user where id = $1',
      [id],
    )
    expect(mailed?.waits).toBe(true)
  })

  test('401 Unauthenticated for a user who was disabled in the meantime', async () => {
    const { id, userName, invitation } = await people.add('')
    const { body } = await admin.get(`/v2/Users/${id}`)
    const { email, firstName, lastName } = body
    await admin.put(`/v2/Users/${id}`, { userName, email, firstName, lastName, status: 'Disabled' })
    expect(codeOf(await accept(invitation))).toBe('401 Unauthenticated')
  })
})
