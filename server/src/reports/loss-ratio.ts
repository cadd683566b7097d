import { z } from 'zod'
import { cents, int, text as textColumn } from '../db/columns.ts'
import { PLANNED_EACH_TIME } from '../db/connection.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { claimStatuses } from '../domain/claims/claim.ts'
import { claimRatios } from '../domain/claims/statistics.ts'
import { openStatuses } from '../domain/claims/status.ts'
import { type Cents, sumCents } from '../domain/money.ts'
import { dealerParameter, periodAsked, periodParameters, productParameter } from './period.ts'
import { columnsOf, count, listAt, money, type ReportSpec, ratio, text } from './report.ts'

const Query = z.strictObject({ ...periodParameters, ...productParameter, ...dealerParameter })

/** Voided claims were entered by mistake. */
const counted = claimStatuses.filter((status) => status !== 'Voided')

const rowColumns = {
  ...{ productId: int, planId: int, product: textColumn, plan: textColumn, claims: int, open: int },
  ...{ paid: cents, reserve: cents, earned: cents },
}

interface Losses {
  readonly claims: number
  readonly open: number
  readonly paid: Cents
  readonly reserve: Cents
  readonly earned: Cents
}

/** What losses of a period have cost so far, beside what the reserve earned in it, by plan. */
export const lossRatio: ReportSpec<typeof Query> = {
  name: 'loss-ratio',
  permission: 'claims:read',
  isForStaff: true,
  summary: 'Report the loss ratio by plan',
  description:
    'Claims by their loss date, with all that was paid for them and what is reserved; beside it what the reserve earned in the same days. `lossRatio` is incurred by earned, and null if nothing was earned.',
  query: Query,
  async make({ db, today }, asked) {
    const { from, to } = periodAsked(asked, today)
    const { productId, dealerId } = asked
    const narrowed = (): Sql => sql`
      ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}`}
      ${dealerId === undefined ? sql`` : sql`and c.dealer_id = ${dealerId}`}`
    const rows = await query(rowColumns)`${sql.raw(PLANNED_EACH_TIME)}
      select f."productId", f."planId", max(f.product) as product, max(f.plan) as plan, sum(f.claims)::bigint as claims,
        sum(f.open)::bigint as open, sum(f.paid)::bigint as paid, sum(f.reserve)::bigint as reserve,
        sum(f.earned)::bigint as earned
      from (
        select c.product_id as "productId", c.plan_id as "planId", c.product_name as product, c.plan_name as plan,
          1 as claims, (m.status = any(${openStatuses}::text[]))::integer as open, m.paid, m.reserve, 0 as earned
        from claim m join contract c on c.id = m.contract_id
        where m.status <> 'Voided' and m.loss_date between ${from} and ${to} ${narrowed()}
        union all
        select c.product_id, c.plan_id, c.product_name, c.plan_name, 0, 0, 0, 0, e.amount
        from (
          select r.contract_id, sum(r.amount) as amount from earning r
          where r.code = 'RESERVE' and r.accounting_date between ${from} and ${to} group by 1) e
        join contract c on c.id = e.contract_id where true ${narrowed()}) f
      group by 1, 2 order by 1, 2`.rows(db)
    const figures = (losses: Losses, planId?: number) => {
      const claims = (status: readonly string[]) =>
        listAt('/claims', {
          ...{ lossDateFrom: from, lossDateTo: to, planId, productId, dealerId, status },
        })
      const all = claims(counted)
      const contracts = listAt('/v2/contracts', { planId, productId, dealerId })
      const { incurred, lossRatio: share } = claimRatios({ ...losses, paidCount: 0 })
      return [
        count(losses.claims, all),
        count(losses.open, claims(openStatuses)),
        ...[money(losses.paid, all), money(losses.reserve, all), money(incurred, all)],
        money(losses.earned, contracts),
        ratio(share),
      ]
    }
    const sum = (name: 'claims' | 'open') => rows.reduce((total, row) => total + row[name], 0)
    const sumAll = (name: 'paid' | 'reserve' | 'earned') => sumCents(rows.map((row) => row[name]))
    const total = {
      ...{ claims: sum('claims'), open: sum('open'), paid: sumAll('paid') },
      ...{ reserve: sumAll('reserve'), earned: sumAll('earned') },
    }
    return {
      ...{ fromDate: from, toDate: to, asOfDate: today, isCut: false },
      columns: columnsOf({
        ...{ product: 'Text', plan: 'Text', claims: 'Count', open: 'Count', paid: 'Money', reserve: 'Money' },
        ...{ incurred: 'Money', earned: 'Money', lossRatio: 'Ratio' },
      }),
      rows: rows.map((row) => ({
        key: String(row.planId),
        cells: [text(row.product), text(row.plan), ...figures(row, row.planId)],
      })),
      totals: [text(null), text(null), ...figures(total)],
    }
  },
}
