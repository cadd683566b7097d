import { z } from 'zod'
import { every } from '../db/background.ts'
import { type Db, run } from '../db/database.ts'
import { job } from '../db/jobs.ts'
import type { Tenant } from '../db/tenants.ts'
import type { DocumentServices } from './services.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000
const HOUR_MILLISECONDS = 60 * 60_000
const BATCH = 500

/** What a sweep has removed. */
export interface Swept {
  /** Places that upload links had awaited a file for. */
  readonly awaited: number
  /** Files without a record. */
  readonly files: number
}

/**
 * Removes what came to nothing: places whose upload link has run out, and files that a crash, or a write of unknown
 * end, has left without a record. A file is recorded within minutes of its arrival or never; after a day it is safe to
 * say that it never will be.
 */
export async function sweepFiles({ databases, files }: Parts, now = new Date()): Promise<Swept> {
  const before = new Date(now.getTime() - DAY_MILLISECONDS)
  const swept = { awaited: 0, files: await files.arrivals.sweep(before) }
  for (const tenant of await databases.tenants()) {
    const db = databases.of(tenant)
    swept.awaited += await removeAwaited(db)
    swept.files += await removeOrphans(files, db, tenant, before)
  }
  return swept
}

type Parts = Pick<DocumentServices, 'databases' | 'files'>

async function removeAwaited(db: Db): Promise<number> {
  const gone = await run<{ documentId: number }>(
    db,
    `delete from file where store_key is null and expires_at < now() returning document_id as "documentId"`,
    [],
  )
  const documents = gone.map(({ documentId }) => documentId)
  if (documents.length > 0)
    await run(
      db,
      `delete from document d where d.id = any($1::bigint[]) and d.versions = 0
       and not exists (select from file f where f.document_id = d.id)`,
      [documents],
    )
  return gone.length
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
    const known = await run<{ key: string }>(
      db,
      'select store_key as key from file where store_key = any($1::text[])',
      [keys],
    )
    const recorded = new Set(known.map(({ key }) => key))
    for (const key of keys.filter((candidate) => !recorded.has(candidate))) {
      await store.remove(key)
      count += 1
    }
    keys = []
  }
  for await (const { key, at } of store.list(id)) {
    if (at < before) keys.push(key)
    if (keys.length === BATCH) await removeUnknown()
  }
  if (keys.length > 0) await removeUnknown()
  return count
}

/** Once an hour, on one of the running services. */
export const sweepingJob = (parts: Parts) =>
  job({
    name: 'documents:sweep',
    payload: z.object({}),
    schedule: '17 * * * *',
    run: () => sweepFiles(parts),
  })

/** Each service clears its own folder of arrivals; the job reaches only that of the service that runs it. */
export const startSweepingArrivals = ({ files, log }: DocumentServices): (() => void) =>
  every(
    HOUR_MILLISECONDS,
    () => files.arrivals.sweep(new Date(Date.now() - DAY_MILLISECONDS)),
    (error) => log.warn({ err: error, event: 'arrived files not swept' }),
  )
