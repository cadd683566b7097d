import type { DocumentServices } from '../../../src/documents/services.ts'
import { findOrphans, removeExpiredUploads, sweptBefore } from '../../../src/documents/sweep-files.ts'

/** Sweeps the files of all administrators, and those that are arriving. */
export async function sweepFiles(
  { databases, files }: Pick<DocumentServices, 'databases' | 'files'>,
  now = new Date(),
): Promise<{ readonly awaited: number; readonly files: number }> {
  const before = sweptBefore(now)
  const swept = { awaited: 0, files: await files.arrivals.sweep(before) }
  for (const tenant of await databases.tenants()) {
    const db = databases.of(tenant)
    swept.awaited += await removeExpiredUploads(db)
    for (const key of await findOrphans(files, db, tenant.id, { beginning: '', before })) {
      await files.store.remove(key)
      swept.files += 1
    }
  }
  return swept
}
