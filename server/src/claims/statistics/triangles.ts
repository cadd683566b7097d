import { z } from 'zod'
import { type Column, cents, int } from '../../db/columns.ts'
import { PLANNED_EACH_TIME } from '../../db/connection.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { buildTriangle, type Quarter, quarterOf } from '../../domain/claims/triangle.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { amountOrNull } from '../../domain/money.ts'
import { CalendarDate as DateOnly, queryInteger } from '../../http/schemas.ts'
import type { ClaimTriangleModel } from './models.ts'
import { MONEY, PAYMENTS, paidWithin } from './movements.ts'

export const TriangleQuery = z.strictObject({
  basis: z.enum(['Paid', 'Incurred']).default('Paid').describe('Incurred: paid and reserve.'),
  origin: z
    .enum(['SaleQuarter', 'LossQuarter'])
    .default('LossQuarter')
    .describe('The quarter in which contracts were sold, or in which losses happened.'),
  productId: queryInteger(z.int().min(0)).optional(),
  asOfDate: DateOnly.optional().describe('Counts what was booked by this day. Default and latest: today.'),
})
type TriangleRequest = z.output<typeof TriangleQuery>

const originDates = { SaleQuarter: 'c.sale_date', LossQuarter: 'm.loss_date' } as const
const quarter = int as Column<number> as Column<Quarter>
const quarterIn = (date: string) =>
  `(extract(year from ${date}) * 4 + extract(quarter from ${date}) - 1)::bigint`

/** How the losses of contracts or quarters have developed. */
export async function readTriangle(
  db: Db,
  { basis, origin, productId, asOfDate }: TriangleRequest,
  today: CalendarDate,
): Promise<ClaimTriangleModel> {
  const asOf = asOfDate === undefined || asOfDate > today ? today : asOfDate
  const ofProduct = productId === undefined ? sql`` : sql`and c.product_id = ${productId}`
  const rows = await query({ origin: quarter, quarter, amount: cents })`${sql.raw(PLANNED_EACH_TIME)}
    select ${sql.raw(quarterIn(originDates[origin]))} as origin, moved.quarter, sum(moved.amount)::bigint as amount
    from (${paid(asOf)} ${basis === 'Incurred' ? sql`union all ${reserved(asOf)}` : sql``}) as moved
      join claim m on m.id = moved.claim_id join contract c on c.id = m.contract_id
    where moved.amount <> 0 ${ofProduct} group by 1, 2 order by 1, 2`.rows(db)
  const { origins, ages, cells } = buildTriangle(rows, quarterOf(asOf))
  return { origins: [...origins], ages: [...ages], cells: cells.map((row) => row.map(amountOrNull)) }
}

const paid = (asOf: CalendarDate): Sql => sql`
  select l.claim_id, ${sql.raw(quarterIn('a.accounting_date'))} as quarter, sum(${sql.raw(MONEY)}) as amount
  from ${sql.raw(PAYMENTS)} where ${paidWithin(undefined, asOf)} group by 1, 2`

/** What was added to reserves: a reserve is known by day, and each day changes the one before. */
const reserved = (asOf: CalendarDate): Sql => sql`
  select r.claim_id, ${sql.raw(quarterIn('r.from_date'))} as quarter,
    r.amount - coalesce(lag(r.amount) over (partition by r.claim_id order by r.from_date), 0) as amount
  from claim_reserve r where r.from_date <= ${asOf}`
