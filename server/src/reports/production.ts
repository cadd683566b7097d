import { z } from 'zod'
import { seesContract } from '../access/scope.ts'
import { cents, int, text as textColumn } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import { sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { type Cents, sumCents } from '../domain/money.ts'
import { dealerParameter, type Period, periodAsked, periodParameters, productParameter } from './period.ts'
import { columnsOf, count, listAt, money, monthWithin, type ReportSpec, text } from './report.ts'

/** Contracts that were sold. One on hold counts, also before it is in force; one that waits or was voided does not. */
const sold = ['Active', 'OnHold', 'Cancelled', 'Expired'] as const

const Query = z.strictObject({ ...periodParameters, ...productParameter, ...dealerParameter })

const rowColumns = {
  ...{ month: textColumn, productId: int, product: textColumn, contracts: int },
  ...{ retail: cents, dealerCost: cents, cancelled: int },
}

interface Sold {
  readonly contracts: number
  readonly retail: Cents
  readonly dealerCost: Cents
  readonly cancelled: number
}

/** What was sold, by month of sale and product. */
export const production: ReportSpec<typeof Query> = {
  name: 'production',
  permission: 'contracts:read',
  summary: 'Report production by month and product',
  description:
    'Contracts by their sale date, with what they cost as they are now. `cancelled` are those of them that were cancelled since. A limited caller sees its own contracts.',
  query: Query,
  async make({ db, caller, today }, asked) {
    const { from, to } = periodAsked(asked, today)
    const { productId, dealerId } = asked
    const sees = seesContract(caller)
    const rows = await query(rowColumns)`${sql.raw(PLANNED_EACH_TIME)}
      select to_char(g.month, 'YYYY-MM') as month, g."productId", g.product, g.contracts, g.retail, g."dealerCost", g.cancelled
      from (
        select date_trunc('month', c.sale_date::timestamp) as month, c.product_id as "productId",
          max(c.product_name) as product, count(*) as contracts, sum(c.retail_price)::bigint as retail,
          sum(c.dealer_cost)::bigint as "dealerCost", count(*) filter (where c.status = 'Cancelled') as cancelled
        from contract c
        where c.sale_date between ${from} and ${to} and c.status = any(${sold}::text[])
          ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}`}
          ${dealerId === undefined ? sql`` : sql`and c.dealer_id = ${dealerId}`}
          ${sees ? sql`and ${sees}` : sql``}
        group by 1, 2) g order by 1, 2`.rows(db)
    const listOf = (period: Period, product: number | undefined, status: readonly string[]) =>
      listAt('/v2/contracts', {
        ...{ saleDateFrom: period.from, saleDateTo: period.to, productId: product, dealerId, status },
      })
    const figures = (of: Sold, period: Period, product: number | undefined) => {
      const all = listOf(period, product, sold)
      return [
        count(of.contracts, all),
        money(of.retail, all),
        money(of.dealerCost, all),
        count(of.cancelled, listOf(period, product, ['Cancelled'])),
      ]
    }
    const sum = (name: 'contracts' | 'cancelled') => rows.reduce((total, row) => total + row[name], 0)
    return {
      ...{ fromDate: from, toDate: to, asOfDate: today, isCut: false },
      columns: columnsOf({
        ...{ month: 'Month', product: 'Text', contracts: 'Count', retail: 'Money', dealerCost: 'Money' },
        cancelled: 'Count',
      }),
      rows: rows.map((row) => ({
        key: `${row.month} ${row.productId}`,
        cells: [
          text(row.month),
          text(row.product),
          ...figures(row, monthWithin(row.month, from, to), row.productId),
        ],
      })),
      totals: [
        text(null),
        text(null),
        ...figures(
          {
            ...{ contracts: sum('contracts'), cancelled: sum('cancelled') },
            retail: sumCents(rows.map(({ retail }) => retail)),
            dealerCost: sumCents(rows.map(({ dealerCost }) => dealerCost)),
          },
          { from, to },
          productId,
        ),
      ],
    }
  },
}
