import { catalogue, type EventDeclaration, type EventType } from './catalogue.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The declaration of a type, or nothing if there is no such type. */
export const declarationOf = (type: string): EventDeclaration | undefined =>
  Object.hasOwn(catalogue, type) ? catalogue[type as EventType] : undefined // It is a key.

/** The JSON Schema of the data of a type. */
export function dataSchema(type: EventType): JsonSchema {
  const { data } = catalogue[type] as EventDeclaration
  return {
    type: 'object',
    required: Object.keys(data),
    properties: Object.fromEntries(Object.entries(data).map(([name, { schema }]) => [name, schema])),
  }
}

/** The JSON Schema of an event of a type: CloudEvents 1.0. */
export function eventSchema(type: EventType): JsonSchema {
  return {
    type: 'object',
    required: [
      ...['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'sequence', 'data'],
    ],
    properties: {
      specversion: { const: '1.0' },
      id: { type: 'string', format: 'uuid', description: 'The same in every delivery of this event.' },
      source: { const: '/bulwark' },
      type: { const: type },
      subject: { type: 'string', description: catalogue[type].subject },
      time: { type: 'string', format: 'date-time' },
      datacontenttype: { const: 'application/json' },
      sequence: { type: 'integer', description: 'From 1 and without gaps for each subject.' },
      data: dataSchema(type),
    },
  }
}

/** What is wrong with an event; nothing if it is as declared. */
export function eventFault(event: {
  readonly type: string
  readonly subject: string
  readonly data: Readonly<Record<string, unknown>>
}): string | undefined {
  const declared = declarationOf(event.type)
  if (!declared) return `There is no type ${event.type}.`
  const kind = declared.subject.replace(/\{\w+\}$/, '')
  if (!event.subject.startsWith(kind) || event.subject.length === kind.length)
    return `The subject of ${event.type} must be ${declared.subject}, not ${event.subject}.`
  const unknown = Object.keys(event.data).filter((name) => !Object.hasOwn(declared.data, name))
  if (unknown.length > 0) return `${event.type} has undeclared data: ${unknown.join(', ')}.`
  const wrong = Object.entries(declared.data).filter(([name, field]) => !field.accepts(event.data[name]))
  if (wrong.length > 0)
    return `${event.type} has wrong data: ${wrong
      .map(([name]) => `${name} ${JSON.stringify(event.data[name])}`)
      .join(', ')}.`
  return undefined
}
