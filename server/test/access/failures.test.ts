import { beforeEach, describe, expect, test } from 'vitest'
import { slotIn } from '../../src/access/guesses.ts'
import { codeAt, stepAt } from '../../src/access/secrets/totp.ts'
import { tidyUp } from '../../src/db/tidying.ts'
import { enterFrom, failuresOf, haveFailed, waitsAreOver } from '../support/builders/guesses.ts'
import { PASSWORD, peopleOf } from '../support/builders/people.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { signIn, withCookie } from '../support/service/portal.ts'
import { isSoak } from '../support/service/trials.ts'

const NAME = 'sandbox-auditor@sandbox.example'
const OTHER = 'sandbox-entry@sandbox.example'
const NOBODY = 'nobody@sandbox.example'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const people = await peopleOf(service)

beforeEach(async () => {
  await service.databases.platformPool.query('delete from platform.guess')
})

const enter = async (password: string, userName = NAME): Promise<Answer> =>
  (await signIn(service.api, { userName, password })).answer
const wrong = (userName = NAME) => enter('wrong', userName)
const right = (userName = NAME) => enter('sandbox', userName)
const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after'))

const pairOf = (userName: string) => `sign-in pair 127.0.0.1 ${userName}`
const nameOf = (userName: string) => `sign-in name ${userName}`
const failedHere = (userName = NAME) => failuresOf(service, pairOf(userName))

describe('after five wrong passwords from an address', () => {
  test('the name gets 429 with Retry-After, even with the right password, in any letter case', async () => {
    for (let time = 0; time < 5; time += 1) expect((await wrong()).status).toBe(401)
    for (const answer of [await wrong(), await right(), await right(NAME.toUpperCase())]) {
      expect(answer.status).toBe(429)
      expect(answer.body.code).toBe('TooManyRequests')
      expect(waitOf(answer)).toBeGreaterThan(20)
      expect(waitOf(answer)).toBeLessThanOrEqual(30)
    }
    // Refused attempts do not count.
    expect([await failedHere(), await failuresOf(service, nameOf(NAME))]).toEqual([5, 5])
  })

  test('each further one makes the wait longer, up to a quarter of an hour', async () => {
    await haveFailed(service, pairOf(NAME), 5)
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      expect((await wrong()).status).toBe(401)
      const refused = await right()
      expect(refused.status).toBe(429)
      expect(waitOf(refused)).toBeGreaterThan(wait - 10)
      expect(waitOf(refused)).toBeLessThanOrEqual(wait)
      await waitsAreOver(service)
    }
    expect((await right()).status).toBe(200)
    expect(await failedHere()).toBe(0)
  })

  test('other names, and the same name from another address, can sign in', async () => {
    await haveFailed(service, pairOf(NAME), 5, 30)
    expect((await right(OTHER)).status).toBe(200)
    expect((await enterFrom(service, '127.0.0.2', { userName: NAME, password: 'sandbox' })).status).toBe(200)
    expect(await failedHere()).toBe(5)
  })

  test('a reset of the sandbox clears the lock', async () => {
    await haveFailed(service, pairOf(NAME), 5, 30)
    expect((await admin.post('/sandbox/reset')).status).toBe(204)
    expect((await right()).status).toBe(200)
  })

  test('clients still get tokens: programs are never locked out', async () => {
    await haveFailed(service, pairOf(NAME), 5, 30)
    expect((await right()).status).toBe(429)
    expect(await service.api.token('sandbox-auditor')).toMatch(/\./)
  })
})

describe('ten wrong passwords over all addresses', () => {
  test.each([
    ['a name that exists', NAME],
    ['a name that does not', NOBODY],
  ])('close %s for strangers everywhere', async (_, userName) => {
    const statuses: number[] = []
    for (let host = 2; host <= 12; host += 1) {
      const { status } = await enterFrom(service, `127.0.0.${host}`, { userName, password: 'wrong' })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const refused = await enterFrom(service, '127.0.0.13', { userName, password: 'sandbox' })
    expect(refused.status).toBe(429)
    expect(refused.wait).toBeGreaterThan(20)
    expect((await right(OTHER)).status).toBe(200)
  })

  test('are not forgotten when the owner signs in; the owner’s own are', async () => {
    await haveFailed(service, nameOf(NAME), 7)
    for (let time = 0; time < 2; time += 1) await wrong()
    expect(await failuresOf(service, nameOf(NAME))).toBe(9)
    expect((await right()).status).toBe(200)
    expect(await failuresOf(service, nameOf(NAME))).toBe(7)
  })
})

test('a hundred wrong sign-ins from one address close it for every name', async () => {
  await haveFailed(service, 'sign-in address 127.0.0.1', 99)
  expect((await wrong(NOBODY)).status).toBe(401)
  expect((await right(OTHER)).status).toBe(429)
  expect((await enterFrom(service, '127.0.0.2', { userName: OTHER, password: 'sandbox' })).status).toBe(200)
})

describe('a device that has signed in before', () => {
  const deviceOf = ({ headers }: Answer) => /bw_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
  const enterWith = async (cookie: string, userName: string, password: string) =>
    withCookie(service.api, { cookie }).post('/session', { userName, password })

  test('is not locked out by strangers, and has a count of its own', async () => {
    const first = await right()
    expect(first.headers.get('set-cookie')).toMatch(
      /bw_device=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000/,
    )
    const cookie = deviceOf(first)
    await haveFailed(service, nameOf(NAME), 20, 900)
    await haveFailed(service, pairOf(NAME), 20, 900)
    expect((await right()).status).toBe(429)
    expect((await enterWith(cookie, NAME, 'sandbox')).status).toBe(200)
    for (let time = 0; time < 5; time += 1) expect((await enterWith(cookie, NAME, 'wrong')).status).toBe(401)
    expect((await enterWith(cookie, NAME, 'sandbox')).status).toBe(429)
    expect(await failuresOf(service, nameOf(NAME))).toBe(20)
  })

  test('counts as a stranger for another user, and with a cookie that is not ours', async () => {
    const cookie = deviceOf(await right())
    for (const userName of [NAME, OTHER]) await haveFailed(service, nameOf(userName), 20, 900)
    expect((await enterWith(cookie, OTHER, 'sandbox')).status).toBe(429)
    for (const forged of [
      `${cookie.slice(0, -3)}abc`,
      'bw_device=1.1.x',
      'bw_device=9.9.aaaaaaaaaaaaaaaa.1.b',
    ])
      expect((await enterWith(forged, NAME, 'sandbox')).status).toBe(429)
  })

  test('is unknown after a change of the password, until its session is shown', async () => {
    const { userName } = await people.add()
    const { answer, caller } = await people.enter(userName)
    const old = deviceOf(answer)
    expect((await caller.get('/session', { headers: {} })).headers.get('set-cookie')).toContain('bw_device=')
    await caller.put('/me/password', { current: PASSWORD, new: 'a longer new one' })
    const renewed = deviceOf(await caller.get('/session'))
    await haveFailed(service, nameOf(userName), 20, 900)
    expect((await enterWith(old, userName, 'a longer new one')).status).toBe(429)
    expect((await enterWith(renewed, userName, 'a longer new one')).status).toBe(200)
  })
})

test('a successful sign-in clears four failed ones', async () => {
  for (let time = 0; time < 4; time += 1) expect((await wrong()).status).toBe(401)
  expect(await failedHere()).toBe(4)
  expect((await right()).status).toBe(200)
  expect([await failedHere(), await failuresOf(service, nameOf(NAME))]).toEqual([0, 0])
})

const MANY = isSoak ? 1_000 : 150

test(`of ${MANY} concurrent wrong passwords from many addresses on two instances, at most ten are checked`, async () => {
  const second = await startService({ location: service.location })
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, at) =>
      enterFrom(at % 2 === 0 ? service : second, `127.0.${at % 50}.${2 + (at % 200)}`, {
        userName: NAME,
        password: 'wrong',
      }),
    ),
  )
  const tested = answers.filter(({ status }) => status === 401).length
  expect(tested).toBeGreaterThan(0)
  expect(tested).toBeLessThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(MANY - tested)
  expect(await failuresOf(service, nameOf(NAME))).toBe(tested)
  // All instances know the counts.
  await haveFailed(service, nameOf(OTHER), 10, 30)
  expect((await signIn(second.api, { userName: OTHER })).answer.status).toBe(429)
  await second.app.server.close()
  await second.databases.close()
})

test('ten concurrent correct sign-ins all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => right()))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await failedHere()).toBe(0)
})

test('a missing one-time code does not count as a failure, a wrong one does', async () => {
  const { caller } = await signIn(service.api, { userName: NAME })
  const { body } = await caller.post('/me/totp')
  const secret = new URL(body.uri).searchParams.get('secret') ?? ''
  const step = stepAt(new Date())
  await caller.put('/me/totp', { code: codeAt(secret, step) })
  for (let time = 0; time < 3; time += 1) expect((await right()).body.code).toBe('TotpRequired')
  expect(await failedHere()).toBe(0)
  const guess = (totp: string) => signIn(service.api, { userName: NAME, totp })
  for (let time = 0; time < 5; time += 1)
    expect((await guess('000000')).answer.body.code).toBe('TotpRequired')
  expect(await failedHere()).toBe(5)
  expect((await guess(codeAt(secret, step + 1))).answer.status).toBe(429)
  await waitsAreOver(service)
  expect((await guess(codeAt(secret, step + 1))).answer.status).toBe(200)
  expect((await caller.delete('/me/totp')).status).toBe(204)
})

describe('whoever is signed in', () => {
  test('cannot guess the password either, not even in a dry run', async () => {
    const { id, userName } = await people.add()
    const { caller } = await people.enter(userName)
    await haveFailed(service, `own 1 ${id}`, 8)
    const change = (current: string, search = '') =>
      caller.put(`/me/password${search}`, { current, new: 'a longer new one' })
    expect((await change('wrong', '?dryRun=true')).status).toBe(422)
    expect((await change('wrong')).status).toBe(422)
    expect((await change(PASSWORD)).status).toBe(429)
    await waitsAreOver(service)
    expect((await change(PASSWORD)).status).toBe(204)
    expect(await failuresOf(service, `own 1 ${id}`)).toBe(0)
  })

  test('is asked to wait after ten wrong codes; the answer is not kept for the Idempotency-Key', async () => {
    const { id, userName } = await people.add()
    const { caller } = await people.enter(userName)
    const { body } = await caller.post('/me/totp')
    await haveFailed(service, `own 1 ${id}`, 10, 60)
    const confirm = () =>
      caller.put('/me/totp', { code: codeAt(body.secret, stepAt(new Date())) }, { 'idempotency-key': 'mine' })
    expect((await confirm()).status).toBe(429)
    await waitsAreOver(service)
    expect((await confirm()).status).toBe(204)
  })
})

describe('unknown credentials of which an address sends too many', () => {
  test('get 429: API keys; known keys work', async () => {
    const { body } = await admin.post('/apikeys', { name: 'mine', permissions: ['users:read'] })
    await haveFailed(service, 'key address 127.0.0.1', 99)
    const ask = (key: string) => service.api.with(key).get('/me')
    expect((await ask('bw_test_unknown')).status).toBe(401)
    const refused = await ask('bw_test_other')
    expect([refused.status, refused.body.code]).toEqual([429, 'TooManyRequests'])
    expect(waitOf(refused)).toBeGreaterThan(20)
    expect((await ask(body.key)).status).toBe(200)
    expect((await ask('an.expired.token')).status).toBe(401)
  })

  test('get 429: invitations; known ones are accepted, and forgive what strangers have tried', async () => {
    const { userName, invitation } = await people.add('')
    const accept = (code: string | null) =>
      service.api.anonymous.put('/me/password', { invitation: code, new: PASSWORD })
    await haveFailed(service, 'invitation address 127.0.0.1', 49)
    expect((await accept('1.unknown')).status).toBe(401)
    expect((await accept('1.other')).status).toBe(429)
    await haveFailed(service, nameOf(userName), 20, 900)
    await haveFailed(service, pairOf(userName), 20, 900)
    expect((await people.enter(userName)).answer.status).toBe(429)
    expect((await accept(invitation)).status).toBe(204)
    expect((await people.enter(userName)).answer.status).toBe(200)
  })
})

describe('the counts', () => {
  test('never take more than a million rows, whatever is sent', () => {
    const slots = Array.from({ length: 5_000 }, (_, at) => slotIn(service.keys, `sign-in name ${at}`))
    expect(Math.max(...slots)).toBeLessThan(2 ** 20)
    expect(Math.min(...slots)).toBeGreaterThanOrEqual(0)
    expect(new Set(slots).size).toBeGreaterThan(4_900)
  })

  test('are removed a day after the last failure', async () => {
    await haveFailed(service, nameOf(NAME), 20)
    await haveFailed(service, nameOf(OTHER), 20)
    await service.databases.platformPool.query(
      `update platform.guess set last_at = now() - interval '25 hours' where slot = $1`,
      [slotIn(service.keys, nameOf(NAME))],
    )
    await tidyUp(service.databases)
    expect(await failuresOf(service, nameOf(NAME))).toBe(0)
    expect(await failuresOf(service, nameOf(OTHER))).toBe(20)
  })
})
