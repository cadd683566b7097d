import { type NewEntry, type NewPosting, only, payable, posting } from '../ledger/journal.ts'
import { planVoidRow } from '../ledger/lines.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../ledger/rows.ts'
import { type Cents, sumCents, ZERO } from '../money.ts'
import type { PlannedPayment } from './payments.ts'

// What can happen to a refund between its cancellation and the day it is paid: it goes to others, or it is late.

/** The code of the row that a late refund costs. */
export const PENALTY = 'PENALTY'

/** A refund that was paid late costs a penalty, which its payee gets on top. */
export function penaltyPlan(refund: LedgerRow, amount: Cents, dates: PostingDates): LedgerPlan {
  if (amount === 0) return ledgerPlan({})
  const row = likeRefund(refund, {
    ...{ ledgerType: 'Penalty', disbursementCode: PENALTY, accountHolderId: refund.accountHolderId },
    ...{ amount, ...dates, dueDate: dates.effectiveDate },
  })
  const postings = [posting(only('PenaltyExpense'), payable(refund.accountHolderId), amount, row)]
  return ledgerPlan({ insert: [row], journal: [entryOf('Penalty', refund, dates, postings)] })
}

export type ChangePayeeRefusal = 'Paid' | 'InProcess' | 'DoesNotSum'

/** Who is to get a refund that was not paid yet has changed: its row gives way to those of the new payments. */
export function changePayeePlan(
  refund: LedgerRow,
  payments: readonly Pick<PlannedPayment, 'payee' | 'amount'>[],
  dates: PostingDates,
): LedgerPlan | { readonly refused: ChangePayeeRefusal } {
  if (refund.status === 'InProcess') return { refused: 'InProcess' }
  if (refund.paidAmount > 0) return { refused: 'Paid' }
  const amounts = payments.map(({ amount }) => amount)
  if (sumCents(amounts) !== refund.amount || amounts.some((amount) => amount <= 0))
    return { refused: 'DoesNotSum' }
  const rows = payments.map(({ payee, amount }) => likeRefund(refund, { accountHolderId: payee.id, amount }))
  const from = refund.accountHolderId
  const postings = rows
    .filter(({ accountHolderId }) => accountHolderId !== from)
    .map((row) => posting(payable(from), payable(row.accountHolderId), row.amount, row))
  return mergePlans(
    planVoidRow(refund, dates, null),
    ledgerPlan({ insert: rows, journal: [entryOf('Cancel', refund, dates, postings)] }),
  )
}

function likeRefund(
  { id: _, lineId: __, ...refund }: LedgerRow,
  as: Pick<NewLedgerRow, 'accountHolderId' | 'amount'> & Partial<NewLedgerRow>,
): NewLedgerRow {
  return { ...refund, status: 'Open', paidAmount: ZERO, line: null, ...as }
}

const entryOf = (
  entryType: NewEntry['entryType'],
  { contractId, cancelId }: LedgerRow,
  dates: PostingDates,
  postings: readonly NewPosting[],
): NewEntry => ({ entryType, ...dates, contractId, cancelId, postings })
