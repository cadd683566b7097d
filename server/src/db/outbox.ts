import { randomUUID } from 'node:crypto'
import { int, text } from './columns.ts'
import type { Tx } from './database.ts'
import { command, statement } from './statement.ts'
import { unitOf } from './unit-of-work.ts'

/** An event as it is stored and delivered, in the form of CloudEvents 1.0. */
export interface StoredEvent {
  readonly specversion: '1.0'
  readonly id: string
  readonly source: '/bulwark'
  readonly type: string
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Saves the events that the transaction has emitted, and returns them as stored. */
export async function saveEvents(tx: Tx, time: Date): Promise<StoredEvent[]> {
  const counted = await countEvents(tx, time)
  await insertEvents(tx, counted)
  return counted
}

/** The events that the transaction has emitted, with their numbers. They are not stored yet. */
export async function countEvents(tx: Tx, time: Date): Promise<StoredEvent[]> {
  const { events } = unitOf(tx)
  if (events.length === 0) return []
  const counts = new Map<string, number>()
  const numbered = events.map((event) => {
    const nth = (counts.get(event.subject) ?? 0) + 1
    counts.set(event.subject, nth)
    return { ...event, nth }
  })
  // Sorted, so that two writers with the same subjects cannot deadlock.
  const subjects = [...counts.keys()].sort()
  const rows = await COUNT.rows(tx, [subjects, subjects.map((subject) => counts.get(subject))])
  const last = new Map(rows.map(({ subject, sequence }) => [subject, sequence]))
  return numbered.map(({ type, subject, data, nth }) => ({
    specversion: '1.0',
    id: randomUUID(),
    source: '/bulwark',
    type,
    subject,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    sequence: (last.get(subject) ?? 0) - (counts.get(subject) ?? 0) + nth,
    data,
  }))
}

/** Stores counted events. */
export async function insertEvents(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await INSERT.run(tx, [
    events.map(({ id }) => id),
    events.map(({ subject }) => subject),
    events.map(({ sequence }) => sequence),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events[0]?.time,
  ])
}

// Each subject has a row that counts its events. This write locks it until it commits, so `sequence` has no gaps. The
// global order, `position`, stays null here: the reader numbers rows once they are committed.
const COUNT = statement(
  { subject: text, sequence: int },
  `insert into event_subject (subject, sequence)
   select subject, count from unnest($1::text[], $2::bigint[]) as taken (subject, count)
   on conflict (subject) do update set sequence = event_subject.sequence + excluded.sequence
   returning subject, sequence`,
)
const INSERT = command(
  `insert into event (id, subject, sequence, type, time, data)
   select new.id, new.subject, new.sequence, new.type, $6::timestamptz, new.data
   from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::json[]) as new (id, subject, sequence, type, data)`,
)
