import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '../../src/http/route.ts'
import { lockWaits } from '../support/hostile/lock-waits.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

/** The beginning of a second, so that what follows falls into one window. */
async function nextSecond(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000) + 5))
}

describe('the rate limit', () => {
  let limited: TestService | undefined
  afterEach(async () => {
    await limited?.app.server.close()
    await limited?.databases.close()
  })

  test('counts each caller separately, and addresses before sign-in', async () => {
    limited = await startService({ environment: { BULWARK_RATE_LIMIT: '5' } })
    const { api } = limited
    // Tokens first, each in its second: asking for one counts, too.
    const tokens: string[] = []
    for (const name of ['sandbox-admin', 'sandbox-entry']) tokens.push(await api.token(name))
    const [admin, entry] = tokens.map((token) => api.with(token))
    if (!admin || !entry) throw new Error('There are no callers.')
    await Promise.all([admin.get('/me'), entry.get('/me')])

    await nextSecond()
    const answers = []
    for (let time = 0; time < 7; time += 1) answers.push(await admin.get('/me'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [4, 3, 2, 1, 0, 0, 0].map((left) => `"default";r=${left};t=1`),
    )
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=1')
    const refused = answers[5]
    if (refused) expectProblem(refused, 'TooManyRequests')
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect((await entry.get('/me')).headers.get('ratelimit')).toBe('"default";r=4;t=1')

    // Nobody in particular: the address is counted, whatever it comes with.
    await nextSecond()
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await api.anonymous.get('/me')).status)
    for (let time = 0; time < 3; time += 1) statuses.push((await api.with(`wrong-${time}`).get('/me')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await admin.get('/me')).status).toBe(200)
    // Pages that an operator watches are not counted.
    for (let time = 0; time < 10; time += 1) expect((await api.anonymous.get('/healthz')).status).toBe(200)

    await nextSecond()
    expect((await api.anonymous.get('/me')).status).toBe(401)
  })
})

describe('overload', () => {
  test('is refused with 503 and Retry-After, health stays available, and the service recovers', async () => {
    const service = await testService()
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let inside = 0
    const slow = route.write({
      method: 'POST',
      path: '/slow',
      tag: 'Test',
      summary: 'Wait',
      permission: 'signed-in',
      subject: 'slow',
      answer: z.object({ ok: z.boolean() }),
      handler: async () => {
        inside += 1
        await gate
        return { ok: true }
      },
    })
    const { server, api } = await serve(service, [slow], { inFlight: 4 })
    const admin = api.as('sandbox-admin')
    await admin.get('/healthz')
    const waiting = Array.from({ length: 4 }, () => admin.post('/slow'))
    await expect.poll(() => inside).toBe(4)

    for (let time = 0; time < 10; time += 1) {
      const refused = await admin.post('/slow')
      expectProblem(refused, 'NotReady')
      expect(refused.headers.get('retry-after')).toBe('1')
    }
    expect((await api.anonymous.get('/healthz')).status).toBe(200)
    expect((await api.anonymous.get('/readyz')).status).toBe(200)
    expect((await api.anonymous.get('/metrics')).text).toMatch(/http_requests_in_flight 4/)

    open()
    for (const answer of await Promise.all(waiting)) expect(answer.body).toEqual({ ok: true })
    expect((await admin.post('/slow')).status).toBe(200)
    await expect
      .poll(async () => (await api.anonymous.get('/metrics')).text)
      .toMatch(/http_requests_in_flight 0/)
    await server.close()
  })

  test('follows a setting; a disconnected caller counts until its work has ended', async () => {
    const small = await startService({ environment: { BULWARK_IN_FLIGHT: '2' } })
    const token = await small.api.token('sandbox-admin')
    const admin = small.api.with(token)
    const pool = small.databases.platformPool
    for (let time = 0; time < 3; time += 1) {
      const other = await pool.connect()
      await other.query('begin')
      await other.query('select 1 from tenant_adm1.portal_visibility_group where id = 1 for update')
      const patience = admin.patch('/portalvisibilitygroups', { id: 1, name: `Waited ${time}` })
      const gone = new AbortController()
      const hung = fetch(`${small.url}/portalvisibilitygroups`, {
        method: 'PATCH',
        body: '{"id":1,"description":"Hung up"}',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: gone.signal,
      }).catch(() => undefined)
      await expect.poll(() => lockWaits(pool)).toBe(2)
      expectProblem(await admin.get('/me'), 'NotReady')
      gone.abort()
      await hung
      await new Promise((resolve) => setTimeout(resolve, 20))
      expectProblem(await admin.get('/me'), 'NotReady')
      await other.query('rollback')
      other.release()
      expect((await patience).status).toBe(200)
      await expect.poll(async () => (await admin.get('/me')).status).toBe(200)
    }
    await small.app.server.close()
    await small.databases.close()
  })

  test('two concurrent resets of the sandbox both succeed', async () => {
    const service = await testService()
    const admin = service.api.as('sandbox-admin')
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('/sandbox/reset')))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await admin.get('/me')).status).toBe(200)
  })
})
