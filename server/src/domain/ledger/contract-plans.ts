import type { Cents } from '../money.ts'
import { type ContractLines, contractShares, NOT_IN_FORCE, type Share, shareRows } from './contract.ts'
import { fundingStatus } from './funding.ts'
import { type NewEntry, type NewPosting, type Posting, posting, receivable, unapplied } from './journal.ts'
import {
  bookingAccounts,
  isOfLine,
  type Line,
  ledgerLines,
  lineKey,
  netByLine,
  planVoidRow,
  undoLine,
  undoneIn,
} from './lines.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, type LedgerUpdate, ledgerPlan, mergePlans } from './plan.ts'
import { dealerDueDate, type LedgerRow, type NewLedgerRow, type RowState } from './rows.ts'
import { undoSingle } from './single.ts'

// What the ledger does when a contract is finalized, its price changes, or it is voided.

/** Finalizes a contract: its rows are booked as of that date, and earlier payments are applied. */
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
      const isDealerRow = row.accountHolderId === dealerId
      const dueDate = isDealerRow ? dealerDueDate(dates.effectiveDate) : dates.effectiveDate
      return [{ row, changes: { ...dates, dueDate, ...stateAfterFinalize(row, isFunded) } }]
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

/** The state of a row after the finalize. */
function stateAfterFinalize(row: LedgerRow, isFunded: boolean): Pick<RowState, 'status' | 'waitsFor'> {
  if (row.status === 'InProcess') return { status: 'InProcess', waitsFor: null }
  if (!row.isMemo && row.paidAmount === row.amount) return { status: 'Paid', waitsFor: null }
  return row.payWhen === 'WhenFunded' && !isFunded
    ? { status: 'Pending', waitsFor: 'Funding' }
    : { status: 'Open', waitsFor: null }
}

/**
 * Changes the price of a contract in force: adds a row with the difference for each code and account holder. Existing rows
 * do not change, because they may be paid.
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
    const share = after.get(key) ?? (old && shareFromLine(old.line))
    const difference = (after.get(key)?.amount ?? 0) - (old?.amount ?? 0)
    if (!share || difference === 0) continue
    const direction = difference > 0 ? 'Pay' : 'Receive'
    const added = shareRows(
      contract,
      { ...share, amount: Math.abs(difference) as Cents },
      { ledgerType: 'Refinalize', status: 'Open', waitsFor: null, ...dates },
      direction,
    ).map((row) => (waitsForFunding(row, lines) ? ({ ...row, ...WAITS_FOR_FUNDING } as const) : row))
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

const WAITS_FOR_FUNDING = { status: 'Pending', waitsFor: 'Funding' } as const

const shareFromLine = ({ share, dealerSide }: Line): Share => {
  const { accountHolderId, disbursementCode, disbursementGroup, isMemo, amount, payWhen } = share
  return {
    ...{ accountHolderId, disbursementCode, disbursementGroup, isMemo, amount, payWhen },
    isInDealerCost: dealerSide !== null,
  }
}

/** An additional payable waits for funding. A reduction waits as long as the payable that it reduces. */
function waitsForFunding(row: NewLedgerRow, lines: readonly Line[]): boolean {
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

export type ReplaceRefusal = 'Paid' | 'InProcess'

/**
 * Changes the price of a contract that is not in force yet. Rows get their new amounts; others are voided or added. The
 * change is refused when it affects a row that the dealer has paid or that is in a payment.
 */
export function planReplacement(
  rows: readonly LedgerRow[],
  contract: ContractLines,
  dates: PostingDates,
): LedgerPlan | { readonly refused: ReplaceRefusal } {
  const wanted = new Map(contractShares(contract).map((share) => [keyOfShare(share), share]))
  const lines = ledgerLines(rows)
  const plans: LedgerPlan[] = []
  for (const line of lines) {
    const { share, dealerSide } = line
    const amount = wanted.get(keyOfLine(line))?.amount
    if (amount === share.amount) continue
    const pair = dealerSide ? [dealerSide, share] : [share]
    if (pair.some(({ status }) => status === 'InProcess')) return { refused: 'InProcess' }
    if (pair.some(({ paidAmount }) => paidAmount > 0)) return { refused: 'Paid' }
    plans.push(
      ...pair.map((row) =>
        amount === undefined
          ? planVoidRow(row, dates, null)
          : ledgerPlan({ update: [{ row, changes: { amount } }] }),
      ),
    )
  }
  const existing = new Set(lines.map(keyOfLine))
  const insert = [...wanted].flatMap(([key, share]) =>
    existing.has(key)
      ? []
      : shareRows(contract, share, { ledgerType: 'ContractDisbursement', ...NOT_IN_FORCE, ...dates }),
  )
  return mergePlans(...plans, ledgerPlan({ insert }))
}

const keyOfShare = (share: Share) => `${lineKey(share)} ${share.payWhen}`
const keyOfLine = ({ share, dealerSide }: Line) =>
  keyOfShare({ ...share, isInDealerCost: dealerSide !== null })

/** `Paid`: the dealer has paid for a contract that is not in force. `PaidOut`: money of the contract was paid out. */
export type VoidRefusal = 'InProcess' | 'Paid' | 'PaidOut'

/** Why the rows of a contract cannot be voided, or nothing if they can. */
export function voidRefusal(rows: readonly LedgerRow[]): VoidRefusal | undefined {
  if (rows.some(({ status }) => status === 'InProcess')) return 'InProcess'
  const paid = standingRows(rows).filter(({ paidAmount }) => paidAmount > 0)
  if (paid.some(({ direction }) => direction === 'Pay')) return 'PaidOut'
  const isInForce = rows.every(({ waitsFor }) => waitsFor !== 'Finalize')
  return paid.length > 0 && !isInForce ? 'Paid' : undefined
}

/** The rows that neither are voided, nor offset a row, nor are offset by one. */
function standingRows(rows: readonly LedgerRow[]): LedgerRow[] {
  const undone = undoneIn(rows)
  return rows.filter(
    ({ id, status, offsetOfLedgerId }) => status !== 'Voided' && offsetOfLedgerId === null && !undone.has(id),
  )
}

/**
 * Voids a contract. Unpaid rows are voided in pairs and their journal rows are reversed. What was paid is owed back in new
 * rows. That holds for fees and manual rows as well, but not for what is owed for a claim that was denied, such as the fee
 * of its inspection, or for a cancel that was reinstated. Earnings are not reversed here: that is part of posting earnings.
 */
export function planVoid(
  contractId: number,
  rows: readonly LedgerRow[],
  standing: readonly Posting[],
  dates: PostingDates,
): LedgerPlan | { readonly refused: VoidRefusal } {
  const refused = voidRefusal(rows)
  if (refused) return { refused }
  const alone = standingRows(rows).filter(
    (row) => !isOfLine(row) && row.claimId === null && row.cancelId === null,
  )
  const undone = [
    ...ledgerLines(rows).map((line) => undoLine(line, standing, dates, null)),
    ...alone.map((row) => undoSingle(row, standing, dates)),
  ]
  const postings = undone.flatMap((line) => line.postings)
  return mergePlans(
    ...undone.map(({ plan }) => plan),
    ledgerPlan({ journal: [{ entryType: 'Void', ...dates, contractId, postings }] }),
  )
}
