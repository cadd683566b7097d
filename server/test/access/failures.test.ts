import { beforeEach, describe, expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/totp.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, testService } from '../support/service/app.ts'
import { signIn } from '../support/service/portal.ts'

const NAME = 'sandbox-auditor@sandbox.example'
const OTHER = 'sandbox-entry@sandbox.example'

const service = await testService()

beforeEach(async () => {
  await service.databases.platformPool.query('delete from platform.sign_in_failure')
})

const enter = async (password: string, userName = NAME): Promise<Answer> =>
  (await signIn(service.api, { userName, password })).answer
const wrong = (userName = NAME) => enter('wrong', userName)
const right = (userName = NAME) => enter('sandbox', userName)

/** As five wrong tries leave it. */
const haveFailed = () =>
  service.databases.platformPool.query(
    `insert into platform.sign_in_failure (name, address, at)
     select $1, '127.0.0.1', clock_timestamp() from generate_series(1, 5)`,
    [NAME],
  )

const failures = async () => {
  const { rows } = await service.databases.platformPool.query<{ name: string }>(
    'select name from platform.sign_in_failure order by at',
  )
  return rows.map(({ name }) => name)
}

/** As if so much time had passed since the failures so far. */
const pass = (minutes: number) =>
  service.databases.platformPool.query(
    'update platform.sign_in_failure set at = at - make_interval(mins => $1)',
    [minutes],
  )

describe('after five wrong passwords', () => {
  test('the name gets 429 with Retry-After, even with the right password, in any letter case', async () => {
    for (let time = 0; time < 5; time += 1) expect((await wrong()).status).toBe(401)
    for (const answer of [await wrong(), await right(), await right(NAME.toUpperCase())]) {
      expect(answer.status).toBe(429)
      expect(answer.body.code).toBe('TooManyRequests')
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(880)
      expect(seconds).toBeLessThanOrEqual(900)
    }
  })

  test('other names, and the same name from another address, can sign in', async () => {
    await haveFailed()
    expect((await right(OTHER)).status).toBe(200)
    await service.databases.platformPool.query("update platform.sign_in_failure set address = '192.0.2.7'")
    expect((await right()).status).toBe(200)
    expect(await failures()).toHaveLength(5)
  })

  test('the name is locked on other instances of the service', async () => {
    await haveFailed()
    const second = await startService({ location: service.location })
    const { answer } = await signIn(second.api, { userName: NAME })
    expect(answer.status).toBe(429)
    await second.app.server.close()
    await second.databases.close()
  })

  test('the lock ends on time; refused attempts do not extend it', async () => {
    await haveFailed()
    await pass(14)
    for (const { status } of await Promise.all(Array.from({ length: 15 }, () => wrong())))
      expect(status).toBe(429)
    expect(Number((await right()).headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await failures()).toHaveLength(5)
    await pass(1)
    expect((await right()).status).toBe(200)
    expect(await failures()).toEqual([])
  })

  test('a reset of the sandbox clears the lock', async () => {
    await haveFailed()
    expect((await service.api.as('sandbox-admin').post('/sandbox/reset')).status).toBe(204)
    expect((await right()).status).toBe(200)
  })

  test('clients still get tokens: programs are never locked out', async () => {
    await haveFailed()
    expect((await right()).status).toBe(429)
    expect(await service.api.token('sandbox-auditor')).toMatch(/\./)
  })
})

test('a successful sign-in clears four failed ones', async () => {
  for (let time = 0; time < 4; time += 1) expect((await wrong()).status).toBe(401)
  expect(await failures()).toEqual([NAME, NAME, NAME, NAME])
  expect((await right()).status).toBe(200)
  expect(await failures()).toEqual([])
})

test('unknown names are counted like known ones', async () => {
  for (let time = 0; time < 5; time += 1) expect((await wrong('nobody@sandbox.example')).status).toBe(401)
  expect((await wrong('nobody@sandbox.example')).status).toBe(429)
})

test('of twenty concurrent wrong passwords on two instances, at most five are checked', async () => {
  const second = await startService({ location: service.location })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      signIn(at % 2 === 0 ? service.api : second.api, { userName: NAME, password: 'wrong' }),
    ),
  )
  const statuses = answers.map(({ answer }) => answer.status)
  const tested = statuses.filter((status) => status === 401).length
  expect(tested).toBeGreaterThan(0)
  expect(tested).toBeLessThanOrEqual(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20 - tested)
  expect(await failures()).toHaveLength(tested)
  await second.app.server.close()
  await second.databases.close()
})

test('ten concurrent correct sign-ins all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => right()))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await failures()).toEqual([])
})

test('a missing one-time code does not count as a failure, a wrong one does', async () => {
  const { caller } = await signIn(service.api, { userName: NAME })
  const { body } = await caller.post('/me/totp')
  const secret = new URL(body.uri).searchParams.get('secret') ?? ''
  const step = stepAt(new Date())
  await caller.put('/me/totp', { code: codeAt(secret, step) })
  for (let time = 0; time < 3; time += 1) expect((await right()).body.code).toBe('TotpRequired')
  expect(await failures()).toEqual([])
  const guess = (totp: string) => signIn(service.api, { userName: NAME, totp })
  for (let time = 0; time < 5; time += 1)
    expect((await guess('000000')).answer.body.code).toBe('TotpRequired')
  expect(await failures()).toHaveLength(5)
  expect((await guess(codeAt(secret, step + 1))).answer.status).toBe(429)
  await pass(15)
  expect((await guess(codeAt(secret, step + 1))).answer.status).toBe(200)
})
