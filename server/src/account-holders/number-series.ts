import { int } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'

const DIGITS = 6

const NEXT = statement(
  { last: int },
  `insert into number_series (series, last) values ($1, 1)
   on conflict (series) do update set last = number_series.last + 1 returning last`,
)

/** The statement that takes the next number of a series. */
export const NEXT_IN_SERIES = NEXT.text

/** The next number of a series, such as `L-000123`. A transaction that is rolled back uses none. */
export async function nextNumber(tx: Tx, prefix: string, digits = DIGITS): Promise<string> {
  const row = await NEXT.first(tx, [prefix])
  return `${prefix}${String(row?.last).padStart(digits, '0')}`
}

/**
 * SQL for the number that the transaction has just taken from a series. `ahead`: how many more were taken than the table
 * knows of, because a seed counts by itself.
 */
export function lastNumber({
  series,
  digits,
  ahead,
}: Readonly<Record<'series' | 'digits' | 'ahead', string>>): string {
  const last = `(n.last + ${ahead}::bigint)::text`
  return `(select n.series || lpad(${last}, greatest(${digits}::integer, length(${last})), '0')
    from number_series n where n.series = ${series})`
}

/** The values of a statement with `lastNumber`: the series, its digits, and how many are ahead. */
export const lastNumberValues = (prefix: string, digits = DIGITS): [string, number, number] => [
  prefix,
  digits,
  0,
]

/**
 * Other transactions that create records of this kind wait until this one commits. So ids become visible in order, and
 * someone who pages through a list by id misses none.
 */
export const lockNumberSeries = (tx: Tx, kind: string) => NEXT.first(tx, [kind])
