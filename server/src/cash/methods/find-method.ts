import {
  type MethodDirection,
  type MethodType,
  methodTypes,
} from '../../account-holders/payment-method-models.ts'
import { int, oneOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'

interface WantedMethod {
  readonly accountHolderId: number
  readonly direction: MethodDirection
  /** Absent: the default. */
  readonly id?: number | undefined
}

/**
 * The payment method by which an account holder is paid or pays: the one with this id if it is the holder's, active and
 * for this direction, or else the default. It cannot be removed until the transaction ends.
 */
export const findUsableMethod = (
  db: Db,
  { accountHolderId, direction, id }: WantedMethod,
): Promise<{ readonly id: number; readonly type: MethodType } | undefined> =>
  FIND_USABLE.first(db, [accountHolderId, direction, id ?? null])

const FIND_USABLE = statement(
  { id: int, type: oneOf(methodTypes) },
  `select p.id, p.type from payment_method p
   where p.account_holder_id = $1 and p.is_active and $2 = any (p.directions)
     and (p.id = $3::bigint or ($3::bigint is null and p.is_default))
   for share`,
)

/** Payments no longer use the method: the bank said that the account is closed or does not exist. */
export async function deactivateMethod(tx: Tx, id: number): Promise<void> {
  const ended = await DEACTIVATE.first(tx, [id])
  if (!ended) return
  const { accountHolderId } = ended
  emit(tx, {
    subject: `availablePaymentMethods/${id}`,
    type: 'paymentMethod.deactivated',
    data: { id, accountHolderId },
  })
}

const DEACTIVATE = statement(
  { accountHolderId: int },
  `update payment_method set is_active = false where id = $1 and is_active and account_holder_id is not null
   returning account_holder_id as "accountHolderId"`,
)
