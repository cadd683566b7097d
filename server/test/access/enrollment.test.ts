import { describe, expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/secrets/totp.ts'
import { inDatabase } from '../support/builders/database.ts'
import { PASSWORD, peopleOf } from '../support/builders/people.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

// `mfaEnabled`: an administrator requires one-time codes. Recovery codes help a user who lost the authenticator.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const people = await peopleOf(service)

const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

/** Replaces the user, all fields as they are but for these. */
async function change(id: number, fields: object): Promise<Answer> {
  const { body } = await admin.get(`/v2/Users/${id}`)
  const { userName, email, firstName, lastName, membershipGroupIds, mfaEnabled } = body
  const whole = { userName, email, firstName, lastName, membershipGroupIds, mfaEnabled }
  return admin.put(`/v2/Users/${id}`, { ...whole, ...fields })
}
const isRequired = async (id: number) => (await admin.get(`/v2/Users/${id}`)).body.mfaEnabled

/** Sets up one-time codes, confirmed with the code of the step before this one. */
async function setUp(caller: Caller): Promise<(steps: number) => string> {
  const { body } = await caller.post('/me/totp')
  const step = stepAt(new Date())
  const confirmed = await caller.put('/me/totp', { code: codeAt(body.secret, step - 1) })
  expect(confirmed.status).toBe(204)
  return (steps) => codeAt(body.secret, step + steps)
}

describe('a user who must use one-time codes and has none', () => {
  test('signs in only to set them up', async () => {
    const { id, userName } = await people.add()
    expect((await change(id, { mfaEnabled: true })).body.mfaEnabled).toBe(true)
    const { answer, caller } = await people.enter(userName)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ mustEnroll: true, permissions: [], user: { roles: [] } })
    for (const refused of [
      await caller.get('/v2/Users'),
      await caller.get('/apikeys'),
      await caller.get('/contracts/statustypes'),
      await caller.post('/apikeys', { name: 'x', permissions: ['users:read'] }),
      await caller.put('/me/password', { current: PASSWORD, new: 'a longer new one' }),
      await caller.post('/me/totp/recoverycodes', { current: PASSWORD }),
      await caller.delete('/me/totp'),
    ])
      expect(codeOf(refused)).toBe('403 EnrollmentRequired')
    expect((await caller.get('/session')).body.mustEnroll).toBe(true)
    expect((await caller.get('/me')).body.permissions).toEqual([])

    const code = await setUp(caller)
    expect((await caller.get('/v2/Users')).status).toBe(200)
    expect((await caller.get('/session')).body).not.toHaveProperty('mustEnroll')
    expect(codeOf((await people.enter(userName)).answer)).toBe('401 TotpRequired')
    const next = await people.enter(userName, PASSWORD, code(0))
    expect(next.answer.status).toBe(200)
    expect(next.answer.body).not.toHaveProperty('mustEnroll')
  })

  test('may sign out, and is asked again', async () => {
    const { id, userName } = await people.add()
    await change(id, { mfaEnabled: true })
    const { caller } = await people.enter(userName)
    expect((await caller.delete('/session')).status).toBe(204)
    expect((await people.enter(userName)).answer.body.mustEnroll).toBe(true)
  })

  test('keeps a session that was open, until the next sign-in', async () => {
    const { id, userName } = await people.add()
    const { caller } = await people.enter(userName)
    await change(id, { mfaEnabled: true })
    expect((await caller.get('/v2/Users')).status).toBe(200)
    expect((await people.enter(userName)).answer.body.mustEnroll).toBe(true)
  })

  test('is asked again after switching codes off, or when an administrator resets them', async () => {
    const { id, userName } = await people.add()
    await change(id, { mfaEnabled: true })
    const { caller } = await people.enter(userName)
    await setUp(caller)
    expect((await caller.delete('/me/totp')).status).toBe(204)
    expect(await isRequired(id)).toBe(true)
    const again = await people.enter(userName)
    expect(again.answer.body.mustEnroll).toBe(true)
    await setUp(again.caller)
    expect(codeOf((await people.enter(userName)).answer)).toBe('401 TotpRequired')

    expect((await change(id, { mfaEnabled: false })).body.mfaEnabled).toBe(false)
    expect((await change(id, { mfaEnabled: true })).body.mfaEnabled).toBe(true)
    expect((await people.enter(userName)).answer.body.mustEnroll).toBe(true)
  })
})

test('codes that a user set up are not required by sending the user back as it was read', async () => {
  const { id, userName } = await people.add()
  const { caller } = await people.enter(userName)
  await setUp(caller)
  expect((await change(id, { firstName: 'Other' })).body.mfaEnabled).toBe(true)
  await caller.delete('/me/totp')
  expect(await isRequired(id)).toBe(false)
  expect((await people.enter(userName)).answer.body).not.toHaveProperty('mustEnroll')
})

describe('recovery codes', () => {
  const renew = (caller: Caller, current = PASSWORD) => caller.post('/me/totp/recoverycodes', { current })

  test('are ten, shown once and stored as hashes; each lets the user in once', async () => {
    const { id, userName } = await people.add()
    const { caller } = await people.enter(userName)
    await setUp(caller)
    const answer = await renew(caller)
    expect(answer.status).toBe(200)
    const codes: string[] = answer.body.codes
    expect(new Set(codes).size).toBe(10)
    const [row] = await inDatabase<{ whole: string }>(
      service,
      'select u::text as whole from app_user u where id = $1',
      [id],
    )
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
      expect(row?.whole).not.toContain(code.replaceAll('-', ''))
    }
    const [first = '', second = '', third = ''] = codes
    const both = await Promise.all([
      people.enter(userName, PASSWORD, first),
      people.enter(userName, PASSWORD, first),
    ])
    expect(both.map((one) => one.answer.status).sort()).toEqual([200, 401])
    const typed = second.replaceAll('-', ' ').toLowerCase()
    expect((await people.enter(userName, PASSWORD, typed)).answer.status).toBe(200)
    expect(codeOf((await people.enter(userName, PASSWORD, second)).answer)).toBe('401 TotpRequired')
    expect(codeOf((await people.enter(userName, PASSWORD, 'AAAA-BBBB-CCCC')).answer)).toBe('401 TotpRequired')

    const renewed: string[] = (await renew(caller)).body.codes
    expect(codeOf((await people.enter(userName, PASSWORD, third)).answer)).toBe('401 TotpRequired')
    expect((await people.enter(userName, PASSWORD, renewed[9])).answer.status).toBe(200)
  })

  test('are not shown in a dry run', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    await setUp(caller)
    const tried = await caller.post('/me/totp/recoverycodes?dryRun=true', { current: PASSWORD })
    expect(tried.body.codes).toBeNull()
  })

  test('422 PasswordWrong for a wrong password', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    await setUp(caller)
    expect(codeOf(await renew(caller, 'wrong'))).toBe('422 PasswordWrong')
  })

  test('409 NotEditable before one-time codes are set up', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    expect(codeOf(await renew(caller))).toBe('409 NotEditable')
  })

  test('403 Forbidden for a client', async () => {
    expect(codeOf(await renew(admin))).toBe('403 Forbidden')
  })
})
