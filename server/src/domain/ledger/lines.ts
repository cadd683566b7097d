import { type Cents, plus, ZERO } from '../money.ts'
import {
  type Account,
  type NewPosting,
  type Posting,
  payable,
  posting,
  receivable,
  reversal,
  unearned,
} from './journal.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerPlan, ledgerPlan } from './plan.ts'
import { isInBooks, type LedgerRow, type NewLedgerRow, opposite } from './rows.ts'

/**
 * A line of a contract as it stands in the ledger. `share` is whose money it is: a row to be paid out, or a memo of what
 * stays inside. What is in dealer cost has the dealer's side as well, for the same amount the other way.
 */
export interface Line {
  readonly id: number
  readonly code: string
  readonly dealerSide: LedgerRow | null
  readonly share: LedgerRow
}

const lineTypes: readonly string[] = ['ContractDisbursement', 'Refinalize', 'SalesTax']

/** Whether a row is part of a line of its contract, rather than of a cancel, a claim or a fee. */
export const isOfLine = (row: LedgerRow): boolean =>
  lineTypes.includes(row.ledgerType) &&
  row.contractId !== null &&
  row.cancelId === null &&
  row.offsetOfLedgerId === null

/** Rows that others undo: voided ones, and those that were paid and given back. */
export const undoneIn = (rows: readonly LedgerRow[]): ReadonlySet<number | null> =>
  new Set(rows.map(({ offsetOfLedgerId }) => offsetOfLedgerId))

/** The lines that stand, in order. */
export function ledgerLines(rows: readonly LedgerRow[]): Line[] {
  const undone = undoneIn(rows)
  const standing = rows.filter((row) => isOfLine(row) && row.status !== 'Voided' && !undone.has(row.id))
  const dealerSides = new Map(standing.filter((row) => row.isDealerCost).map((row) => [row.lineId, row]))
  return standing
    .filter((row) => !row.isDealerCost)
    .map((share) => ({
      id: share.lineId,
      code: share.disbursementCode ?? '',
      dealerSide: dealerSides.get(share.lineId) ?? null,
      share,
    }))
}

/** A refinalize may take back: then a line goes the other way. */
export const lineSign = ({ share }: Pick<Line, 'share'>): 1 | -1 => (share.direction === 'Pay' ? 1 : -1)

/** What a line is counted by: several rows of one account and code are one amount. */
export const lineKey = (share: {
  readonly disbursementCode: string | null
  readonly accountHolderId: number
  readonly isMemo: boolean
  readonly isInDealerCost: boolean
}): string =>
  JSON.stringify([share.disbursementCode, share.accountHolderId, share.isMemo, share.isInDealerCost])

export const ledgerLineKey = ({ share, dealerSide }: Line): string =>
  lineKey({ ...share, isInDealerCost: dealerSide !== null })

/** What the rows of a line come to, and one of them for what they have in common. */
export interface Net {
  readonly amount: Cents
  readonly line: Line
}

/** What each account gets for each code, over all rows. */
export function netByLine(lines: readonly Line[]): Map<string, Net> {
  const net = new Map<string, Net>()
  for (const line of lines) {
    const before = net.get(ledgerLineKey(line))
    const amount = ((before?.amount ?? 0) + lineSign(line) * line.share.amount) as Cents
    net.set(ledgerLineKey(line), { amount, line: before?.line ?? line })
  }
  return net
}

/** What a contract's lines come to in the ledger, by code. */
export function amountsByCode(rows: readonly LedgerRow[]): Map<string, Cents> {
  const amounts = new Map<string, Cents>()
  for (const { amount, line } of netByLine(ledgerLines(rows)).values())
    amounts.set(line.code, plus(amounts.get(line.code) ?? ZERO, amount))
  return amounts
}

interface Booked {
  readonly debit: Account
  readonly credit: Account
}

type Side = Pick<LedgerRow, 'accountHolderId' | 'direction' | 'isMemo' | 'disbursementCode'>

/** How a line is booked: the dealer owes it, and it is someone's or still to be earned; taken back, the other way. */
export function bookingAccounts(dealer: Side, share: Side): Booked {
  const inside = unearned(share.disbursementCode ?? '')
  const [dealerId, holderId] = [dealer.accountHolderId, share.accountHolderId]
  return share.direction === 'Pay'
    ? { debit: receivable(dealerId), credit: share.isMemo ? inside : payable(holderId) }
    : { debit: share.isMemo ? inside : receivable(holderId), credit: payable(dealerId) }
}

/** Voids an unpaid row: it stays, a second row reverses it, and neither counts from then on. */
export function planVoidRow(row: LedgerRow, dates: PostingDates, reason: string | null): LedgerPlan {
  const changes = { status: 'Voided', waitsFor: null, holdId: null, reason: reason ?? row.reason } as const
  return ledgerPlan({ update: [{ row, changes }], insert: [offsetting(row, dates, { ...changes, reason })] })
}

/** A row that was paid stays as it is: one the other way, for the whole of it, gives it back. */
const givingBack = (row: LedgerRow, dates: PostingDates, reason: string | null): LedgerPlan =>
  ledgerPlan({ insert: [offsetting(row, dates, { status: 'Open', ledgerType: 'Adjustment', reason })] })

function offsetting(
  { id, lineId, ...row }: LedgerRow,
  dates: PostingDates,
  as: Partial<NewLedgerRow>,
): NewLedgerRow {
  const direction = opposite(row.direction)
  return {
    ...row,
    direction,
    waitsFor: null,
    holdId: null,
    inProcessCashTransactionId: null,
    paidAmount: ZERO,
    payWhen: direction === 'Pay' && !row.isMemo ? 'OnFinalize' : null,
    ...dates,
    dueDate: dates.effectiveDate,
    offsetOfLedgerId: id,
    line: lineId,
    ...as,
  }
}

export interface Undone {
  readonly plan: LedgerPlan
  readonly postings: readonly NewPosting[]
}

/** Undoes a line whole: what is unpaid of it is voided, what was paid is given back. */
export function undoLine(
  { id, dealerSide, share }: Line,
  standing: readonly Posting[],
  dates: PostingDates,
  reason: string | null,
): Undone {
  const rows = dealerSide ? [dealerSide, share] : [share]
  const plans = rows.map((row) =>
    row.paidAmount === 0 ? planVoidRow(row, dates, reason) : givingBack(row, dates, reason),
  )
  const plan = ledgerPlan({
    insert: plans.flatMap(({ insert }) => insert),
    update: plans.flatMap(({ update }) => update),
  })
  if (!dealerSide || !isInBooks(share)) return { plan, postings: [] }
  const isUnpaid = rows.every(({ paidAmount }) => paidAmount === 0)
  return { plan, postings: isUnpaid ? reversals(standing, id) : [settlement(dealerSide, share)] }
}

/** What was booked for a line or a row that stands alone, the other way. */
export const reversals = (standing: readonly Posting[], ledgerId: number): NewPosting[] =>
  standing.filter((one) => one.ledgerId === ledgerId).map(reversal)

/** One side was paid: each is taken back where it now stands. */
function settlement(dealerSide: LedgerRow, share: LedgerRow): NewPosting {
  const dealer = undoing(dealerSide)
  const other = share.isMemo ? unearned(share.disbursementCode ?? '') : undoing(share)
  return dealerSide.direction === 'Receive'
    ? posting(other, dealer, dealerSide.amount, dealerSide.lineId)
    : posting(dealer, other, dealerSide.amount, dealerSide.lineId)
}

const undoing = ({ direction, paidAmount, accountHolderId }: LedgerRow): Account =>
  (direction === 'Receive') === (paidAmount === 0) ? receivable(accountHolderId) : payable(accountHolderId)
