import { randomUUID } from 'node:crypto'
import type { Change } from '../../db/audit.ts'
import { int, orNull } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { finalStatus } from '../../domain/processes/run-rules.ts'
import type { Acting } from '../../http/caller.ts'
import { CHUNK, LOCKED_MESSAGE, postChunk } from './bulk.ts'
import {
  lockActiveRun,
  openRun as openNew,
  type ProcessRun,
  type RunError,
  runSubject,
  updateRun,
} from './run-rows.ts'

const EARNINGS_UPDATE = 'EarningsUpdate'

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
  if (resume) {
    const running = await lockActiveRun(tx, EARNINGS_UPDATE)
    if (!running) return { refused: 'NothingToResume', run: null }
    if (running.executor === 'Service') return { refused: 'RunAlreadyActive', run: running }
    return running.parameters.asOfDate === asOf ? { run: running } : { refused: 'OtherDate', run: running }
  }
  const opening = await openNew(tx, who, {
    ...{ guid: randomUUID(), processType: EARNINGS_UPDATE, parameters: { asOfDate: asOf } },
  })
  if ('active' in opening) return { refused: 'RunAlreadyActive', run: opening.active }
  if (!('opened' in opening)) throw new Error('A run without a schedule was opened twice.')
  await close(tx, runSubject(opening.opened), [])
  return { run: opening.opened }
}

/** The progress is read from the run's row, because another process may have taken over the run. */
async function continueRun(
  tx: Tx,
  guid: string,
  work: (tx: Tx, run: ProcessRun) => Promise<ProcessRun>,
): Promise<ProcessRun> {
  const found = await lockActiveRun(tx, EARNINGS_UPDATE)
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

/** The next contracts of a run. */
interface NextChunk {
  readonly asOf: CalendarDate
  readonly after: number
  readonly size?: number
}

/** Posts the earnings of the next contracts. Without `last` there are none left. */
export async function postNextChunk(tx: Tx, acting: Acting, { asOf, after, size = CHUNK }: NextChunk) {
  const rows = await CANDIDATES.rows(tx, [after, asOf, size])
  const { done, locked } = await postChunk(
    tx,
    acting,
    rows.map(({ id }) => ({ id, asOf })),
  )
  return { last: rows.at(-1)?.id, found: rows.length, done, errors: locked.map(lockedError) }
}

async function postNext(tx: Tx, found: ProcessRun, { asOf, acting, chunk }: RunOptions) {
  const who = acting()
  const { resumeAfter: after } = found
  const next = await postNextChunk(tx, who, { asOf, after, ...(chunk ? { size: chunk } : {}) })
  const advanced = {
    ...found,
    candidates: found.candidates + next.found,
    succeeded: found.succeeded + next.done.length,
    errors: [...found.errors, ...next.errors],
    resumeAfter: next.last ?? after,
  }
  return updateRun(tx, who, advanced)
}

const lockedError = (entityId: number) => ({ entityId, code: 'Locked', message: LOCKED_MESSAGE })

/** Tries the locked contracts once more. Those that are still locked stay in the errors of the run. */
async function finishRun(tx: Tx, found: ProcessRun, { asOf, acting, close }: RunOptions) {
  const who = acting()
  const lockedBefore = lockedContracts(found.errors).map((id) => ({ id, asOf }))
  let [succeeded, locked] = [found.succeeded, [] as readonly number[]]
  for (let from = 0; from < lockedBefore.length; from += CHUNK) {
    const chunk = await postChunk(tx, who, lockedBefore.slice(from, from + CHUNK))
    succeeded += chunk.done.length
    locked = [...locked, ...chunk.locked]
  }
  const counted = { succeeded, failed: locked.length, errors: locked.map(lockedError) }
  const finished = await updateRun(tx, who, { ...found, ...counted, status: finalStatus(counted) })
  const { status, parameters, candidates, failed, resumeAfter } = finished
  const shown = { status, parameters, candidates, succeeded, failed, resumeAfter }
  await close(tx, runSubject(finished), [{ pointer: '', before: null, after: shown }])
  return finished
}

const lockedContracts = (errors: readonly RunError[]) =>
  errors.flatMap(({ entityId }) => (entityId === null ? [] : [entityId]))
