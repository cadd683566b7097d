import type { Seals } from '../../account-holders/seals.ts'
import { json, orNull, storedObject, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { isAccountNumber, isRoutingNumber } from '../../domain/bank-numbers.ts'
import { deactivateMethod, lockOwners } from '../methods/find-method.ts'
import { type BankAccountChange, bankAccountChange, type CorrectedEntry } from './read-returns.ts'

interface StoredAccount {
  readonly routingNumber: string
  readonly accountType: string
  readonly accountLast4: string
}

/** Enters what a bank has corrected. A correction that cannot be right is left out; the bank will send it again. */
export async function correctMethod(
  tx: Tx,
  seals: Seals,
  methodId: number,
  notice: CorrectedEntry,
): Promise<void> {
  const change = bankAccountChange(notice)
  await lockOwners(tx, [methodId])
  const stored = await LOCK.first(tx, [methodId])
  if (!stored?.ach || !isPossible(change)) return
  const { accountNumber, ...plain } = change
  const ach = { ...stored.ach, ...plain, ...(accountNumber ? { accountLast4: accountNumber.slice(-4) } : {}) }
  const sealed = accountNumber ? seals.seal(accountNumber) : stored.sealed
  await SAVE.run(tx, [methodId, JSON.stringify(ach), sealed])
}

const isPossible = ({ routingNumber, accountNumber }: BankAccountChange) =>
  (routingNumber === undefined || isRoutingNumber(routingNumber)) &&
  (accountNumber === undefined || isAccountNumber(accountNumber))

const LOCK = statement(
  { ach: orNull(json(storedObject<StoredAccount>('routingNumber', 'accountLast4'))), sealed: orNull(text) },
  'select ach, account_number as sealed from payment_method where id = $1 for update',
)
const SAVE = command('update payment_method set ach = $2, account_number = $3 where id = $1')

/** The account is closed, does not exist, or has another number: nothing can be sent to it. */
const UNUSABLE = ['R02', 'R03', 'R04']

/** The bank sent a prenote back. */
export async function failPrenote(tx: Tx, methodId: number, returnCode: string): Promise<void> {
  await lockOwners(tx, [methodId])
  await FAIL.run(tx, [methodId])
  if (UNUSABLE.includes(returnCode)) await deactivateMethod(tx, methodId)
}

const FAIL = command(`update payment_method set prenote_status = 'Failed' where id = $1`)
