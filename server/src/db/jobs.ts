import type { Runner, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { every } from './background.ts'
import { int } from './columns.ts'
import { type Db, databaseOver } from './database.ts'
import { command, statement } from './statement.ts'
import type { Databases } from './tenants.ts'

/**
 * Work in the background that must survive a crash. A job is queued in the transaction of the write that asks for it, or
 * by its schedule. One of the running services runs it, and runs it again, after a growing delay, until it succeeds.
 * A job may run more than once: write it so that the second run changes nothing.
 */
export interface Job<Payload> {
  /** Letters, digits, `:` and `-`. Queued jobs are stored under it, so a name is never changed. */
  readonly name: string
  readonly payload: z.ZodType<Payload>
  /** A cron expression in UTC, such as `17 * * * *` (every hour). However many services run, each time is queued once. */
  readonly schedule?: string
  /** `stopping` is aborted when the service stops: a long job then ends soon, and what is left is queued again. */
  run(payload: Payload, stopping: AbortSignal): Promise<unknown>
}

export const job = <Payload>(definition: Job<Payload>): Job<Payload> => definition

export interface QueueOptions {
  /** Not before this, in real time. */
  readonly at?: Date
  /** Jobs with the same queue run one after the other, however many services there are. */
  readonly queue?: string
}

/** Queues a job with the transaction. A job with the same key that has not started yet is replaced. */
export async function queueJob<Payload>(
  tx: Db,
  { name }: Pick<Job<Payload>, 'name'>,
  payload: Payload,
  key: string,
  { at, queue }: QueueOptions = {},
): Promise<void> {
  await ADD_JOB.first(tx, [name, JSON.stringify(payload), `${name} ${key}`, at ?? null, queue ?? null])
}

const ADD_JOB = statement(
  { id: int },
  `select id from graphile_worker.add_job($1::text, $2::json, job_key => $3::text,
    run_at => $4::timestamptz, queue_name => $5::text)`,
)

/** Runs the queued jobs of all services on this database. */
export interface JobRunner {
  /** Begins to run jobs. While the database cannot be reached, it keeps trying. */
  start(): void
  /** Takes no more jobs, and resolves when the running ones have ended, or after ten seconds. */
  stop(): Promise<void>
}

interface Running {
  readonly log: Logger
  readonly jobs: readonly Job<unknown>[]
  /** How long it waits at most before it looks for jobs; a notification wakes it sooner. */
  readonly pollMilliseconds: number
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}

// Of these, a long run of an automatic process and the deliveries of an administrator take one each.
const JOBS_AT_ONCE = 5
const POLL_MILLISECONDS = 2_000
const RELEASE_MILLISECONDS = 5_000
/** A runner that has worked for long is started again at once; one that fails again and again, at longer intervals. */
const RESTART_MILLISECONDS = { first: 500, longest: 5_000 }
const STOP_MILLISECONDS = 10_000

export function openJobRunner(
  databases: Pick<Databases, 'openJobPool'>,
  log: Logger,
  jobs: readonly Job<unknown>[],
  pollMilliseconds = POLL_MILLISECONDS,
): JobRunner {
  let isWanted = false
  let working: Promise<void> = Promise.resolve()
  let stopNow: () => void = () => undefined
  let stopping = new AbortController()

  async function work(): Promise<void> {
    let pause = RESTART_MILLISECONDS.first
    while (isWanted) {
      const began = performance.now()
      const stopped = new Promise<void>((resolve) => {
        stopNow = resolve
      })
      try {
        await runUntil(stopped, databases.openJobPool(), {
          ...{ log, jobs, pollMilliseconds },
          stopping: stopping.signal,
        })
      } catch (error) {
        log.error({ err: error, event: 'job runner failed' })
        if (performance.now() - began > RESTART_MILLISECONDS.longest) pause = RESTART_MILLISECONDS.first
        const timer = new Promise<void>((resolve) => setTimeout(resolve, pause).unref())
        pause = Math.min(2 * pause, RESTART_MILLISECONDS.longest)
        if (isWanted) await Promise.race([timer, stopped])
      }
    }
  }

  return {
    start() {
      if (isWanted) return
      isWanted = true
      stopping = new AbortController()
      working = working.then(work)
    },
    async stop() {
      isWanted = false
      stopping.abort()
      stopNow()
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MILLISECONDS).unref())
      await Promise.race([working, late])
    },
  }
}

/** Runs jobs until `stop`. Fails if the runner ends before that. */
async function runUntil(
  stopped: Promise<void>,
  pool: pg.Pool,
  { log, jobs, pollMilliseconds, stopping }: Running,
): Promise<void> {
  // Loaded here: a service is ready before it needs this.
  const { run: runJobs, parseCronItems, Logger: RunnerLogger } = await import('graphile-worker')
  const { EventEmitter } = await import('node:events')
  const events: WorkerEvents = new EventEmitter()
  const ids = new Set<string>()
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  events.on('pool:listen:success', ({ workerPool, client }) => nameConnection(client, workerPool.id))
  events.on('job:error', ({ job: { task_identifier, attempts }, error }) =>
    log.error({ err: error, event: 'job failed', job: task_identifier, attempt: attempts }),
  )
  // The library would go on with what it cached of a database that it could not reach, so the runner is started again.
  const cannotLook = new Promise<never>((_, reject) => {
    events.on('worker:getJob:error', ({ error }) => reject(error))
  })
  cannotLook.catch(() => undefined)
  const release = () => releaseLostJobs(pool, [...ids])
  let runner: Runner | undefined
  let stopReleasing: () => void = () => undefined
  try {
    runner = await runJobs({
      pgPool: pool,
      events,
      concurrency: JOBS_AT_ONCE,
      pollInterval: pollMilliseconds,
      noHandleSignals: true,
      // Without a delay of 0 the library does not wait for what it writes when a job ends, and a lost connection would
      // end the service with an unhandled rejection.
      preset: { plugins: [quietShutdown], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(
        jobs.map((each) => [
          each.name,
          async (payload: unknown) => void (await each.run(each.payload.parse(payload), stopping)),
        ]),
      ),
      parsedCronItems: parseCronItems(
        jobs.flatMap(({ name, schedule }) =>
          schedule ? [{ task: name, match: schedule, identifier: name, options: { jobKey: name } }] : [],
        ),
      ),
      logger: new RunnerLogger(() => (level, message, meta) => {
        // Failed jobs are logged above, with their error.
        if (meta?.failure) return
        const isTrouble = `${level}` === 'error' || `${level}` === 'warning'
        log[isTrouble ? 'warn' : 'debug']({ event: 'job runner', message })
      }),
    })
    const ended = runner.promise.then(() => {
      throw new Error('The job runner ended unexpectedly.')
    })
    ended.catch(() => undefined)
    await release()
    stopReleasing = every(RELEASE_MILLISECONDS, release, (error) =>
      log.warn({ err: error, event: 'lost jobs not released' }),
    )
    await Promise.race([stopped, ended, cannotLook])
  } finally {
    stopReleasing()
    await runner?.stop().catch(() => undefined)
    await pool.end()
  }
}

/** The library does not handle every error of a shutdown, and Node ends the service for an unhandled one. */
const quietShutdown: GraphileConfig.Plugin = {
  name: 'QuietShutdown',
  version: '1.0.0',
  worker: {
    middleware: {
      poolGracefulShutdown: async (next) => {
        try {
          await next()
        } catch {
          // The runner's own promise fails with it.
        }
      },
      poolForcefulShutdown: async (next) => {
        try {
          return await next()
        } catch {
          return { forceFailedJobs: [] }
        }
      },
    },
  },
}

/** While this connection is open, the jobs that its runner has taken are being worked on. */
function nameConnection(client: pg.PoolClient, runnerId: string): void {
  client.query("select set_config('application_name', $1, false)", [runnerId]).catch(() => undefined)
}

/** Makes jobs and queues available again that a service had taken when it died. The library itself waits four hours. */
async function releaseLostJobs(pool: pg.Pool, own: readonly string[]): Promise<void> {
  const db = databaseOver(pool)
  await RELEASE_LOST_JOBS.run(db, [own])
  await RELEASE_LOST_QUEUES.run(db, [own])
}

const releaseLost = (table: string) =>
  command(`update graphile_worker.${table} set locked_at = null, locked_by = null
   where locked_by <> all($1::text[])
   and locked_by not in (select application_name from pg_stat_activity where application_name is not null)`)
const RELEASE_LOST_JOBS = releaseLost('_private_jobs')
const RELEASE_LOST_QUEUES = releaseLost('_private_job_queues')
