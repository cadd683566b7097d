import { int, orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import type { Caller } from '../../http/caller.ts'
import { findAt, type Place } from './cursor.ts'
import { seesEvent } from './scope.ts'

/** What to read. Absent means everything. */
export interface EventFilter {
  readonly types?: readonly EventType[] | undefined
  readonly subject?: string | undefined
}

/**
 * The JSON of an event `e`, as it is answered, streamed and delivered. Written by the database, which is the fastest. No
 * part is ever null, and the name of a type needs no escapes.
 */
export const EVENT_JSON = `'{"specversion":"1.0","id":"' || e.id || '","source":"/bulwark","type":"' || e.type ||
  '","subject":' || to_json(e.subject) || ',"time":"' || to_char(e.time, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
  '","datacontenttype":"application/json","sequence":' || e.sequence || ',"data":' || e.data || '}'`

const columns = { position: int, id: text, type: text, json: text }
const SELECT = sql.raw(`e.position, e.id, e.type, ${EVENT_JSON} as json`)

/** An event of the log with its place. */
export interface LoggedEvent extends Place {
  readonly type: string
  readonly json: string
}

interface Read {
  /** Where to read on. It moves even if nothing was found. */
  readonly last: Place
  readonly hasMore: boolean
}

/** How many events one statement looks at, when not all of them are wanted. */
const WINDOW = 5_000
/** For how long a page looks for events that match before it answers what it has. */
const SEARCH_MILLISECONDS = 400

/** The part of the log to read: at most so many events after a place, up to the head that `numberEvents` has answered. */
interface Reach {
  readonly after: Place
  readonly head: Place
  readonly limit: number
}

/** The events after a place that the caller sees, oldest first. */
export async function readEvents(
  db: Db,
  caller: Caller,
  { after, head, limit, ...filter }: EventFilter & Reach,
): Promise<Read & { readonly events: readonly LoggedEvent[] }> {
  const conditions = conditionsFor(caller, filter)
  const width = widthFor(limit, filter, conditions.length > 0)
  const until = performance.now() + SEARCH_MILLISECONDS
  const events: LoggedEvent[] = []
  let seen = after.position
  while (seen < head.position && events.length <= limit && performance.now() < until) {
    const end = Math.min(seen + width, head.position)
    const among = sql.join([sql`e.position > ${seen} and e.position <= ${end}`, ...conditions], sql` and `)
    events.push(
      ...(await query(columns)`select ${SELECT} from event e where ${among}
        order by e.position limit ${limit + 1 - events.length}`.rows(db)),
    )
    seen = end
  }
  const page = events.slice(0, limit)
  if (events.length > limit) return { events: page, last: page.at(-1) ?? after, hasMore: true }
  const isWhole = seen >= head.position
  // A cursor beyond the log was refused, so the place is the head or before it.
  if (isWhole) return { events: page, last: after.position < head.position ? head : after, hasMore: false }
  return { events: page, last: (await findAt(db, seen)) ?? after, hasMore: true }
}

/** The same as one text: the JSON of the events, with commas. */
export async function readPage(
  db: Db,
  caller: Caller,
  wanted: EventFilter & Reach,
): Promise<Read & { readonly items: string }> {
  if (conditionsFor(caller, wanted).length === 0) return readNext(db, wanted)
  const { events, last, hasMore } = await readEvents(db, caller, wanted)
  return { items: events.map(({ json }) => json).join(','), last, hasMore }
}

// Who wants all that comes next gets it in one piece: to take a thousand rows apart costs more than to make them.
const NEXT = statement(
  { items: orNull(text), id: orNull(text) },
  `select string_agg(${EVENT_JSON}, ',' order by e.position) as items,
     max(e.id::text) filter (where e.position = $2) as id
   from event e where e.position > $1 and e.position <= $2`,
)

/** What comes after a place, for a caller who sees and wants everything. Positions have no gaps, so it is known where it ends. */
async function readNext(db: Db, { after, head, limit }: Reach): Promise<Read & { readonly items: string }> {
  const position = Math.min(after.position + limit, head.position)
  if (position <= after.position) return { items: '', last: after, hasMore: false }
  const row = await NEXT.first(db, [after.position, position])
  // A reset of the sandbox came between.
  if (!row?.items || !row.id) return { items: '', last: after, hasMore: false }
  return { items: row.items, last: { position, id: row.id }, hasMore: position < head.position }
}

/** The newest events that the caller sees, oldest first, as JSON. It looks back for as long as a page looks. */
export async function readLast(
  db: Db,
  caller: Caller,
  { head, last, ...filter }: EventFilter & { readonly head: Place; readonly last: number },
): Promise<readonly string[]> {
  const conditions = conditionsFor(caller, filter)
  const width = widthFor(last, filter, conditions.length > 0)
  const until = performance.now() + SEARCH_MILLISECONDS
  const events: LoggedEvent[] = []
  let seen = head.position
  while (seen > 0 && events.length < last && performance.now() < until) {
    const begin = Math.max(seen - width, 0)
    const among = sql.join([sql`e.position > ${begin} and e.position <= ${seen}`, ...conditions], sql` and `)
    events.push(
      ...(await query(columns)`select ${SELECT} from event e where ${among}
        order by e.position desc limit ${last - events.length}`.rows(db)),
    )
    seen = begin
  }
  return events.reverse().map(({ json }) => json)
}

/** How far one statement looks. It never has to sort the rest of the log, however PostgreSQL plans it. */
function widthFor(limit: number, { subject }: EventFilter, isFiltered: boolean): number {
  // A subject has few events, which an index finds.
  if (subject !== undefined) return Number.POSITIVE_INFINITY
  return isFiltered ? WINDOW : limit + 1
}

function conditionsFor(caller: Caller, { types, subject }: EventFilter): Sql[] {
  const visible = seesEvent(caller)
  return [
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
    ...(types === undefined ? [] : [sql`e.type = any(${types}::text[])`]),
    // Last, because it is the most expensive.
    ...(visible ? [visible] : []),
  ]
}

/** One event, if the caller sees it. */
export async function findEvent(db: Db, caller: Caller, id: string): Promise<string | undefined> {
  const visible = seesEvent(caller) ?? sql`true`
  const row = await query({ json: text })`select ${sql.raw(EVENT_JSON)} as json from event e
    where e.id = ${id} and ${visible}`.first(db)
  return row?.json
}
