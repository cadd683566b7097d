import { z } from 'zod'
import { seesContract } from '../access/scope.ts'
import { figureOf } from '../cancellations/cancels/cancel-index.ts'
import { cents, int, text as textColumn } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import { sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { sumCents } from '../domain/money.ts'
import { dealerParameter, periodAsked, periodParameters, productParameter } from './period.ts'
import { columnsOf, count, listAt, money, type ReportSpec, text } from './report.ts'

const Query = z.strictObject({ ...periodParameters, ...productParameter, ...dealerParameter })

/** The figures that are added up, in the order of the worksheet. */
const figures = {
  gross: 'grossRefund',
  claimsDeducted: 'claimsDeduction',
  fees: 'cancelFee',
  net: 'netRefund',
  salesTax: 'salesTaxRefund',
  total: 'totalRefund',
} as const
const names = Object.keys(figures) as (keyof typeof figures)[]

const rowColumns = {
  ...{ reasonCode: textColumn, reason: textColumn, cancels: int },
  ...{ gross: cents, claimsDeducted: cents, fees: cents, net: cents, salesTax: cents, total: cents },
}
const SUMS = names.map((name) => `sum(${figureOf(figures[name])})::bigint as "${name}"`).join(', ')

/** What was cancelled and why. */
export const cancels: ReportSpec<typeof Query> = {
  name: 'cancels',
  permission: 'contracts:read',
  summary: 'Report cancels by reason',
  description:
    'Cancels by the day of their execution, without those that were taken back. `total` is the net refund and the sales tax. A limited caller sees its own contracts.',
  query: Query,
  async make({ db, caller, today }, asked) {
    const { from, to } = periodAsked(asked, today)
    const { productId, dealerId } = asked
    const sees = seesContract(caller)
    const rows = await query(rowColumns)`${sql.raw(PLANNED_EACH_TIME)}
      select v.code as "reasonCode", v.name as reason, count(*) as cancels, ${sql.raw(SUMS)}
      from cancel x join contract c on c.id = x.contract_id join reference_value v on v.id = x.reason_id
      where x.status = 'Active' and x.execution_date between ${from} and ${to}
        ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}`}
        ${dealerId === undefined ? sql`` : sql`and c.dealer_id = ${dealerId}`}
        ${sees ? sql`and ${sees}` : sql``}
      group by 1, 2 order by 3 desc, 1`.rows(db)
    const listOf = (reasonCode?: string) =>
      listAt('/cancels', {
        ...{ reasonCode, status: 'Active', executionFrom: from, executionTo: to, productId, dealerId },
      })
    const whole = listOf()
    return {
      ...{ fromDate: from, toDate: to, asOfDate: today, isCut: false },
      columns: columnsOf({
        ...{ reason: 'Text', cancels: 'Count', gross: 'Money', claimsDeducted: 'Money', fees: 'Money' },
        ...{ net: 'Money', salesTax: 'Money', total: 'Money' },
      }),
      rows: rows.map((row) => {
        const list = listOf(row.reasonCode)
        return {
          key: row.reasonCode,
          cells: [text(row.reason), count(row.cancels, list), ...names.map((name) => money(row[name], list))],
        }
      }),
      totals: [
        text(null),
        count(
          rows.reduce((sum, row) => sum + row.cancels, 0),
          whole,
        ),
        ...names.map((name) => money(sumCents(rows.map((row) => row[name])), whole)),
      ],
    }
  },
}
