import type { Tx } from '../db/database.ts'
import { command } from '../db/statement.ts'
import type { CalendarDate } from '../domain/dates.ts'
import type { LedgerRow } from '../domain/ledger/rows.ts'

/** What was paid before the finalize is applied in the books with the finalize, and counts from that day on. */
export async function bookPaidAhead(
  tx: Tx,
  rows: readonly LedgerRow[],
  accountingDate: CalendarDate,
): Promise<void> {
  const paid = rows.filter(({ waitsFor, paidAmount }) => waitsFor === 'Finalize' && paidAmount > 0)
  if (paid.length === 0) return
  await BOOK.run(tx, [paid.map(({ id }) => id), accountingDate])
}

const BOOK = command('update ledger_detail set accounting_date = $2 where ledger_id = any($1::bigint[])')
