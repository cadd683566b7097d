import type { Logger } from 'pino'
import { z } from 'zod'
import type { Databases } from '../db/tenants.ts'
import { catalogue, eventTypes } from '../domain/events/catalogue.ts'
import { dataSchema, eventSchema } from '../domain/events/schemas.ts'
import { chosenTypes } from '../domain/events/type-filter.ts'
import type { Authenticate } from '../http/caller.ts'
import type { Doorway } from '../http/limits.ts'
import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { beginStream } from '../http/streams.ts'
import { findPlace, writeCursor } from './log/cursor.ts'
import { openFeed } from './log/feed.ts'
import { Event, EventPage, EventQuery, EventTypeModel, StreamQuery } from './log/models.ts'
import { numberEvents } from './log/number-events.ts'
import { type EventFilter, findEvent, readLast, readPage } from './log/read-events.ts'
import { openStreams, type Streams } from './log/stream.ts'

export interface EventServices {
  readonly streams: Streams
  readonly door: Doorway
}

/** What follows the event log in this process. */
export function openEventStreams(services: {
  readonly databases: Databases
  readonly door: Doorway
  readonly log: Logger
  readonly authenticate: Authenticate
  readonly processes: number
}): Streams {
  return openStreams({ ...services, feed: openFeed(services) })
}

type EventChoice = Pick<z.output<typeof EventQuery>, 'types' | 'subject'>

const tag = 'Events'
const EVENT_STREAM = 'text/event-stream'

const filterFrom = (query: EventChoice): EventFilter => ({
  types: query.types && chosenTypes(query.types).types,
  subject: query.subject,
})

/** The event log: pulled by cursor, followed as a stream, and what there is to follow. */
export const eventRoutes = (services: EventServices): readonly Route[] => [
  route.derived({
    path: '/events',
    tag,
    summary: 'Read events in their order, by cursor',
    description:
      'Answers the events after a cursor, oldest first. `next` is always sent and is where to read on. With `last` they are the newest ones, and `next` follows what happens after them. A reader that follows it misses no event, also while others write. A limited caller gets the events of what it can read; a page may then be short or empty although `hasMore` is true.',
    permission: 'events:read',
    query: EventQuery,
    answer: EventPage,
    problems: ['CursorInvalid'],
    async derive({ db, caller, query }) {
      const [after, head] = await Promise.all([findPlace(db, query.after), numberEvents(db)])
      if (query.last !== undefined) {
        const events = await readLast(db, caller, { head, last: query.last, ...filterFrom(query) })
        const newest = `{"items":[${events.join(',')}],"next":"${writeCursor(head)}","hasMore":false}`
        return { from: newest, json: () => Buffer.from(newest) }
      }
      const wanted = { after, head, limit: query.limit, ...filterFrom(query) }
      const { items, last, hasMore } = await readPage(db, caller, wanted)
      const text = `{"items":[${items}],"next":"${writeCursor(last)}","hasMore":${hasMore}}`
      return { from: text, json: () => Buffer.from(text) }
    },
  }),
  route.read({
    path: '/events/types',
    tag,
    summary: 'List the types of events, with the schemas of their data',
    permission: ['events:read', 'webhooks:manage'],
    answer: z.array(EventTypeModel),
    pages: ['type', 'subject'],
    handler: async () => allTypes,
  }),
  route.plain({
    method: 'GET',
    path: '/events/stream',
    tag,
    summary: 'Follow events as they happen, as server-sent events',
    description:
      'The `id` of each event is its cursor, `event` its type, `data` the event. After a break send the last id as Last-Event-ID, or as `after`, and nothing is missed. A comment comes every 15 seconds. The stream ends when the credential ends. A caller may have 20 streams open.',
    permission: 'events:read',
    query: StreamQuery,
    streams: EVENT_STREAM,
    problems: ['CursorInvalid'],
    async handler({ request, reply, query, acting }) {
      const { caller } = found(acting, 'caller')
      const { after, ...filter } = query as z.output<typeof StreamQuery>
      const header = request.headers['last-event-id']
      const cursor = typeof header === 'string' && header !== '' ? header : after
      const place = cursor === undefined ? await numberEvents(caller.db) : await findPlace(caller.db, cursor)
      const { authorization, cookie } = request.headers
      if (request.method === 'HEAD') return undefined
      services.streams.open({
        ...{ caller, credentials: { authorization, cookie }, after: place, filter: filterFrom(filter) },
        begin: () => beginStream(request, reply, services.door, `${EVENT_STREAM}; charset=utf-8`),
      })
      return undefined
    },
  }),
  route.read({
    path: '/events/{eventId}',
    tag,
    summary: 'Read one event',
    permission: 'events:read',
    params: { eventId: z.uuid() },
    answer: Event,
    async handler({ db, caller, params: { eventId } }) {
      const json = found(await findEvent(db, caller, eventId), `event ${eventId}`)
      return JSON.parse(json) as z.input<typeof Event> // We wrote it with this shape.
    },
  }),
]

/** What a receiver of webhooks gets, by type. */
export const deliveredEvents = Object.fromEntries(
  eventTypes.map((type) => [type, { summary: catalogue[type].description, schema: eventSchema(type) }]),
)

const allTypes: z.input<typeof EventTypeModel>[] = eventTypes.map((type) => ({
  ...{ type, subject: catalogue[type].subject, description: catalogue[type].description },
  schema: dataSchema(type),
}))
