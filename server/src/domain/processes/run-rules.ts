// How runs of automatic processes begin and end.

export const runStatuses = ['Running', 'Completed', 'CompletedWithErrors', 'Failed', 'Aborted'] as const
export type RunStatus = (typeof runStatuses)[number]

/** Who does the steps: the caller that opened the run, or the service. */
export const runExecutors = ['Caller', 'Service'] as const
export type RunExecutor = (typeof runExecutors)[number]

/** How many candidates a run has seen, and what became of them. */
export interface RunCounters {
  readonly candidates: number
  readonly succeeded: number
  readonly skipped: number
  readonly failed: number
}
export const counterNames = ['candidates', 'succeeded', 'skipped', 'failed'] as const

/** A caller that reports nothing for this long has given up its run. */
export const ABANDONED_AFTER_MILLISECONDS = 30 * 60_000

/**
 * Whether the next run of the type may end this one. A run of the service has a lease instead and is taken over. The clock
 * of a sandbox may have been set back, so a heartbeat far in the future is as old as one in the past.
 */
export const isAbandoned = (
  run: { readonly executor: RunExecutor; readonly heartbeatAt: Date },
  now: Date,
): boolean =>
  run.executor === 'Caller' &&
  Math.abs(now.getTime() - run.heartbeatAt.getTime()) >= ABANDONED_AFTER_MILLISECONDS

/** How a run ends that has seen all its candidates. */
export const finalStatus = ({ failed }: Pick<RunCounters, 'failed'>): RunStatus =>
  failed > 0 ? 'CompletedWithErrors' : 'Completed'
