import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { pathOf, truck } from '../support/builders/quotes.ts'
import { openApi } from '../support/service/api.ts'
import {
  databaseOf,
  expectNothingLeft,
  freePort,
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  servicePid,
  signalTo,
  until,
  withClient,
} from '../support/service/service-process.ts'
import { eventsOf, isAlive, type Lane, laneOfEach, pidsOf } from './lanes.ts'
import { endedRuns, lookAtOnce, onceEach } from './schedules.ts'

// The service as two processes on one port (BULWARK_WORKERS=2). In `npm test` two services in one process that talk to each other in
// the same way show what they share (http/peers.test.ts).

const RATE_LIMIT = 60
const CONNECTIONS = 20
/** The owner of a data folder has a session of its own, as with one process. */
const OWNER = 1
const MINUTE = 60_000
/** A start takes long on a busy machine. */
const PATIENCE = 4 * MINUTE
const environment = {
  BULWARK_WORKERS: '2',
  BULWARK_RATE_LIMIT: String(RATE_LIMIT),
  BULWARK_CONNECTIONS: String(CONNECTIONS),
  BULWARK_QUERY_MS: '60000',
}

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

const inTenant = <Result>(folder: string, work: Parameters<typeof withClient<Result>>[1]) =>
  withClient({ ...databaseOf(folder), options: '-c search_path=tenant_adm1' }, work)

const startOf = async () => {
  const service = await launchService(home.seededFolder(), { environment })
  await service.ready()
  return service
}

describe('two processes', () => {
  let service: ServiceProcess
  let one: Lane
  let other: Lane
  beforeAll(async () => {
    service = await startOf()
    const token = await openApi(service.url).token('sandbox-admin')
    ;[one, other] = await laneOfEach(service, token)
  }, PATIENCE)
  afterAll(() => service.stop(), PATIENCE)
  /** How often the old answer comes again, before the first new one. Without a word from the other, it would come for a second. */
  const staleAnswers = async (isStale: () => Promise<boolean>) => {
    let times = 0
    for (; await isStale(); times += 1) await sleep(10)
    return times
  }
  /** So that what a test before has sent does not count. */
  const nextSecond = () => sleep(1_000 - (Date.now() % 1_000) + 5)

  test('answer on one port, and the start is told once', () => {
    expect(one.process).not.toBe(other.process)
    expect(pidsOf(service)).toHaveLength(2)
    expect(service.output().split('Bulwark is ready')).toHaveLength(2)
    expect(service.output()).toContain('processes:             2')
    expect(servicePid(service.folder)).toBe(service.pid)
  })

  test('see each other’s writes at once', async () => {
    await nextSecond()
    const before = await other.get('/portalvisibilitygroups/1')
    const change = { code: before.body.code, description: 'changed by the other' }
    expect((await one.send('PATCH', '/portalvisibilitygroups', change)).status).toBe(200)
    const after = await other.get('/portalvisibilitygroups/1')
    expect(after.body.description).toBe('changed by the other')
    expect(after.headers.etag).not.toBe(before.headers.etag)

    // What a quote depends on is cached, and looked at every second. The other process hears of it sooner.
    await nextSecond()
    const path = pathOf('D1001', { ...truck, productTypeCode: 'VSC' })
    const dealer = (await one.get('/dealers?number=D1001')).body[0].id
    await one.send('PUT', '/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const etag = (await other.get(path)).headers.etag
    expect((await one.send('PATCH', `/dealers/${dealer}`, { expirationDate: '2040-01-01' })).status).toBe(200)
    expect(await staleAnswers(async () => (await other.get(path)).headers.etag === etag)).toBeLessThanOrEqual(
      1,
    )

    await nextSecond()
    const { body: key } = await one.send('POST', '/apikeys', { name: 'short', permissions: ['users:read'] })
    const keyed = other.as(key.key)
    expect((await keyed.get('/me')).status).toBe(200)
    expect((await one.send('DELETE', `/apikeys/${key.id}`)).status).toBe(204)
    expect(await staleAnswers(async () => (await keyed.get('/me')).status === 200)).toBeLessThanOrEqual(1)
  })

  test('have one clock, and are reset together', async () => {
    await nextSecond()
    const now = '2024-03-15T15:00:00.000Z'
    expect((await one.send('PUT', '/sandbox/clock', { now })).status).toBe(200)
    expect((await other.get('/sandbox/clock')).body).toEqual({ now, isSet: true })
    const resets = await Promise.all([one, other].map((lane) => lane.send('POST', '/sandbox/reset')))
    expect(resets.map(({ status }) => status)).toEqual([204, 204])
    for (const lane of [one, other]) expect((await lane.get('/sandbox/clock')).body.isSet).toBe(false)
  })

  test('keep the rate limit and the limit of connections together', async () => {
    const lanes = [one, other].flatMap((lane) => Array.from({ length: 8 }, () => lane.beside()))
    await nextSecond()
    const began = Math.floor(Date.now() / 1_000)
    let connections = 0
    const counting = withClient(databaseOf(service.folder), async (client) => {
      for (let time = 0; time < 20; time += 1) {
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::int as open from pg_stat_activity
           where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
        connections = Math.max(connections, rows[0]?.open ?? 0)
        await sleep(10)
      }
    })
    const answers = await Promise.all(
      lanes.map(async (lane) => {
        const statuses: number[] = []
        for (let time = 0; time < 40; time += 1)
          statuses.push((await lane.get('/portalvisibilitygroups')).status)
        return statuses
      }),
    )
    const seconds = Math.floor(Date.now() / 1_000) - began + 1
    await counting
    const statuses = answers.flat()
    const admitted = statuses.filter((status) => status === 200).length
    console.log(`${admitted} of ${statuses.length} admitted in ${seconds} s, ${connections} connections`)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(admitted).toBeLessThanOrEqual(seconds * RATE_LIMIT)
    expect(admitted).toBeGreaterThanOrEqual(RATE_LIMIT - 8)
    expect(statuses).toContain(429)
    expect(connections).toBeLessThanOrEqual(CONNECTIONS + OWNER)
  })

  test('are one service in the metrics', async () => {
    const line =
      /^http_request_duration_seconds_count\{route="\/sandbox\/clock",method="GET",status="200"\} (\d+)$/m
    const count = async (lane: Lane) => Number(line.exec((await lane.get('/metrics')).text)?.[1] ?? 0)
    await nextSecond()
    const before = await count(one)
    for (const lane of [one, one, one, other, other]) await lane.get('/sandbox/clock')
    expect(await count(other)).toBe(before + 5)
    expect(await count(one)).toBe(before + 5)
  })

  test(
    'run what is scheduled once, also when the process that runs it is killed',
    () =>
      inTenant(service.folder, async (client) => {
        await lookAtOnce(client)
        expect(await endedRuns(client)).toEqual(onceEach)
        await lookAtOnce(client)
        const running = eventsOf(service, 'jobs run in worker').at(-1)?.worker
        const pid = eventsOf(service, 'worker started').find(({ worker }) => worker === running)?.pid
        signalTo(Number(pid), 'SIGKILL')
        expect(await endedRuns(client)).toEqual(onceEach)
        await until('another one runs jobs', () => {
          const last = eventsOf(service, 'jobs run in worker').at(-1)?.worker
          return last !== undefined && last !== running
        })
        await until('it is replaced', () => pidsOf(service).filter(isAlive).length === 2)
      }),
    PATIENCE,
  )
})

test(
  'a killed process is replaced, and no acknowledged write is lost',
  async () => {
    const service = await launchService(home.seededFolder(), {
      environment: { ...environment, BULWARK_RATE_LIMIT: '100000' },
    })
    await service.ready()
    const token = await openApi(service.url).token('sandbox-admin')
    const lanes = await laneOfEach(service, token)
    const acknowledged: string[] = []
    /** Writes without an answer, and refusals. */
    const others = new Map<string, number>()
    let isOver = false
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const lane = lanes[writer % 2 === 0 ? 0 : 1].beside()
      for (let nth = 1; !isOver; nth += 1) {
        const code = `W${writer}-${nth}`
        // After a broken connection the next request opens another one.
        const answer = await lane
          .send('POST', '/portalvisibilitygroups', { code, name: code }, { 'idempotency-key': code })
          .catch((error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message }))
        if (answer.status === 201) acknowledged.push(code)
        else others.set(String(answer.status), (others.get(String(answer.status)) ?? 0) + 1)
        await sleep(5)
      }
    })
    for (let round = 0; round < 3; round += 1) {
      await sleep(700)
      const before = pidsOf(service)
      signalTo(before.filter(isAlive)[0], 'SIGKILL')
      await until('its end is noticed', () => eventsOf(service, 'worker ended').length === round + 1)
      await until('it is replaced', () => eventsOf(service, 'worker listening').length === before.length + 1)
    }
    isOver = true
    await Promise.all(writers)
    console.log(`${acknowledged.length} acknowledged; others:`, Object.fromEntries(others))
    expect(acknowledged.length).toBeGreaterThan(50)
    const stored = await inTenant(service.folder, (client) =>
      client.query<{ code: string }>('select code from portal_visibility_group'),
    )
    const codes = new Set(stored.rows.map(({ code }) => code))
    expect(acknowledged.filter((code) => !codes.has(code))).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(await service.stop()).toEqual({ code: 0, signal: null })
    expectNothingLeft(service)
  },
  PATIENCE,
)

test(
  'SIGTERM lets requests of both finish, and ends all processes and the database',
  async () => {
    const service = await startOf()
    const token = await openApi(service.url).token('sandbox-admin')
    const lanes = await laneOfEach(service, token)
    const pids = pidsOf(service)
    await withClient(databaseOf(service.folder), async (client) => {
      await client.query('begin')
      await client.query("select from tenant_adm1.portal_visibility_group where code = 'PVG-TX' for update")
      const slow = lanes.map((lane) =>
        lane.send('PATCH', '/portalvisibilitygroups', { code: 'PVG-TX', description: 'drained' }),
      )
      // In one transaction the list of who waits stays as it was first seen, so another connection asks for it.
      await withClient(databaseOf(service.folder), (watching) =>
        until('both wait', async () => {
          const { rowCount } = await watching.query(
            "select from pg_stat_activity where wait_event_type = 'Lock'",
          )
          return rowCount === 2
        }),
      )
      service.signal('SIGTERM')
      await sleep(300)
      await client.query('rollback')
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
    })
    expect(await service.ended).toEqual({ code: 0, signal: null })
    expect(pids.filter(isAlive)).toEqual([])
    expectNothingLeft(service)
    expect(existsSync(join(service.folder, 'audit-anchors.json'))).toBe(true)
  },
  PATIENCE,
)

test(
  'if the first process is killed, the others end, and the next start takes over',
  async () => {
    const service = await startOf()
    const pids = pidsOf(service)
    service.signal('SIGKILL')
    await service.ended
    await until('the others have ended', () => pids.every((pid) => !isAlive(pid)))
    const next = await launchService(service.folder, { environment })
    await next.ready()
    expect(next.output()).toContain('re-attached to the database')
    expect(await next.stop()).toEqual({ code: 0, signal: null })
    expectNothingLeft(next)
  },
  PATIENCE,
)

test(
  'a start whose port is taken says so once, and leaves nothing',
  async () => {
    const port = await freePort()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
    // `npm start` finds it before anything else. This is the service by itself.
    const script = join(home.path, 'service.mjs')
    const main = join(projectRoot, 'dist', 'bundle', 'main.js')
    writeFileSync(script, `const { main } = await import(${JSON.stringify(main)})\nawait main()\n`)
    const service = await launchService(home.seededFolder(), { command: { script }, port, environment })
    expect(await service.ended).toEqual({ code: 2, signal: null })
    expect(service.output().split(`Port ${port} on 127.0.0.1 is already in use.`)).toHaveLength(2)
    expectNothingLeft(service)
    taken.close()
  },
  PATIENCE,
)
