import { z } from 'zod'
import { overdueList } from '../cancellations/cancels/payment-routes.ts'
import { addDays, type CalendarDate } from '../domain/dates.ts'
import { centsOf, sumCents } from '../domain/money.ts'
import { loadPage } from '../http/search-rows.ts'
import { columnsOf, count, listAt, money, type ReportSpec, text } from './report.ts'

const Query = z.strictObject({})

/** How many days late, from and to. */
const lateness = [
  { name: '1 to 10 days', from: 1, to: 10 },
  { name: '11 to 30 days', from: 11, to: 30 },
  { name: '31 to 60 days', from: 31, to: 60 },
  { name: 'More than 60 days', from: 61, to: Number.POSITIVE_INFINITY },
] as const

const ADDED_UP_AT_MOST = 10_000

/** Refunds that the law wanted earlier, by how late they are. */
export const overdueRefunds: ReportSpec<typeof Query> = {
  name: 'overdue-refunds',
  permission: 'contracts:read',
  summary: 'Report overdue refunds by how late they are',
  description:
    'The refunds of GET /cancelpayments/overdue whose due date has passed, with the penalty so far and what it costs to wait one more day.',
  query: Query,
  async make({ db, caller, today }) {
    const filters = { dueBefore: today }
    const refunds = await loadPage(db, overdueList({ caller, today }), {
      ...{ pageNumber: 1, pageSize: ADDED_UP_AT_MOST, sortDirection: 'Asc', exactCount: false, filters },
    })
    const figures = (some: typeof refunds, due: Due) => {
      const list = listAt('/cancelpayments/overdue', { ...due })
      const sum = (name: 'amount' | 'latePenalty' | 'costOfWaiting') =>
        sumCents(some.map((refund) => centsOf(refund[name])))
      return [
        count(some.length, list),
        ...[money(sum('amount'), list), money(sum('latePenalty'), list), money(sum('costOfWaiting'), list)],
      ]
    }
    return {
      ...{ fromDate: null, toDate: null, asOfDate: today, isCut: false },
      columns: columnsOf({
        ...{ late: 'Text', refunds: 'Count', amount: 'Money', penalty: 'Money', costOfWaiting: 'Money' },
      }),
      rows: lateness.map(({ name, from, to }) => {
        const some = refunds.filter(({ daysLeft }) => -daysLeft >= from && -daysLeft <= to)
        return { key: `${from}`, cells: [text(name), ...figures(some, dueDates(today, from, to))] }
      }),
      totals: [text(null), ...figures(refunds, { dueBefore: today })],
    }
  },
}

interface Due {
  readonly dueFrom?: CalendarDate
  readonly dueBefore: CalendarDate
}

const dueDates = (today: CalendarDate, from: number, to: number): Due => ({
  ...(to === Number.POSITIVE_INFINITY ? {} : { dueFrom: addDays(today, -to) }),
  dueBefore: addDays(today, 1 - from),
})
