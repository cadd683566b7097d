import type { TestService } from '../service/app.ts'
import { inDatabase } from './database.ts'

/**
 * Deletes the contracts of the sandbox and their books, for tests that must know every contract or ledger row. The
 * customers stay.
 */
export async function withoutContracts(service: TestService): Promise<void> {
  await inDatabase(
    service,
    `truncate contract, ledger, journal, journal_day, cash_transaction, in_process_cash_transaction
     restart identity cascade`,
  )
  await inDatabase(service, 'update journal_added_up set through_id = 0, seen_id = 0')
  // Contracts begin with id 1 again, and a new contract has no event yet.
  for (const table of ['event', 'event_subject'])
    await inDatabase(service, `delete from ${table} where subject like 'contracts/%'`)
}
