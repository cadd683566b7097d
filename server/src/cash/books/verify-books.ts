import type { Db } from '../../db/database.ts'
import { command } from '../../db/statement.ts'
import {
  type Amounts,
  balancesOfKind,
  byDifference,
  type Check,
  compareAmounts,
  isWhole,
  sumsByAccount,
} from '../../domain/cash/verification.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Cents, minus, sumCents, ZERO } from '../../domain/money.ts'
import { loadAddedUp, loadPairSums } from '../../ledger/balances.ts'
import { CLAIMS, EARNINGS, FUNDED, UNEARNED } from './contract-facts.ts'
import { MONEY, OPEN_ITEMS, UNAPPLIED } from './open-item-facts.ts'

/** Claims are paid out of the reserve. */
export const CLAIMS_EXPENSE = 'ClaimsExpense:RESERVE'

/** All checks of the books as of a day. Those that cannot be made for the past are left out then. */
export interface Verification {
  readonly asOfDate: CalendarDate
  readonly checks: readonly Check[]
}

export const isVerified = ({ checks }: Verification): boolean => checks.every(isWhole)

/**
 * The checks add up whole tables, so every join is over many rows. Where PostgreSQL has not yet counted the rows of new
 * tables, it expects few and compares each with each, which takes a minute instead of a tenth of a second.
 */
export const JOIN_WHOLE_TABLES = command('set local enable_nestloop = off')

/**
 * Compares the journal up to a day with what ledger rows, cash, contracts, earnings and claims say. Everything must be read
 * from one snapshot, or while nothing can be posted.
 */
export async function verifyBooks(
  db: Db,
  asOfDate: CalendarDate,
  today: CalendarDate,
): Promise<Verification> {
  await JOIN_WHOLE_TABLES.run(db, [])
  const pairs = await loadPairSums(db, asOfDate)
  const sums = sumsByAccount(pairs)
  const items = amountsByAccount(await OPEN_ITEMS.rows(db, [asOfDate]))
  const money = (await MONEY.first(db, [asOfDate]))?.amount ?? ZERO
  const claims = (await CLAIMS.first(db, [asOfDate]))?.amount ?? ZERO
  return {
    asOfDate,
    checks: [
      await checkJournal(db, asOfDate, pairs),
      compareAmounts(
        'ReceivableEqualsOpenItems',
        ofKind(items, 'Receivable'),
        balancesOfKind(sums, 'Receivable', 'debit'),
      ),
      compareAmounts(
        'PayableEqualsOpenItems',
        ofKind(items, 'Payable'),
        balancesOfKind(sums, 'Payable', 'credit'),
      ),
      compareAmounts(
        'UnappliedEqualsCash',
        amountsByAccount(await UNAPPLIED.rows(db, [asOfDate])),
        balancesOfKind(sums, 'Unapplied', 'credit'),
      ),
      compareAmounts('CashEqualsTransactions', only('Cash', money), balancesOfKind(sums, 'Cash', 'debit')),
      compareAmounts(
        'UnearnedEqualsContracts',
        amountsByAccount(await UNEARNED.rows(db, [asOfDate])),
        balancesOfKind(sums, 'Unearned', 'credit'),
      ),
      compareAmounts(
        'EarnedEqualsContracts',
        amountsByAccount(await EARNINGS.rows(db, [asOfDate])),
        balancesOfKind(sums, 'Earned', 'credit'),
      ),
      compareAmounts(
        'ClaimsEqualRequests',
        only(CLAIMS_EXPENSE, claims),
        balancesOfKind(sums, CLAIMS_EXPENSE, 'debit'),
      ),
      ...(asOfDate === today ? [await checkFunding(db)] : []),
    ],
  }
}

const amountsByAccount = (rows: readonly { readonly account: string; readonly amount: Cents }[]): Amounts =>
  new Map(rows.map(({ account, amount }) => [account, amount]))

const ofKind = (amounts: Amounts, kind: string): Amounts =>
  new Map([...amounts].filter(([account]) => account.startsWith(`${kind}:`)))

const only = (account: string, amount: Cents): Amounts =>
  new Map(amount === 0 ? [] : [[account, amount] as const])

/**
 * Debits equal credits, and the sums by day, from which balances are read, equal the journal. A row of the journal has one
 * amount for both sides, so the sums are what could be wrong.
 */
async function checkJournal(
  db: Db,
  day: CalendarDate,
  pairs: Awaited<ReturnType<typeof loadPairSums>>,
): Promise<Check> {
  const added = new Map((await loadAddedUp(db, day)).map((sum) => [sum.account, sum]))
  const journal = sumsByAccount(pairs.map((pair) => ({ ...pair, amount: pair.addedUp })))
  const differing = [...new Set([...added.keys(), ...journal.keys()])]
    .map((id) => {
      const [stored, own] = [added.get(id) ?? NOTHING, journal.get(id) ?? NOTHING]
      const isSame = stored.debit === own.debit && stored.credit === own.credit
      return { id, expected: minus(own.debit, own.credit), found: minus(stored.debit, stored.credit), isSame }
    })
    .filter(({ isSame }) => !isSame)
    .map(({ isSame: _, ...comparison }) => comparison)
  const recent = pairs.map(({ amount, addedUp }) => minus(amount, addedUp))
  return {
    code: 'JournalBalanced',
    expected: sumCents(pairs.map(({ amount }) => amount)),
    found: sumCents([...recent, ...[...added.values()].map(({ credit }) => credit)]),
    differing: byDifference(differing),
  }
}

const NOTHING = { debit: ZERO, credit: ZERO }

/** Counts contracts, not money. */
async function checkFunding(db: Db): Promise<Check> {
  const counted = await FUNDED.first(db, [])
  const [expected, found] = [contractCount(counted?.contracts), contractCount(counted?.agreeing)]
  const differing = expected === found ? [] : [{ id: 'contracts', expected, found }]
  return { code: 'FundingEqualsRows', expected, found, differing }
}

/** A count that is answered where the other checks have an amount. */
const contractCount = (count = 0): Cents => (count * 100) as Cents
