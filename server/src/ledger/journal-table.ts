import { cents, date, instant, int, oneOf, orNull, type RowOf, text } from '../db/columns.ts'
import { table } from '../db/table.ts'
import { accountKinds, entryTypes } from '../domain/ledger/journal.ts'
import { amountOf } from '../domain/money.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { dateFields, type JournalModel } from './models.ts'

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

/** The date that `from` and `to` mean. Each list is planned for itself, so that the indexes of both dates are used. */
const DATE = `case when ?dateField::text = 'Effective' then j.effective_date else j.accounting_date end`

export const journalSearch = {
  filters: {
    contractId: { match: 'id', column: 'j.contract_id' },
    claimId: { match: 'id', column: 'j.claim_id' },
    cancelId: { match: 'id', column: 'j.cancel_id' },
    // A line is booked under its first row, but cash names the row that it pays. Both are wanted. Written as `or`, it would
    // not use the index of `ledger_id`.
    ledgerId: {
      match: 'id where',
      where: 'j.ledger_id in (select unnest(array[l.id, l.line_id]) from ledger l where l.id = ?)',
    },
    cashTransactionId: { match: 'id', column: 'j.cash_transaction_id' },
    account: {
      match: 'text where',
      where: '(lower(j.debit_account) = lower(?) or lower(j.credit_account) = lower(?))',
    },
    debitAccount: { match: 'whole', column: 'j.debit_account' },
    creditAccount: { match: 'whole', column: 'j.credit_account' },
    accountKind: {
      match: 'text where',
      where: `(split_part(j.debit_account, ':', 1) = ? or split_part(j.credit_account, ':', 1) = ?)`,
      values: accountKinds,
    },
    entryType: { match: 'oneOf', column: 'j.entry_type', values: entryTypes },
    from: { match: 'date where', where: `${DATE} >= ?` },
    to: { match: 'date where', where: `${DATE} <= ?` },
    dateField: { match: 'text where', where: '?::text is not null', values: dateFields },
  },
  sort: {},
} as const satisfies { filters: Filters; sort: Sort }

export const journalList: ListQuery<JournalModel> = listOf({
  ...journalSearch,
  select: journalTable.list('j'),
  columns: journalTable.columns,
  from: 'journal j',
  id: 'j.id',
  row: journalModel,
})
