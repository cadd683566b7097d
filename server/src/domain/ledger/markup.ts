import { type Cents, plus } from '../money.ts'
import { isOfLine, type Line, planVoidRow } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import { isMarkup, type LedgerRow, MARKUP, type NewLedgerRow } from './rows.ts'

/**
 * Changes the dealer's markup, because the lines of a contract sum to its retail price: when one line gets more, the
 * markup gets less. Gives nothing when the markup is too small.
 */
export function moveMarkup(
  rows: readonly LedgerRow[],
  by: Cents,
  { line, dates }: { readonly line: Line; readonly dates: PostingDates },
): LedgerPlan | undefined {
  if (by === 0) return ledgerPlan({})
  const memos = rows.filter((row) => isOfLine(row) && isMarkup(row) && row.status !== 'Voided')
  const positive = memos.filter(({ direction }) => direction === 'Pay').reverse()
  const [latest] = positive
  if (by > 0)
    return latest
      ? ledgerPlan({ update: [{ row: latest, changes: { amount: plus(latest.amount, by) } }] })
      : ledgerPlan({ insert: [newMarkup(rows, by, line, dates)] })
  const net = memos.reduce((sum, row) => sum + (row.direction === 'Pay' ? row.amount : -row.amount), 0)
  if (net + by < 0) return undefined
  let left = -by
  const plans: LedgerPlan[] = []
  for (const row of positive) {
    const taken = Math.min(left, row.amount)
    left -= taken
    if (taken === row.amount) plans.push(planVoidRow(row, dates, null))
    else if (taken > 0)
      plans.push(ledgerPlan({ update: [{ row, changes: { amount: (row.amount - taken) as Cents } }] }))
  }
  return mergePlans(...plans)
}

/** A markup row for a contract that has none. It has the state of the line whose amount was reduced. */
function newMarkup(
  rows: readonly LedgerRow[],
  amount: Cents,
  { dealerSide, share }: Line,
  dates: PostingDates,
): NewLedgerRow {
  const { id: _, lineId: __, ...like } = share
  const earlier = rows.find(isMarkup)
  const isWaiting = share.waitsFor === 'Finalize'
  return {
    ...like,
    ...dates,
    ledgerType: 'ContractDisbursement',
    direction: 'Pay',
    accountHolderId: (dealerSide ?? share).accountHolderId,
    disbursementCode: MARKUP,
    disbursementGroup: earlier?.disbursementGroup ?? null,
    isMemo: true,
    isDealerCost: false,
    payWhen: null,
    status: isWaiting ? 'Pending' : 'Open',
    waitsFor: isWaiting ? 'Finalize' : null,
    amount,
    dueDate: (dealerSide ?? share).dueDate,
    reason: null,
    holdId: null,
    line: null,
  }
}
