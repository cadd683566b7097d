import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { PeerMessage } from '../../src/db/peers.ts'
import { type HubMessage, type Line, openHub, openPeers } from '../../src/peer-hub.ts'
import { pathOf, truck } from '../support/builders/quotes.ts'
import { cloneDatabase, startService, type TestService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// Two processes of one service, here without the processes: two services on one database that talk through a hub, as those do
// (BULWARK_WORKERS). process/workers.test.ts starts real ones.

const RATE_LIMIT = 40
const location = await cloneDatabase()
const hub = openHub({ rateLimit: RATE_LIMIT, processes: 2 })

/** What goes from one process to another is JSON. */
const carried = <Value>(value: Value): Value =>
  value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value)

async function startPeer() {
  const toHub: Line<HubMessage> = {
    ask: async (message) => carried(await hub.answer(member, carried(message))),
    tell: (message) => void hub.answer(member, carried(message)),
  }
  const { peers, handle } = openPeers(2, toHub)
  const member: Line<PeerMessage> = {
    ask: async (message) => carried(await handle(carried(message))),
    tell: (message) => void handle(carried(message)),
  }
  const environment = { BULWARK_RATE_LIMIT: String(RATE_LIMIT) }
  const service = await startService({ location, peers, environment })
  hub.join(member)
  return { service, member }
}

const one = await startPeer()
const other = await startPeer()
const tokens = {
  admin: await one.service.api.token('sandbox-admin'),
  entry: await one.service.api.token('sandbox-entry'),
}
const adminAt = ({ service }: { service: TestService }) => service.api.with(tokens.admin)
const [here, there] = [adminAt(one), adminAt(other)]

afterAll(async () => {
  for (const { service } of [one, other]) {
    await service.app.server.close()
    await service.databases.close()
  }
})

describe('what one process writes, the other notices at once:', () => {
  test('facts that a quote depends on', async () => {
    const path = pathOf('D1001', { ...truck, productTypeCode: 'VSC' })
    const id = await holderId(one.service, 'Dealer', 'D1001')
    await here.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const before = (await there.get(path)).headers.get('etag')
    expect(before).toBeTruthy()
    expect((await here.patch(`/dealers/${id}`, { expirationDate: '2040-01-01' })).status).toBe(200)
    expect((await there.get(path)).headers.get('etag')).not.toBe(before)
    expect((await here.patch(`/dealers/${id}`, { expirationDate: null })).status).toBe(200)
    expect((await there.get(path)).headers.get('etag')).toBe(before)
    await here.put('/sandbox/clock', { now: null })
  })

  test('a right that is taken away', async () => {
    const { body } = await here.post('/apikeys', { name: 'to revoke', permissions: ['users:read'] })
    const key = other.service.api.with(body.key)
    expect((await key.get('/me')).status).toBe(200)
    expect((await here.delete(`/apikeys/${body.id}`)).status).toBe(204)
    expect((await key.get('/me')).status).toBe(401)
  })

  test('the clock of the sandbox', async () => {
    const now = '2024-03-15T15:00:00.000Z'
    await here.put('/sandbox/clock', { now })
    expect((await there.get('/sandbox/clock')).body).toEqual({ now, isSet: true })
    await there.put('/sandbox/clock', { now: null })
    expect((await here.get('/sandbox/clock')).body.isSet).toBe(false)
  })
})

describe('both together', () => {
  test('keep the rate limit', async () => {
    const entry = [one, other].map(({ service }) => service.api.with(tokens.entry))
    // The first look at a token is not what is measured.
    for (const caller of entry) expect((await caller.get('/me')).status).toBe(200)
    const began = Math.floor(Date.now() / 1_000)
    const answers = await Promise.all(
      Array.from({ length: 8 * RATE_LIMIT }, (_, number) => entry[number % 2]?.get('/me')),
    )
    const seconds = Math.floor(Date.now() / 1_000) - began + 1
    const statuses = answers.map((answer) => answer?.status)
    const admitted = statuses.filter((status) => status === 200).length
    expect(admitted).toBeLessThanOrEqual(seconds * RATE_LIMIT)
    expect(admitted).toBeGreaterThanOrEqual(RATE_LIMIT - 10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(answers.length - admitted)
  })

  test('are counted in the metrics of each', async () => {
    const count = async ({ service }: { service: TestService }) => {
      const { text } = await service.api.anonymous.get('/metrics')
      const line =
        /^http_request_duration_seconds_count\{route="\/portalvisibilitygroups",method="GET",status="200"\} (\d+)$/m
      // Gauges of the rooms are not added up.
      expect(text.match(/^# HELP books_differences /gm)).toHaveLength(1)
      expect(text.match(/^process_cpu_user_seconds_total /gm)).toHaveLength(1)
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const before = await count(one)
    for (let time = 0; time < 3; time += 1) await here.get('/portalvisibilitygroups')
    for (let time = 0; time < 4; time += 1) await there.get('/portalvisibilitygroups')
    expect(await count(one)).toBe(before + 7)
    expect(await count(other)).toBe(before + 7)
  })
})

describe('a reset of the sandbox', () => {
  const reset = (caller = here) => caller.post('/sandbox/reset')

  test('waits for the requests of the other process, which lets nobody in until it is done', async () => {
    await here.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const { door } = other.service.app.services
    door.enter()
    let isDone = false
    const resetting = reset().then((answer) => {
      isDone = true
      return answer
    })
    while (!door.closed()) await sleep(5)
    const waiting = there.get('/sandbox/clock')
    await sleep(50)
    expect(isDone).toBe(false)
    door.leave()
    expect((await resetting).status).toBe(204)
    expect((await waiting).body.isSet).toBe(false)
  })

  test('of both at once one follows the other', async () => {
    const answers = await Promise.all([reset(here), reset(there), reset(here)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await there.get('/me')).status).toBe(200)
  })

  test('is over when the process that asked for it has ended', async () => {
    const { door } = one.service.app.services
    const never = new Promise<void>(() => undefined)
    const ending: Line<PeerMessage> = { ask: () => never, tell: () => undefined }
    await hub.answer(ending, { kind: 'alone', turn: 1 })
    expect(door.closed()).toBeDefined()
    hub.leave(ending)
    await door.closed()
    expect((await here.get('/me')).status).toBe(200)
  })
})
