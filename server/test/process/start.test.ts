import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, type EmbeddedServer, openEmbedded } from '../../src/db/embedded/server.ts'
import { scheduleSteps } from '../../src/sandbox/contracts/schedule.ts'
import { crowd } from '../../src/sandbox/crowd/crowd.ts'
import { callers, dealers, holders } from '../../src/sandbox/crowd/world.ts'
import { livingCallers, livingDealers } from '../../src/sandbox/living/dealers.ts'
import { planLiving } from '../../src/sandbox/living/plan.ts'
import { openApi } from '../support/service/api.ts'
import {
  databaseOf,
  databasePid,
  expectNothingLeft,
  type Home,
  launchService,
  openHome,
  type ServiceProcess,
  servicePid,
  signalTo,
  until,
  withClient,
} from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'
import { expectNoSandbox } from './no-sandbox.ts'

let home: Home
/** The data folder of a seeded sandbox. In the soak the first tests make it. */
let template: string

beforeAll(() => {
  home = openHome()
  template = isSoak ? home.newFolder() : home.seededFolder()
})
afterAll(() => home.remove())

/** A service that is stopped while it starts also stops its database. */
async function stopWhileItStarts(isThere: (service: ServiceProcess) => boolean): Promise<void> {
  const service = await launchService(template)
  await until('it starts', () => isThere(service))
  const exit = await service.stop()
  expect(exit, service.output()).toEqual({ code: 0, signal: null })
  expect(service.output()).not.toContain('Bulwark is ready')
  expectNothingLeft(service)
}

test('a service that is stopped while it starts also stops its database', () =>
  stopWhileItStarts(({ output }) =>
    isSoak ? output().includes('Seeding') : databasePid(template) !== undefined,
  ))

// Two seeds take as long as all other tests here. In `npm test` a smaller seed is interrupted (sandbox/start.test.ts).
if (isSoak)
  test('npm start completes an interrupted start, and is ready only when the seed is complete', async () => {
    const service = await launchService(template, { command: 'npm start' })
    const ready = service.ready()
    const answers = await answersUntilReady(service)
    expect(answers.at(-1)).toBe(200)
    for (const answer of answers.slice(0, -1)) expect(['refused', 503]).toContain(answer)
    const seeded = await withClient(databaseOf(template), async (client) => {
      const count = async (rows: string) =>
        (await client.query(`select count(*)::int as n from tenant_adm1.${rows}`)).rows[0].n
      return {
        holders: await count(`account_holder where type <> 'Customer'`),
        contracts: await count('contract'),
        clients: await count('oauth_client'),
      }
    })
    // The administrator is one, too.
    const all = 1 + holders.length + dealers.length + crowd().length + livingDealers().length
    const sold = [...scheduleSteps(), ...planLiving(new Date()).steps].filter(
      ({ step }) => step.do === 'sell',
    )
    const clients = callers.length + livingCallers.length
    expect(seeded).toEqual({ holders: all, contracts: sold.length, clients })
    // The callers that have something to see are printed first.
    expect(service.output()).toMatch(
      /begin with: +sandbox-dealer-d6041 \(a dealer\), sandbox-agent-a100 \(an agent\), sandbox-lienholder-l100/,
    )
    expect(service.output()).toContain(`Bulwark is ready (sandbox):  ${service.url}`)
    expect(servicePid(template)).toBeDefined()
    console.log(`start on a data folder without a seed: ready in ${await ready} ms`)
    await service.stop()
  })

test('the next start has nothing to prepare; a second service is refused, takes over after the first was killed, and brings back its database', async () => {
  const first = await launchService(template, { command: 'npm start' })
  console.log(`second start: ready in ${await first.ready()} ms`)
  expect(first.output()).not.toMatch(/Installing|Building|creating|Migrating|Seeding/)
  const database = databasePid(template)
  const firstPid = servicePid(template)

  const refused = await launchService(template)
  expect(await refused.ended).toEqual({ code: 2, signal: null })
  expect(refused.output().trim()).toBe(
    `Data folder ${template} is in use by another service or command (process ${firstPid}). ` +
      'Stop it first, or set BULWARK_DATA to another folder.',
  )
  expect(servicePid(template)).toBe(firstPid)
  const { status } = await openApi(first.url).as('sandbox-admin').get('/portalvisibilitygroups')
  expect(status).toBe(200)

  signalTo(servicePid(template), 'SIGKILL')
  await first.ended
  const second = await launchService(template)
  console.log(`start after SIGKILL: ready in ${await second.ready()} ms`)
  expect(second.output()).toContain('re-attached to the database')
  expect(databasePid(template)).toBe(database)
  expect(servicePid(template)).toBe(second.pid)

  signalTo(database, 'SIGKILL')
  await until('it is well again', () => second.output().includes('The database runs again'))
  expect((await openApi(second.url).as('sandbox-admin').get('/portalvisibilitygroups')).status).toBe(200)
  expect(await second.stop()).toEqual({ code: 0, signal: null })
  expectNothingLeft(second)
})

// In `npm test` a service in production starts on another database (refusals.test.ts).
if (isSoak)
  test('production on the embedded database has no sandbox and no credentials', async () => {
    const folder = home.newFolder()
    const service = await launchService(folder, { environment: { BULWARK_MODE: 'production' } })
    await service.ready()
    await expectNoSandbox(service, databaseOf(folder))
    expect(await service.stop()).toEqual({ code: 0, signal: null })
  })

describe('with DATABASE_URL', () => {
  let server: EmbeddedServer
  beforeAll(async () => {
    server = await openEmbedded(template, { settings: { fsync: 'off' } })
  })
  afterAll(() => server.stop())

  /** What is in the database is sealed with its keys. */
  function folderWithKeys(): string {
    const folder = home.newFolder()
    mkdirSync(folder)
    copyFileSync(join(template, 'keys.json'), join(folder, 'keys.json'))
    return folder
  }

  // A service in production has the socket's folder as the host (refusals.test.ts).
  const ways = isSoak ? [hostUrl, parameterUrl] : [parameterUrl]
  test.each(ways)(
    'the service uses that database, starts none, and outlives a broken connection (%#)',
    async (url) => {
      const folder = folderWithKeys()
      const service = await launchService(folder, { environment: { DATABASE_URL: url(server.connection) } })
      await service.ready()
      const caller = openApi(service.url).as('sandbox-admin')
      expect((await caller.get('/portalvisibilitygroups')).body).toHaveLength(1)
      expect(readdirSync(folder).sort()).toEqual(['keys.json', 'service.pid'])

      const change = () =>
        caller.patch('/portalvisibilitygroups', { code: 'PVG-TX', description: 'once more' })
      await withClient(server.connection, async (client) => {
        await client.query('begin')
        await client.query("select from tenant_adm1.portal_visibility_group where code = 'PVG-TX' for update")
        const broken = change()
        const end = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'"
        await until('a connection was broken', async () => (await client.query(end)).rowCount === 1)
        expect(await broken).toMatchObject({ status: 503, body: { code: 'NotReady' } })
        await client.query('rollback')
      })
      expect((await change()).status).toBe(200)

      expect(await service.stop()).toEqual({ code: 0, signal: null })
      expect(readdirSync(folder).sort()).toEqual(['audit-anchors.json', 'keys.json'])
      await withClient(server.connection, (client) => client.query('select'))
    },
  )
})

/** The socket's folder as the host. */
function hostUrl({ host, port, user, password, database }: Connection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
}

/** The socket's folder as a parameter. */
function parameterUrl({ host, port, user, password, database }: Connection): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${host}&port=${port}`
}

/** What /readyz says from the first moment to the first 200. */
async function answersUntilReady({ url, ended }: ServiceProcess): Promise<(number | 'refused')[]> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const answers: (number | 'refused')[] = []
  while (!isOver && answers.at(-1) !== 200) {
    answers.push(
      await fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 'refused' as const,
      ),
    )
    await sleep(20)
  }
  return answers
}
