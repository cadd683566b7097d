import { type NewEntry, type NewPosting, only, payable, posting } from '../ledger/journal.ts'
import { planVoidRow } from '../ledger/lines.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../ledger/rows.ts'
import { type Cents, sumCents, ZERO } from '../money.ts'
import type { PlannedPayment } from './payments.ts'

// Changes to a refund after the cancellation: the payee changes, or the refund is late.

/** The code of the ledger row of a late penalty. */
export const PENALTY = 'PENALTY'

/** The penalty for a refund that was paid late. The payee gets it in addition to the refund. */
export function penaltyPlan(refund: LedgerRow, amount: Cents, dates: PostingDates): LedgerPlan {
  if (amount === 0) return ledgerPlan({})
  const row = refundRow(refund, {
    ...{ ledgerType: 'Penalty', disbursementCode: PENALTY, accountHolderId: refund.accountHolderId },
    ...{ amount, ...dates, dueDate: dates.effectiveDate },
  })
  const postings = [posting(only('PenaltyExpense'), payable(refund.accountHolderId), amount, row)]
  return ledgerPlan({ insert: [row], journal: [refundEntry('Penalty', refund, dates, postings)] })
}

export type ChangePayeeRefusal = 'Paid' | 'InProcess' | 'DoesNotSum'

/** Replaces an unpaid refund row with the rows of its new payments. */
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
  // The new payee is owed the refund from the day of the change, as the journal has it.
  const { accountingDate } = dates
  const rows = payments.map(({ payee, amount }) =>
    refundRow(refund, { accountHolderId: payee.id, amount, accountingDate }),
  )
  const from = refund.accountHolderId
  const postings = rows
    .filter(({ accountHolderId }) => accountHolderId !== from)
    .map((row) => posting(payable(from), payable(row.accountHolderId), row.amount, row))
  return mergePlans(
    planVoidRow(refund, dates, null),
    ledgerPlan({ insert: rows, journal: [refundEntry('Cancel', refund, dates, postings)] }),
  )
}

function refundRow(
  { id: _, lineId: __, ...refund }: LedgerRow,
  changes: Pick<NewLedgerRow, 'accountHolderId' | 'amount'> & Partial<NewLedgerRow>,
): NewLedgerRow {
  return { ...refund, status: 'Open', paidAmount: ZERO, line: null, ...changes }
}

const refundEntry = (
  entryType: NewEntry['entryType'],
  { contractId, cancelId }: LedgerRow,
  dates: PostingDates,
  postings: readonly NewPosting[],
): NewEntry => ({ entryType, ...dates, contractId, cancelId, postings })
