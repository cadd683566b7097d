import { createHmac } from 'node:crypto'
import { type Db, databaseOnClient, poolOf, run, type Tx } from './database.ts'

export const AUDIT_LANES = 32

/** One changed place of a resource: a JSON pointer with what stood there and what stands there now. */
export interface Change {
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

/** Who wrote, when, from where, by which operation, and what it changed. */
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
  /** Why, as far as it was said. */
  readonly reason?: string | undefined
}

/** The key that seals the chain, kept outside the database: without it a forged record shows. */
export interface AuditKey {
  readonly id: string
  readonly secret: Buffer
}

/** The head of a lane of the chain: its last record. */
interface Head {
  readonly lane: number
  readonly seq: number
  readonly hash: Buffer
}

/** A lane of the chain, locked: the record behind which the next one goes, and the place of that among all. */
export interface Lane extends Head {
  readonly position: number
}

// Lanes have no order among each other, and a clock that stands still gives none. Whoever changes a record has locked it
// when the number is taken, so that the records of one subject are numbered in the order of what was done to it.
const POSITION = `nextval('audit_position') as position`

/**
 * Takes a free lane of the chain until the commit; `at` is the parameter to begin the search with. One chain would
 * make every writer wait for the last; with 32 lanes a writer waits only when 32 others are about to commit.
 */
export const freeLane = (at: string) =>
  `select lane, seq, hash, ${POSITION} from audit_lane order by (lane + ${at}::int) % ${AUDIT_LANES} limit 1 for update skip locked`

/** Waits for one lane, when all were taken. */
export async function waitForLane(tx: Tx): Promise<Lane> {
  const [waited] = await run<Lane>(
    tx,
    `select lane, seq, hash, ${POSITION} from audit_lane where lane = $1 for update`,
    [anyLane()],
  )
  if (!waited) throw new Error('The audit lanes are missing.')
  return waited
}

export const anyLane = () => Math.floor(Math.random() * AUDIT_LANES)

/** The parameters $1 to $16 of `INSERT_RECORD`: the record behind its lane's head, sealed. */
export function recordParameters(key: AuditKey, lane: Lane, entry: AuditEntry): unknown[] {
  const record: Sealed = {
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
  return [...fieldsOf(record), record.previous, sealOf(key.secret, record), record.position, record.reason]
}

/** Adds the record and moves the lane's head. */
export const INSERT_RECORD = `
  moved as (update audit_lane set seq = $2::bigint, hash = $14::bytea where lane = $1::int)
  insert into audit_record
    (lane, seq, at, actor_kind, actor_id, actor_name, address, operation, subject, request_id, changes, key_id,
     previous, hash, position, reason)
  values ($1::int, $2::bigint, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::bytea, $15::bigint, $16)`

interface Sealed {
  lane: number
  seq: number
  at: string
  actorKind: string
  actorId: number | null
  actorName: string
  address: string
  operation: string
  subject: string
  requestId: string
  changes: string
  keyId: string
  previous: Buffer
  /** Null in records of the time before they had a place and a reason. */
  position: number | null
  reason: string | null
}

/** What every record has sealed but the seal before, in the order of the columns. */
const fieldsOf = (record: Sealed) => [
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
 * A JSON array has one spelling for each content, so that no two records share a seal. One without a place is as long as
 * it was when it was sealed; with one it is longer, and so neither passes for the other.
 */
function sealOf(secret: Buffer, record: Sealed): Buffer {
  const added = record.position === null ? [] : [record.position, record.reason]
  const text = JSON.stringify([...fieldsOf(record), ...added, record.previous.toString('hex')])
  return createHmac('sha256', secret).update(text).digest()
}

/** Where the chain is broken: the first record (in lane and sequence order) that is not as it was written. */
export interface AuditFault {
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
 * Walks every lane from its first record to its head; names the first broken record of each broken lane. Reads one
 * moment's view, so that it can run beside a service that writes.
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
  const heads = await run<Head>(db, 'select lane, seq, hash from audit_lane order by lane', [])
  const faults = await run<AuditFault>(db, OUTSIDE_LANES, [])
  let records = 0
  for (let lane = 0; lane < AUDIT_LANES; lane += 1) {
    const head = heads.find((row) => row.lane === lane)
    const walked = await walkLane(db, secrets, lane)
    records += walked.records
    if (walked.fault) faults.push(walked.fault)
    else if (!head) faults.push({ lane, seq: walked.seq, reason: 'the lane has no head' })
    else if (head.seq !== walked.seq || !head.hash.equals(walked.hash))
      faults.push({
        lane,
        seq: Math.min(head.seq, walked.seq) + 1,
        reason: `the lane's head says ${head.seq} records, ${walked.seq} are there, or the last is another`,
      })
  }
  return { records, faults }
}

// No walk passes a record that was slipped in where there is no lane.
const OUTSIDE_LANES = `
  select lane, min(seq) as seq, 'there is no such lane' as reason from audit_record
  where lane not between 0 and ${AUDIT_LANES - 1} group by lane order by lane`

interface Walked {
  records: number
  seq: number
  hash: Buffer
  fault?: AuditFault
}

async function walkLane(db: Db, secrets: Map<string, Buffer>, lane: number): Promise<Walked> {
  const walked: Walked = { records: 0, seq: 0, hash: GENESIS }
  for (;;) {
    const rows = await run<Sealed & { hash: Buffer }>(db, LANE_PAGE, [lane, walked.seq])
    for (const row of rows) {
      const reason = faultOf(secrets, row, walked)
      if (reason) return { ...walked, fault: { lane, seq: row.seq, reason } }
      walked.records += 1
      walked.seq = row.seq
      walked.hash = row.hash
    }
    if (rows.length < PAGE) return walked
  }
}

function faultOf(
  secrets: Map<string, Buffer>,
  row: Sealed & { hash: Buffer },
  before: Walked,
): string | undefined {
  if (row.seq !== before.seq + 1) return `record ${before.seq + 1} is missing before it`
  if (!row.previous.equals(before.hash)) return 'it does not follow the record before it'
  const secret = secrets.get(row.keyId)
  if (!secret) return `its key ${row.keyId} is not among the audit keys`
  if (!sealOf(secret, row).equals(row.hash)) return 'its content is not what was sealed'
  return undefined
}

const PAGE = 5_000
// The instant is rendered as it was sealed. Text outside that form (a changed microsecond) then differs too.
const LANE_PAGE = `
  select lane, seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.') ||
      case when to_char(at, 'US') like '%000' then to_char(at, 'MS') else to_char(at, 'US') end || 'Z' as at,
    actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", address, operation, subject,
    request_id as "requestId", changes::text as changes, key_id as "keyId", previous, hash, position, reason
  from audit_record where lane = $1 and seq > $2 order by seq limit ${PAGE}`
