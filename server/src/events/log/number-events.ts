import { flag, instant, int, orNull, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inOrder, subjectsIn, type WaitingEvent } from '../../domain/events/order.ts'
import { BEGINNING, type Place } from './cursor.ts'

// The log is read in the order of `position`. A write cannot give positions itself: it would have to wait for every other
// write, or a reader could pass a position whose write commits later. So whoever reads numbers what is committed.

// Written so that PostgreSQL reads one row, whatever it counted last. After thousands of events have got their positions its
// counts are wrong for a while, and a plan of that time stays. It would then read the whole log to find the last position, or
// one event that waits; therefore the head is looked up by its position, and what waits in the order of its index.
const LOOK = statement(
  { position: int, id: orNull(text), isWaiting: flag },
  `select h.position, e.id,
     (select true from event where position is null order by time limit 1) is true as "isWaiting"
   from event_head h left join event e on e.position = h.position where h.id = $1`,
)
const LOCK_HEAD = statement({ position: int }, 'select position from event_head where id = $1 for update')

/** How many events one transaction numbers, but for a few. However many wait, it takes a moment. */
const AT_ONCE = 5_000

const waitingColumns = { id: text, subject: text, sequence: int, time: instant }
const OLDEST = statement(
  waitingColumns,
  `select id, subject, sequence, time from event where position is null order by time limit $1`,
)
const WAITING_BEFORE = statement(
  { subject: text },
  `select e.subject from unnest($1::text[], $2::bigint[]) as before (subject, sequence)
   join event e on e.subject = before.subject and e.sequence = before.sequence where e.position is null`,
)
const ALL_OF = statement(
  waitingColumns,
  `select id, subject, sequence, time from event where subject = any($1::text[]) and position is null`,
)
const NUMBER = command(`
  update event set position = numbered.position
  from unnest($1::uuid[], $2::bigint[]) as numbered (id, position) where event.id = numbered.id`)
const SET_HEAD = command('update event_head set position = $1 where id = 1')

/**
 * Gives every committed event its position, and answers the place of the last. When nothing waits, this is one look without
 * any lock. A reader that calls it first and then reads by position misses nothing: what commits later gets a later position.
 */
export async function numberEvents(db: Db): Promise<Place> {
  for (let isNumbered = false; ; ) {
    const { head, isWaiting } = await look(db)
    if (isNumbered || !isWaiting) return head
    isNumbered = (await inTransaction(db, numberWaiting)) < AT_ONCE
  }
}

/** The place of the last event that has a position. */
export const findHead = async (db: Db): Promise<Place> => (await look(db)).head

async function look(db: Db): Promise<{ readonly head: Place; readonly isWaiting: boolean }> {
  const row = await LOOK.first(db, [1])
  if (!row) throw new Error('The table event_head is empty.')
  return {
    head: row.id === null ? BEGINNING : { position: row.position, id: row.id },
    isWaiting: row.isWaiting,
  }
}

/**
 * Numbers what is committed, in a transaction that then holds the lock of the head, and answers the last position. What
 * commits later gets a later one.
 */
export async function numberUntilNow(tx: Tx): Promise<number> {
  while ((await numberWaiting(tx)) >= AT_ONCE);
  return (await LOCK_HEAD.first(tx, [1]))?.position ?? 0
}

async function numberWaiting(tx: Tx): Promise<number> {
  // Its own statement: the next one then sees what was numbered while this one waited for the lock.
  const head = await LOCK_HEAD.first(tx, [1])
  if (!head) throw new Error('The table event_head is empty.')
  const events = inOrder(await withPredecessors(tx, await OLDEST.rows(tx, [AT_ONCE])))
  if (events.length === 0) return 0
  const positions = events.map((_, at) => head.position + at + 1)
  await NUMBER.run(tx, [events.map(({ id }) => id), positions])
  await SET_HEAD.run(tx, [head.position + events.length])
  return events.length
}

/**
 * Adds events that come before others of their subject, although their time is later: the clock was set back. A write locks
 * the row of its subject until it commits, so what comes before an event is here, or waits, or has a position.
 */
async function withPredecessors(tx: Tx, oldest: readonly WaitingEvent[]): Promise<readonly WaitingEvent[]> {
  const subjects = subjectsIn(oldest)
  const before = await WAITING_BEFORE.rows(tx, [
    subjects.map(({ subject }) => subject),
    subjects.map(({ first }) => first - 1),
  ])
  const behind = new Set(before.map(({ subject }) => subject))
  const split = subjects.filter(({ subject, isWhole }) => !isWhole || behind.has(subject))
  if (split.length === 0) return oldest
  const lastOf = new Map(split.map(({ subject, last }) => [subject, last]))
  const all = await ALL_OF.rows(tx, [[...lastOf.keys()]])
  return [
    ...oldest.filter(({ subject }) => !lastOf.has(subject)),
    ...all.filter(({ subject, sequence }) => sequence <= (lastOf.get(subject) ?? 0)),
  ]
}
