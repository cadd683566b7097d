import type { LedgerType } from '../ledger/rows.ts'
import { type Cents, minus, plus } from '../money.ts'

// What ledger rows add up to. What account holders owe us is positive, and what we owe them is negative.

/** Where the unpaid part of a row stands. A row in a payment batch is open. */
export type ItemState = 'Open' | 'Held' | 'Pending' | 'Paid'

type Business = 'written' | 'cancelled' | 'claims' | 'other'

/** What the rows of a type are part of. */
export const businessOf: Readonly<Record<LedgerType, Business>> = {
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

/** The sums of rows that the others follow from. */
export interface LedgerSums {
  readonly count: number
  readonly net: Cents
  readonly cancelled: Cents
  readonly claims: Cents
  readonly other: Cents
  /** What was paid of rows to receive and of rows to pay, without a sign. */
  readonly received: Cents
  readonly paid: Cents
  readonly held: Cents
  readonly pending: Cents
}

/** In every summary, `net = received - paid + open + held + pending`. */
export interface LedgerSummary extends LedgerSums {
  readonly written: Cents
  readonly open: Cents
}

/** What is no other business is written, and what is not paid, held or pending is open. */
export function completeSummary(sums: LedgerSums): LedgerSummary {
  const { net, cancelled, claims, other, received, paid, held, pending } = sums
  const unpaid = minus(net, minus(received, paid))
  return {
    ...sums,
    written: minus(net, plus(plus(cancelled, claims), other)),
    open: minus(unpaid, plus(held, pending)),
  }
}
