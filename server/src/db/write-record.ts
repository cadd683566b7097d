import {
  type AuditEntry,
  type Change,
  continueLane,
  INSERT_RECORD,
  type Lane,
  laneIfFree,
  lockAnyLane,
  lockIfFree,
  nextLane,
  recordParameters,
  takePosition,
} from './audit.ts'
import type { Head } from './audit-heads.ts'
import { bytes, int, json, orNull, storedList, text } from './columns.ts'
import type { Db, Tx } from './database.ts'
import type { Keys } from './keys.ts'
import {
  COUNT_EVENTS,
  COUNT_EVENTS_OF_ONE,
  countedEvents,
  countParameters,
  EVENT_PARAMETERS,
  eventParameters,
  eventsToCount,
  insertEvent,
  insertEvents,
  oneEventParameters,
  type StoredEvent,
} from './outbox.ts'
import { runAll } from './run-all.ts'
import { command, statement } from './statement.ts'
import { inTransaction } from './transaction.ts'
import { expectAudit, type UnitOfWork, unitOf } from './unit-of-work.ts'

/** The stored answer to a request with an Idempotency-Key. */
export interface AnswerRow {
  readonly caller: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly headers: string
  readonly body: string | null
  readonly packedBody: Buffer | null
}

/**
 * The last step of a write before it commits: saves its events, its audit record and, with an Idempotency-Key, its answer.
 * It waits for the database once, and sends the rest together with the commit, because every write pays for it.
 */
export async function closeWrite(tx: Tx, keys: Keys, entry: AuditEntry, answer?: AnswerRow): Promise<void> {
  const [events, lane] = await countEventsAndTakeLane(tx, entry.at)
  const last = saveRecord(tx, recordParameters(keys.audit, lane, entry), events, answer)
  unitOf(tx).last = last
  // The end of the transaction awaits it. Until then its failure must not count as unhandled.
  last.catch(() => undefined)
}

/** The last step of a transaction of several writes: one audit record for each, in one lane, so that others stay free. */
export async function closeWrites(tx: Tx, keys: Keys, entries: readonly AuditEntry[]): Promise<void> {
  const [first] = entries
  if (!first) return
  const [events, taken] = await countEventsAndTakeLane(tx, first.at)
  let lane = taken
  for (const [at, entry] of entries.entries()) {
    const saved = saveRecord(tx, recordParameters(keys.audit, lane, entry), at === 0 ? events : [])
    const [, next] = await runAll<[number, Lane]>([saved, continueLane(tx, lane.lane)])
    lane = next
  }
}

/**
 * Sends ahead what the end of a write begins with: the numbers of its events, the lock of an audit lane, and its position.
 * Call it when all events are emitted and everything is locked that the write changes. It then waits for one answer fewer.
 */
export function beginClosing(tx: Tx): void {
  const unit = unitOf(tx)
  if (!unit.isAudited) return
  const asked = askForLane(tx)
  asked.catch(() => undefined)
  closings.set(unit, { events: unit.events.length, asked })
}

/**
 * Locks an audit lane before the rows are written, with other statements. A write whose events are all first ones (`emitFirst`)
 * then waits for nothing more: its rows, its record and its commit follow each other. Call it when everything is locked that
 * the write changes.
 */
export async function takeLaneAhead(tx: Tx): Promise<void> {
  const unit = unitOf(tx)
  if (!unit.isAudited) return
  const next = nextLane()
  const asked = lockIfFree(tx, next).then((head) => ({ head, next }))
  lanesAhead.set(unit, asked)
  await asked
}

type LaneAhead = Pick<AskedLane, 'head' | 'next'>
const lanesAhead = new WeakMap<UnitOfWork, Promise<LaneAhead>>()

interface AskedLane {
  readonly sequences: Parameters<typeof countedEvents>[1]
  /** The next lane, which is locked now. Undefined: another write has it. */
  readonly head: Head | undefined
  readonly next: number
  readonly position: number
}

const closings = new WeakMap<UnitOfWork, { readonly events: number; readonly asked: Promise<AskedLane> }>()

/** Numbers the events, and locks an audit lane: the next one, or another one that is free. */
async function countEventsAndTakeLane(tx: Tx, time: Date): Promise<[StoredEvent[], Lane]> {
  const unit = unitOf(tx)
  const begun = closings.get(unit)
  if (begun && begun.events !== unit.events.length)
    throw new Error('An event was emitted after the events of the write were counted.')
  const { sequences, head, next, position } = await (begun?.asked ?? askForRest(tx) ?? askForLane(tx))
  const lane = { ...(head ?? (await lockAnyLane(tx, next))), position }
  return [countedEvents(tx, sequences, time), lane]
}

/**
 * The lane that was locked ahead. Undefined if none was, or if there are events to count: subjects are locked before a lane, so
 * that no two writes wait for each other.
 */
function askForRest(tx: Tx): Promise<AskedLane> | undefined {
  const ahead = lanesAhead.get(unitOf(tx))
  if (!ahead || eventsToCount(tx).subjects.length > 0) return undefined
  return runAll([ahead, takePosition(tx)]).then(([lane, position]) => ({ ...lane, sequences: [], position }))
}

/**
 * Numbers the events, and locks the next lane if it is free. Everything is sent at once: a write that is refused meanwhile gives its
 * connection back, and a statement that was sent later would run in someone else's transaction.
 */
async function askForLane(tx: Tx): Promise<AskedLane> {
  const next = nextLane()
  const [lane, position] = await runAll([countAndLock(tx, next), takePosition(tx)])
  return { ...lane, next, position }
}

async function countAndLock(tx: Tx, lane: number): Promise<Pick<AskedLane, 'sequences' | 'head'>> {
  const taken = eventsToCount(tx)
  const [subject, another] = taken.subjects
  if (subject === undefined) return { sequences: [], head: await lockIfFree(tx, lane) }
  if (another === undefined) {
    const row = found(await COUNT_ONE_AND_TAKE_LANE.first(tx, [subject, taken.counts[0], lane]))
    const { sequence, ...free } = row
    return { sequences: [{ subject, sequence }], head: isTaken(free) ? free : undefined }
  }
  const row = found(await COUNT_AND_TAKE_LANE.first(tx, [...countParameters(taken), lane]))
  const { counted: sequences, ...free } = row
  return { sequences, head: isTaken(free) ? free : undefined }
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The statement returned no row.')
  return row
}

type FreeLane = { readonly [Name in keyof Head]: Head[Name] | null }
const isTaken = (lane: FreeLane): lane is Head => lane.lane !== null

const laneColumns = {
  ...{ lane: orNull(int), seq: orNull(int), hash: orNull(bytes), opened: orNull(bytes) },
  ...{ keyId: orNull(text), seal: orNull(bytes) },
}
// The subjects are locked first, and the lane last: it looks at how many were counted before it is chosen.
const countAndTakeLane = (count: string) => `with counted as (${count}),
   free as (${laneIfFree('$3', '(select count(*) from counted) >= 0')})`
const COUNT_AND_TAKE_LANE = statement(
  { counted: json(storedList<{ readonly subject: string; readonly sequence: number }>()), ...laneColumns },
  `${countAndTakeLane(COUNT_EVENTS)}
   select (select coalesce(json_agg(counted), '[]') from counted) as counted, free.*
   from (select 1) as one left join free on true`,
)
const COUNT_ONE_AND_TAKE_LANE = statement(
  { sequence: int, ...laneColumns },
  `${countAndTakeLane(COUNT_EVENTS_OF_ONE)}
   select counted.sequence, free.* from counted left join free on true`,
)

const RECORD_PARAMETERS = 17
const ANSWER_COLUMNS = 'caller, key, fingerprint, status, headers, body, packed_body'
const FIRST_EVENT = RECORD_PARAMETERS + 1

/** The statement that saves a record, its events and its answer: `emitted` is the part for the events. */
function record(emitted: string, hasAnswer: boolean) {
  const first = emitted === '' ? FIRST_EVENT : FIRST_EVENT + EVENT_PARAMETERS
  const places = [0, 1, 2, 3, 4, 5, 6].map((at) => `$${first + at}`)
  const answered = `answered as (insert into idempotency (${ANSWER_COLUMNS}) values (${places.join(', ')})), `
  return command(`with ${emitted}${hasAnswer ? answered : ''}${INSERT_RECORD}`)
}

/** The statements with and without an answer. */
const records = (emitted: string) => ({ plain: record(emitted, false), answered: record(emitted, true) })
const WITHOUT_EVENTS = records('')
const WITH_ONE_EVENT = records(`emitted as (${insertEvent(FIRST_EVENT)}), `)
const WITH_EVENTS = records(`emitted as (${insertEvents(FIRST_EVENT)}), `)

/** Saves a record with its events and its answer. Most writes have one event, which costs less as values than as a list. */
function saveRecord(
  tx: Tx,
  record: readonly unknown[],
  events: readonly StoredEvent[],
  answer?: AnswerRow,
): Promise<number> {
  const [first, second] = events
  const { plain, answered } = second ? WITH_EVENTS : first ? WITH_ONE_EVENT : WITHOUT_EVENTS
  const emitted = second ? eventParameters(events) : first ? oneEventParameters(first) : []
  return answer
    ? answered.run(tx, [...record, ...emitted, ...answerParameters(answer)])
    : plain.run(tx, [...record, ...emitted])
}

const SAVE_ANSWER = command(`insert into idempotency (${ANSWER_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`)

const answerParameters = (row: AnswerRow) => [
  row.caller,
  row.key,
  row.fingerprint,
  row.status,
  row.headers,
  row.body,
  row.packedBody,
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
    expectAudit(tx)
    const result = await work(tx)
    await closeWrite(tx, keys, { ...entry, changes: changes(result) })
    return result
  })
}
