import { randomUUID } from 'node:crypto'
import type { Change } from '../../db/audit.ts'
import { int, orNull } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { CHUNK, postChunk } from './bulk.ts'
import { holdRuns, lockRunning, moveRun, type ProcessRun, type RunError, saveRun } from './run-rows.ts'

/** Without a sign of life for so long, a run is over. */
const SILENT_MILLISECONDS = 30 * 60_000

export interface RunChoices {
  readonly asOf: CalendarDate
  /** Goes on with the run that was stopped or killed. */
  readonly resume: boolean
  /** Who runs it, and when: asked before each chunk. */
  acting(): Acting
  /** Ends a transaction that opens or closes the run, with its audit record. */
  close(tx: Tx, subject: string, changes: readonly Change[]): Promise<void>
  /** Told after each chunk, which is committed. */
  said?(progress: Progress): void
  /** Asked before each chunk: whether to leave the rest for another time. */
  stopped?(): boolean
  /** Contracts in one transaction. */
  readonly chunk?: number
}

export interface Progress {
  readonly run: ProcessRun
  /** The last contract that there was when it began. */
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
 * Posts the earnings of all contracts up to a day, chunk by chunk in the order of their ids. Each chunk is one transaction,
 * and with it goes how far the run has come: stopped or killed anywhere, it goes on behind the last chunk.
 */
export async function runEarnings(db: Db, choices: RunChoices): Promise<RunOutcome> {
  const opened = await inTransaction(db, (tx) => openRun(tx, choices))
  if ('refused' in opened) return opened
  const last = await LAST_CONTRACT.first(db, [])
  const step = (work: (tx: Tx, run: ProcessRun) => Promise<ProcessRun>) =>
    inTransaction(db, (tx) => goOn(tx, opened.run.guid, work))
  let current = opened.run
  for (let before = -1; before !== current.resumeAfter; ) {
    if (choices.stopped?.()) return { run: current }
    before = current.resumeAfter
    current = await step((tx, found) => postNext(tx, found, choices))
    choices.said?.({ run: current, lastId: last?.id ?? 0 })
  }
  return { run: await step((tx, found) => finish(tx, found, choices)) }
}

async function openRun(tx: Tx, { asOf, resume, acting, close }: RunChoices): Promise<RunOutcome> {
  const who = acting()
  const [, running] = await runAll([holdRuns(tx), lockRunning(tx)])
  if (resume) {
    if (!running) return { refused: 'NothingToResume', run: null }
    return running.parameters.asOfDate === asOf ? { run: running } : { refused: 'OtherDate', run: running }
  }
  if (running) {
    if (who.now.getTime() - running.heartbeatAt.getTime() < SILENT_MILLISECONDS)
      return { refused: 'RunAlreadyActive', run: running }
    await moveRun(tx, who, { ...running, status: 'Aborted' })
  }
  const fresh: ProcessRun = {
    ...{ guid: randomUUID(), status: 'Running', parameters: { asOfDate: asOf }, heartbeatAt: who.now },
    ...{ candidates: 0, succeeded: 0, failed: 0, errors: [], resumeAfter: 0 },
  }
  await saveRun(tx, who, fresh)
  await close(tx, subjectOf(fresh), [])
  return { run: fresh }
}

const subjectOf = ({ guid }: ProcessRun) => `automatic-process-runs/${guid}`

/** Where the run stands is what its row says: another process may have taken it over meanwhile. */
async function goOn(
  tx: Tx,
  guid: string,
  work: (tx: Tx, run: ProcessRun) => Promise<ProcessRun>,
): Promise<ProcessRun> {
  const found = await lockRunning(tx)
  if (found?.guid !== guid) throw new Error(`The run ${guid} was ended by somebody else.`)
  return work(tx, found)
}

/** In the order of ids; whoever has anything unearned is looked up one by one, so that a page is never more than a page. */
const CANDIDATES = statement(
  { id: int },
  `select c.id from contract c
   cross join lateral (select from contract_line line where line.contract_id = c.id
     and line.amount <> line.earned_to_date + line.refunded limit 1) as unearned
   where c.id > $1 and c.finalize_date <= $2 and c.status <> 'Voided' order by c.id limit $3`,
)

async function postNext(tx: Tx, found: ProcessRun, { asOf, acting, chunk = CHUNK }: RunChoices) {
  const who = acting()
  const rows = await CANDIDATES.rows(tx, [found.resumeAfter, asOf, chunk])
  const { done, locked } = await postChunk(
    tx,
    who,
    rows.map(({ id }) => ({ id, asOf })),
  )
  const moved = {
    ...found,
    candidates: found.candidates + rows.length,
    succeeded: found.succeeded + done.length,
    errors: [...found.errors, ...locked.map(lockedOut)],
    resumeAfter: rows.at(-1)?.id ?? found.resumeAfter,
  }
  await moveRun(tx, who, moved)
  return moved
}

const lockedOut = (entityId: number): RunError => ({
  ...{ entityId, code: 'Locked', message: 'Somebody works on the contract.' },
})

/** Those whom somebody worked on are tried once more, and are then left. */
async function finish(tx: Tx, found: ProcessRun, { asOf, acting, close }: RunChoices) {
  const who = acting()
  const left = found.errors.map(({ entityId }) => ({ id: entityId, asOf }))
  let [succeeded, locked] = [found.succeeded, [] as readonly number[]]
  for (let from = 0; from < left.length; from += CHUNK) {
    const chunk = await postChunk(tx, who, left.slice(from, from + CHUNK))
    succeeded += chunk.done.length
    locked = [...locked, ...chunk.locked]
  }
  const over: ProcessRun = {
    ...found,
    ...{ succeeded, failed: locked.length, errors: locked.map(lockedOut) },
    status: locked.length > 0 ? 'CompletedWithErrors' : 'Completed',
  }
  await moveRun(tx, who, over)
  const { guid: _, heartbeatAt: __, errors: ___, ...shown } = over
  await close(tx, subjectOf(over), [{ pointer: '', before: null, after: shown }])
  return over
}
