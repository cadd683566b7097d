import type { TestService } from '../service/app.ts'
import { inDatabase } from './database.ts'

/**
 * Deletes the contracts of the sandbox and their books, for tests that must know every contract or ledger row. The
 * customers stay.
 */
export async function withoutContracts(service: TestService): Promise<void> {
  await inDatabase(service, 'truncate contract, ledger, journal restart identity cascade')
}
