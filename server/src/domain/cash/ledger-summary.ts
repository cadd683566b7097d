import type { Direction, LedgerType } from '../ledger/rows.ts'
import { type Cents, minus, plus, ZERO } from '../money.ts'

// What ledger rows add up to. What account holders owe us is positive, and what we owe them is negative.

/** Where the unpaid part of a row stands. A row in a payment batch is open. */
export const itemStates = ['Open', 'Held', 'Pending', 'Paid'] as const
export type ItemState = (typeof itemStates)[number]

/** Rows of one type, direction and state, added up. */
export interface SummedRows {
  readonly ledgerType: LedgerType
  readonly direction: Direction
  readonly state: ItemState
  readonly count: number
  readonly amount: Cents
  readonly paidAmount: Cents
}

/** `received` and `paid` have no sign. In every summary, `net = received - paid + open + held + pending`. */
export interface LedgerSummary {
  readonly count: number
  readonly written: Cents
  readonly cancelled: Cents
  readonly claims: Cents
  readonly other: Cents
  readonly net: Cents
  readonly paid: Cents
  readonly received: Cents
  readonly open: Cents
  readonly held: Cents
  readonly pending: Cents
}

export const emptySummary: LedgerSummary = {
  count: 0,
  written: ZERO,
  cancelled: ZERO,
  claims: ZERO,
  other: ZERO,
  net: ZERO,
  paid: ZERO,
  received: ZERO,
  open: ZERO,
  held: ZERO,
  pending: ZERO,
}

type Business = 'written' | 'cancelled' | 'claims' | 'other'

const businessOf: Readonly<Record<LedgerType, Business>> = {
  ContractDisbursement: 'written',
  Refinalize: 'written',
  Cancel: 'cancelled',
  CancelFee: 'cancelled',
  Reinstatement: 'cancelled',
  Claim: 'claims',
  InspectionFee: 'claims',
  TransferFee: 'other',
  SalesTax: 'other',
  Adjustment: 'other',
  Penalty: 'other',
  CashOverShort: 'other',
}

const unpaidIn = { Open: 'open', Held: 'held', Pending: 'pending', Paid: 'open' } as const satisfies Record<
  ItemState,
  keyof LedgerSummary
>

/** The summary with these rows added. */
export function addToSummary(summary: LedgerSummary, rows: SummedRows): LedgerSummary {
  const { ledgerType, direction, state, count, amount, paidAmount } = rows
  const signed = (cents: Cents): Cents => (direction === 'Receive' ? cents : minus(ZERO, cents))
  const [business, unpaid] = [businessOf[ledgerType], unpaidIn[state]]
  const cash = direction === 'Receive' ? 'received' : 'paid'
  return {
    ...summary,
    count: summary.count + count,
    net: plus(summary.net, signed(amount)),
    [business]: plus(summary[business], signed(amount)),
    [cash]: plus(summary[cash], paidAmount),
    [unpaid]: plus(summary[unpaid], signed(minus(amount, paidAmount))),
  }
}
