import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import {
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  withClient,
} from '../support/service/service-process.ts'
import { endedRuns, lookAtOnce, onceEach, scheduledTypes, setSchedules } from './schedules.ts'

// Two services look at the schedules of one database at the same moments. Everything that is due happens once, also after one
// of them was killed. In `npm test` four looks at once in one process show the same (processes/schedules.test.ts).

const ROUNDS = 10
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
        expect(rows.map(({ type }) => type)).toEqual(scheduledTypes)
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
