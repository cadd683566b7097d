import {
  auditColumns,
  cents,
  date,
  instant,
  int,
  oneOf,
  orNull,
  text,
  withDefault,
} from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type TableRow, table } from '../../db/table.ts'
import { cashMethods, cashStatuses, cashTypes } from '../../domain/cash/cash.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { found } from '../../http/problems.ts'

/** Money that came in or went out. What it pays is in ledger_detail. */
export const cashTable = table('cash_transaction', {
  id: withDefault(int),
  number: text,
  type: oneOf(cashTypes),
  method: oneOf(cashMethods),
  status: oneOf(cashStatuses),
  accountHolderId: int,
  cashDate: date,
  /** The day on which it counts in the books. */
  postedDate: date,
  amount: cents,
  /** What it pays less what it nets. 0 once it is voided or returned. */
  applied: cents,
  checkNumber: orNull(text),
  reference: orNull(text),
  memo: orNull(text),
  clearedDate: orNull(date),
  voidReason: orNull(text),
  returnCode: orNull(text),
  voidedAt: orNull(instant),
  voidedDate: orNull(date),
  replacesCashTransactionId: orNull(int),
  inProcessCashTransactionId: orNull(int),
  paymentMethodId: orNull(int),
  achFileId: orNull(int),
  achTrace: orNull(text),
  ...auditColumns,
})
export type CashRow = TableRow<typeof cashTable>

const LOCK = statement(
  cashTable.columns,
  `select ${cashTable.list()} from cash_transaction where id = $1 for update`,
)

/** A cash transaction, locked. Everyone who changes one locks it before the contracts and rows that it pays. */
export const lockCash = async (tx: Tx, id: number): Promise<CashRow> =>
  found(await LOCK.first(tx, [id]), `cash transaction ${id}`)

export const DUPLICATE_CHECK = 'Another check that is not voided has this number.'

constraintMeans('cash_transaction_check', {
  code: 'DuplicateCheckNumber',
  pointer: '/checkNumber',
  message: DUPLICATE_CHECK,
})
