import { z } from 'zod'
import { knownDay, loadMovements } from '../claims/statistics/triangles.ts'
import { int, text as textColumn } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { claimStatuses } from '../domain/claims/claim.ts'
import { buildTriangle, monthName, monthOf } from '../domain/claims/triangle.ts'
import { type Cents, sumCents } from '../domain/money.ts'
import { CalendarDate } from '../http/schemas.ts'
import { monthsBefore, type Period, periodAsked, periodParameters, productParameter } from './period.ts'
import { columnsOf, count, listAt, money, monthWithin, type ReportSpec, text } from './report.ts'

const Query = z.strictObject({
  basis: z.enum(['Paid', 'Incurred']).default('Paid').describe('Incurred: paid and reserve.'),
  ...periodParameters,
  asOfDate: CalendarDate.optional().describe(
    'Counts what was booked by this day. Default and latest: today.',
  ),
  ...productParameter,
})

const MONTHS = 24
/** A wider triangle is no longer read. */
const MONTHS_AT_MOST = 60
const AGES_AT_MOST = 120
const counted = claimStatuses.filter((status) => status !== 'Voided')

/** How the losses of each month have developed. */
export const lossTriangle: ReportSpec<typeof Query> = {
  name: 'loss-triangle',
  permission: 'claims:read',
  isForStaff: true,
  summary: 'Report how the losses of each month develop',
  description:
    'A row for each month in which losses happened, and a column for each month of age: `age0` is what was paid or incurred by the end of the month itself. Empty where the future is. The totals are those of the months that have reached the age. The default is 24 months.',
  query: Query,
  async make({ db, today }, asked) {
    const asOf = knownDay(asked.asOfDate, today)
    const whole = periodAsked({ ...asked, toDate: earlier(asked.toDate ?? asOf, asOf) }, today, MONTHS)
    const from = [
      ...[whole.from, monthsBefore(whole.to, MONTHS_AT_MOST - 1), monthsBefore(asOf, AGES_AT_MOST - 1)],
    ].reduce(later)
    const period = { from, to: later(whole.to, from) }
    const { productId, basis } = asked
    const where = sql`and m.loss_date between ${period.from} and ${period.to}
      ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}`}`
    const [movements, counts] = await Promise.all([
      loadMovements(db, { basis, asOf, unit: 'month', originDate: 'm.loss_date', where }),
      countClaims(db, period, productId),
    ])
    const { origins, cells } = buildTriangle(movements, monthOf(asOf), monthName)
    const months = monthsIn(period)
    const ages = monthOf(asOf) - monthOf(period.from) + 1
    const rowOf = (month: string): (Cents | null)[] => {
      const found = cells[origins.indexOf(month)]
      const known = monthOf(asOf) - monthOf(`${month}-01`)
      return Array.from({ length: ages }, (_, age) => (age > known ? null : ((found?.[age] ?? 0) as Cents)))
    }
    const rows = months.map((month) => ({ month, amounts: rowOf(month), claims: counts.get(month) ?? 0 }))
    const claims = ({ from, to }: Period) =>
      listAt('/claims', { ...{ lossDateFrom: from, lossDateTo: to, productId, status: counted } })
    return {
      ...{ fromDate: period.from, toDate: period.to, asOfDate: asOf, isCut: from > whole.from },
      columns: columnsOf({
        ...{ month: 'Month', claims: 'Count' },
        ...Object.fromEntries(Array.from({ length: ages }, (_, age) => [`age${age}`, 'Money' as const])),
      }),
      rows: rows.map(({ month, amounts, claims: number }) => {
        const list = claims(monthWithin(month, period.from, period.to))
        return {
          key: month,
          cells: [
            text(month),
            count(number, list),
            ...amounts.map((amount) => money(amount, amount === null ? null : list)),
          ],
        }
      }),
      totals: [
        text(null),
        count(
          rows.reduce((sum, row) => sum + row.claims, 0),
          claims(period),
        ),
        ...Array.from({ length: ages }, (_, age) =>
          money(sumCents(rows.flatMap(({ amounts }) => amounts[age] ?? [])), null),
        ),
      ],
    }
  },
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)

function monthsIn({ from, to }: Period): string[] {
  const [first, last] = [monthOf(from), monthOf(to)]
  return Array.from({ length: last - first + 1 }, (_, at) => monthName((first + at) as typeof first))
}

/** The claims of each month of losses. */
async function countClaims(db: Db, { from, to }: Period, productId: number | undefined) {
  const rows = await query({ month: textColumn, claims: int })`${sql.raw(PLANNED_EACH_TIME)}
    select to_char(g.month, 'YYYY-MM') as month, g.claims from (
      select date_trunc('month', m.loss_date::timestamp) as month, count(*) as claims
      from claim m join contract c on c.id = m.contract_id
      where m.status <> 'Voided' and m.loss_date between ${from} and ${to}
        ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}`}
      group by 1) g`.rows(db)
  return new Map(rows.map(({ month, claims }) => [month, claims]))
}
