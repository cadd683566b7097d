import type { z } from 'zod'
import { cents, int, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { CalendarDate } from '../domain/dates.ts'
import { compareAccounts } from '../domain/ledger/journal.ts'
import { amountOf, minus, sumCents } from '../domain/money.ts'
import { sumsOnDay } from './balances.ts'
import { accountNamed } from './load-ledger.ts'
import type { dateFields, TrialBalance } from './models.ts'

type Balance = z.input<typeof TrialBalance>

const BY_EFFECTIVE_DATE = statement(
  { account: text, debit: cents, credit: cents },
  `select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
    select debit_account as account, sum(amount) as debit, 0 as credit from journal where effective_date <= $1 group by 1
    union all
    select credit_account, 0, sum(amount) from journal where effective_date <= $1 group by 1) as sides
  group by account`,
)

/** The balance of every account on a day. Every posting counts on both sides, so the totals are always equal. */
export async function readTrialBalance(
  db: Db,
  asOfDate: CalendarDate,
  dateField: (typeof dateFields)[number],
): Promise<Balance> {
  const sums =
    dateField === 'Accounting' ? await sumsOnDay(db, asOfDate) : await BY_EFFECTIVE_DATE.rows(db, [asOfDate])
  const named = sums
    .map((sum) => ({ ...sum, named: accountNamed(sum.account) }))
    .sort((first, second) => compareAccounts(first.named, second.named))
  const holders = await loadHolders(
    db,
    named.flatMap(({ named: account }) => ('accountHolderId' in account ? [account.accountHolderId] : [])),
  )
  return {
    asOfDate,
    accounts: named.map(({ account, debit, credit, named: { ...of } }) => ({
      account,
      accountHolder: 'accountHolderId' in of ? (holders.get(of.accountHolderId) ?? null) : null,
      debit: amountOf(debit),
      credit: amountOf(credit),
      balance: amountOf(minus(debit, credit)),
    })),
    totalDebit: amountOf(sumCents(sums.map(({ debit }) => debit))),
    totalCredit: amountOf(sumCents(sums.map(({ credit }) => credit))),
  }
}

/** The account holders with these ids. */
export async function loadHolders(db: Db, ids: readonly number[]) {
  const rows = await HOLDERS.rows(db, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const HOLDERS = statement(
  { type: text, id: int, number: text, name: text },
  'select type, id, number, name from account_holder where id = any($1::bigint[])',
)
