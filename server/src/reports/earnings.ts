import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { type Cents, minus, plus, sumCents, ZERO } from '../domain/money.ts'
import { type AccountSum, earningsByMonth, sumsBetween, sumsOnDay } from '../ledger/balances.ts'
import { dayBefore, type Period, periodAsked, periodParameters } from './period.ts'
import { type Cell, columnsOf, listAt, money, monthWithin, type ReportSpec, text } from './report.ts'

const Query = z.strictObject({
  ...periodParameters,
  by: z.enum(['Code', 'Month']).default('Code').describe('A row for each code of lines, or for each month.'),
})

/** What is not earned at the beginning, what is added and released, what is left, and what was earned. */
interface Earnings {
  readonly key: string
  readonly period: Period
  /** The parameters of the journal that stand for an account: of one code, or of all. */
  accounts(kind: 'Unearned' | 'Earned', side: 'Credit' | 'Debit' | 'Both'): Readonly<Record<string, string>>
  readonly opening: Cents
  readonly added: Cents
  readonly released: Cents
  readonly earned: Cents
  readonly earnedToDate: Cents
}

/** Earned and unearned, from the journal. */
export const earnings: ReportSpec<typeof Query> = {
  name: 'earnings',
  permission: 'earnings:read',
  isForStaff: true,
  summary: 'Report what was earned and what is unearned',
  description:
    'By accounting date, from the journal, so that it agrees with the trial balance. `added` and `released` are the credits and debits of the accounts Unearned: sales, earnings, cancels and voids.',
  query: Query,
  async make({ db, today }, asked) {
    const period = periodAsked(asked, today)
    const before = await sumsBefore(db, period.from)
    const rows = asked.by === 'Code' ? await byCode(db, period, before) : await byMonth(db, period, before)
    const earned = sumOf(rows, 'earned')
    const total: Earnings = {
      ...{ key: '', period, accounts: ofAllCodes, opening: balanceOf('Unearned', before), earned },
      ...{ added: sumOf(rows, 'added'), released: sumOf(rows, 'released') },
      earnedToDate: plus(balanceOf('Earned', before), earned),
    }
    return {
      ...{ fromDate: period.from, toDate: period.to, asOfDate: today, isCut: false },
      columns: columnsOf({
        ...(asked.by === 'Code' ? { code: 'Text' } : { month: 'Month' }),
        ...{ opening: 'Money', added: 'Money', released: 'Money', closing: 'Money' },
        ...{ earned: 'Money', earnedToDate: 'Money' },
      }),
      rows: rows.map((row) => ({ key: row.key, cells: [text(row.key), ...figures(row)] })),
      totals: [text(null), ...figures(total)],
    }
  },
}

const sumOf = (rows: readonly Earnings[], name: 'added' | 'released' | 'earned') =>
  sumCents(rows.map((row) => row[name]))

/** What all accounts of a kind were credited more than debited. */
const balanceOf = (kind: 'Unearned' | 'Earned', sums: readonly AccountSum[]): Cents =>
  sumCents(
    sums
      .filter(({ account }) => account.startsWith(`${kind}:`))
      .map(({ debit, credit }) => minus(credit, debit)),
  )

function figures({ period: { from, to }, accounts, ...row }: Earnings): Cell[] {
  const journal = (
    kind: 'Unearned' | 'Earned',
    side: 'Credit' | 'Debit' | 'Both',
    days: { readonly from?: string; readonly to: string },
  ) => listAt('/journal', { ...accounts(kind, side), ...days })
  const eve = dayBefore(from)
  return [
    money(row.opening, eve === undefined ? null : journal('Unearned', 'Both', { to: eve })),
    money(row.added, journal('Unearned', 'Credit', { from, to })),
    money(row.released, journal('Unearned', 'Debit', { from, to })),
    money(minus(plus(row.opening, row.added), row.released), journal('Unearned', 'Both', { to })),
    money(row.earned, journal('Earned', 'Both', { from, to })),
    money(row.earnedToDate, journal('Earned', 'Both', { to })),
  ]
}

/** The journal has a filter for each side of one account, and one for all accounts of a kind. */
const ofAllCodes: Earnings['accounts'] = (kind) => ({ accountKind: kind })
const ofCode =
  (code: string): Earnings['accounts'] =>
  (kind, side) => ({
    [{ Credit: 'creditAccount', Debit: 'debitAccount', Both: 'account' }[side]]: `${kind}:${code}`,
  })

/** What every account was debited and credited before a day. */
async function sumsBefore(db: Db, day: string): Promise<readonly AccountSum[]> {
  const eve = dayBefore(day)
  return eve === undefined ? [] : sumsOnDay(db, eve)
}

async function byCode(db: Db, period: Period, before: readonly AccountSum[]): Promise<Earnings[]> {
  const moved = await sumsBetween(db, period.from, period.to)
  const codes = [...before, ...moved].flatMap(
    ({ account }) => /^(?:Unearned|Earned):(.*)$/.exec(account)?.[1] ?? [],
  )
  const sumsIn = (sums: readonly AccountSum[]) => {
    const byAccount = new Map(sums.map((sum) => [sum.account, sum]))
    return (account: string) => byAccount.get(account) ?? { debit: ZERO, credit: ZERO }
  }
  const [earlier, within] = [sumsIn(before), sumsIn(moved)]
  const balance = ({ debit, credit }: Pick<AccountSum, 'debit' | 'credit'>) => minus(credit, debit)
  return [...new Set(codes)].sort().map((code) => {
    const unearned = within(`Unearned:${code}`)
    const earned = balance(within(`Earned:${code}`))
    return {
      ...{ key: code, period, accounts: ofCode(code) },
      opening: balance(earlier(`Unearned:${code}`)),
      ...{ added: unearned.credit, released: unearned.debit, earned },
      earnedToDate: plus(balance(earlier(`Earned:${code}`)), earned),
    }
  })
}

async function byMonth(db: Db, period: Period, before: readonly AccountSum[]): Promise<Earnings[]> {
  const moved = await earningsByMonth(db, period.from, period.to)
  let [opening, earnedToDate] = [balanceOf('Unearned', before), balanceOf('Earned', before)]
  return [...new Set(moved.map(({ month }) => month))].map((month) => {
    const of = (kind: string) =>
      moved.find((row) => row.month === month && row.kind === kind) ?? { debit: ZERO, credit: ZERO }
    const [unearned, earned] = [of('Unearned'), minus(of('Earned').credit, of('Earned').debit)]
    earnedToDate = plus(earnedToDate, earned)
    const row = {
      ...{ key: month, period: monthWithin(month, period.from, period.to), accounts: ofAllCodes },
      ...{ opening, added: unearned.credit, released: unearned.debit, earned, earnedToDate },
    }
    opening = minus(plus(opening, unearned.credit), unearned.debit)
    return row
  })
}
