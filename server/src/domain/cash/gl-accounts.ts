import { type Account, accountText } from '../ledger/journal.ts'

/** How accounts are called in the administrator's general ledger. */
export interface GlAccounts {
  /** By kind of account, or by account. */
  readonly codes: Readonly<Record<string, string>>
  /** The disbursement accounts that have a code of their own, by account holder. */
  readonly own: ReadonlyMap<number, string>
}

/** The code of an account: its own, that of the account, or that of its kind. Empty if there is none. */
export function glAccount(account: Account, { codes, own }: GlAccounts): string {
  const given = 'accountHolderId' in account ? own.get(account.accountHolderId) : undefined
  return given ?? codes[accountText(account)] ?? codes[account.kind] ?? ''
}
