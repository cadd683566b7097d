import { z } from 'zod'
import { parameterNames, type Route } from '../route.ts'
import { PathId, queryBoolean } from '../schemas.ts'
import { querySchema } from '../search.ts'
import { type JsonSchema, jsonSchemaFrom } from '../serialize.ts'
import { HEADERS_AT_MOST } from './headers.ts'
import { exampleValue } from './schema-example.ts'

/** What an operation takes besides its body. */
export const parametersOf = (route: Route): JsonSchema[] => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...headerParameters(route),
]

export const isSingleRead = (route: Route) =>
  route.kind === 'read' || route.kind === 'derived' || route.kind === 'file'

const idSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

function pathParameters(route: Route): JsonSchema[] {
  return parameterNames(route.path).map((name) => {
    const declared = route.params?.[name]
    const { description, ...schema }: JsonSchema =
      declared === undefined || declared === PathId
        ? idSchema
        : { maxLength: PATH_TEXT_AT_MOST, ...jsonSchemaFrom(declared as z.ZodType, 'input') }
    return {
      ...{ name, in: 'path', required: true },
      ...(description ? { description } : {}),
      schema,
      example: exampleValue(schema),
    }
  })
}

/** The router refuses a longer one. */
const PATH_TEXT_AT_MOST = 500

function querySchemaOf(route: Route): z.ZodObject | undefined {
  switch (route.kind) {
    case 'list':
      return querySchema(route.search)
    case 'write':
      return (route.query ?? z.object({})).extend({ dryRun })
    case 'ask':
      return askQuery
    default:
      return route.query
  }
}

const dryRun = queryBoolean()
  .optional()
  .describe('Run the operation, answer with `effects`, and roll everything back.')

const askQuery = z.object({
  dryRun: queryBoolean().optional().describe('Has no effect: this operation writes nothing.'),
})

function queryParameters(route: Route): JsonSchema[] {
  const schema = querySchemaOf(route)
  if (!schema) return []
  const json = jsonSchemaFrom(schema, 'input')
  const required = (json.required as string[] | undefined) ?? []
  return Object.entries((json.properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, { description, ...part }]) => {
      const type: JsonSchema = { ...part, ...defaultOf(schema.shape[name], part) }
      return {
        name,
        in: 'query',
        required: required.includes(name) && !('default' in type),
        ...(description ? { description } : {}),
        ...(type.type === 'array' ? { style: 'form', explode: false } : {}),
        schema: type,
      }
    },
  )
}

/** The default of a parameter that is read from text, which zod leaves out. */
function defaultOf(schema: unknown, { type }: JsonSchema): JsonSchema {
  if (!(schema instanceof z.ZodDefault)) return {}
  const value: unknown = schema.def.defaultValue
  return { default: type === 'string' ? String(value) : value }
}

function headerParameters(route: Route): JsonSchema[] {
  if (isSingleRead(route)) return [etagHeader('If-None-Match')]
  if (route.kind !== 'write') return []
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: route.keyRequired ?? false,
    description:
      'Repeating a request with the same key returns the first answer again, for at least 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return route.current ? [key, etagHeader('If-Match')] : [key]
}

const etagHeader = (name: string): JsonSchema => ({
  ...{ name, in: 'header', required: false },
  schema: { type: 'string', maxLength: HEADERS_AT_MOST },
})
