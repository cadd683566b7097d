import { run, type Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'

// Runs of automatic processes: what was done, and how far it has come. The room of processes will serve them.

export const EARNINGS_UPDATE = 'EarningsUpdate'

export type RunStatus = 'Running' | 'Completed' | 'CompletedWithErrors' | 'Aborted'

/** A contract that could not be done. */
export interface RunError {
  readonly entityId: number
  readonly code: string
  readonly message: string
}

export interface ProcessRun {
  readonly guid: string
  readonly status: RunStatus
  readonly parameters: Readonly<Record<string, unknown>>
  readonly heartbeatAt: Date
  readonly candidates: number
  readonly succeeded: number
  readonly failed: number
  readonly errors: readonly RunError[]
  /** The last contract that is done. */
  readonly resumeAfter: number
}

const COLUMNS = `guid, status, parameters, heartbeat_at as "heartbeatAt", candidates, succeeded, failed, errors,
  resume_after as "resumeAfter"`

const INSERT = `insert into automatic_process_run (guid, process_type, status, parameters, started_at, heartbeat_at,
    finished_at, candidates, succeeded, failed, errors, resume_after, started_by)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12)`

/** Keeps a run that begins, or one that is over with the request that asked for it; tells of it. */
export async function saveRun(
  tx: Tx,
  { caller, now }: Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> },
  one: Omit<ProcessRun, 'heartbeatAt'>,
): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = one
  const finishedAt = status === 'Running' ? null : now
  await run(tx, INSERT, [
    ...[guid, EARNINGS_UPDATE, status, JSON.stringify(one.parameters), now, finishedAt],
    ...[candidates, succeeded, failed, JSON.stringify(one.errors), resumeAfter, caller.name],
  ])
  tell(tx, one, 'started')
  if (status !== 'Running') tell(tx, one, 'completed')
}

/** Until the transaction ends, no run begins or ends. */
export const holdRuns = (tx: Tx) =>
  run(tx, 'lock table automatic_process_run in share row exclusive mode', [])

/** The run that is under way, or that was stopped; nobody else moves it until the transaction ends. */
export async function lockRunning(tx: Tx): Promise<ProcessRun | undefined> {
  const [row] = await run<ProcessRun>(tx, RUNNING, [EARNINGS_UPDATE])
  return row
}

const RUNNING = `select ${COLUMNS} from automatic_process_run where process_type = $1 and status = 'Running' for update`

const MOVE = `update automatic_process_run set status = $2, heartbeat_at = $3, finished_at = $4, candidates = $5,
  succeeded = $6, failed = $7, errors = $8, resume_after = $9 where guid = $1`

/** How far it has come: in the transaction that brings it there. Tells of its end. */
export async function moveRun(tx: Tx, { now }: Pick<Acting, 'now'>, one: ProcessRun): Promise<void> {
  const { guid, status, candidates, succeeded, failed, resumeAfter } = one
  const finishedAt = status === 'Running' ? null : now
  await run(tx, MOVE, [
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
