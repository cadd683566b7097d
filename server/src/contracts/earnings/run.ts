import { randomUUID } from 'node:crypto'
import type { Change } from '../../db/audit.ts'
import { int, orNull } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { CHUNK, LOCKED_MESSAGE, postChunk } from './bulk.ts'
import {
  lockActiveRun,
  lockRunTable,
  type ProcessRun,
  type RunError,
  saveRun,
  updateRun,
} from './run-rows.ts'

/** A run without progress for this long counts as abandoned. */
const ABANDONED_AFTER_MILLISECONDS = 30 * 60_000

export interface RunOptions {
  readonly asOf: CalendarDate
  /** Continues the run that was stopped or killed. */
  readonly resume: boolean
  /** The operator and the current time. Called before each chunk. */
  acting(): Acting
  /** Writes the audit record in the transaction that opens or closes the run. */
  close(tx: Tx, subject: string, changes: readonly Change[]): Promise<void>
  /** Called after each chunk is committed. */
  onProgress?(progress: Progress): void
  /** Called before each chunk. True stops the run, which can be resumed later. */
  shouldStop?(): boolean
  /** Contracts in one transaction. */
  readonly chunk?: number
}

export interface Progress {
  readonly run: ProcessRun
  /** The id of the last contract when the run began. */
  readonly lastId: number
}

export type RunOutcome =
  | { readonly run: ProcessRun }
  | {
      readonly refused: 'RunAlreadyActive' | 'NothingToResume' | 'OtherDate'
      readonly run: ProcessRun | null
    }

const LAST_CONTRACT = statement({ id: orNull(int) }, 'select max(id) as id from contract')

/**
 * Posts the earnings of all contracts up to a date, in chunks by id. Each chunk is one transaction, which also saves the
 * progress of the run. A run that was stopped or killed continues after its last chunk.
 */
export async function runEarnings(db: Db, options: RunOptions): Promise<RunOutcome> {
  const opened = await inTransaction(db, (tx) => openRun(tx, options))
  if ('refused' in opened) return opened
  const last = await LAST_CONTRACT.first(db, [])
  const step = (work: (tx: Tx, run: ProcessRun) => Promise<ProcessRun>) =>
    inTransaction(db, (tx) => continueRun(tx, opened.run.guid, work))
  let current = opened.run
  for (let before = -1; before !== current.resumeAfter; ) {
    if (options.shouldStop?.()) return { run: current }
    before = current.resumeAfter
    current = await step((tx, found) => postNext(tx, found, options))
    options.onProgress?.({ run: current, lastId: last?.id ?? 0 })
  }
  return { run: await step((tx, found) => finishRun(tx, found, options)) }
}

async function openRun(tx: Tx, { asOf, resume, acting, close }: RunOptions): Promise<RunOutcome> {
  const who = acting()
  const [, running] = await runAll([lockRunTable(tx), lockActiveRun(tx)])
  if (resume) {
    if (!running) return { refused: 'NothingToResume', run: null }
    return running.parameters.asOfDate === asOf ? { run: running } : { refused: 'OtherDate', run: running }
  }
  if (running) {
    if (who.now.getTime() - running.heartbeatAt.getTime() < ABANDONED_AFTER_MILLISECONDS)
      return { refused: 'RunAlreadyActive', run: running }
    await updateRun(tx, who, { ...running, status: 'Aborted' })
  }
  const fresh: ProcessRun = {
    ...{ guid: randomUUID(), status: 'Running', parameters: { asOfDate: asOf }, heartbeatAt: who.now },
    ...{ candidates: 0, succeeded: 0, failed: 0, errors: [], resumeAfter: 0 },
  }
  await saveRun(tx, who, fresh)
  await close(tx, runSubject(fresh), [])
  return { run: fresh }
}

const runSubject = ({ guid }: ProcessRun) => `automatic-process-runs/${guid}`

/** The progress is read from the run's row, because another process may have taken over the run. */
async function continueRun(
  tx: Tx,
  guid: string,
  work: (tx: Tx, run: ProcessRun) => Promise<ProcessRun>,
): Promise<ProcessRun> {
  const found = await lockActiveRun(tx)
  if (found?.guid !== guid) throw new Error(`The run ${guid} was ended by another process.`)
  return work(tx, found)
}

/** Contracts with an unearned amount, by id. Lines are read contract by contract, so a page reads only what it needs. */
const CANDIDATES = statement(
  { id: int },
  `select c.id from contract c
   cross join lateral (select from contract_line line where line.contract_id = c.id
     and line.amount <> line.earned_to_date + line.refunded limit 1) as unearned
   where c.id > $1 and c.finalize_date <= $2 and c.status <> 'Voided' order by c.id limit $3`,
)

async function postNext(tx: Tx, found: ProcessRun, { asOf, acting, chunk = CHUNK }: RunOptions) {
  const who = acting()
  const rows = await CANDIDATES.rows(tx, [found.resumeAfter, asOf, chunk])
  const { done, locked } = await postChunk(
    tx,
    who,
    rows.map(({ id }) => ({ id, asOf })),
  )
  const advanced = {
    ...found,
    candidates: found.candidates + rows.length,
    succeeded: found.succeeded + done.length,
    errors: [...found.errors, ...locked.map(lockedError)],
    resumeAfter: rows.at(-1)?.id ?? found.resumeAfter,
  }
  await updateRun(tx, who, advanced)
  return advanced
}

const lockedError = (entityId: number): RunError => ({
  ...{ entityId, code: 'Locked', message: LOCKED_MESSAGE },
})

/** Tries the locked contracts once more. Those that are still locked stay in the errors of the run. */
async function finishRun(tx: Tx, found: ProcessRun, { asOf, acting, close }: RunOptions) {
  const who = acting()
  const lockedBefore = found.errors.map(({ entityId }) => ({ id: entityId, asOf }))
  let [succeeded, locked] = [found.succeeded, [] as readonly number[]]
  for (let from = 0; from < lockedBefore.length; from += CHUNK) {
    const chunk = await postChunk(tx, who, lockedBefore.slice(from, from + CHUNK))
    succeeded += chunk.done.length
    locked = [...locked, ...chunk.locked]
  }
  const finished: ProcessRun = {
    ...found,
    ...{ succeeded, failed: locked.length, errors: locked.map(lockedError) },
    status: locked.length > 0 ? 'CompletedWithErrors' : 'Completed',
  }
  await updateRun(tx, who, finished)
  const { guid: _, heartbeatAt: __, errors: ___, ...shown } = finished
  await close(tx, runSubject(finished), [{ pointer: '', before: null, after: shown }])
  return finished
}
