import pino from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Db, run } from '../../src/db/database.ts'
import { type Job, type JobRunner, job, openJobRunner, queueJob } from '../../src/db/jobs.ts'
import { JOBS_MIGRATION } from '../../src/db/migrations.ts'
import { inTransaction, inTrial } from '../../src/db/transaction.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let db: Db
beforeAll(async () => {
  service = await startService()
  db = (await sandboxOf(service)).db
})

const runners: JobRunner[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})

function startRunner(...jobs: Job<unknown>[]): JobRunner {
  const runner = openJobRunner(service.databases, pino({ level: 'silent' }), jobs)
  runners.push(runner)
  runner.start()
  return runner
}

/** A job that records the numbers it was run with. */
function notingJob(name: string, act: (count: number) => void = () => undefined) {
  const numbers: number[] = []
  const noting = job({
    name,
    payload: z.object({ number: z.number() }),
    run: async ({ number }) => {
      numbers.push(number)
      act(numbers.length)
    },
  })
  return { numbers, noting }
}

const queuedJobs = () =>
  run<{ task: string }>(db, 'select task_identifier as task from graphile_worker.jobs', [])

describe('a queued job', () => {
  test('runs after its transaction has committed, and is removed', async () => {
    const { numbers, noting } = notingJob('test:commits')
    await inTrial(db, (tx) => queueJob(tx, noting, { number: 1 }, 'a'))
    await inTransaction(db, (tx) => queueJob(tx, noting, { number: 2 }, 'b'))
    startRunner(noting)
    await expect.poll(() => numbers, { timeout: 5_000 }).toEqual([2])
    await expect.poll(queuedJobs, { timeout: 5_000 }).toEqual([])
  })

  test('starts in a running service without waiting for the next poll', async () => {
    const { numbers, noting } = notingJob('test:wakes')
    const runner = openJobRunner(service.databases, pino({ level: 'silent' }), [noting], 600_000)
    runners.push(runner)
    runner.start()
    // Only a notification can wake the service, because its next poll is minutes away. It may miss the first one.
    const queueAndLook = async () => {
      await inTransaction(db, (tx) => queueJob(tx, noting, { number: 1 }, 'a'))
      return numbers.length
    }
    await expect.poll(queueAndLook, { timeout: 60_000, interval: 200 }).toBeGreaterThan(1)
    await expect.poll(queuedJobs, { timeout: 60_000 }).toEqual([])
  })

  test('is replaced by a later one with the same key', async () => {
    const { numbers, noting } = notingJob('test:replaces')
    for (const number of [1, 2, 3]) await inTransaction(db, (tx) => queueJob(tx, noting, { number }, 'same'))
    await inTransaction(db, (tx) => queueJob(tx, noting, { number: 4 }, 'other'))
    startRunner(noting)
    await expect.poll(() => [...numbers].sort(), { timeout: 5_000 }).toEqual([3, 4])
  })

  test('that fails is tried again after a delay', async () => {
    const { numbers, noting } = notingJob('test:fails', (count) => {
      if (count === 1) throw new Error('Not yet.')
    })
    await inTransaction(db, (tx) => queueJob(tx, noting, { number: 1 }, 'a'))
    startRunner(noting)
    await expect.poll(() => numbers, { timeout: 15_000 }).toEqual([1, 1])
    await expect.poll(queuedJobs, { timeout: 5_000 }).toEqual([])
  })

  test('that a killed service had started is run by the next service', async () => {
    const { numbers, noting } = notingJob('test:dies')
    await inTransaction(db, (tx) => queueJob(tx, noting, { number: 1 }, 'a'))
    await run(
      db,
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now()`,
      [],
    )
    startRunner(noting)
    await expect.poll(() => numbers, { timeout: 5_000 }).toEqual([1])
  })

  test('that another running service has started is not run again', async () => {
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let runs = 0
    const waiting = job({
      name: 'test:takes-long',
      payload: z.object({}),
      run: () => {
        runs += 1
        return finished
      },
    })
    startRunner(waiting)
    await inTransaction(db, (tx) => queueJob(tx, waiting, {}, 'a'))
    await expect.poll(() => runs, { timeout: 5_000 }).toBe(1)
    // A second runner looks for lost jobs when it starts, and then for jobs.
    startRunner(waiting)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    finish()
    expect(runs).toBe(1)
  })
})

test('a runner continues after its connections were lost', async () => {
  const { numbers, noting } = notingJob('test:goes-on')
  startRunner(noting)
  await inTransaction(db, (tx) => queueJob(tx, noting, { number: 1 }, 'a'))
  await expect.poll(() => numbers, { timeout: 5_000 }).toEqual([1])
  await run(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
    [],
  )
  await inTransaction(db, (tx) => queueJob(tx, noting, { number: 2 }, 'a'))
  await expect.poll(() => numbers, { timeout: 20_000 }).toEqual([1, 2])
})

test('stopping waits for the running job', async () => {
  let isDone = false
  let hasBegun = false
  const slow = job({
    name: 'test:slow',
    payload: z.object({}),
    run: async () => {
      hasBegun = true
      await new Promise((resolve) => setTimeout(resolve, 500))
      isDone = true
    },
  })
  await inTransaction(db, (tx) => queueJob(tx, slow, {}, 'a'))
  const runner = startRunner(slow)
  await expect.poll(() => hasBegun, { timeout: 5_000 }).toBe(true)
  await runner.stop()
  expect(isDone).toBe(true)
})

test('the schedule of the service is stored when its runner starts', async () => {
  service.app.jobs.start()
  runners.push(service.app.jobs)
  const known = () =>
    run<{ identifier: string }>(
      db,
      'select identifier from graphile_worker._private_known_crontabs order by identifier',
      [],
    )
  // Automatic processes have schedules of their own.
  const identifiers = [
    ...['books:add-up', 'books:verify', 'db:anchor-audit', 'db:tidy'],
    ...['mail:look', 'mail:tidy', 'processes:take-over', 'processes:tick'],
    ...['rates:resume-disbursement-changes', 'webhooks:look'],
  ]
  await expect
    .poll(async () => (await known()).map(({ identifier }) => identifier), { timeout: 5_000 })
    .toEqual(identifiers)
})

test('the service expects the latest migration of the library', async () => {
  const [row] = await run<{ last: number }>(db, 'select max(id) as last from graphile_worker.migrations', [])
  expect(row?.last).toBe(JOBS_MIGRATION)
})
