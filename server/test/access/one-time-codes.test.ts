import { beforeAll, describe, expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/secrets/totp.ts'
import { inDatabase } from '../support/builders/database.ts'
import { PASSWORD, peopleOf } from '../support/builders/people.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const people = await peopleOf(service)

const codeOf = (answer: Answer) => `${answer.status} ${answer.body.code}`

describe('one-time codes', () => {
  const secretIn = ({ body }: Answer) => new URL(body.uri).searchParams.get('secret') ?? ''

  describe('that are not confirmed yet', () => {
    const userName = 'sandbox-entry@sandbox.example'
    let caller: Caller
    beforeAll(async () => {
      caller = (await signIn(service.api, { userName })).caller
    })

    test('404 NotFound when there are no codes to switch off', async () => {
      expect(codeOf(await caller.delete('/me/totp'))).toBe('404 NotFound')
    })

    test('422 TotpInvalid when there is no secret to confirm', async () => {
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
      const [row] = await inDatabase<{ totp_secret: string }>(
        service,
        'select to_jsonb(u) as whole, totp_secret from app_user u where user_name = $1',
        [userName],
      )
      expect(row?.totp_secret).toMatch(/^data-1\./)
      expect(JSON.stringify(row)).not.toContain(secret)
    })
  })

  test('are set up, confirmed, required, accepted once, and switched off', async () => {
    const { id, userName } = await people.add()
    const { caller } = await people.enter(userName)
    const started = await caller.post('/me/totp')
    expect(started.status).toBe(200)
    const secret = secretIn(started)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const isOn = async () => (await caller.get('/me')).body.oneTimeCodes
    expect(await isOn()).toBe(false)
    expect((await people.enter(userName)).answer.status).toBe(200)

    const step = stepAt(new Date())
    expect((await caller.put('/me/totp', { code: codeAt(secret, step) })).status).toBe(204)
    expect((await admin.get(`/v2/Users/${id}`)).body.mfaEnabled).toBe(true)
    expect(await isOn()).toBe(true)
    expect((await caller.get('/session')).status).toBe(200)

    const without = await people.enter(userName)
    expect(codeOf(without.answer)).toBe('401 TotpRequired')
    expect(without.answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(without.answer.headers.get('set-cookie')).toBeNull()
    expect(codeOf((await people.enter(userName, PASSWORD, '')).answer)).toBe('401 TotpRequired')
    // The code that confirmed the secret has been used.
    expect(codeOf((await people.enter(userName, PASSWORD, codeAt(secret, step))).answer)).toBe(
      '401 TotpRequired',
    )
    const next = codeAt(secret, step + 1)
    expect(codeOf((await people.enter(userName, 'wrong password', next)).answer)).toBe('401 Unauthenticated')
    const both = await Promise.all([
      people.enter(userName, PASSWORD, next),
      people.enter(userName, PASSWORD, next),
    ])
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([200, 401])
    expect(codeOf((await people.enter(userName, PASSWORD, next)).answer)).toBe('401 TotpRequired')

    expect((await caller.delete('/me/totp')).status).toBe(204)
    expect((await admin.get(`/v2/Users/${id}`)).body.mfaEnabled).toBe(false)
    expect([await isOn(), (await admin.get('/me')).body.oneTimeCodes]).toEqual([false, false])
    expect((await people.enter(userName)).answer.status).toBe(200)
  })

  test('409 NotEditable when they are set up already', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
    const secret = secretIn(await caller.post('/me/totp'))
    await caller.put('/me/totp', { code: codeAt(secret, stepAt(new Date())) })
    expect(codeOf(await caller.post('/me/totp'))).toBe('409 NotEditable')
  })

  test('422 TotpInvalid for a wrong code or an old secret', async () => {
    const { userName } = await people.add()
    const { caller } = await people.enter(userName)
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
