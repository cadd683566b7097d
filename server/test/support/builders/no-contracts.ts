import { run } from '../../../src/db/database.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'

/**
 * Takes the contracts of the sandbox away, and their books: for tests that know every contract, or every row of the
 * ledger, that there is. Those who bought them stay.
 */
export async function withoutContracts(service: TestService): Promise<void> {
  const { db } = await sandboxOf(service)
  await run(db, 'truncate contract, ledger, journal restart identity cascade', [])
}
