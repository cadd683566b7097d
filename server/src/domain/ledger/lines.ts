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
 * A line of a contract in the ledger. `share` is the row of the account holder who gets the money: a payable, or a memo
 * row for an internal account. A line of dealer cost also has the dealer's row, for the same amount in the other direction.
 */
export interface Line {
  readonly id: number
  readonly code: string
  readonly dealerSide: LedgerRow | null
  readonly share: LedgerRow
}

const lineTypes: readonly string[] = ['ContractDisbursement', 'Refinalize', 'SalesTax']

/** Whether a row is part of a contract line, and not of a cancel, a claim or a fee. */
export const isOfLine = (row: LedgerRow): boolean =>
  lineTypes.includes(row.ledgerType) &&
  row.contractId !== null &&
  row.cancelId === null &&
  row.offsetOfLedgerId === null

/** The ids of rows that another row offsets: voided rows, and paid rows that were paid back. */
export const undoneIn = (rows: readonly LedgerRow[]): ReadonlySet<number | null> =>
  new Set(rows.map(({ offsetOfLedgerId }) => offsetOfLedgerId))

/** The lines that are neither voided nor offset, in order. */
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

/** A line that a refinalize reduced counts as negative. */
export const lineSign = ({ share }: Pick<Line, 'share'>): 1 | -1 => (share.direction === 'Pay' ? 1 : -1)

/** Rows with the same key are added up: they have the same account holder and code. */
export const lineKey = (share: {
  readonly disbursementCode: string | null
  readonly accountHolderId: number
  readonly isMemo: boolean
  readonly isInDealerCost: boolean
}): string =>
  JSON.stringify([share.disbursementCode, share.accountHolderId, share.isMemo, share.isInDealerCost])

export const ledgerLineKey = ({ share, dealerSide }: Line): string =>
  lineKey({ ...share, isInDealerCost: dealerSide !== null })

/** The sum of the lines with one key, and the first of them. */
export interface Net {
  readonly amount: Cents
  readonly line: Line
}

/** The net amount of each account holder for each code. */
export function netByLine(lines: readonly Line[]): Map<string, Net> {
  const net = new Map<string, Net>()
  for (const line of lines) {
    const before = net.get(ledgerLineKey(line))
    const amount = ((before?.amount ?? 0) + lineSign(line) * line.share.amount) as Cents
    net.set(ledgerLineKey(line), { amount, line: before?.line ?? line })
  }
  return net
}

/** The net amounts of a contract's lines in the ledger, by code. */
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

/** How a line is booked: the dealer owes it, and it is payable or unearned. A reduction is booked the other way around. */
export function bookingAccounts(dealer: Side, share: Side): Booked {
  const internal = unearned(share.disbursementCode ?? '')
  const [dealerId, holderId] = [dealer.accountHolderId, share.accountHolderId]
  return share.direction === 'Pay'
    ? { debit: receivable(dealerId), credit: share.isMemo ? internal : payable(holderId) }
    : { debit: share.isMemo ? internal : receivable(holderId), credit: payable(dealerId) }
}

/** Voids an unpaid row. The row stays, and a voided row in the other direction offsets it. */
export function planVoidRow(row: LedgerRow, dates: PostingDates, reason: string | null): LedgerPlan {
  const changes = { status: 'Voided', waitsFor: null, holdId: null, reason: reason ?? row.reason } as const
  return ledgerPlan({
    update: [{ row, changes }],
    insert: [offsettingRow(row, dates, { ...changes, reason })],
  })
}

/** Pays back a paid row. The row stays as it is, and a new row in the other direction offsets all of it. */
export const planPayBack = (row: LedgerRow, dates: PostingDates, reason: string | null): LedgerPlan =>
  ledgerPlan({ insert: [offsettingRow(row, dates, { status: 'Open', ledgerType: 'Adjustment', reason })] })

function offsettingRow(
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

/** Undoes a whole line: unpaid rows are voided, paid rows are paid back. */
export function undoLine(
  { id, dealerSide, share }: Line,
  standing: readonly Posting[],
  dates: PostingDates,
  reason: string | null,
): Undone {
  const rows = dealerSide ? [dealerSide, share] : [share]
  const plans = rows.map((row) =>
    row.paidAmount === 0 ? planVoidRow(row, dates, reason) : planPayBack(row, dates, reason),
  )
  const plan = ledgerPlan({
    insert: plans.flatMap(({ insert }) => insert),
    update: plans.flatMap(({ update }) => update),
  })
  if (!dealerSide || !isInBooks(share)) return { plan, postings: [] }
  const isUnpaid = rows.every(({ paidAmount }) => paidAmount === 0)
  return { plan, postings: isUnpaid ? reversals(standing, id) : [settlement(dealerSide, share)] }
}

/** The reversals of everything booked for a line or a single row. */
export const reversals = (standing: readonly Posting[], ledgerId: number): NewPosting[] =>
  standing.filter((row) => row.ledgerId === ledgerId).map(reversal)

/** Used when one side was paid: each side is reversed in the account where it is now. */
function settlement(dealerSide: LedgerRow, share: LedgerRow): NewPosting {
  const dealer = reversalAccount(dealerSide)
  const other = share.isMemo ? unearned(share.disbursementCode ?? '') : reversalAccount(share)
  return dealerSide.direction === 'Receive'
    ? posting(other, dealer, dealerSide.amount, dealerSide.lineId)
    : posting(dealer, other, dealerSide.amount, dealerSide.lineId)
}

const reversalAccount = ({ direction, paidAmount, accountHolderId }: LedgerRow): Account =>
  (direction === 'Receive') === (paidAmount === 0) ? receivable(accountHolderId) : payable(accountHolderId)
