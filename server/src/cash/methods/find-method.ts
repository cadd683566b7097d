import {
  type MethodDirection,
  type MethodType,
  methodTypes,
} from '../../account-holders/payment-method-models.ts'
import { flag, int, oneOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'

interface WantedMethod {
  readonly accountHolderId: number
  readonly direction: MethodDirection
  /** Absent: the default. */
  readonly id?: number | undefined
  /** Only a method of this type. Without an id: the default if it is one, or else the first. */
  readonly type?: MethodType | undefined
}

/**
 * The payment method by which an account holder is paid or pays: the one with this id if it is the holder's, active and
 * for this direction, or else the default. It cannot be removed until the transaction ends. The account holder is locked
 * before the method, as everywhere: who removes a method has the account holder first, and what pays by the method refers to
 * the account holder in the end.
 */
export async function findUsableMethod(
  db: Db,
  { accountHolderId, direction, id, type }: WantedMethod,
): Promise<{ readonly id: number; readonly type: MethodType } | undefined> {
  const [, method] = await Promise.all([
    KEEP_HOLDER.run(db, [accountHolderId]),
    FIND_USABLE.first(db, [accountHolderId, direction, id ?? null, type ?? null]),
  ])
  return method
}

const KEEP_HOLDER = command('select from account_holder where id = $1 for key share')
const FIND_USABLE = statement(
  { id: int, type: oneOf(methodTypes) },
  `select p.id, p.type from payment_method p
   where p.account_holder_id = $1 and p.is_active and $2 = any (p.directions)
     and (p.id = $3::bigint or ($3::bigint is null and (p.is_default or $4::text is not null)))
     and ($4::text is null or p.type = $4)
   order by p.is_default desc, p.position, p.id limit 1 for share`,
)

/** All methods of one type of an account holder for this direction, also those that are no longer active. */
export const findMethodsOfType = (
  tx: Tx,
  { accountHolderId, direction, type }: Required<Omit<WantedMethod, 'id'>>,
) => FIND_OF_TYPE.rows(tx, [accountHolderId, direction, type])

const FIND_OF_TYPE = statement(
  { id: int, isDefault: flag },
  `select p.id, p.is_default as "isDefault" from payment_method p
   where p.account_holder_id = $1 and $2 = any (p.directions) and p.type = $3 order by p.position, p.id`,
)

/**
 * Waits until nobody else changes the account holder of a method. A change of the holder writes all its methods again, so
 * one that is changed beside it would be lost.
 */
export async function lockOwners(tx: Tx, methodIds: readonly number[]): Promise<void> {
  await LOCK_OWNERS.run(tx, [methodIds])
}

const LOCK_OWNERS = command(
  `select from account_holder h
   where h.id in (select p.account_holder_id from payment_method p where p.id = any($1::bigint[]))
   order by h.id for update of h`,
)

/** The same for one account holder, before one of its methods is looked for that is to be changed. */
export async function lockOwner(tx: Tx, accountHolderId: number): Promise<void> {
  await LOCK_OWNER.run(tx, [accountHolderId])
}

const LOCK_OWNER = command('select from account_holder where id = $1 for update')

/** Payments no longer use the method: the bank said that the account is closed or does not exist. */
export async function deactivateMethod(tx: Tx, id: number): Promise<void> {
  await lockOwners(tx, [id])
  const ended = await DEACTIVATE.first(tx, [id])
  if (!ended) return
  const { accountHolderId } = ended
  emit(tx, {
    subject: `availablepaymentmethods/${id}`,
    type: 'paymentMethod.deactivated',
    data: { id, accountHolderId },
  })
}

const DEACTIVATE = statement(
  { accountHolderId: int },
  `update payment_method set is_active = false where id = $1 and is_active and account_holder_id is not null
   returning account_holder_id as "accountHolderId"`,
)
