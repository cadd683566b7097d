import { type LedgerPlan, type LedgerUpdate, ledgerPlan, mergePlans, rowsAfter } from './plan.ts'
import { type LedgerRow, openAmount } from './rows.ts'

export type FundingStatus = 'NotFunded' | 'PartiallyFunded' | 'Funded'

/** Whether the dealer has paid for the contract: only the dealer's own side counts, not what others have to give back. */
export function fundingStatus(rows: readonly LedgerRow[]): FundingStatus {
  const owed = rows.filter(
    (row) => row.isDealerCost && row.direction === 'Receive' && row.offsetOfLedgerId === null,
  )
  const isTakenBack = owed.length > 0 && owed.every(({ status }) => status === 'Voided')
  if (!isTakenBack && owed.every((row) => openAmount(row) === 0)) return 'Funded'
  return owed.some((row) => row.paidAmount > 0) ? 'PartiallyFunded' : 'NotFunded'
}

/**
 * Opens what waits for the dealer's money when it is in. When it has gone again, what was opened by it waits anew; what
 * is paid, or being paid, stays.
 */
export function planFunding(rows: readonly LedgerRow[]): LedgerPlan {
  const isFunded = fundingStatus(rows) === 'Funded'
  return ledgerPlan({
    update: rows.flatMap((row): LedgerUpdate[] => {
      if (isFunded && row.status === 'Pending' && row.waitsFor === 'Funding')
        return [{ row, changes: { status: 'Open', waitsFor: null } }]
      const wasOpened = row.status === 'Open' && row.payWhen === 'WhenFunded' && row.paidAmount === 0
      return !isFunded && wasOpened ? [{ row, changes: { status: 'Pending', waitsFor: 'Funding' } }] : []
    }),
  })
}

/** A correction may leave nothing open of what the dealer owes; what waits then opens with it. */
export function withFunding(rows: readonly LedgerRow[], plan: LedgerPlan): LedgerPlan {
  const after = rowsAfter(rows, plan)
  return fundingStatus(after) === 'Funded' ? mergePlans(plan, onStanding(rows, planFunding(after))) : plan
}

/** The same changes, of the rows as they stand before any of them. */
function onStanding(rows: readonly LedgerRow[], plan: LedgerPlan): LedgerPlan {
  const standing = new Map(rows.map((row) => [row.id, row]))
  return {
    ...plan,
    update: plan.update.map(({ row, changes }) => ({ row: standing.get(row.id) ?? row, changes })),
  }
}
