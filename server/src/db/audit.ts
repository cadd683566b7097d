import { createHmac } from 'node:crypto'
import { bytes, int, orNull, type RowOf, text } from './columns.ts'
import { type Db, databaseOnClient, poolOf, type Tx } from './database.ts'
import { statement } from './statement.ts'

const AUDIT_LANES = 32

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

/** The key that seals the chain. It is kept outside the database, so that a forged record can be detected. */
export interface AuditKey {
  readonly id: string
  readonly secret: Buffer
}

/** The last record of a lane of the chain. */
const headColumns = { lane: int, seq: int, hash: bytes }

/** A locked lane: its last record, and the position of the next record among those of all lanes. */
export const laneColumns = { ...headColumns, position: int }
export type Lane = RowOf<typeof laneColumns>

// Lanes have no order among each other, and a sandbox's clock may stand still. A writer has locked its subject when it takes
// the position, so the records of one subject are numbered in the order in which they happened.
const POSITION = `nextval('audit_position') as position`

/**
 * Locks a free lane of the chain until the commit; `at` is the parameter with the lane to begin with. With a single chain
 * every writer would wait for the one before; with 32 lanes a writer waits only if 32 others are about to commit.
 */
export const freeLane = (at: string) =>
  `select lane, seq, hash, ${POSITION} from audit_lane order by (lane + ${at}::int) % ${AUDIT_LANES} limit 1 for update skip locked`

const LOCK_LANE = statement(
  laneColumns,
  `select lane, seq, hash, ${POSITION} from audit_lane where lane = $1 for update`,
)

/** Waits for a lane if all were taken. */
export async function waitForLane(tx: Tx): Promise<Lane> {
  const lane = await LOCK_LANE.first(tx, [anyLane()])
  if (!lane) throw new Error('The audit lanes are missing.')
  return lane
}

export const anyLane = () => Math.floor(Math.random() * AUDIT_LANES)

/** The parameters $1 to $16 of `INSERT_RECORD`: the next record of a lane, sealed. */
export function recordParameters(key: AuditKey, lane: Lane, entry: AuditEntry): unknown[] {
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
  return [
    ...sealedFields(record),
    record.previous,
    recordSeal(key.secret, record),
    record.position,
    record.reason,
  ]
}

/** Adds the record and moves the lane's head. */
export const INSERT_RECORD = `
  moved as (update audit_lane set seq = $2::bigint, hash = $14::bytea where lane = $1::int)
  insert into audit_record
    (lane, seq, at, actor_kind, actor_id, actor_name, address, operation, subject, request_id, changes, key_id,
     previous, hash, position, reason)
  values ($1::int, $2::bigint, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::bytea, $15::bigint, $16)`

const sealedColumns = {
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
type SealedRecord = RowOf<typeof sealedColumns>

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
function recordSeal(secret: Buffer, record: SealedRecord): Buffer {
  const added = record.position === null ? [] : [record.position, record.reason]
  const text = JSON.stringify([...sealedFields(record), ...added, record.previous.toString('hex')])
  return createHmac('sha256', secret).update(text).digest()
}

/** A break in the chain: the first record of a lane that is not as it was written. */
interface AuditFault {
  readonly lane: number
  readonly seq: number
  readonly reason: string
}

export interface AuditVerdict {
  readonly records: number
  readonly faults: readonly AuditFault[]
}

const GENESIS = Buffer.alloc(32)

/**
 * Checks every lane from its first record to its last, and names the first broken record of each broken lane. It reads one
 * snapshot, so it can run while services write.
 */
export async function verifyAudit(db: Db, keys: readonly AuditKey[]): Promise<AuditVerdict> {
  const client = await poolOf(db).connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await walkLanes(databaseOnClient(client), keys)
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

async function walkLanes(db: Db, keys: readonly AuditKey[]): Promise<AuditVerdict> {
  const secrets = new Map(keys.map((key) => [key.id, key.secret]))
  const heads = await HEADS.rows(db, [])
  const faults: AuditFault[] = await OUTSIDE_LANES.rows(db, [])
  let records = 0
  for (let lane = 0; lane < AUDIT_LANES; lane += 1) {
    const head = heads.find((row) => row.lane === lane)
    const walked = await walkLane(db, secrets, lane)
    records += walked.records
    if (walked.fault) faults.push(walked.fault)
    else if (!head) faults.push({ lane, seq: walked.seq, reason: 'the row of the lane is missing' })
    else if (head.seq !== walked.seq || !head.hash.equals(walked.hash))
      faults.push({
        lane,
        seq: Math.min(head.seq, walked.seq) + 1,
        reason: `the lane should end with record ${head.seq}, but ends with ${walked.seq} or with another record`,
      })
  }
  return { records, faults }
}

const HEADS = statement(headColumns, 'select lane, seq, hash from audit_lane order by lane')
// Records that were added under a lane that does not exist.
const OUTSIDE_LANES = statement(
  { lane: int, seq: int, reason: text },
  `select lane, min(seq) as seq, 'there is no such lane' as reason from audit_record
   where lane not between 0 and ${AUDIT_LANES - 1} group by lane order by lane`,
)

interface Walked {
  records: number
  seq: number
  hash: Buffer
  fault?: AuditFault
}

async function walkLane(db: Db, secrets: Map<string, Buffer>, lane: number): Promise<Walked> {
  const walked: Walked = { records: 0, seq: 0, hash: GENESIS }
  for (;;) {
    const rows = await LANE_PAGE.rows(db, [lane, walked.seq])
    for (const row of rows) {
      const reason = recordFault(secrets, row, walked)
      if (reason) return { ...walked, fault: { lane, seq: row.seq, reason } }
      walked.records += 1
      walked.seq = row.seq
      walked.hash = row.hash
    }
    if (rows.length < PAGE) return walked
  }
}

function recordFault(
  secrets: Map<string, Buffer>,
  row: SealedRecord & { hash: Buffer },
  before: Walked,
): string | undefined {
  if (row.seq !== before.seq + 1) return `the record before it, ${before.seq + 1}, is missing`
  if (!row.previous.equals(before.hash)) return 'it does not follow the record before it'
  const secret = secrets.get(row.keyId)
  if (!secret) return `its audit key ${row.keyId} is not in the key file`
  if (!recordSeal(secret, row).equals(row.hash)) return 'its content was changed'
  return undefined
}

const PAGE = 5_000
// The instant is written as it was sealed, so that even a changed microsecond shows.
const LANE_PAGE = statement(
  { ...sealedColumns, hash: bytes },
  `select lane, seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.') ||
      case when to_char(at, 'US') like '%000' then to_char(at, 'MS') else to_char(at, 'US') end || 'Z' as at,
    actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", address, operation, subject,
    request_id as "requestId", changes::text as changes, key_id as "keyId", previous, hash, position, reason
  from audit_record where lane = $1 and seq > $2 order by seq limit ${PAGE}`,
)
