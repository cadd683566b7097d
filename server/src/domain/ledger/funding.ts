import { type LedgerPlan, type LedgerUpdate, ledgerPlan, mergePlans, rowsAfter } from './plan.ts'
import { type LedgerRow, openAmount } from './rows.ts'

export type FundingStatus = 'NotFunded' | 'PartiallyFunded' | 'Funded'

/** Whether the dealer has paid for the contract. Only the dealer's own rows count, not what others have to pay back. */
export function fundingStatus(rows: readonly LedgerRow[]): FundingStatus {
  const owed = rows.filter(
    (row) => row.isDealerCost && row.direction === 'Receive' && row.offsetOfLedgerId === null,
  )
  const isVoided = owed.length > 0 && owed.every(({ status }) => status === 'Voided')
  if (!isVoided && owed.every((row) => openAmount(row) === 0)) return 'Funded'
  return owed.some((row) => row.paidAmount > 0) ? 'PartiallyFunded' : 'NotFunded'
}

/**
 * Opens the rows that wait for funding once the contract is funded. If the contract is not funded, the opened rows wait
 * again, except those that are paid or in a payment: all of them, or those that are chosen.
 */
export function planFunding(
  rows: readonly LedgerRow[],
  mayWait: (row: LedgerRow) => boolean = () => true,
): LedgerPlan {
  const isFunded = fundingStatus(rows) === 'Funded'
  return ledgerPlan({
    update: rows.flatMap((row): LedgerUpdate[] => {
      if (isFunded && row.status === 'Pending' && row.waitsFor === 'Funding')
        return [{ row, changes: { status: 'Open', waitsFor: null } }]
      const wasOpened = row.status === 'Open' && row.payWhen === 'WhenFunded' && row.paidAmount === 0
      return !isFunded && wasOpened && mayWait(row)
        ? [{ row, changes: { status: 'Pending', waitsFor: 'Funding' } }]
        : []
    }),
  })
}

/** A correction may leave the contract funded. Then the rows that wait for funding open with it. */
export function withFunding(rows: readonly LedgerRow[], plan: LedgerPlan): LedgerPlan {
  const after = rowsAfter(rows, plan)
  return fundingStatus(after) === 'Funded' ? mergePlans(plan, onStoredRows(rows, planFunding(after))) : plan
}

/** The same changes, applied to the rows as stored. */
export function onStoredRows(rows: readonly LedgerRow[], plan: LedgerPlan): LedgerPlan {
  const stored = new Map(rows.map((row) => [row.id, row]))
  return {
    ...plan,
    update: plan.update.map(({ row, changes }) => ({ row: stored.get(row.id) ?? row, changes })),
  }
}
