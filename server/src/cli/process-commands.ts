import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createApp } from '../app.ts'
import { findRun, lockActiveRun, type ProcessRun, runSubject } from '../contracts/earnings/run-rows.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import type { Acting } from '../http/caller.ts'
import { Problem } from '../http/problems.ts'
import type { Process, RunParameters } from '../processes/process.ts'
import { openServiceRun } from '../processes/runs/open-run.ts'
import {
  type Administrator,
  type Options,
  type Outcome,
  openOperator,
  operatorEntry,
  refused,
  stopOnSignal,
  UsageRefused,
  withAdministrator,
} from './command.ts'
import { showProgress } from './progress.ts'

/** Runs an automatic process in this process, as the service does, and shows its progress. */
export function runProcess(options: Options): Promise<Outcome> {
  const { tenant: number, 'process-type': type } = options
  if (!number || !type) throw new UsageRefused('run needs a process type, such as AutoExpire, and --tenant.')
  return withAdministrator(number, async (opened) => {
    const { config, databases, keys, tenant, db } = opened
    const { clock, acting } = await openOperator(opened)
    const log = pino({ level: config.logLevel }, process.stderr)
    const { server, services } = createApp({ config, databases, keys, clock, log })
    try {
      const found = services.runs.processes.find((each) => each.type.toLowerCase() === type.toLowerCase())
      if (!found) {
        const known = services.runs.processes.map((each) => each.type).join(', ')
        throw new UsageRefused(`There is no process "${type}". There are: ${known}.`)
      }
      const asked: Asked = {
        ...{ process: found, worker: randomUUID(), opened },
        acting: acting(),
        parameters: options['as-of'] === undefined ? {} : { asOfDate: options['as-of'] },
        isDryRun: options['dry-run'] !== undefined,
      }
      const run = options.resume === undefined ? await openHere(asked) : await findStopped(asked)
      if ('reason' in run) return refused(run.reason)
      const total = await countLeft(db, asked, run)
      const stop = stopOnSignal('Stopping after this step …')
      const progress = showProgress(process.stderr, run, total)
      const ended = await services.runs.work(tenant, run.guid, {
        ...{ worker: asked.worker, isOperator: true, shouldStop: stop.isStopping },
        onProgress: progress.add,
      })
      progress.end()
      stop.end()
      if (ended === 'NotTaken') return refused('Another process is working on this run.')
      return reportOf(await findRun(db, run.guid))
    } finally {
      await server.close()
    }
  })
}

interface Asked {
  readonly process: Process
  readonly opened: Administrator
  readonly worker: string
  readonly acting: Acting
  readonly parameters: RunParameters
  readonly isDryRun: boolean
}

interface Refused {
  readonly reason: string
}

/** Opens a run that this process holds. */
async function openHere({ process: type, opened, worker, ...asked }: Asked): Promise<ProcessRun | Refused> {
  const { acting, parameters, isDryRun } = asked
  try {
    return await inTransaction(opened.db, async (tx) => {
      const opening = await openServiceRun(tx, acting, type, {
        ...{ processType: type.type, parameters, isDryRun, leasedBy: worker },
      })
      if (!('opened' in opening))
        return {
          reason: 'Another run is active or was stopped. Use --resume to continue one that was stopped here.',
        }
      const entry = operatorEntry(`run ${type.type}`, runSubject(opening.opened))
      await closeWrite(tx, opened.keys, { ...entry, at: acting.now, changes: [] })
      return opening.opened
    })
  } catch (error) {
    if (error instanceof Problem) return { reason: error.message }
    throw error
  }
}

/** The run that was stopped or killed. */
async function findStopped({ process: type, opened, parameters }: Asked): Promise<ProcessRun | Refused> {
  const run = await inTransaction(opened.db, (tx) => lockActiveRun(tx, type.type))
  if (!run) return { reason: 'There is no stopped run to resume. Run the command without --resume.' }
  if (run.executor === 'Caller') return { reason: 'The active run belongs to a caller of the service.' }
  const { asOfDate } = parameters
  if (asOfDate !== undefined && asOfDate !== run.parameters.asOfDate)
    return { reason: 'The stopped run has a different --as-of date. Leave out --as-of to resume it.' }
  return run
}

/** How many candidates are left. A process that works in chunks does not know. */
async function countLeft(
  db: Db,
  { process: type, acting }: Asked,
  { resumeAfter, parameters }: ProcessRun,
): Promise<number | undefined> {
  if (type.kind === 'chunks') return undefined
  const limit = 10_000
  let [total, after] = [0, resumeAfter]
  for (;;) {
    const ids = await type.candidates(db, acting, parameters, { after, limit })
    total += ids.length
    if (ids.length < limit) return total
    after = ids.at(-1) ?? after
  }
}

function reportOf(run: ProcessRun | undefined): Outcome {
  if (!run) return refused('The run is gone: the sandbox was reset.')
  const { guid, processType, status, isDryRun, candidates, succeeded, skipped, failed, errors } = run
  const data = { guid, processType, status, isDryRun, candidates, succeeded, skipped, failed, errors }
  const counted = `${succeeded} done, ${skipped} skipped, ${failed} failed, of ${candidates} candidates`
  if (status === 'Running')
    return {
      ...{ lines: [`Stopped: ${counted} so far. Continue with --resume.`], data, faults: true },
    }
  const lines = errors.map(
    ({ entityId, code, message }) => `${entityId === null ? processType : entityId}: ${code}: ${message}`,
  )
  const summary = `${processType} ${isDryRun ? '(dry run) ' : ''}is ${status}: ${counted}.`
  return { lines: [...lines, summary], data, faults: status !== 'Completed' }
}
