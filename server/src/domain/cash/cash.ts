import { type Direction, type LedgerRow, openAmount } from '../ledger/rows.ts'
import { type Cents, minus, sumCents } from '../money.ts'

// Cash that came in or went out, and the ledger rows that it pays.

/** `Receipt`: money that an account holder sent us. `Payment`: money that we sent. */
export const cashTypes = ['Receipt', 'Payment'] as const
export type CashType = (typeof cashTypes)[number]

export const cashMethods = ['Check', 'ACH', 'Wire', 'CreditCard', 'Netting', 'Cash'] as const
export type CashMethod = (typeof cashMethods)[number]

/** `Cleared`: the bank has seen it. `Voided`: our mistake, or a lost check. `Returned`: the bank sent it back. */
export const cashStatuses = ['Posted', 'Cleared', 'Voided', 'Returned'] as const
export type CashStatus = (typeof cashStatuses)[number]

/** The part of a cash transaction that pays a row. */
export interface Application {
  readonly row: LedgerRow
  readonly amount: Cents
}

/** The rows that this kind of cash pays. Rows in the other direction are netted. */
export const ownDirection = (type: CashType): Direction => (type === 'Receipt' ? 'Receive' : 'Pay')

/** How much of the cash its applications use up. Below zero, when more is netted than paid. */
export function appliedAmount(type: CashType, applications: readonly Application[]): Cents {
  const sum = (isOwn: boolean) =>
    sumCents(
      applications
        .filter(({ row }) => (row.direction === ownDirection(type)) === isOwn)
        .map(({ amount }) => amount),
    )
  return minus(sum(true), sum(false))
}

export type ApplyRefusal = 'LedgerOfOther' | 'LedgerInOtherBatch' | 'LedgerNotOpen' | 'OverApplied'

/**
 * Why an amount of an account holder's cash cannot pay a row, or nothing if it can. A dealer may pay a contract that is
 * not finalized yet; what we owe is paid only when it is open.
 */
export function applyRefusal(
  accountHolderId: number,
  { row, amount }: Application,
): ApplyRefusal | undefined {
  if (row.accountHolderId !== accountHolderId) return 'LedgerOfOther'
  if (row.status === 'InProcess') return 'LedgerInOtherBatch'
  if (!isPayable(row)) return 'LedgerNotOpen'
  return amount > openAmount(row) ? 'OverApplied' : undefined
}

/**
 * Whether a row can be paid, or be put in a batch. What an account holder gives back of money that it gets only after
 * funding waits for the funding as well.
 */
export const isPayable = (row: LedgerRow): boolean =>
  !row.isMemo &&
  openAmount(row) > 0 &&
  (row.status === 'Open' ||
    (row.status === 'Pending' && row.direction === 'Receive' && row.waitsFor === 'Finalize'))

export type CashTransition = 'Cleared' | 'Voided' | 'Returned'

/** Whether a cash transaction may take this status. One that the bank has cleared can still be sent back. */
export const mayBecome = (status: CashStatus, next: CashTransition): boolean =>
  next === 'Cleared' ? status === 'Posted' : status === 'Posted' || status === 'Cleared'
