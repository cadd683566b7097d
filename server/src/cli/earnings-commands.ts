import { type Progress, type RunOutcome, runEarnings } from '../contracts/earnings/run.ts'
import { closeWrite } from '../db/write-record.ts'
import { isCalendarDate } from '../domain/dates.ts'
import {
  type Options,
  type Outcome,
  openOperator,
  operatorEntry,
  refused,
  stopOnSignal,
  UsageRefused,
  withAdministrator,
} from './command.ts'

/** Posts the earnings of all contracts of an administrator through a date, and prints its progress. */
export function updateAllEarnings(options: Options): Promise<Outcome> {
  const { tenant: number, 'as-of': asOf } = options
  if (!number || !asOf) throw new UsageRefused('earnings update needs --tenant and --as-of.')
  if (!isCalendarDate(asOf)) throw new UsageRefused('--as-of must be a date, such as 2026-10-31.')
  return withAdministrator(number, async (opened) => {
    const { db, keys } = opened
    const { clock, acting } = await openOperator(opened)
    const { today } = acting()
    if (asOf > today) return refused(`--as-of cannot be later than today, ${today}.`)
    const stop = stopOnSignal('Stopping after this chunk …')
    try {
      const outcome = await runEarnings(db, {
        asOf,
        resume: options.resume !== undefined,
        acting,
        close: (tx, subject, changes) =>
          closeWrite(tx, keys, {
            ...operatorEntry('earnings update', subject),
            ...{ at: clock.now(), changes: [...changes] },
          }),
        onProgress: (progress) => process.stderr.write(`${progressLine(progress)}\n`),
        shouldStop: stop.isStopping,
      })
      return reportOf(outcome, asOf)
    } finally {
      stop.end()
    }
  })
}

const progressLine = ({ run, lastId }: Progress) =>
  `${run.succeeded} contracts posted, up to contract ${run.resumeAfter} of ${lastId}${
    run.errors.length > 0 ? `; ${run.errors.length} locked contracts will be tried again at the end` : ''
  }`

const refusals = {
  RunAlreadyActive:
    'Another run is active or was stopped. Use --resume to continue it, or wait: after 30 minutes without progress a new run can begin.',
  NothingToResume: 'There is no stopped run to resume. Run the command without --resume.',
  OtherDate: 'The stopped run has a different --as-of date. Resume it with its own date.',
} as const

function reportOf(outcome: RunOutcome, asOf: string): Outcome {
  if ('refused' in outcome) return refused(refusals[outcome.refused])
  const { guid, status, candidates, succeeded, failed, errors, resumeAfter } = outcome.run
  const data = { guid, status, asOfDate: asOf, candidates, succeeded, failed, errors, resumeAfter }
  if (status === 'Running')
    return { lines: [`Stopped after contract ${resumeAfter}. Continue with --resume.`], data, faults: true }
  const lines = errors.map(({ entityId, message }) => `contract ${entityId}: ${message}`)
  return {
    lines: [...lines, `Earnings are posted through ${asOf}: ${succeeded} of ${candidates} contracts.`],
    data,
    faults: failed > 0,
  }
}
