import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import { processTypes } from '../../src/domain/process-types.ts'
import {
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  withClient,
} from '../support/service/service-process.ts'

// Two services look at the schedules of one database at the same moments. Everything that is due happens once, also after one
// of them was killed. In `npm test` four looks at once in one process show the same (processes/schedules.test.ts).

const types = ['FileSweep', 'IdempotencyCleanup', 'WebhookDeliveryCleanup']
const ROUNDS = 10
/** How often the schedules are looked at in a round, by whichever service is free. */
const LOOKS = 12
const MINUTE = 60_000

let home: Home
let folder: string
let server: EmbeddedServer
let services: ServiceProcess[]

/** A service on the database, with the keys that its data is sealed with. */
function launch(): Promise<ServiceProcess> {
  const own = home.newFolder()
  mkdirSync(own)
  copyFileSync(join(folder, 'keys.json'), join(own, 'keys.json'))
  const { host, port, user, password, database } = server.connection
  const url = `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${host}&port=${port}`
  return launchService(own, { environment: { DATABASE_URL: url, BULWARK_FILES: join(home.path, 'files') } })
}

async function launchReady(): Promise<ServiceProcess> {
  const service = await launch()
  await service.ready()
  return service
}

const inTenant = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withClient({ ...server.connection, options: '-c search_path=tenant_adm1' }, work)

/** These processes have this schedule, the others none. Their times count from then on. */
async function setSchedules(client: pg.Client, cron: string, handledUntil?: string): Promise<void> {
  await client.query('delete from automatic_process_run')
  await client.query('delete from process_schedule')
  for (const type of processTypes)
    await client.query(
      `insert into general_setting (key, value, updated_at, updated_by) values ($1, $2, now(), 'test')
       on conflict (key) do update set value = excluded.value`,
      [`schedule.${type}`, JSON.stringify(types.includes(type) ? cron : '')],
    )
  if (handledUntil)
    await client.query(
      `insert into process_schedule (process_type, cron, time_zone, handled_until)
       select type, $2, t.time_zone, $3 from unnest($1::text[]) type, platform.tenant t`,
      [types, cron, handledUntil],
    )
}

/** Every process has missed its last times, and both services look at the same moment. */
async function lookAtOnce(client: pg.Client): Promise<void> {
  await setSchedules(client, '0 0 1 1 *', '2020-06-01T00:00:00Z')
  await client.query(
    `select graphile_worker.add_job('processes:tick', '{}'::json) from generate_series(1, ${LOOKS})`,
  )
}

/** The runs of each process, when all looks have been taken and all runs have ended. */
async function endedRuns(client: pg.Client): Promise<string[]> {
  for (const end = performance.now() + 90_000; ; await sleep(50)) {
    const { rows } = await client.query<{ waiting: number }>(
      `select (select count(*) from graphile_worker.jobs where task_identifier = 'processes:tick')
         + (select count(*) from automatic_process_run where status = 'Running') as waiting`,
    )
    if (Number(rows[0]?.waiting) === 0 || performance.now() > end) break
  }
  const { rows } = await client.query<{ runs: string }>(
    `select process_type || ' ' || status || ' ' || count(*) as runs from automatic_process_run
     group by process_type, status order by 1`,
  )
  return rows.map(({ runs }) => runs)
}

const onceEach = types.map((type) => `${type} Completed 1`)

describe('two services', () => {
  beforeAll(async () => {
    home = openHome()
    folder = home.seededFolder()
    server = await openEmbedded(folder, { settings: { fsync: 'off' } })
    services = await Promise.all([launchReady(), launchReady()])
  }, MINUTE)
  afterAll(async () => {
    for (const service of services) await service.stop()
    await server.stop()
    await home.remove()
  }, MINUTE)

  test('open each run once', () =>
    inTenant(async (client) => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await lookAtOnce(client)
        expect(await endedRuns(client), `round ${round}`).toEqual(onceEach)
      }
    }))

  test(
    'each minute of the clock has one run',
    () =>
      inTenant(async (client) => {
        await setSchedules(client, '* * * * *')
        await sleep(4 * MINUTE)
        const { rows } = await client.query<{ type: string; minutes: number; runs: number }>(
          `select process_type as type, count(*)::int as runs,
           (extract(epoch from max(scheduled_for) - min(scheduled_for)) / 60)::int + 1 as minutes
         from automatic_process_run where scheduled_for is not null group by 1 order by 1`,
        )
        console.log(rows)
        expect(rows.map(({ type }) => type)).toEqual(types)
        for (const { runs, minutes } of rows) {
          expect(runs).toBeGreaterThanOrEqual(2)
          expect(runs).toBe(minutes)
        }
      }),
    5 * MINUTE,
  )

  test(
    'one service does within a minute what a killed one leaves',
    () =>
      inTenant(async (client) => {
        for (const at of [0, 20, 60, 150]) {
          await lookAtOnce(client)
          await sleep(at)
          services[0]?.signal('SIGKILL')
          const killed = performance.now()
          expect(await endedRuns(client), `killed after ${at} ms`).toEqual(onceEach)
          const took = Math.round(performance.now() - killed)
          console.log(`killed after ${at} ms: everything was done after ${took} ms`)
          expect(took).toBeLessThan(MINUTE)
          await services[0]?.ended
          services[0] = await launchReady()
        }
      }),
    10 * MINUTE,
  )
})
