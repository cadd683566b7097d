import { addDays, type CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import { isWeekday } from './bank-matching.ts'
import type { CashMethod, CashStatus, CashType } from './cash.ts'

// What may be sent to a bank, when, and by which of an account holder's bank accounts.

/** The day on which banks settle a file that is made today, unless another day is asked for. */
export function nextWeekday(date: CalendarDate): CalendarDate {
  const next = addDays(date, 1)
  return isWeekday(next) ? next : nextWeekday(next)
}

/** Banks settle on weekdays, and not in the past. */
export const isEntryDate = (date: CalendarDate, today: CalendarDate): boolean =>
  date >= today && isWeekday(date)

export interface CashToSend {
  readonly id: number
  readonly type: CashType
  readonly method: CashMethod
  readonly status: CashStatus
  readonly amount: Cents
  readonly accountHolderId: number
  /** The payment method that was chosen for it. */
  readonly paymentMethodId: number | null
  readonly achFileId: number | null
}

/** A bank account of an account holder that is in use. */
export interface BankAccountChoice {
  readonly id: number
  readonly accountHolderId: number
  readonly isDefault: boolean
  readonly directions: readonly string[]
}

/** An entry has ten digits for its amount. An entry without an amount is no payment. */
const ENTRY_AT_MOST = 9_999_999_999

export type SendRefusal = 'AlreadyInAchFile' | 'NotAch'

/** Why cash cannot be sent, or nothing. Each cash transaction is sent once. */
export function sendRefusal(cash: CashToSend): SendRefusal | undefined {
  if (cash.achFileId !== null) return 'AlreadyInAchFile'
  const canBeSent =
    cash.method === 'ACH' && cash.status === 'Posted' && cash.amount > 0 && cash.amount <= ENTRY_AT_MOST
  return canBeSent ? undefined : 'NotAch'
}

/** The bank account that cash is sent to or taken from: the chosen one, or else the default, or else the first. */
export function bankAccountFor<Choice extends BankAccountChoice>(
  cash: CashToSend,
  choices: readonly Choice[],
): Choice | undefined {
  const direction = cash.type === 'Payment' ? 'Pay' : 'Receive'
  const fitting = choices.filter(
    ({ accountHolderId, directions }) =>
      accountHolderId === cash.accountHolderId && directions.includes(direction),
  )
  return (
    fitting.find(({ id }) => id === cash.paymentMethodId) ??
    fitting.find(({ isDefault }) => isDefault) ??
    fitting[0]
  )
}

/**
 * The method by which a payment went that names none, such as one that somebody paid at the bank: the default of its type,
 * or the only one. Of several nobody can say which it was. Methods that have ended count, because it may have been one of
 * them: a second payment that comes back must not end the account that replaced the first.
 */
export const methodThatPaid = <Choice extends { readonly isDefault: boolean }>(
  ofItsType: readonly Choice[],
): Choice | undefined =>
  ofItsType.find(({ isDefault }) => isDefault) ?? (ofItsType.length === 1 ? ofItsType[0] : undefined)

const ADDENDA_LENGTH = 80

/** The numbers of what is paid, as many as fit whole. */
export function paidNumbers(numbers: readonly string[]): string {
  let text = ''
  for (const number of new Set(numbers)) {
    const longer = text === '' ? number : `${text} ${number}`
    if (longer.length > ADDENDA_LENGTH) return text
    text = longer
  }
  return text
}

export const LAST_TRACE = 9_999_999

/** The first trace number of a file. They ascend within a file, so one that would go beyond the last begins again with 1. */
export const firstTraceOfFile = (next: number, entries: number): number =>
  next + entries - 1 > LAST_TRACE ? 1 : next

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Tells the files of one day apart. After the 36th they begin again; the time tells those apart. */
export const fileModifier = (filesBefore: number): string => modifiers[filesBefore % modifiers.length] ?? 'A'

/** What a bank corrected, with all but its end hidden. */
export function maskedCorrection(data: string): string {
  const text = data.trimEnd()
  return `${text.slice(0, -4).replace(/[^ ]/g, '*')}${text.slice(-4)}`
}
