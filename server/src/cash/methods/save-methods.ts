import type { z } from 'zod'
import { removeMethods } from '../../account-holders/remove-methods.ts'
import type { Seals } from '../../account-holders/seals.ts'
import { flag, int, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query, statement } from '../../db/statement.ts'
import { emit, lockedOnce } from '../../db/unit-of-work.ts'
import { isAccountNumber, isRoutingNumber } from '../../domain/bank-numbers.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { type Fault, found, Problem, unknownReference } from '../../http/problems.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'
import { lockOwner } from './find-method.ts'
import { readMethod } from './method-list.ts'
import type {
  AddedPaymentMethod,
  AvailablePaymentMethodModel,
  BankAccountData,
  NewAvailableMethodData,
  NewPaymentMethodData,
} from './models.ts'

/** Saves a payment method that no account holder has yet. Only the last four of its account number are answered. */
export async function addPaymentMethod(
  tx: Tx,
  seals: Seals,
  { caller }: Acting,
  method: NewPaymentMethodData,
): Promise<z.input<typeof AddedPaymentMethod>> {
  const { type, ach } = method
  if (ach) requireBankNumbers(ach)
  const id = await insertMethod(tx, seals, caller, method)
  emit(tx, { subject: `availablepaymentmethods/${id}`, type: 'paymentMethod.created', data: { id, type } })
  return { paymentMethodId: id, type, accountLast4: ach?.accountNumber.slice(-4) ?? null }
}

/** Lists both faults at once. The numbers themselves are not repeated. */
function requireBankNumbers({ routingNumber, accountNumber }: BankAccountData): void {
  const faults: Fault[] = []
  if (!isRoutingNumber(routingNumber))
    faults.push({
      pointer: '/ach/routingNumber',
      code: 'RoutingNumberInvalid',
      message: 'The routing number must have nine digits, and its last digit must fit the others.',
    })
  if (!isAccountNumber(accountNumber))
    faults.push({
      pointer: '/ach/accountNumber',
      code: 'AccountNumberInvalid',
      message: 'The account number must have 4 to 17 letters or digits.',
    })
  const [first] = faults
  if (first) throw new Problem(first.code as 'RoutingNumberInvalid', first.message, { errors: faults })
}

async function insertMethod(
  tx: Tx,
  seals: Seals,
  caller: Caller,
  { type, ach, card, payeeName, mailTo }: NewPaymentMethodData,
): Promise<number> {
  const { accountNumber, ...account } = ach ?? { accountNumber: null }
  const row = await INSERT.first(tx, [
    type,
    ach && JSON.stringify({ ...account, effectiveFrom: null, accountLast4: ach.accountNumber.slice(-4) }),
    accountNumber && seals.seal(accountNumber),
    card && JSON.stringify(card),
    payeeName,
    mailTo && JSON.stringify(mailTo),
    caller.key,
  ])
  if (!row) throw new Error('The payment method was not inserted.')
  return row.id
}

const INSERT = statement(
  { id: int },
  `insert into payment_method (position, type, ach, account_number, card, payee_name, mail_to, made_by)
   values (0, $1, $2, $3, $4, $5, $6, $7) returning id`,
)

/** Gives an account holder a payment method, or changes what one of its methods is for. */
export async function offerMethod(
  tx: Tx,
  seals: Seals,
  acting: Acting,
  data: NewAvailableMethodData,
): Promise<AvailablePaymentMethodModel> {
  const { accountHolderId, paymentMethodId, paymentMethod, directions } = data
  await lockHolder(tx, acting.caller, accountHolderId)
  const method = paymentMethod
    ? {
        id: await insertMethod(tx, seals, acting.caller, { ...paymentMethod, ach: null, card: null }),
        isDefault: false,
      }
    : await lockMethodFor(tx, acting.caller, accountHolderId, paymentMethodId ?? 0)
  const { id } = method
  const { isDefault = method.isDefault } = data
  if (isDefault) await END_DEFAULTS.run(tx, [accountHolderId, id, directions])
  const last = await LAST_POSITION.first(tx, [accountHolderId])
  await OFFER.run(tx, [id, accountHolderId, (last?.position ?? -1) + 1, directions, isDefault])
  await noteHolderChanged(tx, acting, accountHolderId)
  return readMethod(tx, acting.caller, id)
}

/** Its methods are changed one writer at a time, like the rest of an account holder. */
async function lockHolder(tx: Tx, caller: Caller, id: number): Promise<void> {
  const isOwn = isLimited(caller) ? ownAccounts(caller, 'h.id') : sql`true`
  const row = await query({ id: int })`
    select h.id from account_holder h where h.id = ${id} and ${isOwn} for update of h`.first(tx)
  if (!row) throw unknownReference('/accountHolderId', `account holder ${id}`)
}

/** A method that waits for an account holder, or one that this account holder has. */
async function lockMethodFor(tx: Tx, caller: Caller, holderId: number, id: number) {
  const row = await LOCK_METHOD.first(tx, [id])
  const isFree = row?.accountHolderId === null && (!isLimited(caller) || row.madeBy === caller.key)
  if (!row || !(isFree || row.accountHolderId === holderId))
    throw unknownReference(
      '/paymentMethodId',
      `payment method ${id} that account holder ${holderId} can have`,
    )
  return row
}

const LOCK_METHOD = statement(
  { id: int, isDefault: flag, accountHolderId: orNull(int), madeBy: orNull(text) },
  `select id, is_default as "isDefault", account_holder_id as "accountHolderId", made_by as "madeBy"
   from payment_method where id = $1 for update`,
)
const END_DEFAULTS = command(
  `update payment_method set is_default = false
   where account_holder_id = $1 and id <> $2 and is_default and directions && $3::text[]`,
)
const LAST_POSITION = statement(
  { position: orNull(int) },
  'select max(position) as position from payment_method where account_holder_id = $1',
)
const OFFER = command(
  `update payment_method set account_holder_id = $2, directions = $4::text[], is_default = $5,
     position = case when account_holder_id is null then $3::integer else position end
   where id = $1`,
)

/** The method of an account holder, with both locked: the account holder first, as everywhere. */
export const lockMethod = (tx: Tx, caller: Caller, id: number): Promise<AvailablePaymentMethodModel> =>
  lockedOnce(tx, `payment method ${id}`, async () => {
    const { accountHolderId } = await readMethod(tx, caller, id)
    await lockOwner(tx, accountHolderId)
    return readMethod(tx, caller, id)
  })

/** Takes a payment method away from its account holder. */
export async function withdrawMethod(tx: Tx, acting: Acting, id: number): Promise<void> {
  const { accountHolderId } = await lockMethod(tx, acting.caller, id)
  await removeMethods(tx, [id])
  await noteHolderChanged(tx, acting, accountHolderId)
}

/** The methods are part of the account holder, so it counts as changed. */
async function noteHolderChanged(tx: Tx, { caller, now }: Acting, id: number): Promise<void> {
  const row = found(await TOUCH.first(tx, [id, now, caller.name]), `account holder ${id}`)
  emit(tx, { subject: `accountholders/${id}`, type: 'accountHolder.updated', data: { id, ...row } })
}

const TOUCH = statement(
  { number: text, status: text },
  `update account_holder set updated_at = $2, updated_by = $3, row_version = row_version + 1
   where id = $1 returning number, status`,
)
