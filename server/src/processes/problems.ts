import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const processProblems = {
  RunAlreadyActive: {
    title: 'A run of this type is active',
    meaning: 'Only one run of a process type can be active. `guid` names it.',
    remedy:
      'Wait until it has ended (GET /automatic-process-runs/{guid}), or stop it with PATCH and the status Aborted. A run of a caller that reports nothing for 30 minutes is aborted by the next POST of its type.',
  },
  RunFinished: {
    title: 'The run has ended',
    meaning:
      'A run that has ended never changes, and no step can be part of it. `runStatus` says how it ended.',
    remedy: 'Open a new run with POST /automatic-process-runs.',
  },
  RunOfService: {
    title: 'The service works on this run',
    meaning: 'The service itself does the steps of this run, and counts them.',
    remedy: 'Read the run to follow it. To stop it, send the status Aborted alone.',
  },
  CountersNotMonotone: {
    title: 'A counter went down',
    meaning:
      'The counters of a run are totals since its beginning, so they never go down. `errors` names those that did.',
    remedy: 'Read the run, add to its counters, and send the new totals.',
  },
  CountersInconsistent: {
    title: 'The counters do not add up',
    meaning:
      'When a run completes, succeeded, skipped and failed add up to its candidates. A run with failures ends as CompletedWithErrors, never as Completed.',
    remedy: 'Correct the counters or the status.',
  },
  ExecuteRequired: {
    title: 'Only the service runs this process',
    meaning: 'There are no operations for the single steps of this process, so no caller can do them.',
    remedy: 'Send execute: true, and the service does the steps.',
  },
  ParametersInvalid: {
    title: 'The parameters do not fit the process',
    meaning: 'A parameter is unknown, or its value cannot be used. `errors` names each one.',
    remedy: 'Correct the parameters, or leave them out: each has a default.',
  },
} as const satisfies ProblemTexts
