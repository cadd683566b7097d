import type { z } from 'zod'
import { type Db, run } from '../db/database.ts'
import type { CalendarDate } from '../domain/dates.ts'
import { type Account, accountOf, compareAccounts } from '../domain/ledger/journal.ts'
import { amountOf, type Cents, minus, sumCents } from '../domain/money.ts'
import type { dateFields, TrialBalance } from './models.ts'

type Balance = z.input<typeof TrialBalance>

interface Sum {
  account: string
  debit: Cents
  credit: Cents
}

const balancesBy = (column: string) => `
  select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
    select debit_account as account, sum(amount) as debit, 0 as credit from journal where ${column} <= $1 group by 1
    union all
    select credit_account, 0, sum(amount) from journal where ${column} <= $1 group by 1) as sides
  group by account`
const BALANCES = {
  Accounting: balancesBy('accounting_date'),
  Effective: balancesBy('effective_date'),
} satisfies Record<(typeof dateFields)[number], string>

/** What every account comes to on a day. Every row is in it twice, once on each side, so that it cannot but balance. */
export async function readTrialBalance(
  db: Db,
  asOfDate: CalendarDate,
  dateField: (typeof dateFields)[number],
): Promise<Balance> {
  const sums = await run<Sum>(db, BALANCES[dateField], [asOfDate])
  const named = sums
    .map((sum) => ({ ...sum, named: accountNamed(sum.account) }))
    .sort((one, other) => compareAccounts(one.named, other.named))
  const holders = await holdersOf(
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

function accountNamed(text: string): Account {
  const account = accountOf(text)
  if (!account) throw new Error(`The journal names an account that there is not: ${text}`)
  return account
}

async function holdersOf(db: Db, ids: readonly number[]) {
  const rows = await run<{ type: string; id: number; number: string }>(
    db,
    'select type, id, number from account_holder where id = any($1::bigint[])',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
