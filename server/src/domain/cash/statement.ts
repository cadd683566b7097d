import type { CalendarDate } from '../dates.ts'
import type { EntryType } from '../ledger/journal.ts'
import { type Cents, minus, plus, sumCents } from '../money.ts'
import type { CashType } from './cash.ts'

// A statement tells an account holder what happened on its account in a range of days. What it owes us is positive.

/** In the order in which a statement lists them. */
export const statementGroups = ['newBusiness', 'cancels', 'claims', 'other', 'cash'] as const
export type StatementGroup = (typeof statementGroups)[number]

/** What each group comes to. `cash` is what we received less what we paid, so it lowers the balance. */
export type StatementSums = Readonly<Record<StatementGroup, Cents>>

export interface StatementFigures extends StatementSums {
  readonly openingBalance: Cents
  readonly closingBalance: Cents
}

/** The closing balance is the opening balance with everything that happened since. */
export function statementFigures(openingBalance: Cents, sums: StatementSums): StatementFigures {
  const { newBusiness, cancels, claims, other, cash } = sums
  const charged = sumCents([newBusiness, cancels, claims, other])
  return { ...sums, openingBalance, closingBalance: minus(plus(openingBalance, charged), cash) }
}

export interface StatementLine {
  readonly group: StatementGroup
  readonly date: CalendarDate
  readonly contractNumber: string | null
  readonly text: string
  readonly amount: Cents
}

/** What is known about a line besides its amount. */
export interface LineFacts {
  readonly entryType: EntryType
  /** The disbursement. Null for the cost of a contract, whose lines a dealer does not see, and for rows without one. */
  readonly code: string | null
  /** What was noted on a row that was entered by hand. */
  readonly reason: string | null
  /** The amount is owed to the account holder, not by it. */
  readonly isCredit: boolean
  readonly cash: CashOnLine | null
}

export interface CashOnLine {
  readonly type: CashType
  readonly method: string
  readonly number: string
  readonly checkNumber: string | null
  /** The bank sent it back, or we took it back. */
  readonly isReversal: boolean
}

const words: Readonly<Record<Exclude<EntryType, 'Cash' | 'Manual' | 'Cancel'>, string>> = {
  Finalize: 'Contract sold',
  Refinalize: 'Contract changed',
  Void: 'Contract voided',
  LedgerEdit: 'Amount corrected',
  LedgerDelete: 'Item voided',
  TransferFee: 'Transfer fee',
  Earning: 'Earnings',
  CashOverShort: 'Difference written off',
  Nsf: 'Fee for a returned payment',
  Claim: 'Claim payment',
  InspectionFee: 'Inspection fee',
  CancelFee: 'Cancellation fee',
  Penalty: 'Penalty for a late refund',
  Reinstatement: 'Cancellation reversed',
}

/** A line in words. */
export function lineText({ entryType, code, reason, isCredit, cash }: LineFacts): string {
  if (entryType === 'Cash') return cash ? cashText(cash) : 'Payment'
  if (entryType === 'Manual') return reason ? `Adjustment: ${reason}` : 'Adjustment'
  if (entryType === 'Cancel')
    return isCredit ? 'Cancellation: refund' : `Cancellation: share to give back${code ? ` (${code})` : ''}`
  return `${words[entryType]}${code ? ` (${code})` : ''}`
}

function cashText({ type, method, number, checkNumber, isReversal }: CashOnLine): string {
  const what = type === 'Receipt' ? 'Payment received' : 'Payment sent'
  const how = checkNumber ? `check ${checkNumber}` : method === 'ACH' ? method : method.toLowerCase()
  return `${isReversal ? `${what}, taken back` : what}: ${how}, ${number}`
}

/** The title of each group on paper. */
export const groupTitles: Readonly<Record<StatementGroup, string>> = {
  newBusiness: 'New business',
  cancels: 'Cancellations',
  claims: 'Claims',
  other: 'Other',
  cash: 'Payments',
}
