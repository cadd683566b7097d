import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import type { Caller } from '../../http/caller.ts'
import { BEGINNING, type Place } from './cursor.ts'
import { seesEvent } from './scope.ts'

/** What to read. Absent means everything. */
export interface EventFilter {
  readonly types?: readonly EventType[] | undefined
  readonly subject?: string | undefined
}

/** The JSON of an event `e`, as it is answered, streamed and delivered. Written by the database, which is the fastest. */
export const EVENT_JSON = `concat('{"specversion":"1.0","id":"', e.id, '","source":"/bulwark","type":', to_json(e.type),
  ',"subject":', to_json(e.subject), ',"time":"', to_char(e.time, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  '","datacontenttype":"application/json","sequence":', e.sequence, ',"data":', e.data, '}')`

const columns = { position: int, id: text, type: text, json: text }
const SELECT = sql.raw(`e.position, e.id, e.type, ${EVENT_JSON} as json`)

/** An event of the log with its place. */
export interface LoggedEvent extends Place {
  readonly type: string
  readonly json: string
}

export interface EventPage {
  readonly events: readonly LoggedEvent[]
  /** Where to read on. It moves even if nothing was found. */
  readonly last: Place
  readonly hasMore: boolean
}

/** How many events one statement looks at, when not all of them are wanted. */
const WINDOW = 5_000
/** For how long a page looks for events that match before it answers what it has. */
const SEARCH_MILLISECONDS = 400

/** The events after a place that the caller sees, oldest first. `numberEvents` comes first, or the newest are missing. */
export async function readEvents(
  db: Db,
  caller: Caller,
  { after, limit, ...filter }: EventFilter & { readonly after: Place; readonly limit: number },
): Promise<EventPage> {
  const head = await findHead(db)
  const conditions = conditionsFor(caller, filter)
  // A subject has few events, which an index finds. Otherwise the log is searched piece by piece.
  const width = conditions.length === 0 || filter.subject !== undefined ? Number.POSITIVE_INFINITY : WINDOW
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
  return { events: page, last: await loadPlace(db, seen), hasMore: true }
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

const HEAD = statement(
  { position: int, id: text },
  'select position, id from event where position is not null and $1 order by position desc limit 1',
)
const LAST_UNTIL = statement(
  { position: int, id: text },
  'select position, id from event where position <= $1 order by position desc limit 1',
)

/** The place of the newest event that has a position. */
export const findHead = async (db: Db): Promise<Place> => (await HEAD.first(db, [true])) ?? BEGINNING

const loadPlace = async (db: Db, position: number): Promise<Place> =>
  (await LAST_UNTIL.first(db, [position])) ?? BEGINNING

/** One event, if the caller sees it. */
export async function findEvent(db: Db, caller: Caller, id: string): Promise<string | undefined> {
  const visible = seesEvent(caller) ?? sql`true`
  const row = await query({ json: text })`select ${sql.raw(EVENT_JSON)} as json from event e
    where e.id = ${id} and ${visible}`.first(db)
  return row?.json
}
