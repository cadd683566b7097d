import { type NewEntry, type NewPosting, only, type Posting, payable, posting } from '../ledger/journal.ts'
import { planVoidRow, reversals } from '../ledger/lines.ts'
import type { PostingDates } from '../ledger/periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from '../ledger/plan.ts'
import type { LedgerRow, NewLedgerRow } from '../ledger/rows.ts'
import { type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import type { PlannedPayment } from './payments.ts'

// Changes to a refund after the cancellation: the payee changes, or the refund is late.

/** The code of the ledger row of a late penalty. */
export const PENALTY = 'PENALTY'

export interface Penalties {
  /** What the payee is owed by now for refunds that were paid late. */
  readonly owed: Cents
  /** The rows of its penalties that are not voided, the oldest first. */
  readonly booked: readonly LedgerRow[]
  readonly standing: readonly Posting[]
}

/**
 * The rows of a payee's penalties, as they should be. The payee gets what is owed in addition to the refund. If less is owed
 * than is booked, because the refund was not paid after all, the newest rows are voided. A row that is paid or in a batch
 * stays, and counts against what is owed later.
 */
export function planPenalties(
  refund: LedgerRow,
  { owed, booked, standing }: Penalties,
  dates: PostingDates,
): LedgerPlan {
  const plans: LedgerPlan[] = []
  let missing = minus(owed, sumCents(booked.map(({ amount }) => amount)))
  for (const row of booked.toReversed()) {
    if (missing >= 0) break
    if (row.paidAmount > 0 || row.status === 'InProcess') continue
    const journal = [refundEntry('Penalty', row, dates, reversals(standing, row.lineId))]
    plans.push(planVoidRow(row, dates, null), ledgerPlan({ journal }))
    missing = plus(missing, row.amount)
  }
  if (missing > 0) plans.push(penaltyPlan(refund, missing, dates))
  return mergePlans(...plans)
}

function penaltyPlan(refund: LedgerRow, amount: Cents, dates: PostingDates): LedgerPlan {
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
