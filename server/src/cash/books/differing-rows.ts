import { cents, int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Check } from '../../domain/cash/verification.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Cents } from '../../domain/money.ts'
import {
  CLAIM_DIFFERENCES,
  EARNED_CONTRACTS,
  FUNDING_DIFFERENCES,
  UNEARNED_CONTRACTS,
} from './contract-facts.ts'
import { CLAIMS_EXPENSE } from './verify-books.ts'

/** A record that does not agree with the journal. */
export interface DifferingRow {
  readonly kind: 'Account' | 'AccountHolder' | 'CashTransaction' | 'Contract' | 'Claim'
  readonly id: number | string
  readonly expected: Cents
  readonly found: Cents
}

export const ROWS_AT_MOST = 100

/**
 * The records behind a difference. They are looked for only when there is one, because that takes longer than the check. A
 * difference that belongs to no record is shown by its account.
 */
export async function loadDifferingRows(db: Db, check: Check, day: CalendarDate): Promise<DifferingRow[]> {
  if (check.differing.length === 0) return []
  const rows = await recordsBehind(db, check, day)
  return (rows.length > 0 ? rows : accountRows(check)).slice(0, ROWS_AT_MOST)
}

const accountRows = ({ differing }: Check): DifferingRow[] =>
  differing.map((one) => ({ kind: 'Account', ...one }))

async function recordsBehind(db: Db, check: Check, day: CalendarDate): Promise<DifferingRow[]> {
  switch (check.code) {
    case 'JournalBalanced':
      return accountRows(check)
    case 'ReceivableEqualsOpenItems':
    case 'PayableEqualsOpenItems':
    case 'UnappliedEqualsCash':
      return check.differing.map(({ id, ...amounts }) => ({
        ...{ kind: 'AccountHolder', id: Number(suffix(id)), ...amounts },
      }))
    case 'CashEqualsTransactions':
      return (await CASH_DIFFERENCES.rows(db, [day])).map((row) => ({ kind: 'CashTransaction', ...row }))
    case 'UnearnedEqualsContracts':
      return contractsBehind(db, check, day, UNEARNED_CONTRACTS)
    case 'EarnedEqualsContracts':
      return contractsBehind(db, check, day, EARNED_CONTRACTS)
    case 'ClaimsEqualRequests':
      return (await CLAIM_DIFFERENCES.rows(db, [day, CLAIMS_EXPENSE])).map(({ claimId: id, ...amounts }) => ({
        ...{ kind: 'Claim', id, ...amounts },
      }))
    case 'FundingEqualsRows':
      return (await FUNDING_DIFFERENCES.rows(db, [])).map(({ contractId: id }) => ({
        ...{ kind: 'Contract', id, expected: ONE, found: NONE },
      }))
    default:
      return check.code satisfies never
  }
}

/** One contract, answered where the other checks have an amount. */
const [ONE, NONE] = [100 as Cents, 0 as Cents]

const suffix = (account: string) => account.slice(account.indexOf(':') + 1)

async function contractsBehind(
  db: Db,
  { differing }: Check,
  day: CalendarDate,
  contracts: typeof UNEARNED_CONTRACTS,
): Promise<DifferingRow[]> {
  const rows: DifferingRow[] = []
  for (const { id } of differing)
    for (const { contractId, ...amounts } of await contracts.rows(db, [day, suffix(id)]))
      rows.push({ kind: 'Contract', id: contractId, ...amounts })
  return rows
}

const CASH_DIFFERENCES = statement(
  { id: int, expected: cents, found: cents },
  `
  select id, sum(expected)::bigint as expected, sum(found)::bigint as found from (
    select c.id, case when c.voided_date <= $1 then 0 when c.type = 'Receipt' then c.amount else -c.amount end as expected,
      0 as found
    from cash_transaction c where c.posted_date <= $1
    union all
    select cash_transaction_id, 0, amount from journal where debit_account = 'Cash' and accounting_date <= $1
    union all
    select cash_transaction_id, 0, -amount from journal where credit_account = 'Cash' and accounting_date <= $1) as both_sides
  where id is not null
  group by 1 having sum(expected) <> sum(found) order by abs(sum(expected) - sum(found)) desc, 1 limit ${ROWS_AT_MOST}`,
)
