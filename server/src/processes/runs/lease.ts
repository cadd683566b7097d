import { type ProcessRun, type RunError, runTable, updateRun } from '../../contracts/earnings/run-rows.ts'
import { instant, oneOf, orNull } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { type RunCounters, type RunStatus, runStatuses } from '../../domain/processes/run-rules.ts'
import type { Acting } from '../../http/caller.ts'

// A run of the service belongs to the worker that holds its lease. Every transaction of a run checks and renews it, so a
// worker that was thought dead cannot commit anything after another one has taken over, or after the run was stopped.

/** A run that this worker may work on. */
export interface Lease {
  readonly guid: string
  readonly worker: string
}

/** Another worker has the run, or the run has ended. Nothing of the transaction is kept. */
export class LeaseLost extends Error {}

const TAKE = statement(
  runTable.columns,
  `update automatic_process_run set leased_by = $2, leased_until = statement_timestamp() + interval '30 seconds'
   where guid = $1 and status = 'Running' and executor = 'Service'
     and (leased_by = $2 or leased_until <= statement_timestamp() or ($3 and leased_until is null))
   returning ${runTable.list()}`,
)

/** Takes a run that nobody works on. Only an operator takes one that an operator has stopped. */
export const takeLease = (
  db: Db,
  { guid, worker }: Lease,
  isOperator: boolean,
): Promise<ProcessRun | undefined> => TAKE.first(db, [guid, worker, isOperator])

const FIND = statement(
  { status: oneOf(runStatuses), leasedUntil: orNull(instant) },
  `select status, leased_until as "leasedUntil" from automatic_process_run where guid = $1`,
)

/** When the lease of another worker ends. Nothing if nobody is to take over the run. */
export async function findLeaseEnd(db: Db, guid: string): Promise<Date | undefined> {
  const run = await FIND.first(db, [guid])
  return run?.status === 'Running' ? (run.leasedUntil ?? undefined) : undefined
}

/** What a step or a chunk adds to a run. */
export interface Progress {
  readonly succeeded: number
  readonly skipped: number
  readonly failed: number
  readonly resumeAfter: number
}

const ADVANCE_SET = `update automatic_process_run set candidates = candidates + $3, succeeded = succeeded + $4,
    skipped = skipped + $5, failed = failed + $6, resume_after = $7, heartbeat_at = $8,
    leased_until = statement_timestamp() + interval '30 seconds'`
const ADVANCE_WHERE = `where guid = $1 and status = 'Running' and leased_by = $2`
const ADVANCE = command(`${ADVANCE_SET} ${ADVANCE_WHERE}`)
const ADVANCE_WITH_ERRORS = command(`${ADVANCE_SET}, errors = errors || case
    when jsonb_array_length(errors) < ${1_000} then $9::jsonb else '[]' end ${ADVANCE_WHERE}`)

/** Stores progress and renews the lease. It locks the run until the transaction ends. */
export async function advance(
  tx: Tx,
  { guid, worker }: Lease,
  now: Date,
  { succeeded, skipped, failed, resumeAfter }: Progress,
  errors: readonly RunError[] = [],
): Promise<void> {
  const candidates = succeeded + skipped + failed
  const values = [guid, worker, candidates, succeeded, skipped, failed, resumeAfter, now]
  const changed =
    errors.length > 0
      ? await ADVANCE_WITH_ERRORS.run(tx, [...values, JSON.stringify(errors)])
      : await ADVANCE.run(tx, values)
  if (changed === 0) throw new LeaseLost(`The run ${guid} has ended, or another process works on it.`)
}

const LOCK = statement(
  runTable.columns,
  `select ${runTable.list()} from automatic_process_run ${ADVANCE_WHERE} for update`,
)

/** Ends a run. `decide` gets its final counters. */
export async function endRun(
  tx: Tx,
  { guid, worker }: Lease,
  acting: Acting,
  decide: (counters: RunCounters) => { readonly status: RunStatus; readonly error?: RunError },
): Promise<ProcessRun> {
  const run = await LOCK.first(tx, [guid, worker])
  if (!run) throw new LeaseLost(`The run ${guid} has ended, or another process works on it.`)
  const { status, error } = decide(run)
  return updateRun(tx, acting, { ...run, status, errors: error ? [...run.errors, error] : run.errors })
}

const releaseUntil = (instant: string) =>
  command(`update automatic_process_run set leased_by = null, leased_until = ${instant} ${ADVANCE_WHERE}`)
const RELEASE = releaseUntil('now()')
const STOP = releaseUntil('null')

/** Gives up a run: to whoever comes next, or, when an operator stops it, to nobody. */
export async function releaseLease(db: Db, { guid, worker }: Lease, isOperator: boolean): Promise<void> {
  await (isOperator ? STOP : RELEASE).run(db, [guid, worker])
}
