import { run, type Tx } from '../db/database.ts'

const NEXT = `insert into number_series (series, last) values ($1, 1)
  on conflict (series) do update set last = number_series.last + 1 returning last`

/** The next number of a series, e.g. `L-000123`. It is taken with the transaction, so that a refusal uses none up. */
export async function nextNumber(tx: Tx, prefix: string, digits = 6): Promise<string> {
  const [row] = await run<{ last: number }>(tx, NEXT, [prefix])
  return `${prefix}${String(row?.last).padStart(digits, '0')}`
}

/**
 * Keeps others who make records of this kind waiting up to the commit: a row never appears before one that is there
 * already, and whoever pages through a list by id meets none twice.
 */
export const lockNumberSeries = (tx: Tx, kind: string) => run(tx, NEXT, [kind])
