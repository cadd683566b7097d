import type { RefundMethod } from '../cancellation/facts.ts'
import type { CancelCalculation } from '../cancellation/results.ts'
import type { Requester } from '../cancellation/rules.ts'
import type { ContractForm, FormAddress } from '../contract-form/form.ts'
import type { CalendarDate } from '../dates.ts'
import { type Cents, ZERO } from '../money.ts'

/** The facts that a letter about a cancellation is written from. */
export interface CancelLetter {
  readonly writtenAt: string
  readonly date: CalendarDate
  /** The contract as on its form. */
  readonly contract: LetterContract
  /** The number of the request or of the cancel. */
  readonly number: string
  readonly status: LetterStatus
  readonly requestedBy: Requester
  readonly reason: { readonly code: string; readonly name: string }
  readonly noticeReceivedDate: CalendarDate
  readonly cancelDate: CalendarDate
  readonly cancelOdometer: number | null
  /** Null while a required input is missing. */
  readonly calculation: CancelCalculation | null
  /** E.g. `cancelOdometer`, `document:CancelForm`. */
  readonly missing: readonly string[]
  /** For quotes. */
  readonly validUntil: CalendarDate | null
  readonly denyReason: string | null
  readonly reinstateDate: CalendarDate | null
  /** The payments of the cancel. Empty before there is one: the calculation has the planned payments. */
  readonly payments: readonly LetterPayment[]
}

export type LetterContract = Pick<
  ContractForm,
  | 'administrator'
  | 'contractNumber'
  | 'customer'
  | 'cobuyer'
  | 'dealer'
  | 'lienHolder'
  | 'insurer'
  | 'item'
  | 'coverage'
>

/** The statuses of a request; the last two are those of a cancel. */
export type LetterStatus =
  | 'Quote'
  | 'Expired'
  | 'Requested'
  | 'NeedsInfo'
  | 'Approved'
  | 'Executed'
  | 'Denied'
  | 'Withdrawn'
  | 'Active'
  | 'Reversed'

export interface LetterPayment {
  readonly payeeName: string
  /** Set when the dealer passes the refund on: the final payee. */
  readonly forPayeeName: string | null
  readonly amount: Cents
  readonly method: RefundMethod
  readonly status: 'Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped'
  readonly refundDueDate: CalendarDate
  readonly latePenalty: Cents
  readonly checkNumber: string | null
  readonly paidDate: CalendarDate | null
  readonly confirmedDate: CalendarDate | null
  readonly mailTo: FormAddress | null
}

const withoutPayment: readonly LetterStatus[] = ['Expired', 'NeedsInfo', 'Denied', 'Withdrawn', 'Reversed']

/** Whether a refund is or would be paid in this status. */
export const paysOut = (status: LetterStatus): boolean => !withoutPayment.includes(status)

/** The payments of the cancel without voided ones, or the planned payments before there is a cancel. */
export function livePayments(
  { payments, status }: Pick<CancelLetter, 'payments' | 'status'>,
  { payments: planned, refundDueDate }: CancelCalculation,
): readonly LetterPayment[] {
  if (status === 'Active' || payments.length > 0)
    return payments.filter((payment) => payment.status !== 'Voided')
  return planned.map(({ payeeName, forPayeeName, amount, method }) => ({
    ...{ payeeName, forPayeeName, amount, method, refundDueDate, mailTo: null },
    ...{ status: 'Pending', latePenalty: ZERO, checkNumber: null, paidDate: null, confirmedDate: null },
  }))
}

/** The final payee. */
export const paidTo = ({ forPayeeName, payeeName }: LetterPayment): string => forPayeeName ?? payeeName

/** Whether the whole refund goes to the payee of the calculation. It may have been split or redirected. */
export function goesToPayee(letter: CancelLetter, calculation: CancelCalculation): boolean {
  const payments = livePayments(letter, calculation)
  return payments.length > 0 && payments.every((payment) => paidTo(payment) === calculation.payee.name)
}

/** The name of the party that requested the cancellation. */
export function requesterName(
  requestedBy: Requester,
  { customer, dealer, lienHolder, insurer, administrator }: LetterContract,
): string {
  switch (requestedBy) {
    case 'Customer':
      return customer.name
    case 'Dealer':
      return dealer.name
    case 'LienHolder':
      return lienHolder?.name ?? 'The lien holder'
    case 'Insurer':
      return insurer?.name ?? 'The insurer'
    case 'Administrator':
      return administrator.name
    default:
      return requestedBy satisfies never
  }
}
