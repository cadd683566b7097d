import { z } from 'zod'
import { instant, int, json, oneOf, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'

// The stored runs of automatic processes, with their progress and results.

export const EARNINGS_UPDATE = 'EarningsUpdate'

const RunErrors = z.array(z.object({ entityId: z.int(), code: z.string(), message: z.string() }))
/** A contract whose earnings could not be posted. */
export type RunError = Readonly<z.output<typeof RunErrors>[number]>

const runTable = table('automatic_process_run', {
  guid: text,
  status: oneOf(['Running', 'Completed', 'CompletedWithErrors', 'Aborted']),
  parameters: json(
    (value): Readonly<Record<string, unknown>> => z.record(z.string(), z.unknown()).parse(value),
  ),
  heartbeatAt: instant,
  candidates: int,
  succeeded: int,
  failed: int,
  errors: json((value): readonly RunError[] => RunErrors.parse(value)),
  /** The id of the last processed contract. */
  resumeAfter: int,
})
export type ProcessRun = RowOf<typeof runTable.columns>

const INSERT =
  command(`insert into automatic_process_run (guid, process_type, status, parameters, started_at, heartbeat_at,
    finished_at, candidates, succeeded, failed, errors, resume_after, started_by)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12)`)

/** Stores a new run, or one that ended with its request, and emits its events. */
export async function saveRun(
  tx: Tx,
  { caller, now }: Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> },
  run: Omit<ProcessRun, 'heartbeatAt'>,
): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = run
  const finishedAt = status === 'Running' ? null : now
  await INSERT.run(tx, [
    ...[guid, EARNINGS_UPDATE, status, JSON.stringify(run.parameters), now, finishedAt],
    ...[candidates, succeeded, failed, JSON.stringify(run.errors), resumeAfter, caller.name],
  ])
  emitRunEvent(tx, run, 'started')
  if (status !== 'Running') emitRunEvent(tx, run, 'completed')
}

const LOCK_TABLE = command('lock table automatic_process_run in share row exclusive mode')

/** No other run can begin or end until the transaction ends. */
export const lockRunTable = (tx: Tx) => LOCK_TABLE.run(tx, [])

const RUNNING = statement(
  runTable.columns,
  `select ${runTable.list()} from automatic_process_run where process_type = $1 and status = 'Running' for update`,
)

/** The run that is active or was stopped, locked until the transaction ends. */
export const lockActiveRun = (tx: Tx): Promise<ProcessRun | undefined> => RUNNING.first(tx, [EARNINGS_UPDATE])

const UPDATE =
  command(`update automatic_process_run set status = $2, heartbeat_at = $3, finished_at = $4, candidates = $5,
  succeeded = $6, failed = $7, errors = $8, resume_after = $9 where guid = $1`)

/** Stores the progress of a run in the transaction that makes it. Emits an event when the run ends. */
export async function updateRun(tx: Tx, { now }: Pick<Acting, 'now'>, run: ProcessRun): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = run
  const finishedAt = status === 'Running' ? null : now
  await UPDATE.run(tx, [
    ...[guid, status, now, finishedAt, candidates, succeeded, failed],
    ...[JSON.stringify(run.errors), resumeAfter],
  ])
  if (status !== 'Running') emitRunEvent(tx, run, 'completed')
}

function emitRunEvent(
  tx: Tx,
  { guid, ...run }: Omit<ProcessRun, 'heartbeatAt'>,
  change: 'started' | 'completed',
) {
  const { status, candidates, succeeded, failed } = run
  const data = change === 'started' ? { status: 'Running' } : { status, candidates, succeeded, failed }
  emit(tx, { subject: `automatic-process-runs/${guid}`, type: `run.${change}`, data: { id: guid, ...data } })
}
