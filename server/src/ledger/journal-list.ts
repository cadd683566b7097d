import { entryTypes } from '../domain/ledger/journal.ts'
import { amountOf, type Cents } from '../domain/money.ts'
import type { Filters, ListQuery, Sort } from '../http/search.ts'
import { dateFields, type JournalModel } from './models.ts'

/** The date that is asked about; each question is planned for itself, so that the indexes of both serve. */
const DATE = `case when ?dateField::text = 'Effective' then j.effective_date else j.accounting_date end`

export const journalSearch = {
  filters: {
    contractId: { match: 'id', column: 'j.contract_id' },
    claimId: { match: 'id', column: 'j.claim_id' },
    cancelId: { match: 'id', column: 'j.cancel_id' },
    // What is booked for a line is booked with its first row.
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

type Row = Omit<JournalModel, 'amount' | 'createdAt'> & { amount: Cents; createdAt: Date }

export const journalList: ListQuery<JournalModel> = {
  ...journalSearch,
  select: `j.id, j.entry_id as "entryId", j.entry_type as "entryType", j.debit_account as "debitAccount",
    j.credit_account as "creditAccount", j.amount, j.effective_date as "effectiveDate",
    j.accounting_date as "accountingDate", j.contract_id as "contractId", j.claim_id as "claimId",
    j.cancel_id as "cancelId", j.ledger_id as "ledgerId", j.cash_transaction_id as "cashTransactionId",
    j.reverses_id as "reversesId", j.created_at as "createdAt", j.created_by as "createdBy"`,
  from: 'journal j',
  id: 'j.id',
  row: (row: Row): JournalModel => ({
    ...row,
    amount: amountOf(row.amount),
    createdAt: row.createdAt.toISOString(),
  }),
}
