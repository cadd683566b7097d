import { z } from 'zod'
import { agingList } from '../cash/open-items/aging.ts'
import { agingBuckets } from '../domain/cash/aging.ts'
import { addDays, type CalendarDate } from '../domain/dates.ts'
import { directions } from '../domain/ledger/rows.ts'
import { centsOf, sumCents } from '../domain/money.ts'
import { CalendarDate as DateOnly } from '../http/schemas.ts'
import { loadPage } from '../http/search-rows.ts'
import { columnsOf, listAt, money, type ReportSpec, text } from './report.ts'

const Query = z.strictObject({
  asOfDate: DateOnly.optional().describe('Default: today.'),
  direction: z.enum(directions).default('Receive').describe('What is owed to us, or what we owe.'),
})

const ADDED_UP_AT_MOST = 10_000
const SHOWN_AT_MOST = 500

/** What is open, by how long it is past due. */
export const aging: ReportSpec<typeof Query> = {
  name: 'aging',
  permission: 'ledgers:read',
  summary: 'Report open amounts by how long they are past due',
  description:
    'The figures of GET /aging, the largest total first. A figure of today opens the ledger rows behind it. A limited caller sees its own accounts.',
  query: Query,
  async make({ db, caller, today }, { asOfDate, direction }) {
    const list = agingList(caller, { asOfDate, direction }, today)
    const all = await loadPage(db, list, {
      ...{ pageNumber: 1, pageSize: ADDED_UP_AT_MOST, sortDirection: 'Asc', exactCount: false },
      filters: { asOfDate, direction },
    })
    const asOf = asOfDate ?? today
    // The ledger shows its rows as they are now.
    const isNow = asOf >= today
    const opens = (due: Due, accountHolderId?: number) =>
      isNow
        ? listAt('/ledgers', {
            ...{ accountHolderId, direction, ledgerStatus: ['Open', 'InProcess'], isMemo: false, ...due },
          })
        : null
    const names = agingBuckets.map(({ bucket }) => bucket)
    const dues = isNow ? dueDates(asOf) : []
    const shown = all.slice(0, SHOWN_AT_MOST)
    return {
      ...{ fromDate: null, toDate: null, asOfDate: asOf, isCut: shown.length < all.length },
      columns: columnsOf({
        ...{ accountHolder: 'Text', type: 'Text' },
        ...Object.fromEntries(names.map((name) => [name, 'Money' as const])),
        total: 'Money',
      }),
      rows: shown.map((row) => ({
        key: String(row.accountHolder.id),
        cells: [
          text([row.accountHolder.number, row.accountHolder.name].filter(Boolean).join(' ')),
          text(row.accountHolder.type),
          ...names.map((name, at) => money(centsOf(row[name]), opens(dues[at] ?? {}, row.accountHolder.id))),
          money(centsOf(row.total), opens({}, row.accountHolder.id)),
        ],
      })),
      totals: [
        text(null),
        text(null),
        ...names.map((name, at) =>
          money(sumCents(all.map((row) => centsOf(row[name]))), opens(dues[at] ?? {})),
        ),
        money(sumCents(all.map((row) => centsOf(row.total))), opens({})),
      ],
    }
  },
}

interface Due {
  readonly dueFrom?: CalendarDate
  readonly dueTo?: CalendarDate
}

/** The due dates of each bucket. */
const dueDates = (asOf: CalendarDate): Due[] =>
  agingBuckets.map(({ most }, at) => {
    const least = agingBuckets[at - 1]?.most
    return {
      ...(most === Number.POSITIVE_INFINITY ? {} : { dueFrom: addDays(asOf, -most) }),
      ...(least === undefined ? {} : { dueTo: addDays(asOf, -least - 1) }),
    }
  })
