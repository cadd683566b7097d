import { run } from '../../../src/db/database.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'

/**
 * Deletes the contracts of the sandbox and their books, for tests that must know every contract or ledger row. The
 * customers stay.
 */
export async function withoutContracts(service: TestService): Promise<void> {
  const { db } = await sandboxOf(service)
  await run(db, 'truncate contract, ledger, journal restart identity cascade', [])
}
