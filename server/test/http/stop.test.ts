import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '../../src/http/route.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve, type TestServer } from '../support/service/server.ts'

/** A server with an operation that runs until the test ends it. */
async function withSlowRoute(service: TestService): Promise<TestServer & { end(): void; inside(): number }> {
  let end: () => void = () => undefined
  let inside = 0
  const gate = new Promise<void>((resolve) => {
    end = resolve
  })
  const slow = route.read({
    path: '/slow',
    tag: 'Test',
    summary: 'Wait',
    permission: 'signed-in',
    answer: z.object({ ok: z.boolean() }),
    handler: async () => {
      inside += 1
      await gate
      return { ok: true }
    },
  })
  return { ...(await serve(service, [slow])), end: () => end(), inside: () => inside }
}

describe('a closing server', () => {
  test('finishes the requests in flight and then closes soon', async () => {
    const { server, api, end, inside } = await withSlowRoute(await testService())
    const admin = api.as('sandbox-admin')
    const waiting = [admin.get('/slow'), admin.get('/slow')]
    await expect.poll(inside).toBe(2)
    let isClosed = false
    const closing = server.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isClosed).toBe(false)
    end()
    for (const answer of await Promise.all(waiting)) expect(answer.body).toEqual({ ok: true })
    const began = performance.now()
    await closing
    // A connection that is kept open would hold it for the 72 seconds that one may be idle.
    expect(performance.now() - began).toBeLessThan(3_000)
    await expect(api.anonymous.get('/healthz')).rejects.toThrow()
  })

  test('does not wait for idle connections', async () => {
    const { server, url } = await withSlowRoute(await testService())
    const agent = new Agent({ keepAlive: true })
    await new Promise<void>((resolve) => {
      request(`${url}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).end()
    })
    // And one on which nothing was ever asked.
    const { port } = new URL(url)
    const silent = connect(Number(port), '127.0.0.1')
    silent.on('error', () => undefined)
    await new Promise((resolve) => silent.once('connect', resolve))
    const began = performance.now()
    await server.close()
    expect(performance.now() - began).toBeLessThan(3_000)
    agent.destroy()
    silent.destroy()
  })
})

test('a stopping service tells new callers so', async () => {
  const service = await startService()
  const admin = service.api.as('sandbox-admin')
  expect((await admin.get('/me')).status).toBe(200)
  service.app.setNotReady('The service is stopping.')
  const refused = await admin.get('/me')
  expect(expectProblem(refused, 'NotReady').detail).toBe('The service is stopping.')
  expect(refused.headers.get('retry-after')).toBe('1')
  expectProblem(await service.api.anonymous.get('/readyz'), 'NotReady')
  expect((await service.api.anonymous.get('/healthz')).status).toBe(200)
  service.app.setNotReady(undefined)
  expect((await admin.get('/me')).status).toBe(200)
  await service.app.server.close()
  await service.databases.close()
})
