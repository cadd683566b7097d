import type { RefundMethod } from '../cancellation/facts.ts'
import type { CancelCalculation, CancelStep } from '../cancellation/results.ts'
import type { Requester } from '../cancellation/rules.ts'
import { AS_SET } from '../cancellation/step.ts'
import type { ContractForm, FormAddress } from '../contract-form/form.ts'
import type { CalendarDate } from '../dates.ts'
import { type Cents, centsOf, ZERO } from '../money.ts'

/** What a letter about a cancellation is written from. */
export interface CancelLetter {
  readonly writtenAt: string
  readonly date: CalendarDate
  /** The contract as its form has it. */
  readonly contract: LetterContract
  /** Of the request, or of the cancel. */
  readonly number: string
  readonly status: LetterStatus
  readonly requestedBy: Requester
  readonly reason: { readonly code: string; readonly name: string }
  readonly noticeReceivedDate: CalendarDate
  readonly cancelDate: CalendarDate
  readonly cancelOdometer: number | null
  /** Null while something is missing that it needs. */
  readonly calculation: CancelCalculation | null
  /** `cancelOdometer`, `document:CancelForm`. */
  readonly missing: readonly string[]
  /** Of a quote. */
  readonly validUntil: CalendarDate | null
  readonly denyReason: string | null
  readonly reinstateDate: CalendarDate | null
  /** Those of a cancel; before there is one they are as the calculation plans them. */
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

/** Of a request, and the last two of a cancel. */
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
  /** Where the dealer passes the money on: to whom. */
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

/** Whether money comes of it, or would. */
export const paysOut = (status: LetterStatus): boolean => !withoutPayment.includes(status)

/** What was made of the refund; before that, what is planned. What is void is no payment. */
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

/** Who has the money in the end. */
export const paidTo = ({ forPayeeName, payeeName }: LetterPayment): string => forPayeeName ?? payeeName

/** Whether all of it goes to the payee of the calculation: it may be split, or paid to others by now. */
export function goesToPayee(letter: CancelLetter, calculation: CancelCalculation): boolean {
  const payments = livePayments(letter, calculation)
  return payments.length > 0 && payments.every((payment) => paidTo(payment) === calculation.payee.name)
}

/** Who asks, as a name. */
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

/** How a figure came about. */
export function findStep({ steps }: CancelCalculation, code: string): CancelStep | undefined {
  return steps.find((step) => step.code === code)
}

export const isSetByHand = (calculation: CancelCalculation, code: string): boolean =>
  findStep(calculation, code)?.formula === AS_SET

/** A number that a figure was made from; 0 where there was none. */
export function numberInput(calculation: CancelCalculation, code: string, name: string): number {
  const value = findStep(calculation, code)?.inputs[name]
  return typeof value === 'number' ? value : 0
}

/** The same of an amount. */
export const amountInput = (calculation: CancelCalculation, code: string, name: string): Cents =>
  centsOf(numberInput(calculation, code, name))
