import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'

const NEXT = statement(
  { last: int },
  `insert into number_series (series, last) values ($1, 1)
   on conflict (series) do update set last = number_series.last + 1 returning last`,
)

/** The statement that takes the next number of a series. */
export const NEXT_IN_SERIES = NEXT.text

/** The next number of a series, such as `L-000123`. A transaction that is rolled back uses none. */
export async function nextNumber(tx: Tx, prefix: string, digits = 6): Promise<string> {
  const row = await NEXT.first(tx, [prefix])
  return `${prefix}${String(row?.last).padStart(digits, '0')}`
}

/**
 * Other transactions that create records of this kind wait until this one commits. So ids become visible in order, and
 * someone who pages through a list by id misses none.
 */
export const lockNumberSeries = (tx: Tx, kind: string) => NEXT.first(tx, [kind])
