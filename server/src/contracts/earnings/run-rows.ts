import { z } from 'zod'
import { instant, int, json, oneOf, type RowOf, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { table } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'

// Runs of automatic processes: what was done, and how far it has come. The room of processes will serve them.

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
  /** The id of the last contract that is done. */
  resumeAfter: int,
})
export type ProcessRun = RowOf<typeof runTable.columns>

const INSERT =
  command(`insert into automatic_process_run (guid, process_type, status, parameters, started_at, heartbeat_at,
    finished_at, candidates, succeeded, failed, errors, resume_after, started_by)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12)`)

/** Keeps a run that begins, or one that is over with the request that asked for it; tells of it. */
export async function saveRun(
  tx: Tx,
  { caller, now }: Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> },
  one: Omit<ProcessRun, 'heartbeatAt'>,
): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = one
  const finishedAt = status === 'Running' ? null : now
  await INSERT.run(tx, [
    ...[guid, EARNINGS_UPDATE, status, JSON.stringify(one.parameters), now, finishedAt],
    ...[candidates, succeeded, failed, JSON.stringify(one.errors), resumeAfter, caller.name],
  ])
  tell(tx, one, 'started')
  if (status !== 'Running') tell(tx, one, 'completed')
}

const HOLD = command('lock table automatic_process_run in share row exclusive mode')

/** No run begins or ends until the transaction ends. */
export const holdRuns = (tx: Tx) => HOLD.run(tx, [])

const RUNNING = statement(
  runTable.columns,
  `select ${runTable.list()} from automatic_process_run where process_type = $1 and status = 'Running' for update`,
)

/** The run that is active or was stopped, locked until the transaction ends. */
export const lockRunning = (tx: Tx): Promise<ProcessRun | undefined> => RUNNING.first(tx, [EARNINGS_UPDATE])

const MOVE =
  command(`update automatic_process_run set status = $2, heartbeat_at = $3, finished_at = $4, candidates = $5,
  succeeded = $6, failed = $7, errors = $8, resume_after = $9 where guid = $1`)

/** How far it has come: in the transaction that brings it there. Tells of its end. */
export async function moveRun(tx: Tx, { now }: Pick<Acting, 'now'>, one: ProcessRun): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = one
  const finishedAt = status === 'Running' ? null : now
  await MOVE.run(tx, [
    ...[guid, status, now, finishedAt, candidates, succeeded, failed],
    ...[JSON.stringify(one.errors), resumeAfter],
  ])
  if (status !== 'Running') tell(tx, one, 'completed')
}

function tell(tx: Tx, { guid, ...one }: Omit<ProcessRun, 'heartbeatAt'>, what: 'started' | 'completed') {
  const { status, candidates, succeeded, failed } = one
  const data = what === 'started' ? { status: 'Running' } : { status, candidates, succeeded, failed }
  emit(tx, { subject: `automatic-process-runs/${guid}`, type: `run.${what}`, data: { id: guid, ...data } })
}
