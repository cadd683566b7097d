import { every } from '../db/background.ts'
import { int, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import type { Files } from './files.ts'
import type { DocumentServices } from './services.ts'
import { isSeedStoreKey } from './store.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000
const HOUR_MILLISECONDS = 60 * 60_000
const BATCH = 500

/** A file is recorded within minutes of its arrival or never, so a file without a record is removed after a day. */
export const sweptBefore = (now: Date): Date => new Date(now.getTime() - DAY_MILLISECONDS)

const DELETE_EXPIRED = statement(
  { documentId: int },
  `delete from file where store_key is null and expires_at < now() returning document_id as "documentId"`,
)
const DELETE_EMPTY_DOCUMENTS = command(
  `delete from document d where d.id = any($1::bigint[]) and d.versions = 0
   and not exists (select from file f where f.document_id = d.id)`,
)
const RECORDED_KEYS = statement(
  { key: text },
  'select store_key as key from file where store_key = any($1::text[])',
)

/** Removes uploads whose link has expired, and gives their number. */
export async function removeExpiredUploads(db: Db): Promise<number> {
  const expired = await DELETE_EXPIRED.rows(db, [])
  if (expired.length > 0) await DELETE_EMPTY_DOCUMENTS.run(db, [expired.map(({ documentId }) => documentId)])
  return expired.length
}

interface Sweep {
  /** Which files: those whose names begin with these hexadecimal digits. */
  readonly beginning: string
  /** Files that were stored later may get their record yet. */
  readonly before: Date
}

/**
 * The keys of an administrator's files that a crash left without a record. Files of a seed are none: a reset brings their
 * records back.
 */
export async function findOrphans(
  { store }: Pick<Files, 'store'>,
  db: Db,
  tenantId: number,
  { beginning, before }: Sweep,
): Promise<string[]> {
  const orphans: string[] = []
  let keys: string[] = []
  const check = async () => {
    const recorded = new Set((await RECORDED_KEYS.rows(db, [keys])).map(({ key }) => key))
    orphans.push(...keys.filter((key) => !recorded.has(key)))
    keys = []
  }
  for await (const { key, storedAt } of store.list(tenantId, beginning)) {
    if (storedAt < before && !isSeedStoreKey(key)) keys.push(key)
    if (keys.length === BATCH) await check()
  }
  if (keys.length > 0) await check()
  return orphans
}

/** Each service clears its own arrivals folder every hour, because no other one reaches it. */
export const startSweepingArrivals = ({ files, log }: DocumentServices): (() => void) =>
  every(
    HOUR_MILLISECONDS,
    () => files.arrivals.sweep(sweptBefore(new Date())),
    (error) => log.warn({ err: error, event: 'arrived files not swept' }),
  )
