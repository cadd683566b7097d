import { type ProcessRun, updateRun } from '../../contracts/earnings/run-rows.ts'
import type { Tx } from '../../db/database.ts'
import { reportRun as decideReport, type Reported } from '../../domain/processes/run-report.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { RunPatch } from './run-model.ts'

/** More errors than this are counted, and not kept. */
const ERRORS_AT_MOST = 10_000

/** Stores what a caller reports about a locked run. Each report is a sign of life. */
export function reportRun(tx: Tx, acting: Acting, run: ProcessRun, report: RunPatch): Promise<ProcessRun> {
  const reported = decideReport(run, report)
  if ('refused' in reported) throw refusalOf(run, reported)
  const errors = [...run.errors, ...(report.errors ?? [])].slice(0, ERRORS_AT_MOST)
  return updateRun(tx, acting, { ...run, ...reported, errors })
}

function refusalOf(
  { guid, status }: ProcessRun,
  refusal: Extract<Reported, { readonly refused: string }>,
): Problem {
  if (refusal.refused === 'RunFinished')
    return new Problem('RunFinished', `The run ${guid} is ${status}.`, { members: { runStatus: status } })
  if (refusal.refused === 'RunOfService')
    return new Problem('RunOfService', `The service works on the run ${guid}. It can only be aborted.`)
  const { refused: code, faults } = refusal
  return new Problem(code, faults.map(({ message }) => message).join(' '), {
    errors: faults.map(({ field, message }) => ({ pointer: `/${field}`, code, message })),
  })
}
