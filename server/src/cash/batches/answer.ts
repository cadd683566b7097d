import { seesCostLines } from '../../access/cost-visibility.ts'
import { int, json, orNull, type RowOf, storedList, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { batchDirections, batchStatuses } from '../../domain/cash/batches.ts'
import { DEALER_COST } from '../../domain/ledger/cost-visibility.ts'
import type { Direction } from '../../domain/ledger/rows.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf } from '../../http/search.ts'
import { batchTable, lockBatch } from './batch-table.ts'
import type { BatchModel } from './models.ts'
import { seesBatch } from './rights.ts'

// Batches as they are answered.

interface StoredItem {
  readonly ledgerId: number
  readonly contractNumber: string | null
  readonly claimNumber: string | null
  readonly direction: Direction
  readonly code: string | null
  readonly amount: number
}

const batchColumns = {
  ...batchTable.columns,
  holderType: text,
  holderNumber: orNull(text),
  holderName: text,
  items: json(storedList<StoredItem>()),
}

const ITEM = `'contractNumber', c.number, 'claimNumber', m.number, 'direction', l.direction`
const ITEM_FROM = `from in_process_item i join ledger l on l.id = i.ledger_id
  left join contract c on c.id = l.contract_id left join claim m on m.id = l.claim_id
  where i.in_process_cash_transaction_id = b.id`

const EACH_ITEM = `coalesce((select json_agg(json_build_object('ledgerId', i.ledger_id, 'amount', i.amount,
    'code', l.disbursement_code, ${ITEM}) order by i.ledger_id) ${ITEM_FROM}), '[]')`

/** A limited caller sees the dealer cost of a contract as one row, under the id that it knows that row by. */
const MERGED_ITEMS = `coalesce((select json_agg(g.item order by g.id) from (
    select min(i.ledger_id) as id, json_build_object('amount', sum(i.amount),
      'ledgerId', case when l.is_dealer_cost then (select min(o.id) from ledger o where o.contract_id = c.id
        and o.is_dealer_cost and o.ledger_type = l.ledger_type and o.direction = l.direction
        and o.account_holder_id = b.account_holder_id and (o.status = 'Voided') = bool_and(l.status = 'Voided'))
        else min(i.ledger_id) end,
      'code', case when l.is_dealer_cost then '${DEALER_COST}' else min(l.disbursement_code) end, ${ITEM}) as item
    ${ITEM_FROM}
    group by case when l.is_dealer_cost then 0 else i.ledger_id end, l.is_dealer_cost, c.id, c.number, m.number, l.ledger_type,
      l.direction) g), '[]')`

const selectBatch = (caller: Pick<Caller, 'scopes'>) => `${batchTable.list('b')}, h.type as "holderType",
  h.number as "holderNumber", h.name as "holderName", ${seesCostLines(caller) ? EACH_ITEM : MERGED_ITEMS} as items`

const FROM = 'in_process_cash_transaction b join account_holder h on h.id = b.account_holder_id'

const sees = (caller: Caller): Sql | undefined =>
  seesBatch(caller, { accountHolderId: 'b.account_holder_id', direction: 'b.direction' })

export async function readBatch(db: Db, caller: Caller, id: number): Promise<BatchModel> {
  const isVisible = sees(caller)
  const row = await query(batchColumns)`select ${sql.raw(selectBatch(caller))} from ${sql.raw(FROM)}
    where b.id = ${id} ${isVisible ? sql`and ${isVisible}` : sql``}`.first(db)
  return batchModel(found(row, `in-process cash transaction ${id}`))
}

/** Locks the batch and gives it as the caller sees it. */
export async function lockAndReadBatch(tx: Tx, caller: Caller, id: number): Promise<BatchModel> {
  await requireVisible(tx, caller, id)
  await lockBatch(tx, id)
  return readBatch(tx, caller, id)
}

/** A batch that the caller may not see is not locked either. Whether it exists at all is told by the lock. */
async function requireVisible(db: Db, caller: Caller, id: number): Promise<void> {
  const isVisible = sees(caller)
  if (!isVisible) return
  const seen = await query({ id: int })`select b.id from in_process_cash_transaction b
    where b.id = ${id} and ${isVisible}`.first(db)
  found(seen, `in-process cash transaction ${id}`)
}

const batchModel = (row: RowOf<typeof batchColumns>): BatchModel => ({
  ...{ id: row.id, status: row.status, direction: row.direction, method: row.method, memo: row.memo },
  accountHolder: {
    type: row.holderType,
    id: row.accountHolderId,
    number: row.holderNumber,
    name: row.holderName,
  },
  availablePaymentMethodId: row.paymentMethodId,
  ledgers: row.items.map(({ code, amount, ...item }) => ({
    ...item,
    disbursementCode: code,
    amount: amountOf(amount as Cents),
  })),
  totalPay: amountOf(row.totalPay),
  totalReceive: amountOf(row.totalReceive),
  netAmount: amountOf(row.netAmount),
  scheduledDate: row.scheduledDate,
  cashTransactionIds: [...row.cashTransactionIds],
  ...auditFieldsFromRow(row),
})

export const batchSearch = {
  filters: {
    accountHolderId: { match: 'id', column: 'b.account_holder_id' },
    status: { match: 'oneOf', column: 'b.status', values: batchStatuses },
    direction: { match: 'oneOf', column: 'b.direction', values: batchDirections },
    scheduledFrom: { match: 'from', column: 'b.scheduled_date' },
    scheduledTo: { match: 'to', column: 'b.scheduled_date' },
  },
  sort: {},
} as const satisfies { filters: Filters; sort: object }

export const batchList = (caller: Caller): ListQuery<BatchModel> =>
  listOf({
    ...batchSearch,
    select: selectBatch(caller),
    columns: batchColumns,
    from: FROM,
    id: 'b.id',
    where: [sees(caller)],
    row: batchModel,
  })
