import { int, orNull } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'

/** How many quotes are looked at in one transaction. */
const AT_ONCE = 1_000

// The cursor is the end of validity in microseconds. Quotes with the same end are taken together.
const REMOVE = statement(
  { last: orNull(int), found: int, removed: int },
  `with old as (
    select q.id, q.valid_until from rate_quote q
    where q.valid_until > timestamptz 'epoch' + $1::bigint * interval '1 microsecond' and q.valid_until < $2
    order by q.valid_until fetch first ${AT_ONCE} rows with ties),
  removed as (
    delete from rate_quote q using old where q.id = old.id
      and not exists (select from contract c where c.rate_quote_id = q.id)
    returning 1)
  select (extract(epoch from max(old.valid_until)) * 1000000)::bigint as last, count(*) as found,
    (select count(*) from removed) as removed from old`,
)

/**
 * Removes quotes that ended before this instant, unless a contract was sold from them. Gives how many were removed, and
 * where to go on; nothing if these were the last ones.
 */
export async function removeOldQuotes(
  tx: Tx,
  before: Date,
  after: number,
): Promise<{ readonly last?: number; readonly removed: number }> {
  const { last = null, found = 0, removed = 0 } = (await REMOVE.first(tx, [after, before])) ?? {}
  return { ...(last === null || found < AT_ONCE ? {} : { last }), removed }
}
