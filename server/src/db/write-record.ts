import {
  type AuditEntry,
  anyLane,
  freeLane,
  INSERT_RECORD,
  type Lane,
  recordParameters,
  waitForLane,
} from './audit.ts'
import { type Db, run, type Tx } from './database.ts'
import type { Keys } from './keys.ts'
import { eventParameters, INSERT_EVENTS } from './outbox.ts'
import { inTransaction } from './transaction.ts'
import { unitOf } from './unit-of-work.ts'

/** The answer to a request with an Idempotency-Key, as it is stored. */
export interface AnswerRow {
  readonly caller: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly headers: string
  readonly body: string | null
}

/**
 * The last thing a write does before it commits: its events, its audit record and, where it has a key, its answer.
 * Two statements for all of it, because every write pays for them.
 */
export async function closeWrite(tx: Tx, keys: Keys, entry: AuditEntry, answer?: AnswerRow): Promise<void> {
  const [key] = keys.audit
  if (!key) throw new Error('There is no audit key.')
  const lane = (await tellAndTakeLane(tx, entry.at)) ?? (await waitForLane(tx))
  const record = recordParameters(key, lane, entry)
  const last = answer
    ? run(tx, RECORD_AND_ANSWER, [...record, ...answerParameters(answer)])
    : run(tx, `with ${INSERT_RECORD}`, record)
  unitOf(tx).last = last
  // Whoever ends the transaction waits for it; until then its failure belongs to nobody.
  last.catch(() => undefined)
}

/** Stores the events and takes a free lane; none when all are taken. */
async function tellAndTakeLane(tx: Tx, time: Date): Promise<Lane | undefined> {
  const [lane] =
    unitOf(tx).events.length === 0
      ? await run<Lane>(tx, freeLane('$1'), [anyLane()])
      : await run<Lane>(tx, TELL_AND_TAKE_LANE, [...eventParameters(tx, time).parameters, anyLane()])
  return lane
}

const TELL_AND_TAKE_LANE = `with ${INSERT_EVENTS} ${freeLane('$9')}`

const RECORD_AND_ANSWER = `
  with answered as (
    insert into idempotency (caller, key, fingerprint, status, headers, body)
    values ($17, $18, $19::bytea, $20, $21, $22)),
  ${INSERT_RECORD}`

const answerParameters = (row: AnswerRow) => [
  row.caller,
  row.key,
  row.fingerprint,
  row.status,
  row.headers,
  row.body,
]

/** Stores an answer that has no effect beside it: a refusal. */
export async function saveAnswer(tx: Tx, row: AnswerRow): Promise<void> {
  await run(
    tx,
    'insert into idempotency (caller, key, fingerprint, status, headers, body) values ($1, $2, $3, $4, $5, $6)',
    answerParameters(row),
  )
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
