import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import { Problem } from '../http/problems.ts'

/** Removes payment methods. Refused while a batch that is not processed yet names one of them. */
export async function removeMethods(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  // A batch that is being made holds a share of its method's lock, so it is seen once the lock is ours.
  await LOCK.run(tx, [ids])
  const used = await NAMED_BY.rows(tx, [ids])
  const [first] = used
  if (first)
    throw new Problem(
      'InUse',
      `Payment method ${first.methodId} is named by batch ${first.batchId}. Process or delete the batch first.`,
    )
  await REMOVE.run(tx, [ids])
}

const LOCK = command('select from payment_method where id = any($1::bigint[]) order by id for update')
const NAMED_BY = statement(
  { methodId: int, batchId: int },
  `select payment_method_id as "methodId", id as "batchId" from in_process_cash_transaction
   where status = 'Ready' and payment_method_id = any($1::bigint[]) order by id limit 1`,
)
const REMOVE = command('delete from payment_method where id = any($1::bigint[])')
