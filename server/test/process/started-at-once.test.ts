import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Connection, type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import { openApi } from '../support/service/api.ts'
import {
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  withClient,
} from '../support/service/service-process.ts'

// Services on a database of their own server, which is empty or not there yet.

let home: Home
let server: EmbeddedServer
let serverFolder: string
beforeAll(async () => {
  home = openHome()
  serverFolder = home.newFolder()
  server = await openEmbedded(serverFolder, { settings: { fsync: 'off' } })
})
afterAll(async () => {
  await server.stop()
  await home.remove()
})

const urlOf = ({ host, port, user, password }: Connection, database: string) =>
  `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${host}&port=${port}`

/** All services of a database have the same keys. */
function launch(database: string, more: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const folder = home.newFolder()
  mkdirSync(folder)
  const keys = join(folder, 'keys.json')
  copyFileSync(join(inject('seeded'), 'keys.json'), keys)
  const environment = { DATABASE_URL: urlOf(server.connection, database), BULWARK_KEYS: keys, ...more }
  return launchService(folder, { environment })
}

describe('on an empty database', () => {
  test('of two services that start at once, one makes it and the other waits; both come up', async () => {
    await withClient(server.connection, (client) => client.query('create database empty'))
    const services = await Promise.all([launch('empty'), launch('empty')])
    await Promise.all(services.map((service) => service.ready()))
    const said = services.map((service) => service.output())
    expect(said.filter((text) => text.includes('Seeding the sandbox'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('Another service is preparing the database'))).toHaveLength(1)
    for (const { url } of services) {
      const { status, body } = await openApi(url).as('sandbox-admin').get('/portalvisibilitygroups')
      expect({ status, groups: body.length }).toEqual({ status: 200, groups: 1 })
    }
    for (const service of services) expect(await service.stop()).toEqual({ code: 0, signal: null })
  })

  test('without keys in common one makes it, and the other is refused and makes no keys', async () => {
    await withClient(server.connection, (client) => client.query('create database keyless'))
    const started = await Promise.all(
      [1, 2].map(() =>
        launchService(home.newFolder(), {
          environment: { DATABASE_URL: urlOf(server.connection, 'keyless') },
        }),
      ),
    )
    const outcomes = await Promise.all(
      started.map((service) =>
        service.ready().then(
          () => 'ready',
          () => service.output(),
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1)
    expect(outcomes.find((outcome) => outcome !== 'ready')).toContain('keys.json does not exist')
    for (const service of started) await service.stop()
  })
})

describe('on a database that is not there yet', () => {
  test('a service waits for it', async () => {
    const { connection } = server
    await withClient(connection, (client) => client.query('create database later'))
    await server.stop()
    const service = await launch('later')
    for (const end = Date.now() + 20_000; !service.output().includes('does not answer yet'); await sleep(20))
      expect(Date.now()).toBeLessThan(end)
    server = await openEmbedded(serverFolder, { settings: { fsync: 'off' } })
    await service.ready()
    expect(await service.stop()).toEqual({ code: 0, signal: null })
  })

  test('a service whose database crashes while it seeds begins anew', async () => {
    await withClient(server.connection, (client) => client.query('create database crashed'))
    const service = await launch('crashed')
    for (const end = Date.now() + 20_000; !service.output().includes('Seeding'); await sleep(20))
      expect(Date.now()).toBeLessThan(end)
    await withClient(server.connection, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = 'crashed' limit 1",
      )
      process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL')
    })
    await service.ready()
    expect(service.output().split('Seeding')).toHaveLength(3)
    expect(await service.stop()).toEqual({ code: 0, signal: null })
  })
})
