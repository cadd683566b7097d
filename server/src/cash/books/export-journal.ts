import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { lastDayOfPeriod } from '../../domain/cash/closing.ts'
import { glAccount } from '../../domain/cash/gl-accounts.ts'
import { compareAccounts } from '../../domain/ledger/journal.ts'
import type { Period } from '../../domain/ledger/periods.ts'
import { amountOf } from '../../domain/money.ts'
import { csvLine } from '../../http/csv.ts'
import { found } from '../../http/problems.ts'
import { sumsBetween } from '../../ledger/balances.ts'
import { accountNamed } from '../../ledger/load-ledger.ts'
import { listPeriods } from '../../ledger/periods.ts'
import { loadHolders } from '../../ledger/trial-balance.ts'
import { loadSettings } from '../../reference/settings.ts'

const HEADINGS = ['glAccount', 'account', 'accountHolderNumber', 'debit', 'credit']

/** The postings of a month by account, as CSV for a general ledger. The sums of both sides are equal. */
export async function exportPeriod(db: Db, period: Period, today: string): Promise<string> {
  const months = await listPeriods(db, today)
  found(
    months.find((month) => month.period === period),
    `accounting period ${period}`,
  )
  const [sums, { glAccounts }, own] = await Promise.all([
    sumsBetween(db, `${period}-01`, lastDayOfPeriod(period)),
    loadSettings(db, ['glAccounts']),
    OWN.rows(db, []),
  ])
  const codes = { codes: glAccounts, own: new Map(own.map(({ id, glAccount: code }) => [id, code])) }
  const rows = sums
    .map((sum) => ({ ...sum, named: accountNamed(sum.account) }))
    .sort((first, second) => compareAccounts(first.named, second.named))
  const holders = await loadHolders(
    db,
    rows.flatMap(({ named }) => ('accountHolderId' in named ? [named.accountHolderId] : [])),
  )
  const lines = rows.map(({ account, named, debit, credit }) => {
    const holder = 'accountHolderId' in named ? holders.get(named.accountHolderId)?.number : ''
    return csvLine([glAccount(named, codes), account, holder, amountOf(debit), amountOf(credit)])
  })
  return [csvLine(HEADINGS), ...lines].join('')
}

const OWN = statement(
  { id: int, glAccount: text },
  `select id, gl_account as "glAccount" from disbursement_account where gl_account is not null`,
)
