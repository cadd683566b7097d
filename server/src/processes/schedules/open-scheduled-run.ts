import { runSubject } from '../../contracts/earnings/run-rows.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import { saveEvents } from '../../db/outbox.ts'
import { inTransaction } from '../../db/transaction.ts'
import { closeWrite } from '../../db/write-record.ts'
import { decideSchedule, type Schedule } from '../../domain/due-time.ts'
import type { Acting } from '../../http/caller.ts'
import type { Process } from '../process.ts'
import { openServiceRun } from '../runs/open-run.ts'
import type { RunWorker } from '../runs/services.ts'
import { lockSchedule, moveSchedule } from './schedule-rows.ts'

interface Parts {
  readonly keys: Keys
  readonly runs: Pick<RunWorker, 'queue'>
}

/**
 * Opens the run of a schedule that is due, and notes its time as handled, in one transaction. False if another service was
 * faster, or if a run of the type is still active. In that case the time stays due.
 */
export function openScheduledRun(
  db: Db,
  { keys, runs }: Parts,
  acting: Acting,
  { process, schedule }: { readonly process: Process; readonly schedule: Schedule },
): Promise<boolean> {
  const { now, caller } = acting
  return inTransaction(db, async (tx: Tx) => {
    const decision = decideSchedule(await lockSchedule(tx, process.type), schedule, now)
    if (decision.action !== 'run') return false
    const { scheduledFor } = decision
    const run = { processType: process.type, parameters: {}, scheduledFor }
    const opening = await openServiceRun(tx, acting, process, run)
    if ('active' in opening) return false
    await moveSchedule(tx, process.type, scheduledFor)
    if (!('opened' in opening)) {
      // The clock had been ahead: this time has had its run.
      await saveEvents(tx, now)
      return false
    }
    const { guid } = opening.opened
    await runs.queue(tx, caller.tenant.id, guid)
    await closeWrite(tx, keys, {
      ...{ at: now, actorKind: 'Process', actorId: null, actorName: caller.name, address: 'local' },
      ...{ operation: process.type, subject: runSubject(opening.opened), requestId: guid },
      changes: [{ pointer: '', before: null, after: { status: 'Running', scheduledFor } }],
    })
    return true
  })
}
