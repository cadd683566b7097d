import { counterNames, type RunCounters, type RunExecutor, type RunStatus } from './run-rules.ts'

// What the caller that works on a run may report about it.

interface ReportedRun extends RunCounters {
  readonly status: RunStatus
  readonly executor: RunExecutor
}

/** Counters are absolute. What is absent stays as it is. */
export interface RunReport extends Readonly<{ [Name in keyof RunCounters]?: number | undefined }> {
  readonly status?: RunStatus | undefined
  readonly errors?: readonly unknown[] | undefined
}

export interface ReportFault {
  readonly field: string
  readonly message: string
}

export type Reported =
  | (RunCounters & { readonly status: RunStatus })
  | { readonly refused: 'RunFinished' }
  | { readonly refused: 'RunOfService' }
  | {
      readonly refused: 'CountersNotMonotone' | 'CountersInconsistent'
      readonly faults: readonly ReportFault[]
    }

/** The run after a report. A report without members is a sign of life. */
export function reportRun(run: ReportedRun, report: RunReport): Reported {
  if (run.status !== 'Running') return { refused: 'RunFinished' }
  if (run.executor === 'Service' && !isOnlyAbort(report)) return { refused: 'RunOfService' }
  const lower = counterNames.flatMap((field) => {
    const value = report[field]
    return value !== undefined && value < run[field]
      ? [{ field, message: `The counter ${field} is ${run[field]} and cannot go down to ${value}.` }]
      : []
  })
  if (lower.length > 0) return { refused: 'CountersNotMonotone', faults: lower }
  const next = {
    status: report.status ?? run.status,
    candidates: report.candidates ?? run.candidates,
    succeeded: report.succeeded ?? run.succeeded,
    skipped: report.skipped ?? run.skipped,
    failed: report.failed ?? run.failed,
  }
  // The counters of a run of the service are its own.
  const faults = run.executor === 'Service' ? [] : endFaults(next)
  return faults.length > 0 ? { refused: 'CountersInconsistent', faults } : next
}

const isOnlyAbort = ({ status, ...rest }: RunReport): boolean =>
  status === 'Aborted' && Object.values(rest).every((value) => value === undefined)

/** A run that completes has done something with each candidate. One that breaks off may not have come to all of them. */
function endFaults(run: RunCounters & { readonly status: RunStatus }): ReportFault[] {
  const { status, candidates, succeeded, skipped, failed } = run
  const done = succeeded + skipped + failed
  const isComplete = status === 'Completed' || status === 'CompletedWithErrors'
  return [
    ...(status === 'Completed' && failed > 0
      ? [{ field: 'status', message: `With ${failed} failed candidates the status is CompletedWithErrors.` }]
      : []),
    ...((isComplete && done !== candidates) || (status !== 'Running' && done > candidates)
      ? [
          {
            field: 'candidates',
            message: `There were ${candidates} candidates, but succeeded + skipped + failed is ${done}.`,
          },
        ]
      : []),
  ]
}
