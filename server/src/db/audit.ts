import { type AuditKey, HEAD_COLUMNS, type Head, headColumns, nextSeal } from './audit-heads.ts'
import { bytes, int, orNull, type RowOf, text } from './columns.ts'
import type { Tx } from './database.ts'
import { hmacOf } from './hmac.ts'
import { runAll } from './run-all.ts'
import { statement } from './statement.ts'
import { AUDIT_POSITION } from './take-numbers.ts'
import { unitOf } from './unit-of-work.ts'

export const AUDIT_LANES = 32

/** One changed field of a resource: a JSON pointer with the old and the new value. */
export interface Change {
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

/** Who wrote, when, from where, with which operation, and what it changed. */
export interface AuditEntry {
  readonly at: Date
  readonly actorKind: string
  readonly actorId: number | null
  readonly actorName: string
  readonly address: string
  readonly operation: string
  readonly subject: string
  readonly requestId: string
  readonly changes: readonly Change[]
  /** The reason that was given, if any. */
  readonly reason?: string | undefined
}

/** A locked lane: its last record, and the position of the next record among those of all lanes. */
export type Lane = Head & { readonly position: number }

// With a single chain every writer would wait for the one before; with 32 lanes a writer waits only if 32 others are about
// to commit.
/** SQL for the given lane, which is locked if it is free. */
export const laneIfFree = (lane: string, condition: string) =>
  `select ${HEAD_COLUMNS} from audit_lane where lane = ${lane}::int and ${condition} for update skip locked`
const ANY_FREE_LANE = statement(
  headColumns,
  `select ${HEAD_COLUMNS} from audit_lane order by (lane + $1::int) % ${AUDIT_LANES} limit 1 for update skip locked`,
)
const LANE_IF_FREE = statement(headColumns, laneIfFree('$1', 'true'))
const LOCK_LANE = statement(headColumns, `select ${HEAD_COLUMNS} from audit_lane where lane = $1 for update`)

// A statement by itself, like those of take-numbers.ts: every write sends it.
const NEXT_POSITION = statement({ position: int }, 'select nextval($1::regclass)::bigint as position')

let turn = Math.floor(Math.random() * AUDIT_LANES)

/**
 * The lanes take turns. A lane is used again after 31 other writes of this process have begun to close, so it is almost always
 * free, and nobody has to search for one.
 */
export function nextLane(): number {
  turn = (turn + 1) % AUDIT_LANES
  return turn
}

/**
 * The next position. It may have been taken with the numbers of the rows. Lanes have no order among each other, and a sandbox's
 * clock may stand still. A writer has locked its subject when it takes the position, so the records of one subject are numbered
 * in the order in which they happened.
 */
export async function takePosition(tx: Tx): Promise<number> {
  const unit = unitOf(tx)
  const { auditPosition } = unit
  unit.auditPosition = undefined
  unit.hasPosition = true
  const position = await (auditPosition ??
    NEXT_POSITION.first(tx, [AUDIT_POSITION]).then((row) => row?.position))
  if (position === undefined) throw new Error('The sequence of audit positions is missing.')
  return position
}

/** Locks this lane if it is free. */
export const lockIfFree = (tx: Tx, lane: number): Promise<Head | undefined> => LANE_IF_FREE.first(tx, [lane])

/** Locks a lane that is free; if none is, waits for this one. */
export const lockAnyLane = async (tx: Tx, lane: number): Promise<Head> =>
  (await ANY_FREE_LANE.first(tx, [lane])) ?? lockLane(tx, lane)

/** Waits for a lane. */
async function lockLane(tx: Tx, lane: number): Promise<Head> {
  const head = await LOCK_LANE.first(tx, [lane])
  if (!head) throw new Error('The audit lanes are missing.')
  return head
}

/** Reads a lane again that this transaction has locked, with the next position. */
export async function continueLane(tx: Tx, lane: number): Promise<Lane> {
  const [head, position] = await runAll([lockLane(tx, lane), takePosition(tx)])
  return { ...head, position }
}

/** The parameters $1 to $17 of `INSERT_RECORD`: the next record of a lane, sealed, and the seal of the lane's head. */
export function recordParameters(keys: readonly AuditKey[], lane: Lane, entry: AuditEntry): unknown[] {
  const [key] = keys
  if (!key) throw new Error('There is no audit key.')
  const record: SealedRecord = {
    lane: lane.lane,
    seq: lane.seq + 1,
    at: entry.at.toISOString(),
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    actorName: entry.actorName,
    address: entry.address,
    operation: entry.operation,
    subject: entry.subject,
    requestId: entry.requestId,
    changes: JSON.stringify(entry.changes),
    keyId: key.id,
    previous: lane.hash,
    position: lane.position,
    reason: entry.reason ?? null,
  }
  const hash = recordSeal(key.secret, record)
  return [
    ...sealedFields(record),
    record.previous,
    hash,
    record.position,
    record.reason,
    nextSeal(keys, key, lane, record.seq, hash),
  ]
}

/** Adds the record and moves the lane's head. */
export const INSERT_RECORD = `
  moved as (update audit_lane set seq = $2::bigint, hash = $14::bytea, key_id = $12, seal = $17::bytea where lane = $1::int)
  insert into audit_record
    (lane, seq, at, actor_kind, actor_id, actor_name, address, operation, subject, request_id, changes, key_id,
     previous, hash, position, reason)
  values ($1::int, $2::bigint, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::bytea, $15::bigint, $16)`

export const sealedColumns = {
  lane: int,
  seq: int,
  at: text,
  actorKind: text,
  actorId: orNull(int),
  actorName: text,
  address: text,
  operation: text,
  subject: text,
  requestId: text,
  changes: text,
  keyId: text,
  previous: bytes,
  /** Older records have neither a position nor a reason. */
  position: orNull(int),
  reason: orNull(text),
}
export type SealedRecord = RowOf<typeof sealedColumns>

/** The fields under the seal, in the order of the columns, without the previous seal. */
const sealedFields = (record: SealedRecord) => [
  record.lane,
  record.seq,
  record.at,
  record.actorKind,
  record.actorId,
  record.actorName,
  record.address,
  record.operation,
  record.subject,
  record.requestId,
  record.changes,
  record.keyId,
]

/**
 * The same content always gives the same JSON array, and different content a different one. A record without a position has
 * a shorter array, as it had when it was sealed, so neither form can be mistaken for the other.
 */
export function recordSeal(secret: Buffer, record: SealedRecord): Buffer {
  const added = record.position === null ? [] : [record.position, record.reason]
  const text = JSON.stringify([...sealedFields(record), ...added, record.previous.toString('hex')])
  return hmacOf(secret, text)
}
