import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Caller, openApi } from '../support/service/api.ts'
import {
  databaseOf,
  databasePid,
  expectNothingLeft,
  type Home,
  isReady,
  launchService,
  openHome,
  type ServiceProcess,
  signalTo,
  until,
  withClient,
} from '../support/service/service-process.ts'

// The embedded database is killed in every way while the service is at work. In `npm test` the database alone is killed
// (db/embedded-owners.test.ts).

const WELL_WITHIN_MILLISECONDS = 5_000

let home: Home
let folder: string
let service: ServiceProcess
let admin: Caller
beforeAll(async () => {
  home = openHome()
  folder = home.seededFolder()
  service = await launchService(folder)
  await service.ready()
  admin = openApi(service.url).as('sandbox-admin')
})
afterAll(() => home.remove())

const sessions = async (condition: string) =>
  withClient(databaseOf(folder), async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and ${condition}`,
    )
    return rows.map(({ pid }) => pid)
  })

/** A statement that takes longer than the database may be away. */
const workHard = () =>
  withClient(databaseOf(folder), (client) =>
    client.query(`do $$ declare until timestamptz := clock_timestamp() + interval '20 s';
      begin while clock_timestamp() < until loop end loop; end $$`),
  ).catch(() => undefined)

const kills: { name: string; kill: () => Promise<void> }[] = [
  {
    name: 'one session of the database',
    async kill() {
      const [pid] = await sessions("application_name = 'bulwark'")
      signalTo(pid, 'SIGKILL')
    },
  },
  {
    name: 'the session that owns the data folder',
    async kill() {
      const [pid] = await sessions("application_name = 'bulwark owner'")
      signalTo(pid, 'SIGKILL')
    },
  },
  {
    name: 'all processes of the database but its first',
    async kill() {
      for (const pid of await sessions('true')) signalTo(pid, 'SIGKILL')
    },
  },
  { name: 'the first process of the database', kill: async () => signalTo(databasePid(folder), 'SIGKILL') },
  {
    name: 'the first process of the database, while a session is at work',
    async kill() {
      void workHard()
      await until('it works', async () => (await sessions("query like 'do $$%'")).length === 1)
      signalTo(databasePid(folder), 'SIGKILL')
    },
  },
  {
    name: 'every process of the database at once',
    async kill() {
      const pids = await sessions('true')
      signalTo(databasePid(folder), 'SIGKILL')
      for (const pid of pids) signalTo(pid, 'SIGKILL')
    },
  },
]

/** Sends until it is told to end, and gives all answers. */
function sending(send: () => Promise<Answer>) {
  const answers: { readonly at: number; readonly answer: Answer }[] = []
  let isWanted = true
  const ended = (async () => {
    while (isWanted) {
      const answer = await send()
      answers.push({ at: performance.now(), answer })
      await sleep(5)
    }
  })()
  return {
    answers,
    hasSucceededAfter: (moment: number) =>
      answers.some(({ at, answer }) => at > moment && answer.status === 200),
    async end() {
      isWanted = false
      await ended
    },
  }
}

let number = 0
const write = () => {
  number += 1
  return admin.patch('/portalvisibilitygroups', { code: 'PVG-TX', description: String(number) })
}
const written = async () => Number((await admin.get('/portalvisibilitygroups')).body[0].description)
const recoveries = () => service.output().split('The database runs again').length - 1

test.each(kills)('$name is killed, and the service is well again by itself', async ({ kill }) => {
  const before = recoveries()
  const writes = sending(write)
  const reads = sending(() => admin.get('/portalvisibilitygroups'))
  let took = 0
  try {
    await until('it writes', () => writes.answers.length > 5)
    await kill()
    const killed = performance.now()
    await until('the database runs again', () => recoveries() > before)
    const recovered = performance.now()
    await until('a write succeeds', () => writes.hasSucceededAfter(recovered))
    await until('a read succeeds', () => reads.hasSucceededAfter(recovered))
    took = Math.round(performance.now() - killed)
  } finally {
    await Promise.all([writes.end(), reads.end()])
  }
  const all = [...writes.answers, ...reads.answers].map(({ answer }) => answer)
  const refused = all.filter(({ status }) => status !== 200)
  console.log(`well again after ${took} ms; ${refused.length} of ${all.length} requests were refused`)
  for (const { status, headers } of refused)
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '2' })
  expect(took).toBeLessThan(WELL_WITHIN_MILLISECONDS)
  expect(await isReady(service.url)).toBe(true)
  // Each write replaces the one before it, and the last one was acknowledged.
  expect(writes.answers.at(-1)?.answer.status).toBe(200)
  expect(await written()).toBe(number)
  await runsJobs()
})

/** Jobs are run again: a runner has noticed that its connections are gone. */
const runsJobs = () =>
  withClient(databaseOf(folder), async (client) => {
    await client.query("select graphile_worker.add_job('db:tidy', '{}'::json)")
    await until('the job is done', async () => {
      const { rowCount } = await client.query(
        "select from graphile_worker.jobs where task_identifier = 'db:tidy'",
      )
      return rowCount === 0
    })
  })

test('a stop while the database is being started again leaves nothing running', async () => {
  signalTo(databasePid(folder), 'SIGKILL')
  await until('it is noticed', () => service.output().split('stopped unexpectedly').length - 1 > recoveries())
  expect(await service.stop()).toEqual({ code: 0, signal: null })
  expect(databasePid(folder)).toBeUndefined()
  expect(readFileSync(`${folder}/postgres.log`, 'utf8')).not.toContain('PANIC')
})

test('the next start has nothing to recover from but the kill', async () => {
  service = await launchService(folder)
  await service.ready()
  admin = openApi(service.url).as('sandbox-admin')
  expect(await written()).toBe(number)
  expect(await service.stop()).toEqual({ code: 0, signal: null })
  expectNothingLeft(service)
})
