import { createHash, createHmac } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { askAll } from './ask-all.ts'
import { type AuditKey, HEAD_COLUMNS, headColumns, openLanes } from './audit-heads.ts'
import { bytes, int } from './columns.ts'
import type { Db } from './database.ts'
import { job } from './jobs.ts'
import type { Keys } from './keys.ts'
import { quoted } from './migrations.ts'
import { saveEvents } from './outbox.ts'
import { statement } from './statement.ts'
import type { Databases, Tenant } from './tenants.ts'
import { inTransaction } from './transaction.ts'
import { emit } from './unit-of-work.ts'
import type { AnchoredHead } from './verify-audit.ts'

// The ends of the audit lanes are noted outside the database, at intervals and when the service stops. Seals alone do not
// show that a database was put back to an earlier day: everything in it was valid then.

const Anchor = z.object({
  at: z.string(),
  heads: z.array(z.object({ lane: z.int(), seq: z.int(), hash: z.string(), opened: z.string().nullable() })),
  keyId: z.string(),
  seal: z.string(),
})
type Anchor = z.output<typeof Anchor>
// Each entry is read by itself: a damaged one says nothing about the others, and stays as it is.
const AnchorFile = z.record(z.string(), z.unknown())

/** Beside the database in the data folder, with an entry for each administrator. */
const anchorFile = (dataFolder: string) => join(dataFolder, 'audit-anchors.json')

export class AnchorsRefused extends Error {}

function readAnchors(dataFolder: string): Record<string, unknown> {
  const file = anchorFile(dataFolder)
  if (!existsSync(file)) return {}
  const parsed = AnchorFile.safeParse(jsonIn(file))
  if (!parsed.success) throw new AnchorsRefused(`The file ${file} is damaged.`)
  return parsed.data
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function writeAnchors(dataFolder: string, anchors: Readonly<Record<string, unknown>>): void {
  // Written under another name and then renamed, so that a crash never leaves half a file.
  const file = anchorFile(dataFolder)
  const temporary = `${file}.new-${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${JSON.stringify(anchors, null, 1)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(temporary, file)
}

const anchorSeal = ({ secret }: AuditKey, number: string, { at, heads }: Pick<Anchor, 'at' | 'heads'>) =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'anchor',
        number,
        at,
        heads.map(({ lane, seq, hash, opened }) => [lane, seq, hash, opened]),
      ]),
    )
    .digest('hex')

/** The ends of an administrator's lanes when they were last noted. Refuses a note that was changed. */
export function anchoredHeads(
  dataFolder: string,
  { audit }: Pick<Keys, 'audit'>,
  { number }: Pick<Tenant, 'number'>,
): readonly AnchoredHead[] {
  const entry = readAnchors(dataFolder)[number]
  if (entry === undefined) return []
  const { data: anchor } = Anchor.safeParse(entry)
  const key = audit.find(({ id }) => id === anchor?.keyId)
  if (!anchor || !key || anchorSeal(key, number, anchor) !== anchor.seal)
    throw new AnchorsRefused(
      `The entry of ${number} in ${anchorFile(dataFolder)} was changed, or its key is not in the key file.`,
    )
  return anchor.heads.map((head) => ({ ...head, at: anchor.at }))
}

const HEADS = statement(headColumns, `select ${HEAD_COLUMNS} from audit_lane order by lane`)
const STILL_THERE = statement(
  { lane: int, hash: bytes },
  `select r.lane, r.hash from audit_record r
   join unnest($1::int[], $2::bigint[]) as a (lane, seq) on a.lane = r.lane and a.seq = r.seq`,
)

interface Anchoring {
  readonly databases: Databases
  readonly keys: Keys
  readonly dataFolder: string
  readonly log: Logger
}

/**
 * Notes the ends of all lanes, and then tells of it. An administrator whose audit no longer has what was noted, or whose note
 * was changed, keeps its old note. The reset of a sandbox must not run meanwhile.
 */
export async function anchorAudit(anchoring: Anchoring, now = new Date()): Promise<void> {
  const { databases, dataFolder, log } = anchoring
  // What goes wrong with one administrator does not hold back the others.
  const forEach = async (all: readonly Tenant[], work: (tenant: Tenant) => Promise<void>) => {
    for (const tenant of all)
      await work(tenant).catch((error: unknown) =>
        log.error({ err: error, event: 'audit not anchored', tenant: tenant.number }),
      )
  }
  const anchors = readAnchors(dataFolder)
  const noted = new Map<Tenant, readonly NotedHead[]>()
  await forEach(await databases.tenants(), async (tenant) => {
    const heads = await headsToNote(anchoring, tenant)
    if (!heads) return
    noted.set(tenant, heads)
    anchors[tenant.number] = sealedAnchor(anchoring, tenant, { at: now.toISOString(), heads })
  })
  if (noted.size === 0) return
  // First the file: an event must not tell of a note that a crash has kept from being written.
  writeAnchors(dataFolder, anchors)
  await forEach([...noted.keys()], (tenant) =>
    emitAnchored(databases.of(tenant), noted.get(tenant) ?? [], now),
  )
}

/** The ends of an administrator's lanes. Undefined if they are noted already, or must not be noted. */
async function headsToNote(
  { databases, keys, dataFolder, log }: Anchoring,
  tenant: Tenant,
): Promise<NotedHead[] | undefined> {
  const db = databases.of(tenant)
  const before = anchoredHeads(dataFolder, keys, tenant)
  const heads = (await HEADS.rows(db, [])).map(({ lane, seq, hash, opened }) => ({
    ...{ lane, seq, hash: hash.toString('hex'), opened: opened?.toString('hex') ?? null },
  }))
  if (isDeepEqual(before, heads)) return undefined
  if (await holds(db, before, heads)) return heads
  log.error({ event: 'audit does not have what was noted', tenant: tenant.number })
  return undefined
}

function sealedAnchor(
  { keys }: Anchoring,
  { number }: Tenant,
  noted: { readonly at: string; readonly heads: NotedHead[] },
): Anchor {
  const [key] = keys.audit
  if (!key) throw new Error('There is no audit key.')
  return { ...noted, keyId: key.id, seal: anchorSeal(key, number, noted) }
}

type NotedHead = Anchor['heads'][number]

const isDeepEqual = (before: readonly NotedHead[], after: readonly NotedHead[]) =>
  before.length === after.length &&
  after.every(({ lane, seq, hash, opened }, at) => {
    const old = before[at]
    return old?.lane === lane && old.seq === seq && old.hash === hash && old.opened === opened
  })

/** Whether the audit still has the records that were the last ones. */
async function holds(db: Db, before: readonly NotedHead[], after: readonly NotedHead[]): Promise<boolean> {
  const begun = before.filter(({ seq }) => seq > 0)
  const found = await STILL_THERE.rows(db, [begun.map(({ lane }) => lane), begun.map(({ seq }) => seq)])
  const hashes = new Map(found.map(({ lane, hash }) => [lane, hash.toString('hex')]))
  return (
    begun.every(({ lane, hash }) => hashes.get(lane) === hash) &&
    before.every(({ lane, opened }) => after.find((head) => head.lane === lane)?.opened === opened)
  )
}

/** Whoever receives the event has the ends of the lanes outside this machine. */
async function emitAnchored(db: Db, heads: readonly NotedHead[], now: Date): Promise<void> {
  const records = heads.reduce((sum, { seq }) => sum + seq, 0)
  const digest = createHash('sha256')
    .update(JSON.stringify(heads.map(({ lane, seq, hash }) => [lane, seq, hash])))
    .digest('hex')
  await inTransaction(db, async (tx) => {
    emit(tx, { subject: 'audit/heads', type: 'audit.anchored', data: { records, digest } })
    await saveEvents(tx, now)
  })
}

/**
 * Seals the lanes of administrators from before heads were sealed. Lanes that were noted had a seal, so one without it was
 * tampered with, and stays as it is.
 */
export async function openOldLanes(databases: Databases, keys: Keys, dataFolder: string): Promise<void> {
  const unopened = await findUnopened(databases)
  if (unopened.length === 0) return
  const anchors = readAnchors(dataFolder)
  for (const tenant of unopened)
    if (anchors[tenant.number] === undefined)
      await inTransaction(databases.of(tenant), (tx) => openLanes(tx, keys.audit))
}

async function findUnopened(databases: Databases): Promise<readonly Tenant[]> {
  const all = await databases.tenants()
  const { rows } = await askAll<{ id: number }>(
    databases,
    all,
    ({ id, schema }) =>
      `select ${Number(id)}::bigint as id where exists (select 1 from ${quoted(schema)}.audit_lane where seal is null)`,
  )
  return all.filter(({ id }) => rows.some((row) => row.id === id))
}

/** Forgets what was noted of an administrator, when the reset of a sandbox empties its audit. */
export function dropAnchor(dataFolder: string, { number }: Pick<Tenant, 'number'>): void {
  const { [number]: dropped, ...others } = readAnchors(dataFolder)
  if (dropped !== undefined) writeAnchors(dataFolder, others)
}

/** `anchor` is `anchorAudit`, with no reset of a sandbox beside it. */
export const anchorJob = (anchor: () => Promise<void>) =>
  job({
    name: 'db:anchor-audit',
    payload: z.object({}),
    schedule: '*/10 * * * *',
    run: anchor,
  })
