import type { Cents } from '../money.ts'
import { type ContractLines, contractShares, type Share, shareRows } from './contract.ts'
import { type NewPosting, posting } from './journal.ts'
import { bookingAccounts, type Line, ledgerLines, lineKey, netByLine } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import type { LedgerRow, NewLedgerRow } from './rows.ts'

/**
 * Another price for a contract in force: for each code and account a row of what is more or less than before. What stands
 * is never touched, so that nothing that was paid changes.
 */
export function planRefinalize(
  rows: readonly LedgerRow[],
  contract: ContractLines,
  dates: PostingDates,
): LedgerPlan {
  const lines = ledgerLines(rows)
  const before = netByLine(lines)
  const after = new Map(contractShares(contract).map((share) => [lineKey(share), share]))
  const insert: NewLedgerRow[] = []
  const postings: NewPosting[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(key)
    const share = after.get(key) ?? (old && shareOf(old.line))
    const difference = (after.get(key)?.amount ?? 0) - (old?.amount ?? 0)
    if (!share || difference === 0) continue
    const direction = difference > 0 ? 'Pay' : 'Receive'
    const added = shareRows(
      contract,
      { ...share, amount: Math.abs(difference) as Cents },
      { ledgerType: 'Refinalize', status: 'Open', waitsFor: null, ...dates },
      direction,
    ).map((row) => (isToWait(row, lines) ? ({ ...row, ...FOR_FUNDING } as const) : row))
    insert.push(...added)
    const [dealerSide, own] = added
    if (!dealerSide || !own) continue
    const { debit, credit } = bookingAccounts(dealerSide, own)
    postings.push(posting(debit, credit, dealerSide.amount, dealerSide))
  }
  const { contractId } = contract
  return mergePlans(
    ledgerPlan({ insert, journal: [{ entryType: 'Refinalize', ...dates, contractId, postings }] }),
  )
}

const FOR_FUNDING = { status: 'Pending', waitsFor: 'Funding' } as const

const shareOf = ({ share, dealerSide }: Line): Share => {
  const { accountHolderId, disbursementCode, disbursementGroup, isMemo, amount, payWhen } = share
  return {
    ...{ accountHolderId, disbursementCode, disbursementGroup, isMemo, amount, payWhen },
    isInDealerCost: dealerSide !== null,
  }
}

/** An increase waits for the dealer's money. An account does not return money that it has not received yet. */
function isToWait(row: NewLedgerRow, lines: readonly Line[]): boolean {
  if (row.isDealerCost || row.isMemo) return false
  if (row.direction === 'Pay') return row.payWhen === 'WhenFunded'
  return lines.some(
    ({ share }) =>
      share.waitsFor === 'Funding' &&
      share.direction === 'Pay' &&
      share.disbursementCode === row.disbursementCode &&
      share.accountHolderId === row.accountHolderId,
  )
}
