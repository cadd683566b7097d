import { AnchorsRefused, anchoredHeads } from './audit-anchors.ts'
import { type AuditKey, HEAD_COLUMNS, type Head, headColumns, isSealed } from './audit-heads.ts'
import { bytes, int } from './columns.ts'
import type { Db } from './database.ts'
import type { Keys } from './keys.ts'
import { statement } from './statement.ts'
import type { Tenant } from './tenants.ts'
import type { AnchoredHead } from './verify-audit.ts'

// The state of the audit chain at a glance: the ends of its lanes, and what was noted of them outside the database. `bulwark
// verify` walks every record; this looks at 32 rows, so that it can be asked with every page of the audit.

export interface ChainFault {
  readonly lane: number | null
  readonly reason: string
}

export interface AuditChain {
  readonly records: number
  /** When the ends of the lanes were last noted outside the database, and how many records there were. */
  readonly anchoredAt: string | null
  readonly anchoredRecords: number
  readonly faults: readonly ChainFault[]
}

const HEADS = statement(headColumns, `select ${HEAD_COLUMNS} from audit_lane order by lane`)
const NOTED = statement(
  { lane: int, hash: bytes },
  `select r.lane, r.hash from audit_record r
   join unnest($1::int[], $2::bigint[]) as a (lane, seq) on a.lane = r.lane and a.seq = r.seq`,
)

/** Looks at the ends of an administrator's lanes. */
export async function readAuditChain(
  db: Db,
  keys: Pick<Keys, 'audit'>,
  { dataFolder, tenant }: { readonly dataFolder: string; readonly tenant: Pick<Tenant, 'number'> },
): Promise<AuditChain> {
  const { noted, refused } = notedHeads(dataFolder, keys, tenant)
  const begun = noted.filter(({ seq }) => seq > 0)
  // The records that were the last ones are read first: the heads may only grow meanwhile.
  const there = await NOTED.rows(db, [begun.map(({ lane }) => lane), begun.map(({ seq }) => seq)])
  const heads = await HEADS.rows(db, [])
  const hashes = new Map(there.map(({ lane, hash }) => [lane, hash.toString('hex')]))
  return {
    records: heads.reduce((sum, { seq }) => sum + seq, 0),
    anchoredAt: noted[0]?.at ?? null,
    anchoredRecords: noted.reduce((sum, { seq }) => sum + seq, 0),
    faults: [
      ...refused,
      ...heads.flatMap((head) => headFaults(keys.audit, head)),
      ...noted.flatMap((head) => noteFaults(head, heads, hashes)),
    ],
  }
}

function notedHeads(
  dataFolder: string,
  keys: Pick<Keys, 'audit'>,
  tenant: Pick<Tenant, 'number'>,
): { readonly noted: readonly AnchoredHead[]; readonly refused: readonly ChainFault[] } {
  try {
    return { noted: anchoredHeads(dataFolder, keys, tenant), refused: [] }
  } catch (error) {
    if (!(error instanceof AnchorsRefused)) throw error
    // The message names a file of this machine.
    return { noted: [], refused: [{ lane: null, reason: 'the note outside the database was changed' }] }
  }
}

const headFaults = (keys: readonly AuditKey[], head: Head): ChainFault[] =>
  isSealed(keys, head) ? [] : [{ lane: head.lane, reason: 'the end of the lane is not sealed' }]

function noteFaults(
  { lane, seq, hash, opened }: AnchoredHead,
  heads: readonly Head[],
  hashes: ReadonlyMap<number, string>,
): ChainFault[] {
  const head = heads.find((one) => one.lane === lane)
  if (!head || (head.opened?.toString('hex') ?? null) !== opened)
    return [{ lane, reason: 'the lane was begun anew' }]
  return seq > 0 && hashes.get(lane) !== hash ? [{ lane, reason: 'the record that was noted is gone' }] : []
}
