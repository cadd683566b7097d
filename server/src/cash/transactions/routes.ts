import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { CustomFieldOwner } from '../../custom-fields/owner.ts'
import { customFieldRoutes } from '../../custom-fields/routes.ts'
import { type Route, route } from '../../http/route.ts'
import { lockAndReadCash, readCash } from './answer.ts'
import { changeCash, touchCash } from './change-cash.ts'
import { CashPatch, CashTransaction, NewCash } from './models.ts'
import { createCash } from './post-cash.ts'
import { cashList, cashListV1, cashSearch, cashSearchV1 } from './search.ts'

const tag = 'CashTransaction'
const path = '/cashtransactions/{cashTransactionId}'

const applying = [
  'LedgerNotOpen',
  'OverApplied',
  'LedgerOfOther',
  'LedgerInOtherBatch',
  'AmountMismatch',
] as const

/** Money that came in or went out. */
export const cashTransactionRoutes = (services: ContractServices): readonly Route[] => [
  route.list({
    path: '/cashtransactions',
    successor: '/v2/cashtransactions',
    tag,
    summary: 'List cash transactions',
    description: 'The newest first. A limited caller sees the cash of its own accounts.',
    permission: 'cash:read',
    form: 'array',
    row: CashTransaction,
    search: cashSearchV1,
    list: ({ caller }) => cashListV1(caller),
  }),
  route.list({
    path: '/v2/cashtransactions',
    tag,
    summary: 'Search cash transactions',
    description: 'The newest first. A limited caller sees the cash of its own accounts.',
    permission: 'cash:read',
    form: 'wrapped',
    row: CashTransaction,
    search: cashSearch,
    list: ({ caller }) => cashList(caller),
  }),
  route.write({
    method: 'POST',
    path: '/cashtransactions',
    tag,
    summary: 'Enter cash and pay ledger rows with it',
    description:
      'The amount must equal what is applied: rows in the direction of the cash less rows in the other direction. With `allowUnapplied` the rest stays unapplied.',
    permission: 'cash:write',
    moves: 'money',
    body: NewCash,
    answer: CashTransaction,
    status: 201,
    subject: 'cashtransactions/{id}',
    location: '/cashtransactions/{id}',
    problems: [...applying, 'UnknownReference', 'DateInFuture', 'DuplicateCheckNumber', 'InvalidTransition'],
    handler: ({ tx, body, ...acting }) => createCash(tx, services, acting, body),
  }),
  route.read({
    path,
    tag,
    summary: 'Read a cash transaction',
    permission: 'cash:read',
    answer: CashTransaction,
    handler: ({ db, caller, params: { cashTransactionId } }) => readCash(db, caller, cashTransactionId),
  }),
  route.write({
    method: 'PATCH',
    path,
    tag,
    summary: 'Clear, apply, void or return a cash transaction',
    description:
      'A void or return re-opens the rows that the cash paid, on the day of the void. A returned receipt costs a fee unless `chargeNsfFee` is false.',
    permission: 'cash:write',
    body: CashPatch,
    answer: CashTransaction,
    subject: 'cashtransactions/{cashTransactionId}',
    problems: [
      ...applying,
      'UnknownReference',
      'DateInFuture',
      'ClearedBeforeCash',
      'DuplicateCheckNumber',
      'InvalidTransition',
      'NotEditable',
    ],
    current: ({ tx, caller, params: { cashTransactionId } }) =>
      lockAndReadCash(tx, caller, cashTransactionId),
    handler: ({ tx, params: { cashTransactionId }, body, ...acting }) =>
      changeCash(tx, services, acting, cashTransactionId, body),
  }),
  ...customFieldRoutes(customFieldOwner),
]

const customFieldOwner: CustomFieldOwner = {
  type: 'CashTransaction',
  table: 'cash_transaction',
  path,
  idName: 'cashTransactionId',
  tag,
  read: 'cash:read',
  write: 'cash:write',
  requireOwner: readCash,
  lockOwner: lockAndReadCash,
  touchOwner: touchCash,
}
