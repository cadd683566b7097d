import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { isSoak } from '../support/service/trials.ts'

// Requests that never end: headers and one byte of the body.

const MANY = isSoak ? 2_000 : 530

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.app.server.close()
  await service.databases.close()
})

const HALF =
  'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ng'

const port = () => Number(new URL(service.url).port)

/** Opens a connection and sends half of a request. Collects what comes back. */
function sendHalf(localAddress: string, text = HALF): Promise<{ socket: Socket; received: () => string }> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: '127.0.0.1', port: port(), localAddress })
    socket.on('data', (bytes) => {
      received += bytes.toString()
    })
    socket.on('error', () => undefined)
    socket.on('connect', () => socket.write(text, () => resolve({ socket, received: () => received })))
  })
}

describe('half-sent requests', () => {
  test.each([
    ['another address', '127.0.0.2'],
    ['the address of the caller', '127.0.0.1'],
  ])('from %s take no place from a signed-in caller', async (_, address) => {
    const entry = service.api.as('sandbox-entry')
    const body = { description: 'Half' }
    expect((await entry.get('/me')).status).toBe(200)
    const halves: Awaited<ReturnType<typeof sendHalf>>[] = []
    const statuses = new Set<number>()
    for (let at = 0; at < MANY; at += 1) {
      halves.push(await sendHalf(address))
      if (at % 100 === 99) {
        statuses.add((await entry.get('/me')).status)
        statuses.add(
          (await service.api.as('sandbox-admin').patch('/portalvisibilitygroups', { id: 1, ...body })).status,
        )
      }
    }
    expect([...statuses]).toEqual([200])
    // The oldest were ended, with an answer that says why.
    await expect.poll(() => halves[0]?.received()).toContain('408 Request Timeout')
    expect(halves[0]?.received()).toContain('"code":"RequestTimeout"')
    for (const { socket } of halves) socket.destroy()
  })

  test('without a credential are answered before their body has arrived', async () => {
    const { socket, received } = await sendHalf('127.0.0.1', HALF.replace('/oauth/token', '/contracts'))
    await expect.poll(received).toContain('HTTP/1.1 401')
    socket.destroy()
  })
})

describe('a request that Node would answer by itself', () => {
  const answerTo = async (text: string) => {
    const { socket, received } = await sendHalf('127.0.0.1', text)
    await expect.poll(received).toContain('\r\n\r\n{')
    socket.destroy()
    return received()
  }

  test('without a Host header is refused with a problem', async () => {
    const answer = await answerTo('GET /healthz HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(answer).toContain('The request has no Host header')
  })

  test('with an unknown Expect header is refused with a problem', async () => {
    const answer = await answerTo('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 417/)
    expect(answer).toContain('"code":"ExpectationFailed"')
  })
})

describe('the character set of a body', () => {
  const send = async (contentType: string) => {
    const token = await service.api.token('sandbox-admin')
    const answer = await fetch(`${service.url}/portalvisibilitygroups?dryRun=true`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      body: '{"id":1,"description":"x"}',
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('%s is read', async (type) => {
    expect((await send(type)).status).toBe(200)
  })

  test.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/merge-patch+json;charset=latin1',
  ])('%s is refused', async (type) => {
    expectProblem((await send(type)) as never, 'UnsupportedMediaType')
  })
})

test('a name that comes twice in a body is refused with its place, beside the other faults', async () => {
  const token = await service.api.token('sandbox-admin')
  const answer = await fetch(`${service.url}/portalvisibilitygroups`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"id":1,"description":"first","colour":"red","description":"second"}',
  })
  const problem = (await answer.json()) as { code: string; errors: { pointer: string }[] }
  expect([answer.status, problem.code]).toEqual([400, 'ValidationFailed'])
  expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual(['/colour', '/description'])
})
