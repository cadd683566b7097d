import { cents, date, int, ints, orNull, text } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { directions } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { FilterValues } from '../../http/route-specs.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { ledgerViewFor } from '../../ledger/ledger-view.ts'
import { isUnpaid } from '../batches/unpaid-filter.ts'
import { inSums } from './items.ts'
import type { UnpaidProductModel } from './models.ts'

export const unpaidSearch = {
  filters: {
    accountHolderId: { match: 'id', column: 'p.account_holder_id', isRequired: true },
    direction: { match: 'text where', where: inSums, values: directions },
    productId: { match: 'id', column: 'p.product_id' },
    saleDateFrom: { match: 'date where', where: inSums },
    saleDateTo: { match: 'date where', where: inSums },
    contractNumber: { match: 'text where', where: inSums },
    includeCancels: { match: 'flag', column: 'p.includes_cancels' },
    dueBefore: { match: 'date where', where: inSums },
  },
  sort: {
    productName: { column: 'p.product_name', text: true },
    net: { column: 'p.net' },
    oldestDue: { column: 'p.oldest_due' },
  },
} as const satisfies { filters: Filters; sort: Sort }

const sumIn = (direction: string) =>
  `coalesce(sum(l.open_amount) filter (where l.direction = '${direction}'), 0)::bigint`

const NET = `sum(case l.direction when 'Receive' then l.open_amount else -l.open_amount end)::bigint`

/** A product has the name that its newest contract was sold with. */
const NAME = `(array_agg(c.product_name order by c.id desc)
  filter (where c.product_name is not null and l.product_id is not null))[1]`

/** What is open with an account holder, by product. */
export function unpaidProductList(
  caller: Caller,
  filter: FilterValues<typeof unpaidSearch.filters>,
): ListQuery<UnpaidProductModel> {
  return listOf({
    ...unpaidSearch,
    columns: {
      ...{ productId: orNull(int), productName: orNull(text), contractCount: int, ledgerIds: ints },
      ...{ receive: cents, pay: cents, net: cents, oldestDue: date },
    },
    select: `p.product_id as "productId", p.product_name as "productName", p.contract_count as "contractCount",
      p.ledger_ids as "ledgerIds", p.receive, p.pay, p.net, p.oldest_due as "oldestDue"`,
    from: sql`(
      select l.account_holder_id, l.product_id, ${sql.raw(NAME)} as product_name,
        count(distinct l.contract_id) as contract_count, array_agg(l.id order by l.id) as ledger_ids,
        ${sql.raw(`${sumIn('Receive')} as receive, ${sumIn('Pay')} as pay, ${NET} as net`)},
        min(l.due_date) as oldest_due, ${filter.includeCancels ?? true}::boolean as includes_cancels
      from ${ledgerViewFor(caller).from} where ${isUnpaid(filter.accountHolderId ?? 0, filter)}
      group by l.account_holder_id, l.product_id) p`,
    id: 'p.product_id',
    row: ({ receive, pay, net, ...product }) => ({
      ...{ ...product, ledgerIds: [...product.ledgerIds] },
      ...{ receive: amountOf(receive), pay: amountOf(pay), net: amountOf(net) },
    }),
  })
}
