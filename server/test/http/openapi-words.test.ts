import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiParts } from '../../src/app.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { undescribedDocument } from '../../src/http/openapi/document.ts'
import { describe as addWords, readWords } from '../../src/http/openapi/words.ts'
import type { JsonSchema } from '../../src/http/serialize.ts'

const { routes, about } = openApiParts()
// openapi.test.ts compares it with the routes.
const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as JsonSchema

/** Every operation, parameter and field with what the document says about it. */
function* described(): Generator<{ place: string; name: string; description: unknown }> {
  function* fields(schema: unknown, place: string): ReturnType<typeof described> {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as JsonSchema
    for (const [name, part] of Object.entries(properties as Record<string, JsonSchema>)) {
      yield { place: `${place}.${name}`, name, description: part.description }
      yield* fields(part, `${place}.${name}`)
    }
    for (const inner of [items, additionalProperties, anyOf, oneOf, allOf].flat()) yield* fields(inner, place)
  }
  const { schemas = {}, parameters = {} } = document.components as Record<string, Record<string, JsonSchema>>
  for (const [name, schema] of Object.entries(schemas)) yield* fields(schema, name)
  for (const { name, description } of Object.values(parameters))
    yield { place: `parameter ${name}`, name: String(name), description }
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, JsonSchema>>))
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`
      yield { place, name: String(operation.summary), description: operation.description }
      for (const parameter of operation.parameters as JsonSchema[])
        if (!('$ref' in parameter))
          yield {
            place: `${place} ${parameter.name}`,
            name: String(parameter.name),
            description: parameter.description,
          }
      for (const answer of [operation.requestBody, ...Object.values(operation.responses as object)])
        for (const { schema } of Object.values((answer?.content ?? {}) as Record<string, JsonSchema>))
          yield* fields(schema, place)
    }
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/^the |[^a-z]/g, '')

test('every operation, parameter and field says what it means', () => {
  const faults = [...described()].flatMap(({ place, name, description }) => {
    if (typeof description !== 'string') return [`${place}: nothing`]
    if (description.length < 15) return [`${place}: too short: ${description}`]
    if (lettersOf(description) === lettersOf(name)) return [`${place}: only its name`]
    return /[.`)]$|\w$/.test(description) ? [] : [`${place}: not a sentence: ${description}`]
  })
  expect(faults).toEqual([])
})

test('no word is left out or unused', () => {
  const bare = undescribedDocument(routes, about)
  expect(addWords(bare, readWords())).toEqual({ missing: [], unused: [] })
})

test('every word is a sentence', () => {
  for (const words of Object.values(readWords()))
    for (const [key, text] of Object.entries(words as Record<string, string>))
      expect(text, key).toMatch(/^[A-Z`0-9].*[.…]$/)
})
