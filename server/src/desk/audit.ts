import { z } from 'zod'
import type { Change } from '../db/audit.ts'
import type { AuditChain } from '../db/audit-chain.ts'
import { instant, int, json, orNull, storedList, text } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import { type Caller, isLimited } from '../http/caller.ts'
import { Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, Instant, queryInteger } from '../http/schemas.ts'

const AuditRecord = z
  .object({
    id: z.string().meta({ example: '7-1204' }),
    at: Instant,
    by: z.string(),
    byKind: z.string(),
    byId: z.int().nullable(),
    address: z.string(),
    operation: z.string().meta({ example: 'POST /contracts/{contractId}/finalize' }),
    method: z.string(),
    path: z.string(),
    subject: z.string().meta({ example: 'contracts/1204' }),
    reason: z.string().nullable(),
    changes: z.array(z.object({ pointer: z.string(), before: z.unknown(), after: z.unknown() })),
    requestId: z.string(),
  })
  .meta({ id: 'AuditRecord' })

const AuditChainModel = z
  .object({
    state: z.enum(['Sound', 'Broken']),
    records: z.int(),
    anchoredAt: Instant.nullable(),
    anchoredRecords: z.int(),
    faults: z.array(z.object({ lane: z.int().nullable(), reason: z.string() })),
  })
  .meta({ id: 'AuditChain' })

const AuditPage = z
  .object({
    items: z.array(AuditRecord),
    next: z.string().nullable(),
    hasMore: z.boolean(),
    chain: AuditChainModel,
  })
  .meta({ id: 'AuditPage' })

const AuditQuery = z.strictObject({
  subject: z.string().max(200).optional(),
  user: z.string().max(400).optional(),
  operation: z.string().max(400).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  after: z.string().max(100).optional(),
  limit: queryInteger(z.int().min(1).max(200)).default(50),
})
type AuditQuery = z.output<typeof AuditQuery>

const columns = {
  ...{ lane: int, seq: int, place: int, at: instant, actorKind: text, actorId: orNull(int), actorName: text },
  ...{ address: text, operation: text, subject: text, requestId: text, reason: orNull(text) },
  changes: json(storedList<Change>()),
}

/** A place in the audit: after it come older records. */
interface Place {
  readonly place: number
  readonly lane: number
  readonly seq: number
}

const writeCursor = ({ place, lane, seq }: Place) =>
  Buffer.from([place, lane, seq].join('.')).toString('base64url')

/** A cursor names a record, and nothing can be skipped behind it: records are only added before it. */
function readCursor(cursor: string): Place {
  const found = /^(\d{1,15})\.(\d{1,4})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!found)
    throw new Problem('CursorInvalid', 'The cursor is not one of the audit. Begin again without one.')
  const [place = 0, lane = 0, seq = 0] = found.slice(1).map(Number)
  return { place, lane, seq }
}

/** The audit is about everyone, and shows what dealer cost is made of. */
function requireStaff(caller: Caller): void {
  if (!isLimited(caller)) return
  throw new Problem('Forbidden', 'A caller that is limited to account holders does not see the audit.', {
    members: { permission: 'audit:read' },
  })
}

const PLACE = sql`coalesce(a.position, 0)`

async function readRecords(db: Db, { tenant: { timeZone } }: Caller, asked: AuditQuery) {
  const { subject, user, operation, from, to, after } = asked
  const before = after === undefined ? undefined : readCursor(after)
  const conditions: Sql[] = [
    ...(subject === undefined ? [] : [sql`a.subject = ${subject}`]),
    ...(user === undefined ? [] : [sql`lower(a.actor_name) = lower(${user})`]),
    ...(operation === undefined ? [] : [sql`a.operation = ${operation}`]),
    // Days are those of the administrator's time zone, both inclusive.
    ...(from === undefined ? [] : [sql`a.at >= ${from}::date::timestamp at time zone ${timeZone}`]),
    ...(to === undefined ? [] : [sql`a.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
    ...(before ? [sql`(${PLACE}, a.lane, a.seq) < (${before.place}, ${before.lane}, ${before.seq})`] : []),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return query(columns)`${sql.raw(PLANNED_EACH_TIME)}
    select a.lane, a.seq, ${PLACE} as place, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId",
      a.actor_name as "actorName", a.address, a.operation, a.subject, a.request_id as "requestId", a.reason, a.changes
    from audit_record a ${where}
    order by ${PLACE} desc, a.lane desc, a.seq desc limit ${asked.limit + 1}`.rows(db)
}

type Row = Awaited<ReturnType<typeof readRecords>>[number]

function recordAnswer(row: Row): z.input<typeof AuditRecord> {
  const { operation, subject, reason, requestId, address } = row
  const [method = '', ...path] = operation.split(' ')
  return {
    id: `${row.lane}-${row.seq}`,
    at: row.at.toISOString(),
    ...{ by: row.actorName, byKind: row.actorKind, byId: row.actorId, address },
    ...{ operation, method, path: path.join(' '), subject, reason, requestId },
    changes: row.changes.map(({ pointer, before, after }) => ({ pointer, before, after })),
  }
}

export interface AuditServices {
  /** The state of an administrator's chain. */
  readonly auditChain: (db: Db, tenant: Tenant) => Promise<AuditChain>
}

/** Who did what, and when. */
export const auditRoutes = ({ auditChain }: AuditServices): readonly Route[] => [
  route.read({
    path: '/audit',
    tag: 'Audit',
    summary: 'Read who changed what, newest first, by cursor',
    description:
      'Every write leaves a record, which is sealed and linked to the one before it. Secrets are in none. `next` reads on with older records. `chain` says whether the ends of the chain are as the service left them; the command `bulwark verify` checks every record. Not for callers that are limited to account holders.',
    permission: 'audit:read',
    query: AuditQuery,
    answer: AuditPage,
    problems: ['CursorInvalid'],
    async handler({ db, caller, query: asked }) {
      requireStaff(caller)
      const [rows, chain] = await Promise.all([readRecords(db, caller, asked), auditChain(db, caller.tenant)])
      const page = rows.slice(0, asked.limit)
      const last = page.at(-1)
      const hasMore = rows.length > asked.limit
      return {
        items: page.map(recordAnswer),
        next: hasMore && last ? writeCursor(last) : null,
        hasMore,
        chain: {
          state: chain.faults.length === 0 ? ('Sound' as const) : ('Broken' as const),
          ...chain,
          faults: [...chain.faults],
        },
      }
    },
  }),
]
