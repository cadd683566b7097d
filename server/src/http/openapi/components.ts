import type { z } from 'zod'
import { type JsonSchema, jsonSchemaFrom } from '../serialize.ts'

type Io = 'input' | 'output'
type Schemas = Map<string, JsonSchema>

/**
 * The named schemas of the document. Two different schemas with one name are an error. One that is different in requests,
 * because a field may be left out, is called `…Data` there.
 */
export class Components {
  readonly #schemas = { input: new Map<string, JsonSchema>(), output: new Map<string, JsonSchema>() }
  /** A schema is rendered once: twins and lists share theirs. */
  readonly #rendered = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }
  readonly #references = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }

  /** The schema with its named parts under `$defs`. */
  rendered(schema: z.ZodType, io: Io): JsonSchema {
    return kept(this.#rendered[io], schema, () => jsonSchemaFrom(schema, io))
  }

  /** A reference to the schema if it has a name, else the schema itself. `finish` completes it. */
  reference(schema: z.ZodType, io: Io): JsonSchema {
    return kept(this.#references[io], schema, () => {
      const json = relocated(this.rendered(schema, io), io)
      const { $defs = {}, ...rest } = io === 'output' ? opened(json) : json
      for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>))
        this.#add(name, part, io)
      const id = schema.meta()?.id
      return typeof id !== 'string' || '$ref' in rest ? rest : this.named(id, rest, io)
    })
  }

  /** Adds a schema and answers a reference to it. */
  named(name: string, schema: JsonSchema, io: Io = 'output'): JsonSchema {
    this.#add(name, schema, io)
    return { $ref: `#/${io}/${name}` }
  }

  #add(name: string, { id: _, ...schema }: JsonSchema, io: Io): void {
    const known = this.#schemas[io].get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are named ${name}.`)
    this.#schemas[io].set(name, schema)
  }

  /** The document with the schemas under their final names, and with references to them. */
  finish(document: JsonSchema): JsonSchema {
    const { input, output } = this.#schemas
    const own = differing(input, output)
    const nameOf = (io: string, name: string) => (io === 'input' && own.has(name) ? `${name}Data` : name)
    const schemas = new Map(output)
    for (const [name, schema] of input) {
      const final = nameOf('input', name)
      if (final !== name && (schemas.has(final) || input.has(final)))
        throw new Error(`Two schemas are named ${final}.`)
      // A schema that is used for both requests and answers is as strict as for requests.
      schemas.set(final, schema)
    }
    const sorted = [...schemas].sort(([left], [right]) => (left < right ? -1 : 1))
    const components = { ...(document.components as object), schemas: Object.fromEntries(sorted) }
    return JSON.parse(
      JSON.stringify({ ...document, components }).replaceAll(
        /"#\/(input|output)\/([^"]+)"/g,
        (_, io: string, name: string) => `"#/components/schemas/${nameOf(io, name)}"`,
      ),
    ) as JsonSchema
  }
}

/** The names whose schema is different in requests and in answers, or refers to one that is. */
function differing(input: Schemas, output: Schemas): ReadonlySet<string> {
  const shared = [...input].flatMap(([name, schema]) => {
    const answered = output.get(name)
    return answered
      ? [{ name, texts: [bare(JSON.stringify(schema)), JSON.stringify(answered)] as const }]
      : []
  })
  const names = new Set<string>()
  const refersToOne = (text: string) =>
    [...text.matchAll(/"#\/input\/([^"]+)"/g)].some(([, name = '']) => names.has(name))
  for (let count = -1; count < names.size; ) {
    count = names.size
    for (const { name, texts } of shared)
      if (texts[0].replaceAll('"#/input/', '"#/output/') !== texts[1] || refersToOne(texts[0]))
        names.add(name)
  }
  return names
}

function kept(known: Map<z.ZodType, JsonSchema>, schema: z.ZodType, make: () => JsonSchema): JsonSchema {
  const found = known.get(schema) ?? make()
  known.set(schema, found)
  return found
}

/** Answers may contain more than is declared: the effects of a dry run, and fields of later versions. */
const opened = (schema: JsonSchema) => JSON.parse(bare(JSON.stringify(schema))) as JsonSchema
const bare = (text: string) => text.replaceAll(/,"additionalProperties":false(?=[,}])/g, '')

const relocated = (schema: JsonSchema, io: Io): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/${io}/`)) as JsonSchema
