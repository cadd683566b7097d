import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { rolePermissions } from '../../src/domain/permissions.ts'
import { callers } from '../../src/sandbox/crowd/world.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const anonymous = service.api.anonymous

type Form = Record<string, string> | string

const ask = (form: Form, headers: Record<string, string> = {}, path = '/oauth/token'): Promise<Answer> =>
  anonymous.post(path, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })
const grant = { grant_type: 'client_credentials' }
const form = (client_id: string, client_secret = 'sandbox') => ({ ...grant, client_id, client_secret })
const basic = (id: string, secret: string, scheme = 'Basic') => ({
  authorization: `${scheme} ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

describe('a client gets a token', () => {
  test('with its id and secret in the form', async () => {
    const answer = await ask(form('sandbox-cancels'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: rolePermissions('CancelDesk').join(' '),
    })
    const me = await service.api.with(answer.body.access_token).get('/me')
    expect(me.body.name).toBe('sandbox-cancels')
  })

  test.each([
    ['as they are', basic('sandbox-entry', 'sandbox')],
    ['with percent signs, as OAuth asks', basic('sandbox%2Dentry', 'sand%62ox')],
    ['with the scheme in lower case', basic('sandbox-entry', 'sandbox', 'basic')],
  ])('with HTTP Basic, %s', async (_, headers) => {
    const answer = await ask(grant, headers)
    expect(answer.status).toBe(200)
    const me = await service.api.with(answer.body.access_token).get('/me')
    expect(me.body.name).toBe('sandbox-entry')
  })

  test('below /api and in any letter case', async () => {
    expect((await ask(form('sandbox-entry'), {}, '/api/OAuth/Token')).status).toBe(200)
  })

  test('a new one each time: Idempotency-Key and dryRun are ignored', async () => {
    const once = () =>
      ask(form('sandbox-entry', 'sandbox'), { 'idempotency-key': 'one' }, '/oauth/token?dryRun=true')
    const [first, second] = [await once(), await once()]
    expect(first.status).toBe(200)
    expect(first.headers.get('dry-run')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(second.body.access_token).not.toBe(first.body.access_token)
  })
})

describe('a token is limited by scope', () => {
  test('to the requested permissions; others are refused by name', async () => {
    const answer = await ask({ ...form('sandbox-admin'), scope: 'users:read  contracts:read users:read' })
    expect(answer.status).toBe(200)
    expect(answer.body.scope.split(' ').sort()).toEqual(['contracts:read', 'users:read'])
    const narrow = service.api.with(answer.body.access_token)
    const me = await narrow.get('/me')
    expect(me.body.permissions).toEqual(['contracts:read', 'users:read'])
    expect((await narrow.get('/v2/Users')).status).toBe(200)
    const refused = await narrow.get('/oauthclients')
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'Forbidden', permission: 'access:manage' })
  })

  test('and loses a role of which it has only a part', async () => {
    const { body } = await ask({ ...form('sandbox-admin'), scope: 'users:read' })
    const narrow = service.api.with(body.access_token)
    expect((await narrow.get('/me')).body.roles).toEqual([])
    const refused = await narrow.post('/sandbox/reset')
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'Forbidden', permission: 'role:Admin' })
    const whole = await ask({ ...form('sandbox-admin'), scope: rolePermissions('Admin').join(' ') })
    expect((await service.api.with(whole.body.access_token).get('/sandbox/clock')).status).toBe(200)
  })

  test('and cannot create a key with more than it has left', async () => {
    const { body } = await ask({ ...form('sandbox-admin'), scope: 'users:read' })
    const answer = await service.api
      .with(body.access_token)
      .post('/apikeys', { name: 'wider', permissions: ['users:read', 'users:manage'] })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'MoreThanOwn', beyond: { permissions: ['users:manage'] } })
  })

  test('an empty scope does not limit it', async () => {
    const answer = await ask({ ...form('sandbox-cancels'), scope: ' ' })
    expect(answer.body.scope).toBe(rolePermissions('CancelDesk').join(' '))
  })
})

describe('a token request is refused', () => {
  const rows: [why: string, status: number, error: string, form: Form, headers?: Record<string, string>][] = [
    ['without a grant', 400, 'invalid_request', { client_id: 'sandbox-entry', client_secret: 'sandbox' }],
    ['without a client id', 400, 'invalid_request', { ...grant, client_secret: 'sandbox' }],
    ['without a secret', 400, 'invalid_request', { ...grant, client_id: 'sandbox-entry' }],
    ['with nothing in it', 400, 'invalid_request', ''],
    [
      'with a parameter sent twice',
      400,
      'invalid_request',
      'grant_type=client_credentials&client_id=sandbox-entry&client_id=sandbox-admin&client_secret=sandbox',
    ],
    [
      'with two scopes as two parameters',
      400,
      'invalid_request',
      'grant_type=client_credentials&client_id=sandbox-entry&client_secret=sandbox&scope=contracts:read&scope=x',
    ],
    ['with Basic that cannot be read', 400, 'invalid_request', grant, { authorization: 'Basic JUVEOg==' }],
    [
      'for another grant',
      400,
      'unsupported_grant_type',
      { ...form('sandbox-entry'), grant_type: 'password' },
    ],
    [
      'for another grant, before its client is looked at',
      400,
      'unsupported_grant_type',
      'grant_type=password',
    ],
    [
      'for a permission of others',
      400,
      'invalid_scope',
      { ...form('sandbox-entry'), scope: 'contracts:cancel' },
    ],
    ['for an unknown permission', 400, 'invalid_scope', { ...form('sandbox-admin'), scope: 'everything' }],
    ['with a wrong secret', 401, 'invalid_client', form('sandbox-entry', 'sandbox2')],
    ['for an unknown client', 401, 'invalid_client', form('sandbox-nobody')],
    ['for a client in other letters', 401, 'invalid_client', form('Sandbox-Entry')],
    ['for a user of the portal', 401, 'invalid_client', form('sandbox-entry@sandbox.example')],
    ['for an unknown client in Basic', 401, 'invalid_client', grant, basic('sandbox-nobody', 'sandbox')],
    ['for an id that no database can hold', 401, 'invalid_client', grant, basic('sandbox%00', 'sandbox')],
    ['for the longest id', 401, 'invalid_client', form('x'.repeat(200))],
    ['for an id that is too long', 400, 'invalid_request', form('x'.repeat(201))],
    ['for an id that is much too long', 400, 'invalid_request', form('x'.repeat(100_000))],
    ['with a secret that is too long', 400, 'invalid_request', form('sandbox-entry', 'x'.repeat(2_001))],
    [
      'for a scope that is too long',
      400,
      'invalid_request',
      { ...form('sandbox-entry'), scope: 'x'.repeat(10_001) },
    ],
  ]

  test.each(rows)('%s: %i %s', async (_, status, error, sent, headers = {}) => {
    const answer = await ask(sent, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ error })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="bulwark"' : null)
  })

  test('without a body: 400 invalid_request', async () => {
    const answer = await anonymous.post('/oauth/token')
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: 'invalid_request' })
  })

  test('as JSON: 415', async () => {
    const answer = await anonymous.post('/oauth/token', form('sandbox-entry'))
    expect(answer.status).toBe(415)
    expect(answer.body.code).toBe('UnsupportedMediaType')
  })
})

describe('failed attempts', () => {
  const timed = async (sent: Form) => {
    const begun = performance.now()
    const { status } = await ask(sent)
    return { status, took: performance.now() - begun }
  }
  const median = (times: number[]) => times.sort((left, right) => left - right)[times.length >> 1] ?? 0

  test('an unknown client and a wrong secret take the same time', async () => {
    const wrong: number[] = []
    const unknown: number[] = []
    for (const { name } of callers.slice(0, 7)) {
      wrong.push((await timed(form(name, 'guess'))).took)
      unknown.push((await timed(form(`${name}-of-nobody`, 'guess'))).took)
    }
    expect(Math.abs(median(wrong) - median(unknown))).toBeLessThan(40)
  })

  test('are answered at once, then with 429, and lock no program out', async () => {
    const begun = performance.now()
    const tries = await Promise.all(Array.from({ length: 30 }, () => ask(form('sandbox-auditor', 'guess'))))
    const statuses = tries.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)])
    const refused = tries.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('TooManyRequests')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(20)
    expect((await ask(form('sandbox-auditor'))).status).toBe(200)
    // Nobody was made to wait.
    expect(performance.now() - begun).toBeLessThan(2_500)
  })
})

describe('401 Unauthenticated for', () => {
  const CLIENT = 'sandbox-admin'

  interface Forged {
    readonly header?: Record<string, unknown>
    readonly claims?: Record<string, unknown>
    readonly key?: Parameters<SignJWT['sign']>[0]
  }

  const ours = () => {
    const [key] = service.keys.signing
    if (!key) throw new Error('There is no signing key.')
    return key
  }
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

  /** A token as the service makes it, but for what is given. */
  async function token({ header = {}, claims = {}, key }: Forged = {}): Promise<string> {
    const { id, jwk } = ours()
    const all = { iss: 'bulwark', sub: CLIENT, tid: 1, iat: inSeconds(0), exp: inSeconds(900), ...claims }
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'at+jwt', ...header })
      .sign(key ?? (await importJWK(jwk, 'ES256')))
  }

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const otherKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const publicKey = () =>
    createPublicKey({ key: ours().jwk, format: 'jwk' } as Parameters<typeof createPublicKey>[0])

  /** The token with other claims and the old signature. */
  const tampered = (whole: string, change: Record<string, unknown>) => {
    const [header, payload = '', signature] = whole.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return [header, encoded({ ...claims, ...change }), signature].join('.')
  }

  test('the unforged token is accepted', async () => {
    expect((await service.api.with(await token()).get('/me')).body.name).toBe(CLIENT)
  })

  const rows: [string, () => string | Promise<string>][] = [
    ['no token at all', () => ''],
    ['a word', () => 'Bearer token'],
    ['three words with dots', () => 'Bearer a.b.c'],
    ['another scheme', () => basic(CLIENT, 'sandbox').authorization],
    ['two tokens', async () => `Bearer ${await token()} ${await token()}`],
    ['an unknown key', () => `Bearer bw_test_${'x'.repeat(43)}`],
    ['an empty key', () => 'Bearer bw_test_'],
    ['an expired token', async () => `Bearer ${await token({ claims: { exp: inSeconds(-1) } })}`],
    ['a token that never expires', async () => `Bearer ${await token({ claims: { exp: undefined } })}`],
    [
      'a token without a signature, alg none',
      () => {
        const claims = { iss: 'bulwark', sub: CLIENT, tid: 1, exp: inSeconds(900) }
        return `Bearer ${encoded({ alg: 'none', typ: 'at+jwt', kid: ours().id })}.${encoded(claims)}.`
      },
    ],
    ['a token of another key', async () => `Bearer ${await token({ key: otherKey() })}`],
    ['a token that names another key', async () => `Bearer ${await token({ header: { kid: 'signing-2' } })}`],
    ['a token that names no key', async () => `Bearer ${await token({ header: { kid: undefined } })}`],
    [
      'a token that brings its key along',
      async () => {
        const key = otherKey()
        const jwk = createPublicKey(key).export({ format: 'jwk' })
        return `Bearer ${await token({ key, header: { jwk } })}`
      },
    ],
    [
      'a token of another client, re-used',
      async () => `Bearer ${tampered(await token(), { sub: 'sandbox-entry' })}`,
    ],
    ['a token made longer', async () => `Bearer ${tampered(await token(), { exp: inSeconds(90_000) })}`],
    ['a token without its last sign', async () => `Bearer ${(await token()).slice(0, -2)}`],
    [
      'a token signed with our public key as a shared secret, HS256',
      async () => {
        const pem = publicKey().export({ format: 'pem', type: 'spki' }) as string
        return `Bearer ${await token({ header: { alg: 'HS256' }, key: new TextEncoder().encode(pem) })}`
      },
    ],
    ['a token of another issuer', async () => `Bearer ${await token({ claims: { iss: 'bulwarks' } })}`],
    [
      'a signed text that is no access token',
      async () => `Bearer ${await token({ header: { typ: 'JWT' } })}`,
    ],
    ['a client that is gone', async () => `Bearer ${await token({ claims: { sub: 'sandbox-gone' } })}`],
    ['an administrator that is gone', async () => `Bearer ${await token({ claims: { tid: 999 } })}`],
  ]

  test.each(rows)('%s', async (_, authorization) => {
    const sent = await authorization()
    const answer = await anonymous.get('/me', sent ? { headers: { authorization: sent } } : {})
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('Unauthenticated')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})
