import { type Progress, type RunOutcome, runEarnings } from '../contracts/earnings/run.ts'
import { openClock } from '../db/clock.ts'
import { closeWrite } from '../db/write-record.ts'
import { dateIn, isCalendarDate } from '../domain/dates.ts'
import { loadClock } from '../sandbox/clock.ts'
import {
  type Options,
  type Outcome,
  operatorEntry,
  operatorOf,
  refused,
  UsageRefused,
  withAdministrator,
} from './command.ts'

/** Posts the earnings of all contracts of an administrator up to a day, and says how far it has come while it runs. */
export function updateAllEarnings(options: Options): Promise<Outcome> {
  const { tenant: number, 'as-of': asOf } = options
  if (!number || !asOf) throw new UsageRefused('earnings update needs --tenant and --as-of.')
  if (!isCalendarDate(asOf)) throw new UsageRefused('--as-of is a date as YYYY-MM-DD.')
  return withAdministrator(number, async ({ databases, keys, tenant }) => {
    const caller = operatorOf(databases, tenant)
    const clock = openClock()
    // A sandbox lives by the clock that was set there.
    if (tenant.isSandbox) await loadClock(databases, clock)
    const acting = () => {
      const now = clock.now()
      return { caller, now, today: dateIn(tenant.timeZone, now) }
    }
    const { today } = acting()
    if (asOf > today) return refused(`Earnings are posted up to ${today} at most.`)
    const stop = stopOnSignal()
    try {
      const outcome = await runEarnings(caller.db, {
        asOf,
        resume: options.resume !== undefined,
        acting,
        close: (tx, subject, changes) =>
          closeWrite(tx, keys, {
            ...operatorEntry('earnings update', subject),
            ...{ at: clock.now(), changes: [...changes] },
          }),
        said: (progress) => process.stderr.write(`${toldOf(progress)}\n`),
        stopped: stop.asked,
      })
      return told(outcome, asOf)
    } finally {
      stop.end()
    }
  })
}

/** A first signal lets the chunk in hand be finished. */
function stopOnSignal() {
  let asked = false
  const ask = () => {
    asked = true
    process.stderr.write('Stopping behind this chunk …\n')
  }
  process.once('SIGINT', ask)
  process.once('SIGTERM', ask)
  return {
    asked: () => asked,
    end: () => {
      process.removeListener('SIGINT', ask)
      process.removeListener('SIGTERM', ask)
    },
  }
}

const toldOf = ({ run, lastId }: Progress) =>
  `${run.succeeded} contracts posted, up to contract ${run.resumeAfter} of ${lastId}${
    run.errors.length > 0 ? `; ${run.errors.length} are locked and tried again at the end` : ''
  }`

const refusals = {
  RunAlreadyActive:
    'A run is under way, or was stopped: --resume goes on with it. It counts as over after 30 minutes.',
  NothingToResume: 'There is no run to go on with.',
  OtherDate: 'The run that was stopped is for another day.',
} as const

function told(outcome: RunOutcome, asOf: string): Outcome {
  if ('refused' in outcome) return refused(refusals[outcome.refused])
  const { guid, status, candidates, succeeded, failed, errors, resumeAfter } = outcome.run
  const data = { guid, status, asOfDate: asOf, candidates, succeeded, failed, errors, resumeAfter }
  if (status === 'Running')
    return { lines: [`Stopped behind contract ${resumeAfter}; --resume goes on.`], data, faults: true }
  const lines = errors.map(({ entityId, message }) => `contract ${entityId}: ${message}`)
  return {
    lines: [...lines, `Earnings are posted up to ${asOf}: ${succeeded} of ${candidates} contracts.`],
    data,
    faults: failed > 0,
  }
}
