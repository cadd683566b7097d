import { listAnswer } from '../lists.ts'
import type { AnyList, AnyWrite, Route } from '../route.ts'
import { PAGE_SIZE_AT_MOST } from '../search.ts'
import type { JsonSchema } from '../serialize.ts'
import type { Components } from './components.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { isSingleRead } from './parameters.ts'
import { exampleValue } from './schema-example.ts'

/** The bytes of a file, which no schema describes. */
export const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } }

/** The answers of an operation that succeeds, by status. */
export function successesOf(route: Route, components: Components): JsonSchema {
  if (route.kind === 'list') return { '200': page(route, components) }
  if (route.kind === 'plain' && route.streams)
    return {
      '200': {
        description: 'The stream. It stays open.',
        headers: headersOf(),
        content: { [route.streams]: { schema: { type: 'string' } } },
      },
    }
  if (route.kind === 'plain' && route.answersFile)
    return {
      '200': {
        description: 'The file as a download.',
        headers: headersOf('Content-Disposition'),
        content: bytes,
      },
    }
  if (!route.answer)
    return {
      ...(route.kind === 'write' ? { '200': triedOut } : {}),
      '204': {
        description: 'Done. The answer has no body.',
        headers: headersOf(...(route.kind === 'write' ? (['Idempotency-Replayed'] as const) : [])),
      },
    }
  return {
    ...(isSingleRead(route) ? { '304': unchanged } : {}),
    ...Object.fromEntries(statusesOf(route).map((status) => [status, answered(route, status, components)])),
  }
}

function statusesOf(route: Route): readonly string[] {
  const status = String(('status' in route && route.status) || 200)
  return route.kind === 'write' && route.isCreated ? [status, '201'] : [status]
}

const unchanged: JsonSchema = {
  description: 'Not modified since the ETag in If-None-Match.',
  headers: headersOf('ETag'),
}

function answered(route: Exclude<Route, AnyList>, status: string, components: Components): JsonSchema {
  const answer = route.answer
  if (!answer) return {}
  const schema = components.reference(answer, 'output')
  const isTable = route.kind === 'read' && route.csv !== undefined
  const notes = [
    status === '201' ? 'Created.' : 'Done.',
    ...(route.kind === 'write' ? ['A dry run adds `effects`.'] : []),
    ...(isTable ? [csvNote('The answer as a table')] : []),
  ]
  return {
    description: notes.join(' '),
    ...(isTable ? { 'x-csv': true } : {}),
    headers: headersOf(...headerNames(route, status)),
    content: {
      'application/json': {
        schema: route.kind === 'write' ? withEffects(schema) : schema,
        example: exampleValue(components.rendered(answer, 'output')),
      },
      // A file that is also available as bytes has a query parameter for it.
      ...(route.kind === 'file' && route.query ? bytes : {}),
    },
  }
}

function headerNames(route: Exclude<Route, AnyList>, status: string): HeaderName[] {
  return [
    ...(isSingleRead(route) || (route.kind === 'write' && hasEtag(route)) ? (['ETag'] as const) : []),
    ...(route.kind === 'write' ? (['Idempotency-Replayed', 'Dry-Run'] as const) : []),
    ...(route.kind === 'write' && route.location && (status === '201' || !route.isCreated)
      ? (['Location'] as const)
      : []),
    ...(route.kind === 'file' ? (['Content-Disposition'] as const) : []),
    ...ofVersion(route),
  ]
}

const hasEtag = ({ answer }: AnyWrite) => answer !== undefined && answer.def.type !== 'array'

/** The headers that tell of a newer version, or of the end of this one. */
const ofVersion = ({ kind, successor, deprecated }: Route): HeaderName[] => [
  ...(successor && kind !== 'list' ? (['Link'] as const) : []),
  ...(deprecated ? (['Deprecation'] as const) : []),
  ...(deprecated?.sunset ? (['Sunset'] as const) : []),
]

/**
 * CSV is not listed as a type of content: the clients that are made from the document would get `… | string` as the type
 * of every list.
 */
const csvNote = (what: string) => `${what} is also available as CSV, with \`Accept: text/csv\`.`

function page(route: AnyList, components: Components): JsonSchema {
  const plain = pageSchema(route, components)
  const schema = route.detail
    ? { anyOf: [plain, pageSchema({ form: 'wrapped', row: route.detail.row }, components)] }
    : plain
  return {
    description: `The page. ${csvNote('The whole filtered list')}`,
    'x-csv': true,
    headers: headersOf('X-Total-Count', 'X-Total-Count-Exact', 'Link', ...ofVersion(route)),
    content: {
      'application/json': {
        schema,
        example: exampleValue(components.rendered(listAnswer(route), 'output')),
      },
    },
  }
}

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

/** What all pages have besides their rows. */
const pagedResult: JsonSchema = {
  type: 'object',
  description: 'A page of a list.',
  required: ['pageNumber', 'pageSize', 'totalCount', 'totalPages'],
  properties: { pageNumber: count, pageSize: count, totalCount: count, totalPages: count },
}

/** A page under the name that the interface gives it: `PagedResultOf…`, or `LienHolderList` for one with only its rows. */
function pageSchema({ form, row }: Pick<AnyList, 'form' | 'row'>, components: Components): JsonSchema {
  const items = form === 'ids' ? { type: 'string', maxLength: 100 } : components.reference(row, 'output')
  const rows = { type: 'array', maxItems: PAGE_SIZE_AT_MOST, items }
  if (form === 'array') return rows
  const id = form === 'ids' ? 'String' : String(row.meta()?.id)
  const around = { type: 'object', required: ['items'], properties: { items: rows } }
  if (form === 'items') return components.named(id.replace(/(SearchResult)?$/, 'List'), around)
  return components.named(`PagedResultOf${id}`, {
    allOf: [components.named('PagedResult', pagedResult), around],
  })
}

/** The answer of a write, which a dry run extends by its effects. A list becomes the `items` beside them. */
function withEffects(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'array') return { allOf: [schema, { $ref: '#/output/DryRun' }] }
  const properties = { items: schema, effects }
  return { anyOf: [schema, { type: 'object', required: ['items', 'effects'], properties }] }
}

const effects = { $ref: '#/output/Effects' }

/** The answer to a dry run of an operation that otherwise answers nothing. */
const triedOut: JsonSchema = {
  description: 'With dryRun=true: what the operation would have written.',
  headers: headersOf('Dry-Run'),
  content: {
    'application/json': {
      schema: { type: 'object', required: ['effects'], properties: { effects } },
      example: { effects: { ledger: [], journal: [], events: [], documents: [] } },
    },
  },
}
