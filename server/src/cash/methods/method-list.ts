import {
  BANK_ACCOUNT,
  type MethodDirection,
  methodDirections,
  methodTypes,
} from '../../account-holders/payment-method-models.ts'
import { flag, int, json, oneOf, orNull, type RowOf, storedObject, text, texts } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'
import type { AvailablePaymentMethodModel } from './models.ts'

// The payment methods that account holders have. The embedded `paymentMethods` of an account holder are the same rows.

type Shown = AvailablePaymentMethodModel['paymentMethod']

const columns = {
  id: int,
  accountHolderId: int,
  type: oneOf(methodTypes),
  isDefault: flag,
  isActive: flag,
  directions: texts,
  ach: orNull(json(storedObject<NonNullable<Shown['ach']>>('routingNumber', 'accountLast4'))),
  card: orNull(json(storedObject<NonNullable<Shown['card']>>())),
  payeeName: orNull(text),
  mailTo: orNull(json(storedObject<NonNullable<Shown['mailTo']>>())),
}

const SELECT = `p.id, p.account_holder_id as "accountHolderId", p.type, p.is_default as "isDefault",
  p.is_active as "isActive", p.directions, ${BANK_ACCOUNT} as ach, p.card, p.payee_name as "payeeName",
  p.mail_to as "mailTo"`

function availableMethod(row: RowOf<typeof columns>): AvailablePaymentMethodModel {
  const { id, accountHolderId, isDefault, isActive, directions, ...method } = row
  return {
    ...{ id, accountHolderId, isDefault, isActive },
    // The table allows no others.
    directions: directions as readonly MethodDirection[] as MethodDirection[],
    paymentMethod: { ...method, id, isDefault },
  }
}

/** The condition that the caller sees the methods `p` of an account holder: a limited caller those of its own accounts. */
const seesMethod = (caller: Pick<Caller, 'scopes'>): Sql =>
  isLimited(caller) ? ownAccounts(caller, 'p.account_holder_id') : sql`p.account_holder_id is not null`

export const methodSearch = {
  filters: {
    accountHolderId: { match: 'id', column: 'p.account_holder_id' },
    type: { match: 'oneOf', column: 'p.type', values: methodTypes },
    direction: { match: 'text where', where: '? = any (p.directions)', values: methodDirections },
  },
  sort: {},
} as const satisfies { filters: Filters; sort: Sort }

export const methodList = (caller: Caller): ListQuery<AvailablePaymentMethodModel> =>
  listOf({
    ...methodSearch,
    columns,
    select: SELECT,
    from: 'payment_method p',
    id: 'p.id',
    where: [seesMethod(caller)],
    row: availableMethod,
  })

/** The method of an account holder that the caller sees, or 404. */
export async function readMethod(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  id: number,
): Promise<AvailablePaymentMethodModel> {
  const row = await query(columns)`
    select ${sql.raw(SELECT)} from payment_method p where p.id = ${id} and ${seesMethod(caller)}`.first(db)
  return availableMethod(found(row, `payment method ${id}`))
}
