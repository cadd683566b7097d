import { z } from 'zod'
import { type Column, type Columns, cents, int, orNull, text } from '../../db/columns.ts'
import { PLANNED_EACH_TIME } from '../../db/connection.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { claimRatios } from '../../domain/claims/statistics.ts'
import { amountOf, amountOrNull, type Cents } from '../../domain/money.ts'
import { CalendarDate as DateOnly, queryInteger, queryList } from '../../http/schemas.ts'
import { claimFacts, detailFacts, earnedFacts, paidClaims, paidDetails } from './facts.ts'
import type { ClaimStatisticModel } from './models.ts'

const groupings = ['Product', 'Plan', 'Dealer', 'Facility', 'Cause', 'Month'] as const
type Grouping = (typeof groupings)[number]

export const StatisticsQuery = z.strictObject({
  groupBy: queryList(z.enum(groupings))
    .optional()
    .describe('Any combination. Default: one row for everything.'),
  dateField: z
    .enum(['Loss', 'Reported', 'Paid'])
    .default('Loss')
    .describe(
      'The date of claims that Month, `from` and `to` mean. Paid: the day of the last payment; claims without one are not counted. Money counts on its own day, whatever this says.',
    ),
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  productId: queryInteger(z.int().min(0)).optional(),
})
export type StatisticsRequest = z.output<typeof StatisticsQuery>

const dateColumns = { Loss: 'm.loss_date', Reported: 'm.reported_date', Paid: 'm.paid_date' } as const

/** A key of the answer. Months are grouped as dates, and written as texts once for each group. */
interface Key {
  readonly name: keyof ClaimStatisticModel['keys']
  readonly column: Column<unknown>
  /** What it is in each row of facts; `month` is the date that a row of facts counts on. */
  of(month: string): string
  shown(by: string): string
}
const key = (name: Key['name'], column: Column<unknown>, of: string): Key => ({
  ...{ name, column, of: () => of, shown: (by) => by },
})

const keyOf: Readonly<Record<Grouping, Key>> = {
  Product: key('productId', int, 'c.product_id'),
  Plan: key('planId', int, 'c.plan_id'),
  Dealer: key('dealerId', int, 'c.dealer_id'),
  Facility: key('facilityId', orNull(int), 'm.repair_facility_id'),
  Cause: key('causeId', orNull(int), 'd.cause_id'),
  Month: {
    ...{ name: 'month', column: text, of: (date) => `date_trunc('month', ${date}::timestamp)` },
    shown: (by) => `to_char(${by}, 'YYYY-MM')`,
  },
}

const sums = {
  ...{ count: int, open: int, requested: cents, authorized: cents, reserve: cents },
  ...{ paid: cents, paidCount: int, earned: cents },
}
type Sums = { readonly [Name in keyof typeof sums]: (typeof sums)[Name] extends Column<infer V> ? V : never }

/** What claims add up to, for each combination of the keys. */
export async function readStatistics(db: Db, request: StatisticsRequest): Promise<ClaimStatisticModel[]> {
  const { from, to, productId } = request
  const groupBy = [...new Set(request.groupBy)]
  const keys = groupBy.map((grouping) => keyOf[grouping])
  const [isByCause, isByMonth] = [groupBy.includes('Cause'), groupBy.includes('Month')]
  const hasEarned = !isByCause && !groupBy.includes('Facility')
  const asked = {
    ...{ from, to, productId, isByMonth, dateColumn: dateColumns[request.dateField] },
    keysOn: (date: string) => keys.map((each) => `${each.of(date)} as "${each.name}", `).join(''),
    keyNames: keys.map(({ name }) => `"${name}", `).join(''),
  }
  const facts = [
    isByCause ? detailFacts(asked) : claimFacts(asked),
    isByCause ? paidDetails(asked) : paidClaims(asked),
    ...(hasEarned ? [earnedFacts(asked)] : []),
  ]
  const columns: Columns = Object.fromEntries(keys.map(({ name, column }) => [name, column]))
  const by = keys.map(({ name }) => `f."${name}"`).join(', ')
  const rows = await query({ ...columns, ...sums })`${sql.raw(PLANNED_EACH_TIME)}
    select ${sql.raw(keys.map(({ name, shown }) => `${shown(`f."${name}"`)} as "${name}", `).join(''))} ${sql.raw(SUMS)}
    from (${sql.join(facts, sql` union all `)}) as f
    ${sql.raw(by === '' ? '' : `group by ${by} order by ${by}`)}`.rows(db)
  // The columns of the keys depend on the request; the others are always those of the sums.
  return rows.map((row) => answered(row as Sums & Readonly<Record<string, unknown>>, keys, hasEarned))
}

const SUMS = Object.keys(sums)
  .map((name) => `coalesce(sum(f."${name}"), 0)::bigint as "${name}"`)
  .join(', ')

function answered(
  row: Sums & Readonly<Record<string, unknown>>,
  keys: readonly Key[],
  hasEarned: boolean,
): ClaimStatisticModel {
  const earned: Cents | null = hasEarned ? row.earned : null
  const { incurred, averagePaid, lossRatio } = claimRatios({ ...row, earned })
  return {
    keys: Object.fromEntries(keys.map(({ name }) => [name, row[name]])),
    count: row.count,
    open: row.open,
    requested: amountOf(row.requested),
    authorized: amountOf(row.authorized),
    paid: amountOf(row.paid),
    reserve: amountOf(row.reserve),
    incurred: amountOf(incurred),
    averagePaid: amountOrNull(averagePaid),
    ...(earned === null ? {} : { earned: amountOf(earned) }),
    lossRatio,
  }
}
