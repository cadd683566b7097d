import { entryTypes } from '../domain/ledger/journal.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { journalModel, journalTable } from './journal-table.ts'
import { dateFields, type JournalModel } from './models.ts'

/** The date that `from` and `to` mean. Each list is planned for itself, so that the indexes of both dates are used. */
const DATE = `case when ?dateField::text = 'Effective' then j.effective_date else j.accounting_date end`

export const journalSearch = {
  filters: {
    contractId: { match: 'id', column: 'j.contract_id' },
    claimId: { match: 'id', column: 'j.claim_id' },
    cancelId: { match: 'id', column: 'j.cancel_id' },
    // The postings of a line name its first row.
    ledgerId: { match: 'id where', where: 'j.ledger_id in (select line_id from ledger where id = ?)' },
    cashTransactionId: { match: 'id', column: 'j.cash_transaction_id' },
    account: {
      match: 'text where',
      where: '(lower(j.debit_account) = lower(?) or lower(j.credit_account) = lower(?))',
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
