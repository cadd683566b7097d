import type { Tx } from '../db/database.ts'
import { command } from '../db/statement.ts'
import type { CalendarDate } from '../domain/dates.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'

/**
 * What was paid before the finalize is applied in the books with the finalize, and counts from that day on. So does what was
 * taken back before: it was never applied in the books.
 */
export async function bookPaidAhead(
  tx: Tx,
  rows: readonly LedgerRow[],
  accountingDate: CalendarDate,
): Promise<void> {
  const payable = rows.filter(({ waitsFor, isDealerCost }) => waitsFor === 'Finalize' && isDealerCost)
  if (payable.length === 0) return
  await BOOK.run(tx, [payable.map(({ id }) => id), accountingDate])
}

const BOOK = command('update ledger_detail set accounting_date = $2 where ledger_id = any($1::bigint[])')
