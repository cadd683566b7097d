import { type AuditEntry, saveAudit, takeLane } from './audit.ts'
import type { Db, Tx } from './database.ts'
import type { Keys } from './keys.ts'
import { type StoredEvent, saveEvents } from './outbox.ts'
import { inTransaction } from './transaction.ts'

/** The last thing a write does before it commits: its events, then its audit record. */
export async function closeWrite(tx: Tx, keys: Keys, entry: AuditEntry): Promise<StoredEvent[]> {
  const [key] = keys.audit
  if (!key) throw new Error('There is no audit key.')
  // Events before the lane: whoever holds a lane waits for nobody. Both statements travel together.
  const [events, lane] = await Promise.all([saveEvents(tx, entry.at), takeLane(tx)])
  await saveAudit(tx, key, lane, entry)
  return events
}

/** A write that no route declares (sign-in, command line, seed), with its audit record. */
export function recordedWrite<Result>(
  db: Db,
  keys: Keys,
  entry: Omit<AuditEntry, 'changes'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const result = await work(tx)
    await closeWrite(tx, keys, { ...entry, changes: [] })
    return result
  })
}
