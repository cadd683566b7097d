import { describe, expect, test } from 'vitest'
import { bearer, clientCredentials, cookieSession } from './auth.ts'
import { createClient } from './client.ts'
import { fakeService, json, problem, type Reply } from './fake-service.ts'

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const authorization = ({ headers }: { headers: Headers }) => headers.get('authorization')
const unauthenticated = () => problem(401, 'Unauthenticated')

test('an API key, and a token that somebody else keeps current', async () => {
  const service = fakeService(json([]), json([]), json([]))
  const tokens = ['one', 'two']
  await createClient({ ...service.options, auth: bearer('bw_test_1') }).call('GET /contracts')
  const client = createClient({ ...service.options, auth: bearer(async () => tokens.shift() ?? '') })
  await client.call('GET /contracts')
  await client.call('GET /contracts')
  expect(service.seen.map(authorization)).toEqual(['Bearer bw_test_1', 'Bearer one', 'Bearer two'])
  expect(service.seen[0]?.credentials).toBe('omit')
})

describe('client credentials', () => {
  const token = (text: string): Reply =>
    json({ access_token: text, token_type: 'Bearer', expires_in: 900, scope: '' })
  const auth = () => clientCredentials({ clientId: 'me', clientSecret: 'secret' })

  test('fetch a token once, also for calls at the same time, and renew it a minute before it ends', async () => {
    const service = fakeService(token('one'), json([]), json([]), json([]), token('two'), json([]))
    const client = createClient({ ...service.options, auth: auth() })
    await Promise.all([client.call('GET /contracts'), client.call('GET /dealers')])
    service.pass(839_000)
    await client.call('GET /contracts')
    service.pass(1_000)
    await client.call('GET /contracts')
    expect(service.seen[0]).toMatchObject({
      ...{ method: 'POST', url: 'http://service.test/oauth/token' },
      body: 'grant_type=client_credentials&client_id=me&client_secret=secret',
    })
    expect(service.seen.map(authorization)).toEqual([
      ...[null, 'Bearer one', 'Bearer one', 'Bearer one'],
      ...[null, 'Bearer two'],
    ])
  })

  test('fetch another token if the first was revoked, and send the write with the same key', async () => {
    const service = fakeService(token('one'), unauthenticated, token('two'), json({}))
    const client = createClient({ ...service.options, auth: auth() })
    await client.call('POST /contracts/{contractId}/finalize', { path: { contractId: 5 }, body: {} })
    const [, first, , second] = service.seen
    expect([first, second].map((request) => request && authorization(request))).toEqual([
      'Bearer one',
      'Bearer two',
    ])
    expect(first?.headers.get('idempotency-key')).toBe(second?.headers.get('idempotency-key'))
  })

  test('that are wrong are refused once, and asked for again with the next call', async () => {
    const wrong = () =>
      json({ error: 'invalid_client', error_description: 'The client is not known.' }, {}, 401)
    const service = fakeService(wrong, wrong)
    const client = createClient({ ...service.options, auth: auth() })
    for (const _ of [1, 2])
      expect(await caught(client.call('GET /contracts'))).toMatchObject({
        ...{ code: 'Http401', status: 401, message: 'The client is not known.' },
        call: { operation: 'POST /oauth/token' },
      })
    expect(service.seen).toHaveLength(2)
  })

  test('are not sent with what is public', async () => {
    const service = fakeService(new Response('%PDF'))
    const client = createClient({ ...service.options, auth: auth() })
    await client.call('GET /downloads/{link}', { path: { link: 'signed' } })
    expect(service.seen.map(authorization)).toEqual([null])
  })
})

describe('a session', () => {
  const session = (csrfToken: string): Reply => json({ csrfToken, permissions: [], user: { roles: [] } })
  const csrf = ({ headers }: { headers: Headers }) => headers.get('x-csrf-token')
  const hold = { path: { contractId: 5 }, body: { holdReasonId: 1 } }

  test('sends its cookie, and its token with writes only', async () => {
    const service = fakeService(session('one'), json([]), json({}))
    const client = createClient({ ...service.options, baseUrl: '', auth: cookieSession() })
    await client.call('POST /session', { body: { userName: 'a', password: 'b' } })
    await client.call('GET /contracts')
    await client.call('POST /contracts/{contractId}/holds', hold)
    expect(service.seen.map(csrf)).toEqual([null, null, 'one'])
    expect(service.seen.map(({ credentials }) => credentials)).toEqual(Array(3).fill('same-origin'))
  })

  test('reads its token before the first write, and once more if it is no longer the right one', async () => {
    const missing = () => problem(403, 'CsrfMissing')
    const service = fakeService(session('old'), missing, session('new'), json({}), json({}))
    const client = createClient({ ...service.options, auth: cookieSession() })
    await client.call('POST /contracts/{contractId}/holds', hold)
    await client.call('POST /contracts/{contractId}/holds', hold)
    expect(service.seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      ...['GET /session', 'POST /contracts/5/holds'],
      ...['GET /session', 'POST /contracts/5/holds', 'POST /contracts/5/holds'],
    ])
    expect(service.seen.map(csrf)).toEqual([null, 'old', null, 'new', 'new'])
  })

  test('that has ended lets its user sign in again, once for all calls, and repeats them', async () => {
    let signIns = 0
    const signInAgain = async () => {
      signIns += 1
      return true
    }
    const service = fakeService(unauthenticated, unauthenticated, json([]), json([]))
    const client = createClient({ ...service.options, auth: cookieSession({ signInAgain }) })
    await Promise.all([client.call('GET /contracts'), client.call('GET /dealers')])
    expect([signIns, service.seen.length]).toEqual([1, 4])
  })

  test('that has ended before a write asks for a sign-in too', async () => {
    const service = fakeService(unauthenticated, session('new'), json({}))
    const auth = cookieSession({ signInAgain: async () => true })
    await createClient({ ...service.options, auth }).call('POST /contracts/{contractId}/holds', hold)
    expect(service.seen.map(csrf)).toEqual([null, null, 'new'])
  })

  test('gives the error if nobody signs in, and to who asks for the session itself', async () => {
    const service = fakeService(unauthenticated, unauthenticated)
    const declined = createClient({
      ...service.options,
      auth: cookieSession({ signInAgain: async () => false }),
    })
    expect(await caught(declined.call('GET /contracts'))).toMatchObject({ code: 'Unauthenticated' })
    const asking = createClient({
      ...service.options,
      auth: cookieSession({ signInAgain: async () => true }),
    })
    expect(await caught(asking.call('GET /session'))).toMatchObject({ code: 'Unauthenticated' })
  })
})
