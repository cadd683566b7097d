import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ProcessRun, runSubject } from '../../contracts/earnings/run-rows.ts'
import type { Change } from '../../db/audit.ts'
import { cannotSave } from '../../db/away.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Tenant } from '../../db/tenants.ts'
import { inTransaction, inTrial } from '../../db/transaction.ts'
import { closeWrite } from '../../db/write-record.ts'
import { dateIn } from '../../domain/dates.ts'
import { finalStatus } from '../../domain/processes/run-rules.ts'
import type { Acting } from '../../http/caller.ts'
import type { ChunkProcess, ChunkResult, StepProcess, StepResult } from '../process.ts'
import { insideDoor } from './inside-door.ts'
import { saveItems } from './items.ts'
import { advance, endRun, type Lease, LeaseLost, type Progress, releaseLease, takeLease } from './lease.ts'
import { PROCESS_NAME, processCaller } from './process-caller.ts'
import type { RunParts, WorkEnd, WorkOptions } from './services.ts'
import { isBusy, refusalFrom } from './step-outcome.ts'

/** The ids of candidates that are read at once. */
const PAGE = 500
/** A step that meets other transactions is tried this often. */
const ATTEMPTS = 4

/**
 * Works on a run of the service until it has ended or is to stop. Each step is one transaction with everything that belongs to
 * it: the change, its events, its audit record, and the progress of the run. So whenever a worker is killed, the next one goes
 * on exactly where it was.
 */
export async function workOnRun(
  parts: RunParts,
  tenant: Tenant,
  guid: string,
  options: WorkOptions,
): Promise<WorkEnd> {
  const db = parts.databases.of(tenant)
  const lease = { guid, worker: options.worker ?? randomUUID() }
  const { isOperator = false } = options
  const run = await takeLease(db, lease, isOperator)
  if (!run) return 'NotTaken'
  const working: Working = { parts, tenant, db, lease, run, options, acting: actingNow(parts, tenant) }
  try {
    const isDone = await work(working)
    if (isDone) return 'Finished'
    await inTransaction(db, async (tx) => {
      await releaseLease(tx, lease, isOperator)
      await options.onStop?.(tx)
    })
    return 'Stopped'
  } catch (error) {
    if (error instanceof LeaseLost) return 'Lost'
    await releaseLease(db, lease, false).catch(() => undefined)
    throw error
  }
}

interface Working {
  readonly parts: RunParts
  readonly tenant: Tenant
  readonly db: Db
  readonly lease: Lease
  readonly run: ProcessRun
  readonly options: WorkOptions
  /** The process as the caller, and the time now. */
  acting(): Acting
}

function actingNow({ databases, clock }: RunParts, tenant: Tenant): () => Acting {
  const caller = processCaller(databases, tenant)
  return () => {
    const now = clock.now()
    return { caller, now, today: dateIn(tenant.timeZone, now) }
  }
}

/** Works until everything is done. False if it was to stop before. */
async function work(working: Working): Promise<boolean> {
  const { parts, run } = working
  const process = parts.processes.find(({ type }) => type === run.processType)
  try {
    if (!process) throw new Error(`There is no process ${run.processType}.`)
    const isDone =
      process.kind === 'steps' ? await workStepwise(working, process) : await workInChunks(working, process)
    if (!isDone) return false
    await finish(working, (counters) => ({ status: finalStatus(counters) }))
  } catch (error) {
    if (error instanceof LeaseLost || cannotSave(error)) throw error
    await giveUp(working, error)
  }
  return true
}

async function workStepwise(working: Working, process: StepProcess): Promise<boolean> {
  const { db, run, options } = working
  let after = run.resumeAfter
  for (;;) {
    const page = { after, limit: PAGE }
    const ids = await insideDoor(working.parts.door, () =>
      patiently(() => process.candidates(db, working.acting(), run.parameters, page)),
    )
    for (const id of ids) {
      if (options.shouldStop()) return false
      const progress = await insideDoor(working.parts.door, () => doStep(working, process, id))
      options.onProgress?.(progress)
      after = id
    }
    if (ids.length < PAGE) return true
    if (options.shouldStop()) return false
  }
}

const done = { succeeded: 1, skipped: 0, failed: 0 }

/** One step, and what became of the candidate. */
async function doStep(working: Working, process: StepProcess, id: number): Promise<Progress> {
  const { db, run, lease, parts } = working
  const acting = working.acting()
  try {
    const progress = { ...done, resumeAfter: id }
    if (run.isDryRun) {
      const result = await patiently(() => inTrial(db, (tx) => process.step(tx, acting, run.parameters, id)))
      await inTransaction(db, async (tx) => {
        await advance(tx, lease, acting.now, progress)
        await saveItems(tx, lease.guid, [
          { entityId: id, outcome: 'Succeeded', code: null, message: null, result },
        ])
      })
    } else await patiently(() => inTransaction(db, (tx) => stepOnce(tx, working, { process, acting, id })))
    return progress
  } catch (error) {
    if (error instanceof LeaseLost || cannotSave(error)) throw error
    const { isOurs, ...refusal } = refusalFrom(error)
    if (isOurs) parts.log.error({ err: error, event: 'step failed', run: lease.guid, entityId: id })
    const isSkipped = refusal.outcome === 'Skipped'
    const progress = { succeeded: 0, skipped: isSkipped ? 1 : 0, failed: isSkipped ? 0 : 1, resumeAfter: id }
    const { code, message } = refusal
    await inTransaction(db, async (tx) => {
      await advance(tx, lease, acting.now, progress, isSkipped ? [] : [{ entityId: id, code, message }])
      await saveItems(tx, lease.guid, [{ entityId: id, ...refusal }])
    })
    return progress
  }
}

interface Step {
  readonly process: StepProcess
  readonly acting: Acting
  readonly id: number
}

/** The run is locked first, so two workers never do the same step at once. */
async function stepOnce(
  tx: Tx,
  { lease, run, parts }: Working,
  { process, acting, id }: Step,
): Promise<void> {
  // Sent together with the first statement of the step, and checked before the commit.
  const advancing = advance(tx, lease, acting.now, { ...done, resumeAfter: id })
  advancing.catch(() => undefined)
  let result: StepResult
  try {
    result = await process.step(tx, acting, run.parameters, id)
  } finally {
    await advancing
  }
  const changes = process.changes
    ? await process.changes(tx, acting, id, result)
    : [{ pointer: '', before: null, after: result }]
  await closeWrite(
    tx,
    parts.keys,
    auditEntry(run, acting, process.subject?.(id) ?? `contracts/${id}`, changes),
  )
}

/** Tries again after a conflict with others, with a growing pause. */
async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || attempts === ATTEMPTS) throw error
      await pause(50 * 2 ** attempts)
    }
}

async function workInChunks(working: Working, process: ChunkProcess): Promise<boolean> {
  const { db, run, options, parts } = working
  let after = run.resumeAfter
  for (;;) {
    if (options.shouldStop()) return false
    const acting = working.acting()
    const attempt = run.isDryRun ? inTrial : inTransaction
    const { chunk, progress } = await insideDoor(parts.door, () =>
      patiently(() =>
        attempt(db, async (tx) => {
          const chunk = await process.chunk(tx, acting, run.parameters, after)
          const progress = {
            ...{ succeeded: chunk.succeeded, skipped: chunk.skipped, failed: chunk.errors.length },
            resumeAfter: chunk.last ?? after,
          }
          if (!run.isDryRun) await saveChunk(tx, working, { acting, progress, chunk })
          return { chunk, progress }
        }),
      ),
    )
    if (run.isDryRun)
      await inTransaction(db, (tx) => saveChunkItems(tx, working, { acting, progress, chunk }))
    options.onProgress?.(progress)
    if (chunk.last === undefined) return true
    after = chunk.last
  }
}

interface DoneChunk {
  readonly acting: Acting
  readonly progress: Progress
  readonly chunk: ChunkResult
}

async function saveChunk(tx: Tx, working: Working, done: DoneChunk): Promise<void> {
  const { parts, run } = working
  await saveChunkItems(tx, working, done)
  const { acting, progress } = done
  const changes = [{ pointer: '', before: null, after: progress }]
  await closeWrite(tx, parts.keys, auditEntry(run, acting, runSubject(run), changes))
}

/** What failed, and in a dry run what would have succeeded. */
async function saveChunkItems(tx: Tx, { lease, run }: Working, { acting, progress, chunk }: DoneChunk) {
  const { errors, done = [] } = chunk
  await advance(tx, lease, acting.now, progress, errors)
  const failed = { outcome: 'Failed', result: null } as const
  const succeeded = { outcome: 'Succeeded', code: null, message: null } as const
  await saveItems(tx, lease.guid, [
    ...errors.map((error) => ({ ...error, ...failed })),
    ...(run.isDryRun ? done.map((one) => ({ ...one, ...succeeded })) : []),
  ])
}

type Decide = Parameters<typeof endRun>[3]

async function finish({ db, lease, parts, run, acting }: Working, decide: Decide): Promise<void> {
  await inTransaction(db, async (tx) => {
    const who = acting()
    const { status, candidates, succeeded, skipped, failed } = await endRun(tx, lease, who, decide)
    const after = { status, candidates, succeeded, skipped, failed }
    const changes = [{ pointer: '', before: { status: 'Running' }, after }]
    await closeWrite(tx, parts.keys, auditEntry(run, who, runSubject(run), changes))
  })
}

/** The process itself cannot go on, for example because its candidates cannot be read. */
async function giveUp(working: Working, error: unknown): Promise<void> {
  const { isOurs, code, message } = refusalFrom(error)
  if (isOurs) working.parts.log.error({ err: error, event: 'run failed', run: working.lease.guid })
  await finish(working, () => ({ status: 'Failed', error: { entityId: null, code, message } }))
}

function auditEntry(run: ProcessRun, { now }: Acting, subject: string, changes: readonly Change[]) {
  return {
    at: now,
    actorKind: 'Process',
    actorId: null,
    actorName: PROCESS_NAME,
    address: 'local',
    operation: run.processType,
    subject,
    requestId: run.guid,
    changes,
  }
}
