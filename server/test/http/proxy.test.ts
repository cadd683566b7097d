import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { committedDocument } from '../../src/http/openapi/committed.ts'
import { sendRaw } from '../support/hostile/raw-http.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { signIn, withCookie } from '../support/service/portal.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The tests are the proxy: every connection comes from 127.0.0.1.

const plain = await testService()
const started: TestService[] = []
async function behind(environment: NodeJS.ProcessEnv): Promise<TestService> {
  const service = await startService({ location: plain.location, environment })
  started.push(service)
  return service
}
const trusting = { BULWARK_TRUSTED_PROXIES: '127.0.0.0/8' }
const proxied = await behind({ ...trusting, BULWARK_PUBLIC_URL: 'https://bulwark.example' })
/** Without a public address, and with a low limit. */
const unnamed = await behind({ ...trusting, BULWARK_RATE_LIMIT: '10' })
afterAll(async () => {
  for (const { app, databases } of started) {
    await app.server.close()
    await databases.close()
  }
})

const auditor = { userName: 'sandbox-auditor@sandbox.example', password: 'sandbox' }

/** The address in the audit of a sign-in with these headers. */
async function recordedAddress(service: TestService, headers: Record<string, string>): Promise<string> {
  const id = `proxy-${Math.random()}`
  const answer = await service.api.anonymous.post('/session', auditor, { ...headers, 'x-request-id': id })
  expect(answer.status, answer.text).toBe(200)
  const { tenant } = await sandboxOf(plain)
  const { rows } = await plain.databases.platformPool.query(
    `select address from ${tenant.schema}.audit_record where request_id = $1`,
    [id],
  )
  return rows[0].address
}

describe('the client behind a trusted proxy', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:4711, 127.0.0.3', '198.51.100.7'],
    ['[2001:DB8::7]:443', '2001:db8::7'],
    ['nonsense', '127.0.0.1'],
  ])('that is forwarded for %j is recorded as %s', async (forwarded, address) => {
    expect(await recordedAddress(proxied, { 'x-forwarded-for': forwarded })).toBe(address)
  })

  test('is limited by itself', async () => {
    const ask = async (address: string) =>
      (await unnamed.api.anonymous.get('/downloads/x', { headers: { 'x-forwarded-for': address } })).status
    // A second may end in between, but of 21 within two seconds one is too many.
    const times = Array.from({ length: 21 }, (_, at) => at)
    const many = await Promise.all(times.map(() => ask('198.51.100.1')))
    expect(new Set(many)).toEqual(new Set([404, 429]))
    expect(await ask('198.51.100.2')).toBe(404)
    // A name of its own in front does not make another client.
    const spoofed = await Promise.all(times.map((at) => ask(`10.0.0.${at}, 198.51.100.3`)))
    expect(new Set(spoofed)).toEqual(new Set([404, 429]))
  })

  test('has half-sent requests of its own', async () => {
    const sockets: Socket[] = []
    const sendHalf = (address: string) =>
      new Promise<() => string>((resolve) => {
        let received = ''
        const socket = connect(Number(new URL(proxied.url).port), '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => undefined)
        socket.on('data', (bytes) => {
          received += bytes.toString()
        })
        const head = `POST /session HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n`
        const text = `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
        socket.on('connect', () => socket.write(text, () => resolve(() => received)))
      })
    const other = await sendHalf('198.51.100.2')
    const [first] = await Promise.all(Array.from({ length: 130 }, () => sendHalf('198.51.100.1')))
    await expect.poll(() => first?.()).toContain('408 Request Timeout')
    expect(other()).toBe('')
    for (const socket of sockets) socket.destroy()
  })
})

test('a proxy that is not trusted is ignored', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  expect(await recordedAddress(plain, forwarded)).toBe('127.0.0.1')
  const answer = await plain.api.anonymous.post('/session', auditor, forwarded)
  expect(answer.headers.get('set-cookie')).not.toContain('Secure')
  expect(answer.headers.get('strict-transport-security')).toBeNull()
})

describe('with an https address', () => {
  test('the cookie is for TLS and this host only, and no other name is read', async () => {
    const { answer, caller, cookie, csrfToken } = await signIn(proxied.api, auditor)
    const cookies = answer.headers.getSetCookie()
    expect(cookies[0]).toMatch(
      /^__Host-bw_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
    )
    for (const one of cookies) expect(one).toMatch(/^__Host-.*; Secure$/)
    expect((await caller.get('/session')).status).toBe(200)
    const renamed = withCookie(proxied.api, { cookie: cookie.replace('__Host-', '') })
    expect((await renamed.get('/session')).status).toBe(401)
    const out = await withCookie(proxied.api, { cookie, 'x-csrf-token': csrfToken }).delete('/session')
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-bw_session=; Path=\/; .*Max-Age=0; Secure$/)
  })

  test('browsers are told to stay with TLS, whatever is answered', async () => {
    for (const path of ['/', '/docs', '/healthz', '/me', '/nowhere'])
      expect((await proxied.api.anonymous.get(path)).headers.get('strict-transport-security'), path).toBe(
        'max-age=31536000',
      )
    expect((await plain.api.anonymous.get('/')).headers.get('strict-transport-security')).toBeNull()
  })
})

test('without a public address the proxy says whether the client uses TLS', async () => {
  const enter = (proto: string) =>
    unnamed.api.anonymous.post('/session', auditor, { 'x-forwarded-proto': proto })
  const secure = await enter('https')
  for (const one of secure.headers.getSetCookie()) expect(one).toMatch(/^bw_.*; Secure$/)
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const clear = await enter('http')
  expect(clear.headers.getSetCookie()[0]).toMatch(/^bw_session=.*; Max-Age=43200$/)
  expect(clear.headers.get('set-cookie')).not.toContain('Secure')
  expect(clear.headers.get('strict-transport-security')).toBeNull()
})

describe('links', () => {
  const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }

  test.each([
    ['the public address', () => proxied, 'https://bulwark.example/uploads/'],
    ['no address', () => plain, '/uploads/'],
  ])('begin with %s, never with the Host header', async (_, service, begin) => {
    const admin = service().api.as('sandbox-admin')
    const asked = await admin.post(
      '/contracts/2/documents',
      { documentTypeCode: 'OTHER', fileName: 'later.pdf', requestUpload: true },
      lies,
    )
    expect(asked.status, asked.text).toBe(201)
    expect(asked.body.uploadLink.url.slice(0, begin.length)).toBe(begin)
    const made = await admin.post(
      '/portalvisibilitygroups?dryRun=true',
      { code: 'PROXY', name: 'Proxy' },
      lies,
    )
    expect(made.headers.get('location')).toMatch(/^\/portalvisibilitygroups\//)
    const answers: Pick<Answer, 'text' | 'headers'>[] = [asked, made]
    for (const path of ['/', '/docs', '/dealers?pageSize=1', '/v2/contracts?pageSize=1', '/nowhere'])
      answers.push(await admin.get(path, { headers: lies }))
    // A whole URL in the request line, as clients send it to a proxy.
    const authorization = `Bearer ${await service().api.token('sandbox-admin')}`
    for (const path of ['/api/dealers?pageSize=1', '/nowhere']) {
      const answer = await sendRaw(service().url, {
        ...{ target: `http://evil.example${path}`, headers: { Host: 'evil.example', authorization } },
      })
      expect(answer.status).toBe(path === '/nowhere' ? 404 : 200)
      answers.push(answer)
    }
    for (const { text, headers } of answers)
      expect(`${text}${JSON.stringify([...headers])}`).not.toContain('evil.example')
  })
})

test.each([
  [{ sessionCookie: 'bw_session' }, '/', 'bw_session'],
  [
    { publicUrl: 'https://bulwark.example', sessionCookie: '__Host-bw_session' },
    'https://bulwark.example',
    '__Host-bw_session',
  ],
])('with %j openapi.json names %s and the cookie %s', (settings, url, name) => {
  expect(committedDocument([], settings)).toMatchObject({
    servers: [{ url }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name } } },
  })
})
