import { reachesDealer } from '../../access/scope.ts'
import { orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import {
  everythingVisible,
  type Viewer,
  type VisibleItems,
  visibleToDealers,
} from '../../domain/rating/visible-items.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { LiveBook } from '../book/live-book.ts'

/** What a caller sees: everything, or what at least one of its dealers may sell on the day. */
export async function visibleToCaller(
  live: LiveBook,
  { caller, today }: Pick<Acting, 'caller' | 'today'>,
  day: string = today,
): Promise<VisibleItems> {
  if (!isLimited(caller)) return everythingVisible
  return visibleToDealers(live.compiled, await reachedDealers(caller.db, caller), day)
}

/** What one dealer may sell on a day; 404 if the caller has no access to the dealer. */
export async function visibleToDealer(
  live: LiveBook,
  caller: Caller,
  { number, day }: { readonly number: string; readonly day: string },
): Promise<VisibleItems> {
  const dealers = await reachedDealers(caller.db, caller, number)
  return visibleToDealers(live.compiled, [found(dealers[0], `dealer ${number}`)], day)
}

/** The dealers that the caller has access to: all of them, or the one with this number. */
async function reachedDealers(db: Db, caller: Caller, number?: string): Promise<Viewer[]> {
  const conditions = [
    reachesDealer(caller, 'k.id'),
    number === undefined ? undefined : sql`lower(h.number) = lower(${number})`,
  ].filter((condition) => condition !== undefined)
  return query({ number: text, groupNumber: orNull(text) })`
    select h.number, g.number as "groupNumber" from dealer k join account_holder h on h.id = k.id
    left join account_holder g on g.id = k.dealer_group_id
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}`.rows(db)
}
