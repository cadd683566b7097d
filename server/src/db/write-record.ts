import {
  type AuditEntry,
  type Change,
  continueLane,
  INSERT_RECORD,
  type Lane,
  recordParameters,
  takeLane,
} from './audit.ts'
import type { Db, Tx } from './database.ts'
import type { Keys } from './keys.ts'
import { countEvents, insertEvents, type StoredEvent } from './outbox.ts'
import { runAll } from './run-all.ts'
import { command } from './statement.ts'
import { inTransaction } from './transaction.ts'
import { unitOf } from './unit-of-work.ts'

/** The stored answer to a request with an Idempotency-Key. */
export interface AnswerRow {
  readonly caller: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly headers: string
  readonly body: string | null
}

/**
 * The last step of a write before it commits: saves its events, its audit record and, with an Idempotency-Key, its answer.
 * It waits for the database once, and sends the rest together with the commit, because every write pays for it.
 */
export async function closeWrite(tx: Tx, keys: Keys, entry: AuditEntry, answer?: AnswerRow): Promise<void> {
  const [events, lane] = await countEventsAndTakeLane(tx, entry.at)
  const record = recordParameters(keys.audit, lane, entry)
  const last = runAll([
    insertEvents(tx, events),
    answer ? RECORD_AND_ANSWER.run(tx, [...record, ...answerParameters(answer)]) : RECORD.run(tx, record),
  ])
  unitOf(tx).last = last
  // The end of the transaction awaits it. Until then its failure must not count as unhandled.
  last.catch(() => undefined)
}

/** The last step of a transaction of several writes: one audit record for each, in one lane, so that others stay free. */
export async function closeWrites(tx: Tx, keys: Keys, entries: readonly AuditEntry[]): Promise<void> {
  const [first] = entries
  if (!first) return
  const [events, taken] = await countEventsAndTakeLane(tx, first.at)
  await insertEvents(tx, events)
  let lane = taken
  for (const entry of entries) {
    const record = RECORD.run(tx, recordParameters(keys.audit, lane, entry))
    const [, next] = await runAll<[number, Lane]>([record, continueLane(tx, lane.lane)])
    lane = next
  }
}

/** Numbers the events, and locks an audit lane. The subjects are locked first, and the lane last. */
const countEventsAndTakeLane = (tx: Tx, time: Date): Promise<[StoredEvent[], Lane]> =>
  runAll<[StoredEvent[], Lane]>([countEvents(tx, time), takeLane(tx)])

const RECORD = command(`with ${INSERT_RECORD}`)
const RECORD_AND_ANSWER = command(`
  with answered as (
    insert into idempotency (caller, key, fingerprint, status, headers, body)
    values ($18, $19, $20::bytea, $21, $22, $23)),
  ${INSERT_RECORD}`)
const SAVE_ANSWER = command(
  'insert into idempotency (caller, key, fingerprint, status, headers, body) values ($1, $2, $3, $4, $5, $6)',
)

const answerParameters = (row: AnswerRow) => [
  row.caller,
  row.key,
  row.fingerprint,
  row.status,
  row.headers,
  row.body,
]

/** Saves the answer of a refused request, which has no other effect. */
export async function saveAnswer(tx: Tx, row: AnswerRow): Promise<void> {
  await SAVE_ANSWER.run(tx, answerParameters(row))
}

/** Runs a write that is not a declared route (sign-in, command line, seed), with its audit record. */
export function recordedWrite<Result>(
  db: Db,
  keys: Keys,
  entry: Omit<AuditEntry, 'changes'>,
  work: (tx: Tx) => Promise<Result>,
  changes: (result: Result) => readonly Change[] = () => [],
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const result = await work(tx)
    await closeWrite(tx, keys, { ...entry, changes: changes(result) })
    return result
  })
}
