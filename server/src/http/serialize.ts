import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

/**
 * A JSON writer for a schema, compiled on first use because most operations are never called. Fields that are not in
 * the schema are not written, so nothing leaks by accident.
 */
export function jsonWriter(schema: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined
  return (value) => {
    write ??= compiledWriter(schema)
    return write(value)
  }
}

function compiledWriter(schema: z.ZodType): (value: unknown) => string {
  const json = inlined(jsonSchemaFrom(schema, 'output'))
  // The library's type allows only known keywords; ours is any JSON Schema.
  return fastJsonStringify(json as unknown as Parameters<typeof fastJsonStringify>[0]) as (
    value: unknown,
  ) => string
}

/** Named parts are inlined: with a reference, the writer would have to try which of two schemas matches. */
function inlined({ $defs, ...schema }: JsonSchema): JsonSchema {
  const parts = ($defs ?? {}) as Record<string, JsonSchema>
  const inline = (node: unknown, above: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => inline(item, above))
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as JsonSchema
    if (typeof $ref !== 'string') return inEach(rest, above)
    const name = $ref.replace('#/$defs/', '')
    // A schema that contains itself is written without checks from there on.
    if (above.includes(name)) return {}
    const { id: _, ...part } = parts[name] ?? {}
    return inEach({ ...part, ...rest }, [...above, name])
  }
  const inEach = (node: JsonSchema, above: readonly string[]) =>
    nullable(Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inline(value, above)])))
  return inline(schema, []) as JsonSchema
}

/** The JSON Schema of a zod schema, with named parts under `$defs`. */
export function jsonSchemaFrom(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any', cycles: 'ref' })
  const { $schema: _, ...rest } = json
  return tidy(rest) as JsonSchema
}

/**
 * Writes `anyOf: [X, null]` as a type with null (twice as fast to write, and what a reader expects), drops the long
 * patterns of dates, which have a format, and keeps our own marks out of the document.
 */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy)
  if (typeof node !== 'object' || node === null) return node
  const copy: JsonSchema = {}
  for (const [name, value] of Object.entries(node)) {
    // The names of a record are texts; there is nothing more to say.
    if (name === 'propertyNames') continue
    if (name === 'pattern' && 'format' in node && typeof value === 'string') continue
    // These are our marks on a field, not fields of that name.
    if ((name === 'secret' || name === 'unaudited') && value === true) continue
    copy[name] = tidy(value)
  }
  return nullable(withLength(copy))
}

/** A text of a format or a pattern with a known length says how long it can be. */
function withLength(node: JsonSchema): JsonSchema {
  if (node.type !== 'string' || 'maxLength' in node || 'enum' in node || 'const' in node) return node
  const most =
    node.format === 'uuid' ? 36 : typeof node.pattern === 'string' ? longestMatch(node.pattern) : undefined
  return most === undefined ? node : { ...node, maxLength: most }
}

/** The length of the longest match of a plain pattern such as `^[A-Z]{2}\\d{1,3}$`. */
function longestMatch(pattern: string): number | undefined {
  const body = /^\^((?:(?:\[[^\]]+\]|\\d|[\w-])(?:\{(?:\d+,)?\d+\})?)+)\$$/.exec(pattern)?.[1]
  if (body === undefined) return undefined
  const parts = [...body.matchAll(/(?:\[[^\]]+\]|\\d|[\w-])(?:\{(?:\d+,)?(\d+)\})?/g)]
  return parts.reduce((sum, [, most]) => sum + Number(most ?? 1), 0)
}

function nullable(node: JsonSchema): JsonSchema {
  const branches = node.anyOf
  if (!Array.isArray(branches) || branches.length !== 2) return node
  const [value, none] = branches as [JsonSchema, JsonSchema]
  if (none.type !== 'null' || typeof value.type !== 'string') return node
  const { anyOf: _, ...rest } = node
  const values = Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {}
  return { ...value, ...rest, type: [value.type, 'null'], ...values }
}

/** The names of the fields that are shown only once. */
export const secretFields = (schema: z.ZodType | undefined) => marked(schema, 'secret')

/** The names of the fields that are too large for the audit, such as a file. */
export const unauditedFields = (schema: z.ZodType | undefined) => marked(schema, 'unaudited')

function marked(schema: z.ZodType | undefined, mark: 'secret' | 'unaudited'): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => (field as z.ZodType).meta()?.[mark] === true)
    .map(([name]) => name)
}
