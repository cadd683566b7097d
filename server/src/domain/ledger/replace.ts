import { type ContractLines, contractShares, NOT_IN_FORCE, type Share, shareRows } from './contract.ts'
import { type Line, ledgerLines, lineKey, planVoidRow } from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import type { LedgerRow } from './rows.ts'

export type ReplaceRefusal = 'Paid' | 'InProcess'

/**
 * Another price for a contract that is not in force yet. Rows that stay get their new amount, the others are voided or
 * added; what the dealer has paid ahead, or is paying, is not touched.
 */
export function planReplacement(
  rows: readonly LedgerRow[],
  contract: ContractLines,
  dates: PostingDates,
): LedgerPlan | { readonly refused: ReplaceRefusal } {
  const wanted = new Map(contractShares(contract).map((share) => [wantedKey(share), share]))
  const lines = ledgerLines(rows)
  const plans: LedgerPlan[] = []
  for (const line of lines) {
    const { share, dealerSide } = line
    const amount = wanted.get(standingKey(line))?.amount
    if (amount === share.amount) continue
    const both = dealerSide ? [dealerSide, share] : [share]
    if (both.some(({ status }) => status === 'InProcess')) return { refused: 'InProcess' }
    if (both.some(({ paidAmount }) => paidAmount > 0)) return { refused: 'Paid' }
    plans.push(
      ...both.map((row) =>
        amount === undefined
          ? planVoidRow(row, dates, null)
          : ledgerPlan({ update: [{ row, changes: { amount } }] }),
      ),
    )
  }
  const standing = new Set(lines.map(standingKey))
  const insert = [...wanted].flatMap(([key, share]) =>
    standing.has(key)
      ? []
      : shareRows(contract, share, { ledgerType: 'ContractDisbursement', ...NOT_IN_FORCE, ...dates }),
  )
  return mergePlans(...plans, ledgerPlan({ insert }))
}

const wantedKey = (share: Share) => `${lineKey(share)} ${share.payWhen}`
const standingKey = ({ share, dealerSide }: Line) =>
  wantedKey({ ...share, isInDealerCost: dealerSide !== null })
