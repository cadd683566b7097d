import { seesCostLines } from '../../access/cost-visibility.ts'
import { sql } from '../../db/sql.ts'
import { cashMethods, cashStatuses, cashTypes } from '../../domain/cash/cash.ts'
import type { Caller } from '../../http/caller.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { mergedLedger } from '../../ledger/ledger-view.ts'
import { CASH_FROM, cashColumns, cashModel, seesCash, selectCash } from './answer.ts'
import type { CashModel } from './models.ts'

const filtersV1 = {
  accountHolderId: { match: 'id', column: 'k.account_holder_id' },
  type: { match: 'oneOf', column: 'k.type', values: cashTypes },
  dateFrom: { match: 'from', column: 'k.cash_date' },
  dateTo: { match: 'to', column: 'k.cash_date' },
  checkNumber: { match: 'whole', column: 'k.check_number' },
} as const satisfies Filters

const paid = (condition: string) =>
  `exists (select 1 from ledger_detail d join ledger l on l.id = d.ledger_id ${condition} and d.cash_transaction_id = k.id)`

/** Cash with a part that can still be applied. An index has only these. */
export const UNAPPLIED = `(k.applied < k.amount and k.status in ('Posted', 'Cleared'))`

const filtersV2 = {
  ...filtersV1,
  method: { match: 'oneOf', column: 'k.method', values: cashMethods },
  status: { match: 'oneOf', column: 'k.status', values: cashStatuses },
  amountFrom: { match: 'at least', column: 'k.amount' },
  amountTo: { match: 'at most', column: 'k.amount' },
  contractNumber: {
    match: 'text where',
    where: paid('join contract c on c.id = l.contract_id where lower(c.number) = lower(?)'),
  },
  claimNumber: {
    match: 'text where',
    where: paid('join claim m on m.id = l.claim_id where lower(m.number) = lower(?)'),
  },
  ledgerId: { match: 'id where', where: paid('where d.ledger_id = ?') },
  reference: { match: 'whole', column: 'k.reference' },
  hasUnapplied: { match: 'flag', column: UNAPPLIED },
  updatedSince: { match: 'since', column: 'k.updated_at' },
} as const satisfies Filters

const sort = {
  date: { column: 'k.cash_date' },
  amount: { column: 'k.amount' },
  number: { column: 'k.number', text: true },
} as const satisfies Sort

const order = { by: 'k.cash_date desc, k.id desc', words: 'date, then id, the newest first' }

export const cashSearchV1 = { filters: filtersV1, sort, order }
export const cashSearch = { filters: filtersV2, sort, order }

/** A limited caller names rows as it sees them: dealer cost by its one merged row, and no row that it does not see. */
function filtersFor(caller: Caller, filters: Filters): Filters {
  if (seesCostLines(caller) || !('ledgerId' in filters)) return filters
  const where = (id: unknown) => sql`exists (select 1 from ${mergedLedger(caller)} m
    join ledger_detail d on d.ledger_id = any(m.members) where m.id = ${id} and d.cash_transaction_id = k.id)`
  return { ...filters, ledgerId: { match: 'id where', where } }
}

const listWith =
  (search: typeof cashSearchV1 | typeof cashSearch) =>
  (caller: Caller): ListQuery<CashModel> =>
    listOf({
      ...search,
      filters: filtersFor(caller, search.filters),
      select: selectCash(caller),
      columns: cashColumns,
      from: CASH_FROM,
      id: 'k.id',
      where: [seesCash(caller)],
      row: cashModel,
    })

export const cashListV1 = listWith(cashSearchV1)
export const cashList = listWith(cashSearch)
