import { z } from 'zod'
import { chosenTypes } from '../../domain/events/type-filter.ts'
import { Instant, queryInteger, queryList } from '../../http/schemas.ts'

/** An event on the wire: CloudEvents 1.0 in JSON. */
export const Event = z
  .object({
    specversion: z.literal('1.0'),
    id: z.uuid(),
    source: z.literal('/bulwark'),
    type: z.string().describe('One of GET /events/types.'),
    subject: z.string().describe('The record that it happened to, by its path.'),
    time: Instant,
    datacontenttype: z.literal('application/json'),
    sequence: z.int().positive().describe('Counts the events of the subject from 1, without gaps.'),
    data: z.record(z.string(), z.unknown()).describe('As the schema of the type says.'),
  })
  .meta({
    id: 'Event',
    example: {
      specversion: '1.0',
      id: '0b0f6a3e-5a0c-4b52-9d0c-0f3b6b1c9a55',
      source: '/bulwark',
      type: 'contract.finalized',
      subject: 'contracts/1204',
      time: '2024-03-15T15:00:00.000Z',
      datacontenttype: 'application/json',
      sequence: 3,
      data: { id: 1204, number: 'SPA-0001204', status: 'Active' },
    },
  })

export const EventPage = z
  .object({
    items: z.array(Event),
    next: z.string().describe('The cursor to read on with, also when nothing was found.'),
    hasMore: z.boolean().describe('There may be more now. False: ask again later.'),
  })
  .meta({ id: 'EventPage' })

export const EventTypeModel = z
  .object({
    type: z.string(),
    subject: z.string(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).describe('The JSON Schema of `data`.'),
  })
  .meta({ id: 'EventType' })

/** A type, or all of a kind. */
const TypeName = z
  .string()
  .refine((name) => chosenTypes([name]).unknown.length === 0, {
    message: 'a type of GET /events/types, or all of a kind, such as contract.*',
    params: { code: 'Enum' },
  })
  .meta({ maxLength: 100, example: 'contract.*' })

/** The parameters that choose events. */
const filter = {
  types: queryList(TypeName).optional().describe('Types, or all of a kind: contract.*. Absent: all.'),
  subject: z.string().max(200).optional().describe('One record, such as contracts/1204.'),
}

const after = z.string().max(200).optional()

export const EventQuery = z
  .strictObject({
    after: after.describe('The cursor `next` of an earlier answer. Absent: from the beginning.'),
    limit: queryInteger(z.int().min(1).max(1_000)).default(100),
    last: queryInteger(z.int().min(1).max(1_000))
      .optional()
      .describe('Reads the newest events, so many, in place of those after a cursor.'),
    ...filter,
  })
  .refine((query) => query.after === undefined || query.last === undefined, {
    message: 'not together with `after`',
    path: ['last'],
    params: { code: 'Format' },
  })

export const StreamQuery = z.strictObject({
  after: after.describe(
    'A cursor. The header Last-Event-ID counts more. Without both the stream begins with what happens next.',
  ),
  ...filter,
})
