import { randomUUID } from 'node:crypto'
import type { EventType } from '../domain/events/catalogue.ts'
import { besideTable } from './beside.ts'
import { int, text } from './columns.ts'
import type { Tx } from './database.ts'
import { command, statement } from './statement.ts'
import { emit, type NewEvent, unitOf } from './unit-of-work.ts'

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
  const taken = eventsToCount(tx)
  if (taken.subjects.length === 0) return []
  const events = countedEvents(tx, await COUNT.rows(tx, countParameters(taken)), time)
  await INSERT.run(tx, eventParameters(events))
  return events
}

/**
 * Emits the first event of a record that this write makes. Nobody else can count the events of a new record, so its number is
 * 1, and the write need not wait for it. Where events are not kept, or are rolled back, it is like any other event.
 */
export async function emitFirst<Type extends EventType>(tx: Tx, event: NewEvent<Type>): Promise<void> {
  const { isAudited, events, newSubjects } = unitOf(tx)
  const emitted = events.length
  emit(tx, event)
  if (!isAudited || events.length === emitted) return
  newSubjects.add(event.subject)
  await COUNT_FIRST.run(tx, [event.subject])
}

/** How many events of each subject are still to be counted. */
interface EventCounts {
  readonly subjects: readonly string[]
  readonly counts: readonly number[]
}

/** The last number of a subject. */
interface CountedSubject {
  readonly subject: string
  readonly sequence: number
}

export function eventsToCount(tx: Tx): EventCounts {
  const { events, newSubjects } = unitOf(tx)
  const counts = new Map<string, number>()
  for (const { subject } of events) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  for (const subject of newSubjects) counts.set(subject, (counts.get(subject) ?? 0) - 1)
  // Sorted, so that two writers with the same subjects cannot deadlock.
  const subjects = [...counts.keys()].filter((subject) => counts.get(subject) !== 0).sort()
  return { subjects, counts: subjects.map((subject) => counts.get(subject) ?? 0) }
}

/** The events that the transaction has emitted, with their numbers. They are not stored yet. */
export function countedEvents(tx: Tx, last: readonly CountedSubject[], time: Date): StoredEvent[] {
  const left = new Map<string, number>()
  const { events, newSubjects } = unitOf(tx)
  for (const { subject } of events) left.set(subject, (left.get(subject) ?? 0) + 1)
  const sequences = new Map([...newSubjects].map((subject) => [subject, 1]))
  for (const { subject, sequence } of last) sequences.set(subject, sequence)
  return events.map(({ type, subject, data }) => {
    const behind = (left.get(subject) ?? 0) - 1
    left.set(subject, behind)
    return {
      specversion: '1.0',
      id: randomUUID(),
      source: '/bulwark',
      type,
      subject,
      time: time.toISOString(),
      datacontenttype: 'application/json',
      sequence: (sequences.get(subject) ?? 0) - behind,
      data,
    }
  })
}

/** The parameters $1 and $2 of `COUNT_EVENTS`. */
export const countParameters = ({ subjects, counts }: EventCounts): unknown[] => [subjects, counts]

/** The parameters of `insertEvent`. */
export const oneEventParameters = (event: StoredEvent): unknown[] => [
  event.id,
  event.subject,
  event.sequence,
  event.type,
  JSON.stringify(event.data),
  event.time,
]

/** The parameters of `insertEvents`. */
export const eventParameters = (events: readonly StoredEvent[]): unknown[] => [
  events.map(({ id }) => id),
  events.map(({ subject }) => subject),
  events.map(({ sequence }) => sequence),
  events.map(({ type }) => type),
  events.map(({ data }) => JSON.stringify(data)),
  events[0]?.time ?? null,
]

// Each subject has a row that counts its events. This write locks it until it commits, so `sequence` has no gaps. The
// global order, `position`, stays null here: the reader numbers rows once they are committed. Most writes have one event: as
// values it costs PostgreSQL less than as a list of one.
const countEvents = (rows: string) => `insert into event_subject (subject, sequence) ${rows}
   on conflict (subject) do update set sequence = event_subject.sequence + excluded.sequence
   returning subject, sequence`
export const COUNT_EVENTS = countEvents(`
   select subject, count from unnest($1::text[], $2::bigint[]) as taken (subject, count)
   where ${besideTable('event_subject')}`)
/** The same for one subject. Its parameters are no lists. */
export const COUNT_EVENTS_OF_ONE = countEvents('values ($1, $2::bigint)')

/** How many parameters an event or a list of events has. */
export const EVENT_PARAMETERS = 6
const eventPlaces = (first: number) => [0, 1, 2, 3, 4, 5].map((at) => `$${first + at}`)

/** SQL that stores one counted event; its parameters are the six from `first` on. */
export const insertEvent = (first: number) => {
  const [id, subject, sequence, type, data, time] = eventPlaces(first)
  return `insert into event (id, subject, sequence, type, time, data)
   values (${id}, ${subject}, ${sequence}::bigint, ${type}, ${time}, ${data})`
}

/** SQL that stores counted events; their parameters are the six from `first` on. */
export const insertEvents = (first: number) => {
  const [id, subject, sequence, type, data, time] = eventPlaces(first)
  return `insert into event (id, subject, sequence, type, time, data)
   select new.id, new.subject, new.sequence, new.type, ${time}::timestamptz, new.data
   from unnest(${id}::uuid[], ${subject}::text[], ${sequence}::bigint[], ${type}::text[], ${data}::json[])
     as new (id, subject, sequence, type, data)
   where ${besideTable('event')}`
}

// It fails if the subject is there: then its record was not new.
const COUNT_FIRST = command('insert into event_subject (subject, sequence) values ($1, 1)')
const COUNT = statement({ subject: text, sequence: int }, COUNT_EVENTS)
const INSERT = command(insertEvents(1))
