import { randomUUID } from 'node:crypto'
import { int, text } from './columns.ts'
import type { Tx } from './database.ts'
import { statement } from './statement.ts'
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
  const { events } = unitOf(tx)
  if (events.length === 0) return []
  const { parameters, numbered } = eventParameters(tx, time)
  const rows = await SAVE_EVENTS.rows(tx, parameters)
  const sequences = new Map(rows.map((row) => [row.id, row.sequence]))
  return numbered.map((event) => ({
    specversion: '1.0',
    id: event.id,
    source: '/bulwark',
    type: event.type,
    subject: event.subject,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    sequence: sequences.get(event.id) ?? 0,
    data: event.data,
  }))
}

/** The parameters $1 to $8 of `INSERT_EVENTS`. */
export function eventParameters(tx: Tx, time: Date) {
  const { events } = unitOf(tx)
  const counts = new Map<string, number>()
  const numbered = events.map((event) => {
    const nth = (counts.get(event.subject) ?? 0) + 1
    counts.set(event.subject, nth)
    return { ...event, id: randomUUID(), nth }
  })
  // Sorted, so that two writers with the same subjects cannot deadlock.
  const subjects = [...counts.keys()].sort()
  const parameters = [
    subjects,
    subjects.map((subject) => counts.get(subject)),
    numbered.map((event) => event.id),
    numbered.map((event) => event.subject),
    numbered.map((event) => event.nth - (counts.get(event.subject) ?? 0)),
    numbered.map((event) => event.type),
    numbered.map((event) => JSON.stringify(event.data)),
    time,
  ]
  return { parameters, numbered }
}

// Each subject has a row that counts its events. This write locks it until it commits, so `sequence` has no gaps. The
// global order, `position`, stays null here: the reader numbers rows once they are committed.
export const INSERT_EVENTS = `
  counted as (
    insert into event_subject (subject, sequence)
    select subject, count from unnest($1::text[], $2::bigint[]) as taken (subject, count)
    on conflict (subject) do update set sequence = event_subject.sequence + excluded.sequence
    returning subject, sequence),
  stored_event as (
    insert into event (id, subject, sequence, type, time, data)
    select new.id, new.subject, counted.sequence + new.behind, new.type, $8::timestamptz, new.data
    from unnest($3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::json[])
      as new (id, subject, behind, type, data)
    join counted on counted.subject = new.subject
    returning id, sequence)`

const SAVE_EVENTS = statement(
  { id: text, sequence: int },
  `with ${INSERT_EVENTS} select id, sequence from stored_event`,
)
