import { describe, expect, test } from 'vitest'
import { type CallRecord, createClient } from './client.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { fakeService, json, lost, problem } from './fake-service.ts'

const address = 'http://service.test'
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  test('sends path, query and headers, and gives data, ETag and request id', async () => {
    const service = fakeService(json({ id: 5 }, { etag: '"a"', 'x-request-id': 'r7' }))
    const answer = await createClient(service.options).call('GET /contracts/{contractId}', {
      path: { contractId: 5 },
      headers: { 'x-own': 'yes' },
    })
    expect(answer).toMatchObject({
      data: { id: 5 },
      status: 200,
      etag: '"a"',
      requestId: 'r7',
      isReplayed: false,
    })
    expect(service.seen[0]).toMatchObject({ method: 'GET', url: `${address}/contracts/5`, body: undefined })
    expect(Object.fromEntries(service.seen[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'x-own': 'yes',
    })
  })

  test('of a write sends JSON, If-Match and a key of its own', async () => {
    const service = fakeService(json({}), json({}))
    const client = createClient(service.options)
    const options = { path: { contractId: 5 }, body: { retailPrice: 2_995 }, ifMatch: '"a"' }
    await client.call('PATCH /contracts/{contractId}', options)
    await client.call('PATCH /contracts/{contractId}', options)
    const [first, second] = service.seen
    expect(first?.body).toBe('{"retailPrice":2995}')
    expect(first?.headers.get('content-type')).toBe('application/json')
    expect(first?.headers.get('if-match')).toBe('"a"')
    expect(first?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/)
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'))
  })

  test('that is tried out sends no key, and is repeated as a read is', async () => {
    const service = fakeService(
      problem(503, 'NotReady', { 'retry-after': '2' }),
      json({ id: 5, effects: {} }),
    )
    const { data } = await createClient(service.options).call('POST /contracts/{contractId}/finalize', {
      path: { contractId: 5 },
      body: {},
      dryRun: true,
    })
    expect(data.effects).toEqual({})
    expect(service.seen[1]?.url).toBe(`${address}/contracts/5/finalize?dryRun=true`)
    expect(service.seen[1]?.headers.has('idempotency-key')).toBe(false)
    expect(service.waits).toEqual([2_000])
  })

  test('with what the caller knows already gives no data if it is still current', async () => {
    const service = fakeService(new Response(null, { status: 304, headers: { etag: '"a"' } }))
    const answer = await createClient(service.options).call('GET /contracts/{contractId}', {
      path: { contractId: 5 },
      ifNoneMatch: '"a"',
    })
    expect(answer).toMatchObject({ status: 304, data: undefined, etag: '"a"' })
  })

  test('gives a file as bytes, and a list as a stream of CSV', async () => {
    const pdf = new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    const service = fakeService(pdf, new Response('id,number\r\n1,V1\r\n'))
    const client = createClient(service.options)
    const file = await client.call('GET /files/{fileId}', { path: { fileId: 3 }, as: 'bytes' })
    expect([file.data.type, await file.data.text()]).toEqual(['application/pdf', '%PDF'])
    const list = await client.call('GET /contracts', { query: { status: ['Active', 'OnHold'] }, as: 'csv' })
    const lines: string[] = []
    const reader = list.data.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) lines.push(part.value)
    expect(lines.join('')).toBe('id,number\r\n1,V1\r\n')
    expect(service.seen.map(({ url, headers }) => [url, headers.get('accept')])).toEqual([
      [`${address}/files/3`, '*/*'],
      [`${address}/contracts?status=Active%2COnHold`, 'text/csv'],
    ])
  })

  test('without a body in the answer gives no data', async () => {
    const service = fakeService(new Response(null, { status: 204 }))
    const { data } = await createClient(service.options).call('DELETE /contracts/{contractId}/lock', {
      path: { contractId: 5 },
    })
    expect(data).toBeUndefined()
  })
})

describe('a problem', () => {
  test('is an error with its code, faults, request id and members', async () => {
    const errors = [{ pointer: '/retailPrice', code: 'Range', message: 'Too low.' }]
    const service = fakeService(
      problem(422, 'RetailOutOfRange', {}, { errors, from: 1_000, detail: 'Between.' }),
    )
    const error = await caught(createClient(service.options).call('GET /contracts'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      ...{ name: 'ApiError', message: 'Between.', status: 422, code: 'RetailOutOfRange', errors },
      ...{ requestId: 'r1', retryAfter: undefined, call: { operation: 'GET /contracts' } },
      problem: { from: 1_000 },
    })
  })

  test('tells how long to wait', async () => {
    const service = fakeService(problem(429, 'TooManyRequests', { 'retry-after': '600' }))
    const error = await caught(createClient(service.options).call('GET /contracts'))
    expect(error).toMatchObject({ status: 429, retryAfter: 600 })
    expect(service.waits).toEqual([])
  })

  test('of a proxy has the status in its code', async () => {
    const page = () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
    const service = fakeService(page, page, page)
    const error = await caught(createClient(service.options).call('GET /contracts'))
    expect(error).toMatchObject({ code: 'Http502', message: 'The answer has the status 502.', errors: [] })
  })
})

describe('a call is repeated', () => {
  test('if it reads: after the time that the service asks for', async () => {
    const wait = { 'retry-after': '1' }
    const replies = [problem(429, 'TooManyRequests', wait), problem(503, 'NotReady', wait), json([])]
    const service = fakeService(...replies)
    await createClient(service.options).call('GET /contracts')
    expect([service.seen.length, service.waits]).toEqual([3, [1_000, 1_000]])
  })

  test('if it writes: with the same key and body, and says that the answer is an earlier one', async () => {
    const replayed = json({ id: 5 }, { 'idempotency-replayed': 'true' }, 201)
    const busy = problem(409, 'RequestInProgress', { 'retry-after': '1' })
    const service = fakeService(lost(), busy, replayed)
    const body = { code: 'G', name: 'Group' }
    const answer = await createClient(service.options).call('POST /portalvisibilitygroups', { body })
    expect(answer.isReplayed).toBe(true)
    const keys = service.seen.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(new Set(service.seen.map((request) => request.body)).size).toBe(1)
    expect(service.waits).toEqual([500, 1_000])
  })

  test('three times at most; the error has the key with which it is safe to go on', async () => {
    const service = fakeService(lost(), lost(), lost())
    const error = await caught(
      createClient(service.options).call('POST /contracts/{contractId}/finalize', {
        ...{ path: { contractId: 5 }, body: {}, idempotencyKey: 'mine' },
      }),
    )
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      call: { operation: 'POST /contracts/{contractId}/finalize', idempotencyKey: 'mine' },
      cause: { message: 'fetch failed' },
    })
    expect(service.seen).toHaveLength(3)
  })

  test('if the answer breaks off', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('[{"id":'))
            controller.error(new TypeError('terminated'))
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      )
    const service = fakeService(cut, json([{ id: 1 }]))
    expect((await createClient(service.options).call('GET /contracts')).data).toEqual([{ id: 1 }])
  })

  test('never if it writes and takes no key', async () => {
    const service = fakeService(lost())
    const signIn = { userName: 'a', password: 'b' }
    const error = await caught(createClient(service.options).call('POST /session', { body: signIn }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(service.seen).toHaveLength(1)
    expect(service.seen[0]?.headers.has('idempotency-key')).toBe(false)
  })

  test('never after its caller has given up', async () => {
    const reason = new Error('given up')
    const controller = new AbortController()
    const service = fakeService(() => {
      controller.abort(reason)
      return lost()
    })
    const client = createClient(service.options)
    // The first is given up while it is sent, the second before.
    for (const _ of [1, 2])
      expect(await caught(client.call('GET /contracts', { signal: controller.signal }))).toBeInstanceOf(Error)
    expect([service.seen.length, service.waits]).toEqual([1, []])
  })
})

test('onCall is told of every request, without secrets', async () => {
  const records: CallRecord[] = []
  const service = fakeService(
    problem(503, 'NotReady', { 'retry-after': '1', 'x-request-id': 'r1' }),
    json({ id: 1, key: 'bw_test_abc', name: 'Nightly' }, { 'x-request-id': 'r2' }, 201),
    json({ csrfToken: 'abc', permissions: ['contracts:read'] }),
  )
  const client = createClient({ ...service.options, onCall: (record) => records.push(record) })
  await client.call('POST /apikeys', {
    body: { name: 'Nightly' },
    idempotencyKey: 'mine',
  })
  await client.call('POST /session', { body: { userName: 'a', password: 'b' } })
  expect(records).toMatchObject([
    { operation: 'POST /apikeys', attempt: 1, status: 503, requestId: 'r1', error: { code: 'NotReady' } },
    {
      attempt: 2,
      status: 201,
      requestId: 'r2',
      idempotencyKey: 'mine',
      data: { key: '***', name: 'Nightly' },
    },
    { body: { userName: 'a', password: '***' }, data: { csrfToken: '***', permissions: ['contracts:read'] } },
  ])
})
