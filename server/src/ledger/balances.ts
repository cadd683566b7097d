import { cents, int, text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { CalendarDate } from '../domain/dates.ts'
import { type Cents, minus, ZERO } from '../domain/money.ts'

// Balances on a day, by accounting date. The journal is added up by account and day in the background (add-up-journal.ts);
// what was posted since is added when a balance is read. So a balance costs the same however long the journal is.

const sums = { account: text, debit: cents, credit: cents }

/**
 * The rows of the journal that are not in the sums yet. Without the upper end, which excludes nothing, PostgreSQL expects a
 * third of the journal here and reads all of it.
 */
const RECENT = `journal j where j.id > (select through_id from journal_added_up)
  and j.id <= (select max(id) from journal) and j.accounting_date <= $1`

const SUMS = statement(
  sums,
  `
  select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
    select account, sum(debit) as debit, sum(credit) as credit from journal_day where accounting_date <= $1 group by 1
    union all
    select j.debit_account, sum(j.amount), 0 from ${RECENT} group by 1
    union all
    select j.credit_account, 0, sum(j.amount) from ${RECENT} group by 1) as part
  group by 1`,
)

export interface AccountSum {
  readonly account: string
  readonly debit: Cents
  readonly credit: Cents
}

/** What every account was debited and credited up to a day. */
export const sumsOnDay = (db: Db, day: CalendarDate): Promise<AccountSum[]> => SUMS.rows(db, [day])

/** The rows of the journal of a range of days that are not in the sums yet. */
const RECENT_BETWEEN = `${RECENT} and j.accounting_date >= $2`

const MOVED = statement(
  sums,
  `
  select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
    select account, sum(debit) as debit, sum(credit) as credit from journal_day
    where accounting_date between $2 and $1 group by 1
    union all
    select j.debit_account, sum(j.amount), 0 from ${RECENT_BETWEEN} group by 1
    union all
    select j.credit_account, 0, sum(j.amount) from ${RECENT_BETWEEN} group by 1) as part
  group by 1`,
)

/** What every account was debited and credited in a range of days. */
export const sumsBetween = (db: Db, from: CalendarDate, to: CalendarDate): Promise<AccountSum[]> =>
  MOVED.rows(db, [to, from])

/** The accounts of what was sold and is not, or is, earned. */
const isEarningAccount = (account: string) => `(${account} like 'Unearned:%' or ${account} like 'Earned:%')`

const BY_MONTH = statement(
  { month: text, kind: text, debit: cents, credit: cents },
  `
  select to_char(day, 'YYYY-MM') as month, split_part(account, ':', 1) as kind, sum(debit)::bigint as debit,
    sum(credit)::bigint as credit
  from (
    select date_trunc('month', accounting_date::timestamp) as day, account, sum(debit) as debit, sum(credit) as credit
    from journal_day where accounting_date between $2 and $1 and ${isEarningAccount('account')} group by 1, 2
    union all
    select date_trunc('month', j.accounting_date::timestamp), j.debit_account, sum(j.amount), 0
    from ${RECENT_BETWEEN} and ${isEarningAccount('j.debit_account')} group by 1, 2
    union all
    select date_trunc('month', j.accounting_date::timestamp), j.credit_account, 0, sum(j.amount)
    from ${RECENT_BETWEEN} and ${isEarningAccount('j.credit_account')} group by 1, 2) as part
  group by 1, 2 order by 1, 2`,
)

/** What the accounts `Unearned` and `Earned` were debited and credited in each month of a range of days. */
export const earningsByMonth = (db: Db, from: CalendarDate, to: CalendarDate) => BY_MONTH.rows(db, [to, from])

const BALANCES = statement(
  sums,
  `
  select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
    select account, sum(debit) as debit, sum(credit) as credit from journal_day
    where account = any($2::text[]) and accounting_date <= $1 group by 1
    union all
    select j.debit_account, sum(j.amount), 0 from ${RECENT} and j.debit_account = any($2::text[]) group by 1
    union all
    select j.credit_account, 0, sum(j.amount) from ${RECENT} and j.credit_account = any($2::text[]) group by 1) as part
  group by 1`,
)

/** The balances of some accounts at the end of a day, debit less credit, in their order. */
export async function balancesOnDay(
  db: Db,
  accounts: readonly string[],
  day: CalendarDate,
): Promise<Cents[]> {
  const rows = await BALANCES.rows(db, [day, accounts])
  const balances = new Map(rows.map(({ account, debit, credit }) => [account, minus(debit, credit)]))
  return accounts.map((account) => balances.get(account) ?? ZERO)
}

const PAIRS = statement(
  { debitAccount: text, creditAccount: text, amount: cents, addedUp: cents },
  `select debit_account as "debitAccount", credit_account as "creditAccount", sum(amount)::bigint as amount,
    coalesce(sum(amount) filter (where id <= (select through_id from journal_added_up)), 0)::bigint as "addedUp"
  from journal where accounting_date <= $1 group by 1, 2`,
)

/** The journal itself up to a day, by pairs of accounts. `addedUp` is the part that the sums by day should have. */
export const loadPairSums = (db: Db, day: CalendarDate) => PAIRS.rows(db, [day])

const ADDED_UP = statement(
  sums,
  `select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from journal_day
  where accounting_date <= $1 group by 1`,
)

/** The sums by day up to a day, without what was posted since. */
export const loadAddedUp = (db: Db, day: CalendarDate): Promise<AccountSum[]> => ADDED_UP.rows(db, [day])

const LAST_ID = statement({ id: int }, 'select coalesce(max(id), 0) as id from journal')

/** The id of the last row of the journal that can be seen. */
export const lastJournalId = async (db: Db): Promise<number> => (await LAST_ID.first(db, []))?.id ?? 0
