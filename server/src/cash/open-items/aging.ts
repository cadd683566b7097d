import { accountHolderTypes } from '../../account-holders/kinds.ts'
import { cents, int, text } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { agingBuckets } from '../../domain/cash/aging.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { directions } from '../../domain/ledger/rows.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { FilterValues } from '../../http/route-specs.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { inSums, openItemsFor, pastDay } from './items.ts'
import type { AgingModel } from './models.ts'

export const agingSearch = {
  filters: {
    accountHolderId: { match: 'id', column: 'g.account_holder_id' },
    accountHolderType: { match: 'oneOf', column: 'h.type', values: accountHolderTypes },
    direction: { match: 'text where', where: inSums, values: directions },
    asOfDate: { match: 'date where', where: inSums },
  },
  sort: { total: { column: 'g.total' } },
  order: { by: 'g.total desc', words: 'the largest total first' },
} as const satisfies { filters: Filters; sort: Sort; order: ListQuery<unknown>['order'] }

/** The sum of a bucket: amounts that are past due for more days than the bucket before has. */
const sumOf = ({ bucket, most }: (typeof agingBuckets)[number], at: number) => {
  const least = agingBuckets[at - 1]?.most
  const bounds = [
    ...(least === undefined ? [] : [`days > ${least}`]),
    ...(most === Number.POSITIVE_INFINITY ? [] : [`days <= ${most}`]),
  ]
  return `coalesce(sum(open_amount) filter (where ${bounds.join(' and ')}), 0)::bigint as "${bucket}"`
}
const SUMS = agingBuckets.map(sumOf).join(', ')

/** What account holders owe or are owed, by how long it is past due. */
export function agingList(
  caller: Caller,
  { direction = 'Receive', asOfDate, accountHolderId }: FilterValues<typeof agingSearch.filters>,
  today: CalendarDate,
): ListQuery<AgingModel> {
  const items = openItemsFor(caller, { asOf: pastDay(asOfDate, today), accountHolderId })
  return listOf({
    ...agingSearch,
    columns: {
      ...{ id: int, type: text, number: text, name: text, total: cents },
      ...{ current: cents, days1To30: cents, days31To60: cents, days61To90: cents, over90: cents },
    },
    select: `g.account_holder_id as id, h.type, h.number, h.name, g.total, g.current, g."days1To30", g."days31To60", g."days61To90",
      g.over90`,
    from: sql`(
      select account_holder_id, sum(open_amount)::bigint as total, ${sql.raw(SUMS)}
      from (select i.account_holder_id, i.open_amount, ${asOfDate ?? today}::date - i.due_date as days
        from ${items} where i.direction = ${direction}) aged
      group by account_holder_id) g join account_holder h on h.id = g.account_holder_id`,
    id: 'g.account_holder_id',
    row: ({ id, type, number, name, ...amounts }) => ({
      accountHolder: { type, id, number, name },
      current: amountOf(amounts.current),
      days1To30: amountOf(amounts.days1To30),
      days31To60: amountOf(amounts.days31To60),
      days61To90: amountOf(amounts.days61To90),
      over90: amountOf(amounts.over90),
      total: amountOf(amounts.total),
    }),
  })
}
