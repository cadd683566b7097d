import { int } from './columns.ts'
import type { Db } from './database.ts'
import { statement } from './statement.ts'

// Rows that name each other get their ids before they are written. Numbers are taken by a statement that does nothing else:
// inside another statement a cluster would take them on a worker, which counts for itself.
const TAKE = statement(
  { id: int },
  'select nextval($1::regclass)::bigint as id from generate_series(1, $2::integer)',
)

/** The statement that takes numbers. */
export const TAKE_NUMBERS = TAKE.text

/** The next numbers of a sequence, in order. They stay taken if the transaction is rolled back. */
export async function takeNumbers(db: Db, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return []
  return (await TAKE.rows(db, [sequence, count])).map(({ id }) => id)
}
