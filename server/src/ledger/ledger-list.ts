import { seesCostLines } from '../access/cost-visibility.ts'
import { accountHolderTypes } from '../account-holders/kinds.ts'
import { directions, ledgerStatuses, ledgerTypes } from '../domain/ledger/rows.ts'
import type { Caller } from '../http/caller.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../http/search.ts'
import { answeredColumns, ledgerModel } from './ledger-table.ts'
import { ledgerViewFor } from './ledger-view.ts'
import type { LedgerModel } from './models.ts'

const cashTransaction = (isRow: string) =>
  ({
    match: 'id where',
    where: `exists (select 1 from ledger_detail d where ${isRow} and d.cash_transaction_id = ?)`,
  }) as const

export const ledgerSearch = {
  filters: {
    accountHolderId: { match: 'id', column: 'l.account_holder_id' },
    accountHolderType: { match: 'oneOf', column: 'h.type', values: accountHolderTypes },
    contractId: { match: 'id', column: 'l.contract_id' },
    contractNumber: { match: 'whole', column: 'c.number' },
    claimId: { match: 'id', column: 'l.claim_id' },
    cancelId: { match: 'id', column: 'l.cancel_id' },
    ledgerType: { match: 'oneOf', column: 'l.ledger_type', values: ledgerTypes },
    ledgerStatus: { match: 'oneOf', column: 'l.status', values: ledgerStatuses },
    direction: { match: 'oneOf', column: 'l.direction', values: directions },
    disbursementCode: { match: 'whole', column: 'l.disbursement_code' },
    productId: { match: 'id', column: 'l.product_id' },
    effectiveFrom: { match: 'from', column: 'l.effective_date' },
    effectiveTo: { match: 'to', column: 'l.effective_date' },
    accountingFrom: { match: 'from', column: 'l.accounting_date' },
    accountingTo: { match: 'to', column: 'l.accounting_date' },
    dueFrom: { match: 'from', column: 'l.due_date' },
    dueTo: { match: 'to', column: 'l.due_date' },
    dueBefore: { match: 'before', column: 'l.due_date' },
    minAmount: { match: 'at least', column: 'l.amount' },
    cashTransactionId: cashTransaction('d.ledger_id = l.id'),
    isMemo: { match: 'flag', column: 'l.is_memo' },
  },
  sort: {
    amount: { column: 'l.amount' },
    dueDate: { column: 'l.due_date' },
    effectiveDate: { column: 'l.effective_date' },
  },
} as const satisfies { filters: Filters; sort: Sort }

export const ledgerList = (caller: Caller): ListQuery<LedgerModel> =>
  listOf({
    ...ledgerSearch,
    filters: seesCostLines(caller)
      ? ledgerSearch.filters
      : { ...ledgerSearch.filters, cashTransactionId: cashTransaction('d.ledger_id = any(l.members)') },
    ...ledgerViewFor(caller),
    columns: answeredColumns,
    id: 'l.id',
    row: ledgerModel,
  })
