import { fundingStatus } from './funding.ts'
import { type NewEntry, posting, receivable, unapplied } from './journal.ts'
import { bookingAccounts, ledgerLines } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, type LedgerUpdate, ledgerPlan, mergePlans } from './plan.ts'
import { dealerDueDate, type LedgerRow, type RowState } from './rows.ts'

/** The contract comes into force: its rows are in the books from that day on, and what was paid ahead is applied. */
export function planFinalize(
  contractId: number,
  rows: readonly LedgerRow[],
  dates: PostingDates,
): LedgerPlan {
  const lines = ledgerLines(rows).filter(({ share }) => share.waitsFor === 'Finalize')
  const inDealerCost = lines.flatMap(({ dealerSide, share }) => (dealerSide ? [{ dealerSide, share }] : []))
  const isFunded = fundingStatus(rows) === 'Funded'
  const dealerId = inDealerCost[0]?.dealerSide.accountHolderId
  const update = lines.flatMap(({ dealerSide, share }) =>
    [dealerSide, share].flatMap((row): LedgerUpdate[] => {
      if (!row) return []
      const isOfDealer = row.accountHolderId === dealerId
      const dueDate = isOfDealer ? dealerDueDate(dates.effectiveDate) : dates.effectiveDate
      return [{ row, changes: { ...dates, dueDate, ...inForce(row, isFunded) } }]
    }),
  )
  const booked = inDealerCost.map(({ dealerSide, share }) => {
    const { debit, credit } = bookingAccounts(dealerSide, share)
    return posting(debit, credit, dealerSide.amount, dealerSide.id)
  })
  const applied = inDealerCost.flatMap(({ dealerSide: { id, accountHolderId, paidAmount } }) =>
    paidAmount > 0 ? [posting(unapplied(accountHolderId), receivable(accountHolderId), paidAmount, id)] : [],
  )
  const entry = (entryType: NewEntry['entryType'], postings: NewEntry['postings']): NewEntry => ({
    entryType,
    ...dates,
    contractId,
    postings,
  })
  return mergePlans(ledgerPlan({ update, journal: [entry('Finalize', booked), entry('Cash', applied)] }))
}

/** The state of a row that no longer waits for the finalize. */
function inForce(row: LedgerRow, isFunded: boolean): Pick<RowState, 'status' | 'waitsFor'> {
  if (row.status === 'InProcess') return { status: 'InProcess', waitsFor: null }
  if (!row.isMemo && row.paidAmount === row.amount) return { status: 'Paid', waitsFor: null }
  return row.payWhen === 'WhenFunded' && !isFunded
    ? { status: 'Pending', waitsFor: 'Funding' }
    : { status: 'Open', waitsFor: null }
}
