import { auditColumns, cents, date, int, ints, oneOf, orNull, text, withDefault } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type TableRow, table } from '../../db/table.ts'
import { batchDirections, batchStatuses } from '../../domain/cash/batches.ts'
import { cashMethods } from '../../domain/cash/cash.ts'
import { found } from '../../http/problems.ts'

/** Rows that were chosen to be paid together. */
export const batchTable = table('in_process_cash_transaction', {
  id: withDefault(int),
  status: oneOf(batchStatuses),
  direction: oneOf(batchDirections),
  accountHolderId: int,
  method: oneOf(cashMethods),
  paymentMethodId: orNull(int),
  memo: orNull(text),
  scheduledDate: orNull(date),
  totalReceive: cents,
  totalPay: cents,
  netAmount: withDefault(cents),
  cashTransactionIds: withDefault(ints),
  createdDate: date,
  ...auditColumns,
})
export type BatchRow = TableRow<typeof batchTable>

const LOCK = statement(
  batchTable.columns,
  `select ${batchTable.list()} from in_process_cash_transaction where id = $1 for update`,
)

/** A batch, locked. It is locked before the contracts and rows that it pays. */
export const lockBatch = async (tx: Tx, id: number): Promise<BatchRow> =>
  found(await LOCK.first(tx, [id]), `in-process cash transaction ${id}`)

export const batchItems = { ledgerId: int, amount: cents }
const ITEMS = statement(
  batchItems,
  `select ledger_id as "ledgerId", amount from in_process_item where in_process_cash_transaction_id = $1 order by ledger_id`,
)

/** The rows of a batch, with what each is to be paid. */
export const loadItems = (tx: Tx, id: number) => ITEMS.rows(tx, [id])
