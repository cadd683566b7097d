import { type Cents, minus, sumCents, ZERO } from '../money.ts'

// The books prove themselves: what the journal says is compared with what the rows, contracts, earnings and cash say.

/** In the order in which they are answered. */
export const checkCodes = [
  'JournalBalanced',
  'ReceivableEqualsOpenItems',
  'PayableEqualsOpenItems',
  'UnappliedEqualsCash',
  'CashEqualsTransactions',
  'UnearnedEqualsContracts',
  'EarnedEqualsContracts',
  'ClaimsEqualRequests',
  'FundingEqualsRows',
] as const
export type CheckCode = (typeof checkCodes)[number]

/** Amounts by account, such as `Receivable:12`. An account that is missing has 0. */
export type Amounts = ReadonlyMap<string, Cents>

/** What two sources say about one account or record. */
export interface Comparison {
  readonly id: string
  readonly expected: Cents
  readonly found: Cents
}

export interface Check {
  readonly code: CheckCode
  readonly expected: Cents
  readonly found: Cents
  /** Those that do not agree, the largest difference first. Differences may cancel out in the sums. */
  readonly differing: readonly Comparison[]
}

export const isWhole = ({ differing }: Check): boolean => differing.length === 0

/** Compares account by account. */
export function compareAmounts(code: CheckCode, expected: Amounts, found: Amounts): Check {
  const ids = new Set([...expected.keys(), ...found.keys()])
  const differing = [...ids]
    .map((id) => ({ id, expected: expected.get(id) ?? ZERO, found: found.get(id) ?? ZERO }))
    .filter((one) => one.expected !== one.found)
  return {
    code,
    expected: sumCents([...expected.values()]),
    found: sumCents([...found.values()]),
    differing: byDifference(differing),
  }
}

export const byDifference = (all: readonly Comparison[]): Comparison[] =>
  [...all].sort(
    (first, second) =>
      Math.abs(second.expected - second.found) - Math.abs(first.expected - first.found) ||
      (first.id < second.id ? -1 : 1),
  )

/** The sum that an account pair moves: from the credit account to the debit account. */
export interface PairSum {
  readonly debitAccount: string
  readonly creditAccount: string
  readonly amount: Cents
}

/** What each account was debited and credited. */
export interface AccountSums {
  readonly debit: Cents
  readonly credit: Cents
}

export function sumsByAccount(pairs: readonly PairSum[]): Map<string, AccountSums> {
  const sums = new Map<string, { debit: number; credit: number }>()
  const of = (account: string) => {
    const known = sums.get(account) ?? { debit: 0, credit: 0 }
    sums.set(account, known)
    return known
  }
  for (const { debitAccount, creditAccount, amount } of pairs) {
    of(debitAccount).debit += amount
    of(creditAccount).credit += amount
  }
  return sums as Map<string, AccountSums> // Sums of cents are cents.
}

/** The balances of the accounts of one kind: on the debit side for what we have or are owed, else on the credit side. */
export function balancesOfKind(
  sums: ReadonlyMap<string, AccountSums>,
  kind: string,
  side: 'debit' | 'credit',
): Map<string, Cents> {
  const balances = new Map<string, Cents>()
  for (const [account, { debit, credit }] of sums)
    if (account === kind || account.startsWith(`${kind}:`)) {
      const balance = side === 'debit' ? minus(debit, credit) : minus(credit, debit)
      if (balance !== 0) balances.set(account, balance)
    }
  return balances
}
