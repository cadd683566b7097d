import { cents, date, instant, int, oneOf, orNull, type RowOf, text } from '../db/columns.ts'
import { table } from '../db/table.ts'
import { entryTypes } from '../domain/ledger/journal.ts'
import { amountOf } from '../domain/money.ts'
import type { JournalModel } from './models.ts'

/** A row of the journal: one debit and one credit. */
export const journalTable = table('journal', {
  id: int,
  entryId: int,
  entryType: oneOf(entryTypes),
  debitAccount: text,
  creditAccount: text,
  amount: cents,
  effectiveDate: date,
  accountingDate: date,
  contractId: orNull(int),
  claimId: orNull(int),
  cancelId: orNull(int),
  ledgerId: orNull(int),
  cashTransactionId: orNull(int),
  reversesId: orNull(int),
  createdAt: instant,
  createdBy: text,
})

/** The row as it is answered. */
export const journalModel = (row: RowOf<typeof journalTable.columns>): JournalModel => ({
  ...row,
  amount: amountOf(row.amount),
  createdAt: row.createdAt.toISOString(),
})
