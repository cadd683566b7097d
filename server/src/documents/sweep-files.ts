import { z } from 'zod'
import { every } from '../db/background.ts'
import { int, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { job } from '../db/jobs.ts'
import { command, statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import type { DocumentServices } from './services.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000
const HOUR_MILLISECONDS = 60 * 60_000
const BATCH = 500

/** How much a sweep removed. */
interface SweepResult {
  /** Files that an upload link was waiting for when it expired. */
  readonly awaited: number
  /** Files without a record. */
  readonly files: number
}

/**
 * Removes uploads whose link has expired, and files that a crash left without a record. A file is recorded within
 * minutes of its arrival or never, so a file without a record is removed after a day.
 */
export async function sweepFiles({ databases, files }: Parts, now = new Date()): Promise<SweepResult> {
  const before = new Date(now.getTime() - DAY_MILLISECONDS)
  const swept = { awaited: 0, files: await files.arrivals.sweep(before) }
  for (const tenant of await databases.tenants()) {
    const db = databases.of(tenant)
    swept.awaited += await removeExpiredUploads(db)
    swept.files += await removeOrphans(files, db, tenant, before)
  }
  return swept
}

type Parts = Pick<DocumentServices, 'databases' | 'files'>

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

async function removeExpiredUploads(db: Db): Promise<number> {
  const expired = await DELETE_EXPIRED.rows(db, [])
  if (expired.length > 0) await DELETE_EMPTY_DOCUMENTS.run(db, [expired.map(({ documentId }) => documentId)])
  return expired.length
}

async function removeOrphans(
  { store }: DocumentServices['files'],
  db: Db,
  { id }: Tenant,
  before: Date,
): Promise<number> {
  let count = 0
  let keys: string[] = []
  const removeUnknown = async () => {
    const recorded = new Set((await RECORDED_KEYS.rows(db, [keys])).map(({ key }) => key))
    for (const key of keys.filter((candidate) => !recorded.has(candidate))) {
      await store.remove(key)
      count += 1
    }
    keys = []
  }
  for await (const { key, storedAt: at } of store.list(id)) {
    if (at < before) keys.push(key)
    if (keys.length === BATCH) await removeUnknown()
  }
  if (keys.length > 0) await removeUnknown()
  return count
}

/** Every hour, on one of the running services. */
export const sweepingJob = (parts: Parts) =>
  job({
    name: 'documents:sweep',
    payload: z.object({}),
    schedule: '17 * * * *',
    run: () => sweepFiles(parts),
  })

/** Each service clears its own arrivals folder every hour: the job reaches only the folder of the service that runs it. */
export const startSweepingArrivals = ({ files, log }: DocumentServices): (() => void) =>
  every(
    HOUR_MILLISECONDS,
    () => files.arrivals.sweep(new Date(Date.now() - DAY_MILLISECONDS)),
    (error) => log.warn({ err: error, event: 'arrived files not swept' }),
  )
