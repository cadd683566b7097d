import { afterCommit } from '../../db/unit-of-work.ts'
import type { DocumentServices } from '../../documents/services.ts'
import { findOrphans, removeExpiredUploads, sweptBefore } from '../../documents/sweep-files.ts'
import { faultsOf } from '../../domain/processes/run-parameters.ts'
import type { ChunkProcess } from '../process.ts'

/** Names of files are random hexadecimal digits. A chunk is the files with the same first digit. */
const DIGITS = '0123456789abcdef'

/**
 * Uploads whose link has expired are removed, and files that a crash left without a record. The files themselves go when the
 * chunk has been committed, so a dry run removes none. What is not removed then is found by the next run.
 */
export const fileSweep = ({ files, log }: Pick<DocumentServices, 'files' | 'log'>): ChunkProcess => ({
  kind: 'chunks',
  type: 'FileSweep',
  parameterFaults: (parameters) => faultsOf(parameters, {}),
  async chunk(tx, { caller }, _parameters, after) {
    const expired = after === 0 ? await removeExpiredUploads(tx) : 0
    const orphans = await findOrphans(files, tx, caller.tenant.id, {
      beginning: DIGITS[after] ?? '',
      before: sweptBefore(new Date()),
    })
    afterCommit(tx, () => {
      for (const key of orphans)
        files.store.remove(key).catch((error) => log.warn({ err: error, event: 'file not removed' }))
    })
    const isLast = after === DIGITS.length - 1
    return {
      ...(isLast ? {} : { last: after + 1 }),
      succeeded: expired + orphans.length,
      skipped: 0,
      errors: [],
    }
  },
})
