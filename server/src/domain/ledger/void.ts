import type { Posting } from './journal.ts'
import { ledgerLines, undoLine } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import type { LedgerRow } from './rows.ts'

/** `Paid`: the dealer has paid ahead for a contract not in force. `PaidOut`: money of the contract has left. */
export type VoidRefusal = 'InProcess' | 'Paid' | 'PaidOut'

/** Why the rows of a contract cannot be voided; nothing when they can. */
export function voidRefusal(rows: readonly LedgerRow[]): VoidRefusal | undefined {
  const all = ledgerLines(rows).flatMap(({ dealerSide, share }) =>
    dealerSide ? [dealerSide, share] : [share],
  )
  if (all.some(({ status }) => status === 'InProcess')) return 'InProcess'
  if (all.some(({ direction, paidAmount }) => direction === 'Pay' && paidAmount > 0)) return 'PaidOut'
  return all.some(({ waitsFor, paidAmount }) => waitsFor === 'Finalize' && paidAmount > 0)
    ? 'Paid'
    : undefined
}

/**
 * Takes a contract back whole. Unpaid rows are voided in pairs and their journal reversed; what the dealer has paid is
 * owed back, in rows of its own. The earnings room takes back what was earned.
 */
export function planVoid(
  contractId: number,
  rows: readonly LedgerRow[],
  standing: readonly Posting[],
  dates: PostingDates,
): LedgerPlan | { readonly refused: VoidRefusal } {
  const refused = voidRefusal(rows)
  if (refused) return { refused }
  const undone = ledgerLines(rows).map((line) => undoLine(line, standing, dates, null))
  const postings = undone.flatMap((one) => one.postings)
  return mergePlans(
    ...undone.map(({ plan }) => plan),
    ledgerPlan({ journal: [{ entryType: 'Void', ...dates, contractId, postings }] }),
  )
}
