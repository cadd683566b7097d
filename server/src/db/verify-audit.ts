import { AUDIT_LANES, recordSeal, type SealedRecord, sealedColumns } from './audit.ts'
import { type AuditKey, HEAD_COLUMNS, type Head, headColumns, isSealed } from './audit-heads.ts'
import { bytes, int, text } from './columns.ts'
import { type Db, databaseOnClient, poolOf } from './database.ts'
import { statement } from './statement.ts'

/** A break in the chain: the first record of a lane that is not as it was written. */
interface AuditFault {
  readonly lane: number
  readonly seq: number
  readonly reason: string
}

/** The end of a lane as it was noted outside the database. */
export interface AnchoredHead {
  readonly lane: number
  readonly seq: number
  readonly hash: string
  readonly opened: string | null
  /** When it was noted. */
  readonly at: string
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
export async function verifyAudit(
  db: Db,
  keys: readonly AuditKey[],
  anchored: readonly AnchoredHead[] = [],
): Promise<AuditVerdict> {
  const client = await poolOf(db).connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await walkLanes(databaseOnClient(client), keys, anchored)
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

async function walkLanes(
  db: Db,
  keys: readonly AuditKey[],
  anchored: readonly AnchoredHead[],
): Promise<AuditVerdict> {
  const secrets = new Map(keys.map((key) => [key.id, key.secret]))
  const heads = await HEADS.rows(db, [])
  const faults: AuditFault[] = await OUTSIDE_LANES.rows(db, [])
  let records = 0
  for (let lane = 0; lane < AUDIT_LANES; lane += 1) {
    const head = heads.find((row) => row.lane === lane)
    const anchor = anchored.find((one) => one.lane === lane)
    const walked = await walkLane(db, secrets, lane, anchor)
    records += walked.records
    if (walked.fault) faults.push(walked.fault)
    else if (!head) faults.push({ lane, seq: walked.seq, reason: 'the row of the lane is missing' })
    else {
      const fault = headFault(keys, head, walked) ?? anchorFault(anchor, head, walked)
      if (fault) faults.push({ lane, ...fault })
    }
  }
  return { records, faults }
}

type HeadFault = Omit<AuditFault, 'lane'>

function headFault(keys: readonly AuditKey[], head: Head, walked: Walked): HeadFault | undefined {
  if (head.seq !== walked.seq || !head.hash.equals(walked.hash))
    return {
      seq: Math.min(head.seq, walked.seq) + 1,
      reason: `the lane should end with record ${head.seq}, but ends with ${walked.seq} or with another record`,
    }
  if (isSealed(keys, head)) return undefined
  return {
    seq: head.seq + 1,
    reason: 'the end of the lane is not sealed: records behind it may have been removed',
  }
}

/** A lane that ended later than it does now was put back, even if everything in it is sealed. */
function anchorFault(anchor: AnchoredHead | undefined, head: Head, walked: Walked): HeadFault | undefined {
  if (!anchor) return undefined
  const { seq, opened, at } = anchor
  if (opened !== (head.opened?.toString('hex') ?? null))
    return { seq: 1, reason: `the lane was begun anew after ${at}, when it had ${seq} records` }
  if (seq > walked.seq)
    return { seq: walked.seq + 1, reason: `the lane had ${seq} records on ${at}, and now has ${walked.seq}` }
  if (walked.atAnchor !== anchor.hash)
    return { seq, reason: `it is another record than the one that was the last on ${at}` }
  return undefined
}

const HEADS = statement(headColumns, `select ${HEAD_COLUMNS} from audit_lane order by lane`)
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
  /** The seal of the record that was the last when the lane was anchored. */
  atAnchor: string | undefined
  fault?: AuditFault
}

async function walkLane(
  db: Db,
  secrets: Map<string, Buffer>,
  lane: number,
  anchor: AnchoredHead | undefined,
): Promise<Walked> {
  const walked: Walked = { records: 0, seq: 0, hash: GENESIS, atAnchor: undefined }
  if (anchor?.seq === 0) walked.atAnchor = GENESIS.toString('hex')
  for (;;) {
    const rows = await LANE_PAGE.rows(db, [lane, walked.seq])
    for (const row of rows) {
      const reason = recordFault(secrets, row, walked)
      if (reason) return { ...walked, fault: { lane, seq: row.seq, reason } }
      walked.records += 1
      walked.seq = row.seq
      walked.hash = row.hash
      if (row.seq === anchor?.seq) walked.atAnchor = row.hash.toString('hex')
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
