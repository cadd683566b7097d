import { type LedgerPlan, type LedgerUpdate, ledgerPlan } from '../ledger/plan.ts'
import type { LedgerRow } from '../ledger/rows.ts'
import { type Cents, minus, sumCents, ZERO } from '../money.ts'
import { payAll, payOldestFirst } from './allot.ts'
import { type Application, type CashType, isPayable } from './cash.ts'
import { withFundingOf } from './cash-plans.ts'

// Rows that are chosen to be paid together, and what is paid of them when the money is there.

/** Draft, Processing and Failed are for banks that answer later. */
export const batchStatuses = ['Draft', 'Ready', 'Processing', 'Processed', 'Failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const batchDirections = ['Receive', 'Pay', 'Net'] as const
export type BatchDirection = (typeof batchDirections)[number]

export type StageRefusal = 'LedgerOfOther' | 'LedgerInOtherBatch' | 'DirectionMismatch' | 'LedgerNotOpen'

/**
 * Why a row cannot be in a batch of an account holder, or nothing if it can. A dealer may pay for a contract that is not
 * finalized; nothing is netted with such a row, because it is not in the books yet.
 */
export function stageRefusal(
  { accountHolderId, direction }: { readonly accountHolderId: number; readonly direction: BatchDirection },
  row: LedgerRow,
): StageRefusal | undefined {
  if (row.accountHolderId !== accountHolderId) return 'LedgerOfOther'
  if (row.status === 'InProcess') return 'LedgerInOtherBatch'
  if (direction !== 'Net' && row.direction !== direction) return 'DirectionMismatch'
  if (!isPayable(row)) return 'LedgerNotOpen'
  return direction === 'Net' && row.status === 'Pending' ? 'LedgerNotOpen' : undefined
}

/** Puts the rows in a batch. */
export const planStaging = (rows: readonly LedgerRow[], batchId: number): LedgerPlan =>
  ledgerPlan({
    update: rows.map((row) => ({
      row,
      changes: { status: 'InProcess', inProcessCashTransactionId: batchId },
    })),
  })

/**
 * Takes the rows out of a batch: they are what they were. A payable whose contract is no longer funded waits for that.
 * `contracts` are all rows of the contracts that the rows belong to.
 */
export function planUnstaging(rows: readonly LedgerRow[], contracts: readonly LedgerRow[]): LedgerPlan {
  const ids = new Set(rows.map(({ id }) => id))
  return withFundingOf(
    contracts,
    ledgerPlan({ update: rows.map(unstaged) }),
    () =>
      ({ id }) =>
        ids.has(id),
  )
}

const unstaged = (row: LedgerRow): LedgerUpdate => ({
  row,
  changes: { status: row.waitsFor === null ? 'Open' : 'Pending', inProcessCashTransactionId: null },
})

/** What rows of one direction come to. */
export const totalOf = (direction: LedgerRow['direction'], items: readonly Application[]): Cents =>
  sumCents(items.filter(({ row }) => row.direction === direction).map(({ amount }) => amount))

export const stagedItems = payAll

/** Money comes in unless we owe more than we are owed. */
export const cashTypeFor = (direction: BatchDirection, netAmount: Cents): CashType =>
  direction === 'Pay' || (direction === 'Net' && netAmount < 0) ? 'Payment' : 'Receipt'

export interface Received {
  readonly direction: BatchDirection
  readonly type: CashType
  /** What the rows come to, without a sign. */
  readonly due: Cents
  readonly received: Cents
  readonly writeOff: boolean
  readonly tolerance: Cents
}

export type ProcessRefusal = 'AmountMismatch' | 'DifferenceTooLarge'

/** What the money pays of a batch. */
export interface Allotment {
  readonly applications: readonly Application[]
  /** The rows that the money is not enough for. */
  readonly unpaid: readonly LedgerRow[]
  /** The difference that is written off: above zero when too much came, below when too little. */
  readonly writtenOff: Cents
}

/** Divides what came among the rows of a batch, or says why it cannot. */
export function allotReceived(
  items: readonly Application[],
  { direction, type, due, received, writeOff, tolerance }: Received,
): Allotment | { readonly refused: ProcessRefusal } {
  const difference = minus(received, due)
  if (difference === 0) return { applications: items, unpaid: [], writtenOff: ZERO }
  if (type === 'Payment') return { refused: 'AmountMismatch' }
  if (writeOff)
    return Math.abs(difference) > tolerance
      ? { refused: 'DifferenceTooLarge' }
      : { applications: items, unpaid: [], writtenOff: difference }
  if (difference > 0) return { applications: items, unpaid: [], writtenOff: ZERO }
  if (direction === 'Net') return { refused: 'AmountMismatch' }
  const applications = payOldestFirst(items, received)
  const paid = new Set(applications.map(({ row }) => row.id))
  return {
    applications,
    unpaid: items.map(({ row }) => row).filter(({ id }) => !paid.has(id)),
    writtenOff: ZERO,
  }
}
