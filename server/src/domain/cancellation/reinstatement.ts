import { addDays, type CalendarDate, daysBetween } from '../dates.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import type { Suspension } from '../refund/clock.ts'
import type { EarnedOnCancel } from './cancel-plan.ts'
import type { CancelCalculation } from './results.ts'

// A reinstatement reverses a cancellation from its stored figures. Nothing is calculated again.

export interface ReinstateFacts {
  readonly status: 'Active' | 'Reversed'
  readonly isLast: boolean
  readonly cancelDate: CalendarDate
  readonly expirationDate: CalendarDate
  readonly payments: readonly { readonly id: number; readonly amount: Cents; readonly isPaid: boolean }[]
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

export interface Reinstatement {
  readonly expirationDate: CalendarDate
  /** The days without coverage. They count as suspended, for claims and for any later refund. */
  readonly gap: Suspension | null
  readonly lines: readonly ReversedLine[]
  /** Unpaid payments, which are voided. */
  readonly voidedPayments: readonly number[]
  /** The total of the payments that were already made and must be recovered. */
  readonly recovered: Cents
}

export interface ReversedLine {
  readonly code: string
  readonly reversedRefund: Cents
  readonly reversedEarned: Cents
}

/** What the reinstatement reverses, and the new end of the contract. */
export function planReinstatement(
  calculation: Pick<CancelCalculation, 'lines'>,
  earned: readonly EarnedOnCancel[],
  cancel: ReinstateFacts,
  { gapDays }: ReinstateTerms,
): Reinstatement {
  const onCancel = new Map(earned.map((line) => [line.code, line]))
  return {
    expirationDate: addDays(cancel.expirationDate, gapDays),
    gap: gapDays === 0 ? null : { from: cancel.cancelDate, to: addDays(cancel.cancelDate, gapDays) },
    lines: calculation.lines.map(({ code }) => ({
      code,
      reversedRefund: minus(ZERO, onCancel.get(code)?.refund ?? ZERO),
      reversedEarned: minus(ZERO, onCancel.get(code)?.earnedOnCancel ?? ZERO),
    })),
    voidedPayments: cancel.payments.filter(({ isPaid }) => !isPaid).map(({ id }) => id),
    recovered: cancel.payments
      .filter(({ isPaid }) => isPaid)
      .reduce((sum, { amount }): Cents => (sum + amount) as Cents, ZERO),
  }
}
