import { z } from 'zod'
import { flag, instant, int, json, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type ProcessType, processTypes } from '../../domain/process-types.ts'
import { isAbandoned, runExecutors, runStatuses } from '../../domain/processes/run-rules.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem, unknownReference } from '../../http/problems.ts'

// The stored runs of all automatic processes, with their progress and results.

/** `entityId` is null where the process itself could not go on. */
const RunErrors = z.array(z.object({ entityId: z.int().nullable(), code: z.string(), message: z.string() }))
/** A candidate that failed. */
export type RunError = Readonly<z.output<typeof RunErrors>[number]>

export const runTable = table('automatic_process_run', {
  guid: text,
  processType: oneOf(processTypes),
  status: oneOf(runStatuses),
  executor: oneOf(runExecutors),
  isDryRun: flag,
  parameters: json(
    (value): Readonly<Record<string, unknown>> => z.record(z.string(), z.unknown()).parse(value),
  ),
  startedAt: instant,
  heartbeatAt: instant,
  finishedAt: orNull(instant),
  scheduledFor: orNull(instant),
  candidates: int,
  succeeded: int,
  skipped: int,
  failed: int,
  errors: json((value): readonly RunError[] => RunErrors.parse(value)),
  /** The id of the last candidate that is done. */
  resumeAfter: int,
  startedBy: text,
  leasedBy: orNull(text),
  /** In real time. Null for a run that nobody takes over: one of a caller, or one that an operator has stopped. */
  leasedUntil: orNull(instant),
})
export type ProcessRun = RowOf<typeof runTable.columns>

export const runSubject = ({ guid }: Pick<ProcessRun, 'guid'>) => `automatic-process-runs/${guid}` as const

type Required = 'guid' | 'processType' | 'parameters'
/** A run to store. What is absent is as in a run of a caller that has just begun. */
export type NewRun = Pick<ProcessRun, Required> &
  Partial<
    Omit<ProcessRun, Required | 'startedAt' | 'heartbeatAt' | 'finishedAt' | 'startedBy' | 'leasedUntil'>
  >

// A run of the service that nobody has taken yet can be taken at once.
const INSERT = statement(
  runTable.columns,
  `insert into automatic_process_run (guid, process_type, status, executor, is_dry_run, parameters, started_at,
    heartbeat_at, finished_at, scheduled_for, candidates, succeeded, skipped, failed, errors, resume_after, started_by,
    leased_by, leased_until)
   values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    case when $4 = 'Caller' then null when $17::text is null then now() else now() + interval '30 seconds' end)
   on conflict do nothing returning ${runTable.list()}`,
)

/**
 * Stores a new run, or one that ended with its request, and emits its events. Nothing if another run of the type is active,
 * or has been opened for the same time of the schedule.
 */
export async function saveRun(
  tx: Tx,
  { caller, now }: Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> },
  run: NewRun,
): Promise<ProcessRun | undefined> {
  const { status = 'Running', executor = 'Caller', isDryRun = false, scheduledFor = null } = run
  const { candidates = 0, succeeded = 0, skipped = 0, failed = 0, errors = [], resumeAfter = 0 } = run
  const saved = await INSERT.first(tx, [
    ...[run.guid, run.processType, status, executor, isDryRun, JSON.stringify(run.parameters), now],
    ...[status === 'Running' ? null : now, scheduledFor, candidates, succeeded, skipped, failed],
    ...[JSON.stringify(errors), resumeAfter, caller.name, run.leasedBy ?? null],
  ])
  if (!saved) return undefined
  emitRunEvent(tx, saved, 'started')
  if (status !== 'Running') emitRunEvent(tx, saved, 'completed')
  return saved
}

const RUNNING = statement(
  runTable.columns,
  `select ${runTable.list()} from automatic_process_run where process_type = $1 and status = 'Running' for update`,
)

/** The run of a type that is active or was stopped, locked until the transaction ends. */
export const lockActiveRun = (tx: Tx, type: ProcessType): Promise<ProcessRun | undefined> =>
  RUNNING.first(tx, [type])

export type Opening =
  | { readonly opened: ProcessRun }
  | { readonly active: ProcessRun }
  /** A run was opened before for the same time of the schedule. */
  | { readonly isRepeated: true }

/** Opens a run if none of its type is active. The abandoned run of a caller is aborted. */
export async function openRun(tx: Tx, acting: Pick<Acting, 'caller' | 'now'>, run: NewRun): Promise<Opening> {
  const before = await lockActiveRun(tx, run.processType)
  if (before) {
    if (!isAbandoned(before, acting.now)) return { active: before }
    await updateRun(tx, acting, { ...before, status: 'Aborted' })
  }
  const opened = await saveRun(tx, acting, run)
  if (opened) return { opened }
  // Another one was opened at the same moment. The insert has waited for its commit.
  const active = await lockActiveRun(tx, run.processType)
  return active ? { active } : { isRepeated: true }
}

const FIND = statement(
  runTable.columns,
  `select ${runTable.list()} from automatic_process_run where guid = $1`,
)
const LOCK = statement(runTable.columns, `${FIND.text} for update`)

export const findRun = (db: Db, guid: string): Promise<ProcessRun | undefined> => FIND.first(db, [guid])

export const lockRun = (tx: Tx, guid: string): Promise<ProcessRun | undefined> => LOCK.first(tx, [guid])

const UPDATE =
  command(`update automatic_process_run set status = $2, heartbeat_at = $3, finished_at = $4, candidates = $5,
  succeeded = $6, skipped = $7, failed = $8, errors = $9, resume_after = $10,
  leased_by = case when $4::timestamptz is null then leased_by end,
  leased_until = case when $4::timestamptz is null then leased_until end where guid = $1`)

/** Stores the progress of a locked run in the transaction that makes it. Emits an event when the run ends. */
export async function updateRun(tx: Tx, { now }: Pick<Acting, 'now'>, run: ProcessRun): Promise<ProcessRun> {
  const { guid, status, candidates, succeeded, skipped, failed, resumeAfter } = run
  const finishedAt = status === 'Running' ? null : now
  await UPDATE.run(tx, [
    ...[guid, status, now, finishedAt, candidates, succeeded, skipped, failed],
    ...[JSON.stringify(run.errors), resumeAfter],
  ])
  if (status !== 'Running') emitRunEvent(tx, run, 'completed')
  return { ...run, heartbeatAt: now, finishedAt }
}

function emitRunEvent(tx: Tx, run: ProcessRun, change: 'started' | 'completed') {
  const { guid, processType, status, candidates, succeeded, skipped, failed } = run
  const subject = runSubject(run)
  const facts = { id: guid, processType }
  if (change === 'started') emit(tx, { subject, type: 'run.started', data: { ...facts, status: 'Running' } })
  else {
    const data = { ...facts, status, candidates, succeeded, skipped, failed }
    emit(tx, { subject, type: 'run.completed', data })
  }
}

const FIND_STATUS = statement(
  { processType: oneOf(processTypes), status: oneOf(runStatuses) },
  `select process_type as "processType", status from automatic_process_run where guid = $1`,
)

/** Refuses a step that names a run which is not a running one of its type. */
export async function requireRunning(tx: Tx, type: ProcessType, guid: string | undefined): Promise<void> {
  if (guid === undefined) return
  const run = await FIND_STATUS.first(tx, [guid])
  if (run?.processType !== type) throw unknownReference('/runGuid', `run ${guid} of ${type}`)
  if (run.status !== 'Running')
    throw new Problem('RunFinished', `The run ${guid} is ${run.status}.`, {
      members: { runStatus: run.status },
    })
}
