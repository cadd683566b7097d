import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { readAllEvents, writeEvents } from '../support/builders/events.ts'
import { startService, testService } from '../support/service/app.ts'
import { type EventStream, openEventStream } from '../support/service/event-stream.ts'
import { signIn } from '../support/service/portal.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const writer = { db, keys: service.keys }
const bearer = async (client = 'sandbox-admin') => ({
  authorization: `Bearer ${await service.api.token(client)}`,
})

const streams: EventStream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
async function open(path = '/events/stream', headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await openEventStream(service.url, path, { ...(await bearer()), ...headers })
  streams.push(stream)
  return stream
}

test('a stream tells what happens from now on, and resumes without a gap', async () => {
  await writeEvents(writer, ['apikeys/1'])
  const stream = await open('/api/Events/Stream', { accept: 'text/event-stream' })
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-request-id': expect.any(String),
  })
  expect(stream.headers['content-encoding']).toBeUndefined()
  await writeEvents(writer, ['apikeys/2', 'apikeys/3'])
  await stream.until(2)
  const { items, next } = await readAllEvents(admin)
  expect(stream.events.map(({ data }) => data)).toEqual(items.slice(-2))
  expect(stream.events.map(({ event }) => event)).toEqual(['apiKey.created', 'apiKey.created'])
  expect(stream.lastId()).toBe(next)
  stream.close()
  await writeEvents(writer, ['apikeys/4'])
  const after = stream.events[0]?.id ?? ''
  for (const again of [
    await open(`/events/stream?after=${after}`),
    // The header is what a browser sends after a break, and counts more.
    await open(`/events/stream?after=${next}`, { 'last-event-id': after }),
  ]) {
    await again.until(2)
    await writeEvents(writer, ['apikeys/5'])
    await again.until(3)
    expect(again.events[0]?.data.subject).toBe('apikeys/3')
  }
})

test('a stream can be narrowed, and its cursor moves on over what it does not tell', async () => {
  const stream = await open('/events/stream?types=apiKey.*&subject=apikeys/11')
  const began = stream.lastId()
  await writeEvents(writer, ['apikeys/10', 'apikeys/11', 'apikeys/12'])
  await stream.until(1)
  expect(stream.events[0]?.data.subject).toBe('apikeys/11')
  const all = await open(`/events/stream?after=${began}`)
  await all.until(3)
  expect(all.events.map(({ data }) => data.subject)).toEqual(['apikeys/10', 'apikeys/11', 'apikeys/12'])
})

test('a stream needs the right, an Accept header that takes it, and a cursor of this log', async () => {
  expectProblem(await service.api.as('sandbox-entry').get('/events/stream'), 'Forbidden')
  expectProblem(
    await admin.get('/events/stream', { headers: { accept: 'application/json' } }),
    'NotAcceptable',
  )
  expectProblem(await admin.get('/events/stream?after=abc'), 'CursorInvalid')
  expectProblem(await admin.get('/events/stream?types=contract.sold'), 'ValidationFailed')
  expect((await admin.send('HEAD', '/events/stream')).status).toBe(204)
})

test('a stream ends with its credential: a revoked key, a session that is over', async () => {
  const made = await admin.post('/apikeys', { name: 'Follower', permissions: ['events:read'] })
  const keyed = await open('/events/stream', { authorization: `Bearer ${made.body.key}` })
  const { answer, caller } = await signIn(service.api, { userName: 'sandbox-auditor@sandbox.example' })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const signedIn = await openEventStream(service.url, '/events/stream', { cookie })
  streams.push(signedIn)
  const began = performance.now()
  await admin.delete(`/apikeys/${made.body.id}`)
  await caller.delete('/session')
  await Promise.all([keyed.ended, signedIn.ended])
  expect(performance.now() - began).toBeLessThan(5_000)
  await expect(openEventStream(service.url, '/events/stream', { cookie })).resolves.toMatchObject({
    status: 401,
  })
})

test('a caller may have twenty streams', async () => {
  const headers = await bearer('sandbox-auditor')
  for (let count = 0; count < 20; count += 1) expect((await open('/events/stream', headers)).status).toBe(200)
  const refused = await open('/events/stream', headers)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
  streams[0]?.close()
  await expect
    .poll(async () => (await open('/events/stream', headers)).status, { timeout: 5_000, interval: 100 })
    .toBe(200)
})

test('a reader that takes nothing does not make the service collect, and gets everything later', async () => {
  const sockets: Socket[] = []
  const note = (socket: Socket) => sockets.push(socket)
  service.app.server.server.on('connection', note)
  const stream = await open()
  service.app.server.server.off('connection', note)
  stream.response.pause()
  const COUNT = 4_000
  await run(
    db,
    `insert into event (id, subject, sequence, type, time, data)
     select gen_random_uuid(), 'apikeys/20', n, 'apiKey.created', now(), json_build_object('id', 20, 'x', repeat('x', 3000))
     from generate_series(1, $1::bigint) n`,
    [COUNT],
  )
  await writeEvents(writer, ['apikeys/21'])
  // Only what the sockets hold and one page was read: the rest waits in the log.
  await expect.poll(() => sockets.some((socket) => socket.writableLength > 0), { timeout: 10_000 }).toBe(true)
  expect(Math.max(...sockets.map((socket) => socket.writableLength))).toBeLessThan(1_000_000)
  stream.response.resume()
  await stream.until(COUNT + 1)
  expect(stream.events.slice(0, COUNT).map(({ data }) => data.sequence)).toEqual(
    Array.from({ length: COUNT }, (_, at) => at + 1),
  )
})

test('a reset of the sandbox does not wait for streams, and ends them', async () => {
  const stream = await open()
  await writeEvents(writer, ['apikeys/30'])
  await stream.until(1)
  const began = performance.now()
  expect((await admin.post('/sandbox/reset')).status).toBeLessThan(300)
  await stream.ended
  expect(performance.now() - began).toBeLessThan(5_000)
  expect((await open('/events/stream', { 'last-event-id': stream.lastId() })).status).toBe(400)
})

test('a service that stops does not wait for streams', async () => {
  const own = await startService()
  const token = await own.api.token('sandbox-admin')
  const stream = await openEventStream(own.url, '/events/stream', { authorization: `Bearer ${token}` })
  const began = performance.now()
  await own.app.server.close()
  await stream.ended
  expect(performance.now() - began).toBeLessThan(2_000)
})
