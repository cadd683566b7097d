import { flag, int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'

// The log is read in the order of `position`. A write cannot give positions itself: it would have to wait for every other
// write, or a reader could pass a position whose write commits later. So whoever reads numbers what is committed.

const WAITING = statement(
  { isWaiting: flag },
  'select exists (select from event where position is null and $1::boolean) as "isWaiting"',
)
const LOCK_HEAD = statement({ position: int }, 'select position from event_head where id = $1 for update')

/** How many events one transaction numbers at most. */
const AT_ONCE = 20_000

// By time, as far as the order within each subject allows: the clock may have been set back. A write locks the row of its
// subject until it commits, so all earlier events of a subject are here or have a position.
const NUMBER = command(`
  update event set position = $1::bigint + ranked.rank
  from (select id, row_number() over (order by at, subject, sequence) as rank
        from (select id, subject, sequence, max(time) over (partition by subject order by sequence) as at
              from event where position is null) waiting
        order by at, subject, sequence limit ${AT_ONCE}) ranked
  where event.id = ranked.id`)
const SET_HEAD = command('update event_head set position = $1 where id = 1')

/**
 * Gives every committed event its position. When nothing waits, this is one look at an index without any lock. A reader
 * that calls it first and then reads by position misses nothing: what commits later gets a later position.
 */
export async function numberEvents(db: Db): Promise<void> {
  while ((await WAITING.first(db, [true]))?.isWaiting)
    if ((await inTransaction(db, numberWaiting)) < AT_ONCE) return
}

/**
 * Numbers what is committed, in a transaction that then holds the lock of the head, and answers the last position. What
 * commits later gets a later one.
 */
export async function numberUntilNow(tx: Tx): Promise<number> {
  while ((await numberWaiting(tx)) === AT_ONCE);
  return (await LOCK_HEAD.first(tx, [1]))?.position ?? 0
}

async function numberWaiting(tx: Tx): Promise<number> {
  // Its own statement: the next one then sees what was numbered while this one waited for the lock.
  const head = await LOCK_HEAD.first(tx, [1])
  if (!head) throw new Error('The table event_head is empty.')
  const count = await NUMBER.run(tx, [head.position])
  if (count > 0) await SET_HEAD.run(tx, [head.position + count])
  return count
}
