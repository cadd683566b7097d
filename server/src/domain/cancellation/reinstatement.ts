import { type CalendarDate, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'

// A reinstatement reverses a cancellation from its stored figures. Nothing is calculated again.

export interface ReinstateFacts {
  readonly status: 'Active' | 'Reversed'
  readonly isLast: boolean
  readonly cancelDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly payments: readonly {
    readonly id: number
    readonly amount: Cents
    /** In part or in full. */
    readonly isPaid: boolean
    readonly isWhole: boolean
  }[]
  readonly hasRowInBatch: boolean
  /** Another contract of the same product type that is in force on the vehicle and was sold later. */
  readonly duplicateContractId: number | null
}

export interface ReinstateTerms {
  readonly reinstateDate: CalendarDate
  /** Days without coverage. They extend the term at its end. */
  readonly gapDays: number
  /** The account that owes the refund that was already paid out. */
  readonly recoveryAccountId: number | null
}

export type ReinstateRefusal =
  | { readonly code: 'AlreadyReversed' | 'NotLastCancel' | 'LedgerInOtherBatch' }
  | { readonly code: 'RefundAlreadyPaid'; readonly paymentIds: readonly number[] }
  | { readonly code: 'DuplicateContract'; readonly contractId: number }
  | { readonly code: 'GapDaysOutOfRange'; readonly most: number }
  | {
      readonly code: 'ReinstateDateOutOfRange'
      readonly earliest: CalendarDate
      readonly latest: CalendarDate
    }

/** All reasons why the cancel cannot be reinstated. */
export function reinstateRefusals(
  cancel: ReinstateFacts,
  { reinstateDate, gapDays, recoveryAccountId }: ReinstateTerms,
  today: CalendarDate,
): ReinstateRefusal[] {
  const refusals: ReinstateRefusal[] = []
  if (cancel.status === 'Reversed') return [{ code: 'AlreadyReversed' }]
  if (!cancel.isLast) refusals.push({ code: 'NotLastCancel' })
  const paid = cancel.payments.filter(({ isPaid }) => isPaid).map(({ id }) => id)
  if (paid.length > 0 && recoveryAccountId === null)
    refusals.push({ code: 'RefundAlreadyPaid', paymentIds: paid })
  if (cancel.hasRowInBatch) refusals.push({ code: 'LedgerInOtherBatch' })
  if (cancel.duplicateContractId !== null)
    refusals.push({ code: 'DuplicateContract', contractId: cancel.duplicateContractId })
  const latest = today < cancel.expirationDate ? today : cancel.expirationDate
  if (reinstateDate < cancel.cancelDate || reinstateDate > latest)
    refusals.push({ code: 'ReinstateDateOutOfRange', earliest: cancel.cancelDate, latest })
  const most = Math.max(daysBetween(cancel.cancelDate, reinstateDate), 0)
  if (gapDays < 0 || gapDays > most) refusals.push({ code: 'GapDaysOutOfRange', most })
  return refusals
}
