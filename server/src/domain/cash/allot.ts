import { type LedgerRow, openAmount } from '../ledger/rows.ts'
import { type Cents, minus, smaller, ZERO } from '../money.ts'
import type { Application } from './cash.ts'

// Which rows of a batch an amount pays.

/** Everything that is open on the rows. */
export const payAll = (rows: readonly LedgerRow[]): Application[] =>
  rows.map((row) => ({ row, amount: openAmount(row) }))

/** What an amount pays when it is not enough for all: the oldest due date first, then the lowest id. */
export function payOldestFirst(items: readonly Application[], received: Cents): Application[] {
  const applications: Application[] = []
  let left = received
  for (const { row, amount: due } of [...items].sort(byDueDate)) {
    const amount = smaller(left, due)
    if (amount <= ZERO) continue
    applications.push({ row, amount })
    left = minus(left, amount)
  }
  return applications
}

const byDueDate = ({ row: first }: Application, { row: second }: Application) =>
  first.dueDate < second.dueDate ? -1 : first.dueDate > second.dueDate ? 1 : first.id - second.id
