import type { JsonSchema } from '../serialize.ts'

/** An example of a schema: the declared example, or the simplest value that is valid. */
export function exampleValue(schema: JsonSchema, definitions = definitionsOf(schema), depth = 0): unknown {
  if (depth > 6) return null
  const examples = schema.examples
  if ('example' in schema) return schema.example
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if ('default' in schema) return schema.default
  if ('const' in schema) return schema.const
  const values = schema.enum
  if (Array.isArray(values)) return values[0]
  const reference = schema.$ref
  if (typeof reference === 'string') {
    const target = definitions[reference.split('/').at(-1) ?? '']
    return target ? exampleValue(target, definitions, depth + 1) : null
  }
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return exampleValue(branches[0] as JsonSchema, definitions, depth + 1)
  return ofType(schema, definitions, depth)
}

const definitionsOf = (schema: JsonSchema) => (schema.$defs as Record<string, JsonSchema> | undefined) ?? {}

function ofType(schema: JsonSchema, definitions: Record<string, JsonSchema>, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const properties = (schema.properties as Record<string, JsonSchema> | undefined) ?? {}
      return Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, exampleValue(part, definitions, depth + 1)]),
      )
    }
    case 'array':
      return schema.items ? [exampleValue(schema.items as JsonSchema, definitions, depth + 1)] : []
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'date-time'
        ? '2024-03-15T15:00:00Z'
        : schema.format === 'date'
          ? '2024-03-15'
          : 'text'
    default:
      return null
  }
}
