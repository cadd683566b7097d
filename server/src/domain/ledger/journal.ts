import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { NewLedgerRow } from './rows.ts'

// Double entry, balanced by construction: every row moves one positive amount from one account to another. Rows are
// only added. A mistake is corrected by a reversing row.

/** Accounts for each account holder, for each disbursement code, and for the administrator as a whole. */
const ofHolders = ['Receivable', 'Payable', 'Unapplied'] as const
const ofCodes = ['Unearned', 'Earned', 'ClaimsExpense', 'ClaimsRecovered'] as const
const single = [
  'Cash',
  'PenaltyExpense',
  'CancelFeeIncome',
  'OtherIncome',
  'Adjustments',
  'OverShort',
  'SalesTaxPayable',
] as const
/** Kinds of accounts, in the order of a trial balance. */
export const accountKinds = [...ofHolders, ...ofCodes, ...single] as const
const order: readonly string[] = accountKinds

type HolderAccount = (typeof ofHolders)[number]
type CodeAccount = (typeof ofCodes)[number]
type SingleAccount = (typeof single)[number]

export type Account =
  | { readonly kind: HolderAccount; readonly accountHolderId: number }
  | { readonly kind: CodeAccount; readonly code: string }
  | { readonly kind: SingleAccount }

export const receivable = (accountHolderId: number): Account => ({ kind: 'Receivable', accountHolderId })
export const payable = (accountHolderId: number): Account => ({ kind: 'Payable', accountHolderId })
export const unapplied = (accountHolderId: number): Account => ({ kind: 'Unapplied', accountHolderId })
export const unearned = (code: string): Account => ({ kind: 'Unearned', code })
export const earned = (code: string): Account => ({ kind: 'Earned', code })
export const claimsExpense = (code: string): Account => ({ kind: 'ClaimsExpense', code })
export const only = (kind: SingleAccount): Account => ({ kind })

/** The account as stored and answered: `Receivable:12`, `Unearned:RESERVE`, `Cash`. */
export function accountText(account: Account): string {
  if ('accountHolderId' in account) return `${account.kind}:${account.accountHolderId}`
  return 'code' in account ? `${account.kind}:${account.code}` : account.kind
}

/** The account that a text names, if it names one. */
export function parseAccount(text: string): Account | undefined {
  const at = text.indexOf(':')
  const name = at < 0 ? text : text.slice(0, at)
  const rest = at < 0 ? '' : text.slice(at + 1)
  const isOf = <Kind extends string>(kinds: readonly Kind[]): Kind | undefined =>
    kinds.find((kind) => kind === name)
  const [holder, coded, plain] = [isOf(ofHolders), isOf(ofCodes), isOf(single)]
  if (holder && /^[1-9]\d{0,15}$/.test(rest)) return { kind: holder, accountHolderId: Number(rest) }
  if (coded && rest !== '') return { kind: coded, code: rest }
  return plain && at < 0 ? { kind: plain } : undefined
}

/** The order of a trial balance: by kind, then by account holder or code. */
export function compareAccounts(first: Account, second: Account): number {
  const kinds = order.indexOf(first.kind) - order.indexOf(second.kind)
  if (kinds !== 0) return kinds
  if ('accountHolderId' in first && 'accountHolderId' in second)
    return first.accountHolderId - second.accountHolderId
  return accountText(first) < accountText(second) ? -1 : 1
}

/** The business event that a set of rows belongs to. */
export const entryTypes = [
  'Finalize',
  'Refinalize',
  'Void',
  'LedgerEdit',
  'LedgerDelete',
  'Manual',
  'TransferFee',
  'Earning',
  'Cash',
  'CashOverShort',
  'Nsf',
  'Claim',
  'InspectionFee',
  'Cancel',
  'CancelFee',
  'Penalty',
  'Reinstatement',
] as const
export type EntryType = (typeof entryTypes)[number]

/** A journal row to write. */
export interface NewPosting {
  readonly debit: Account
  readonly credit: Account
  readonly amount: Cents
  /** The first row of the ledger line, with cash the row that it pays: its id, or the row that the plan adds. */
  readonly ledger: number | NewLedgerRow | null
  readonly reversesId: number | null
}

/** A business event to write, with its journal rows. */
export interface NewEntry {
  readonly entryType: EntryType
  readonly effectiveDate: CalendarDate
  readonly accountingDate: CalendarDate
  readonly contractId: number | null
  readonly claimId?: number | null
  readonly cancelId?: number | null
  readonly cashTransactionId?: number | null
  readonly postings: readonly NewPosting[]
}

/** A stored journal row, as far as a reversal needs it. */
export interface Posting {
  readonly id: number
  readonly ledgerId: number
  readonly debit: Account
  readonly credit: Account
  readonly amount: Cents
}

export const posting = (
  debit: Account,
  credit: Account,
  amount: Cents,
  ledger: NewPosting['ledger'],
): NewPosting => ({ debit, credit, amount, ledger, reversesId: null })

/** The same row with debit and credit swapped. */
export const reversal = ({ id, ledgerId, debit, credit, amount }: Posting): NewPosting => ({
  debit: credit,
  credit: debit,
  amount,
  ledger: ledgerId,
  reversesId: id,
})
