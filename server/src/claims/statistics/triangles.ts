import { z } from 'zod'
import { type Column, cents, int } from '../../db/columns.ts'
import { PLANNED_EACH_TIME } from '../../db/connection.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { buildTriangle, type Movement, type Period, quarterOf } from '../../domain/claims/triangle.ts'
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
const period = int as Column<number> as Column<Period>
/** A date as the number of its quarter or month, in SQL. */
const periodIn = {
  quarter: (date: string) => `(extract(year from ${date}) * 4 + extract(quarter from ${date}) - 1)::bigint`,
  month: (date: string) => `(extract(year from ${date}) * 12 + extract(month from ${date}) - 1)::bigint`,
} as const

/** How the losses of contracts or quarters have developed. */
export async function readTriangle(
  db: Db,
  { basis, origin, productId, asOfDate }: TriangleRequest,
  today: CalendarDate,
): Promise<ClaimTriangleModel> {
  const asOf = knownDay(asOfDate, today)
  const rows = await loadMovements(db, {
    ...{ basis, asOf, unit: 'quarter', originDate: originDates[origin] },
    where: productId === undefined ? sql`` : sql`and c.product_id = ${productId}`,
  })
  const { origins, ages, cells } = buildTriangle(rows, quarterOf(asOf))
  return { origins: [...origins], ages: [...ages], cells: cells.map((row) => row.map(amountOrNull)) }
}

/** Nothing is known about the future. */
export const knownDay = (asOfDate: CalendarDate | undefined, today: CalendarDate): CalendarDate =>
  asOfDate === undefined || asOfDate > today ? today : asOfDate

interface MovementsAsked {
  readonly basis: TriangleRequest['basis']
  readonly asOf: CalendarDate
  readonly unit: keyof typeof periodIn
  /** The date of the contract `c` or the claim `m` that a loss belongs to. */
  readonly originDate: string
  /** More conditions on them, each with `and` before it. */
  readonly where: Sql
}

/** What was added to losses, by the period that they belong to and the one in which it was added. */
export function loadMovements(
  db: Db,
  { basis, asOf, unit, originDate, where }: MovementsAsked,
): Promise<Movement[]> {
  const inPeriod = periodIn[unit]
  return query({ origin: period, period, amount: cents })`${sql.raw(PLANNED_EACH_TIME)}
    select ${sql.raw(inPeriod(originDate))} as origin, moved.period, sum(moved.amount)::bigint as amount
    from (${paid(asOf, inPeriod)} ${basis === 'Incurred' ? sql`union all ${reserved(asOf, inPeriod)}` : sql``}) as moved
      join claim m on m.id = moved.claim_id join contract c on c.id = m.contract_id
    where moved.amount <> 0 ${where} group by 1, 2 order by 1, 2`.rows(db)
}

type InPeriod = (date: string) => string

const paid = (asOf: CalendarDate, inPeriod: InPeriod): Sql => sql`
  select l.claim_id, ${sql.raw(inPeriod('a.accounting_date'))} as period, sum(${sql.raw(MONEY)}) as amount
  from ${sql.raw(PAYMENTS)} where ${paidWithin(undefined, asOf)} group by 1, 2`

/** What was added to reserves: a reserve is known by day, and each day changes the one before. */
const reserved = (asOf: CalendarDate, inPeriod: InPeriod): Sql => sql`
  select r.claim_id, ${sql.raw(inPeriod('r.from_date'))} as period,
    r.amount - coalesce(lag(r.amount) over (partition by r.claim_id order by r.from_date), 0) as amount
  from claim_reserve r where r.from_date <= ${asOf}`
