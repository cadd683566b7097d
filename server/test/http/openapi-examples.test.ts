import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiParts } from '../../src/app.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { listAnswer } from '../../src/http/lists.ts'
import { readExamples } from '../../src/http/openapi/examples.ts'
import { problemStatuses } from '../../src/http/problems.ts'
import type { Route } from '../../src/http/route.ts'
import type { JsonSchema } from '../../src/http/serialize.ts'

const { routes, about } = openApiParts()
const examples = readExamples()
const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** What does not fit, by its place in the example. */
function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value)
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`)
}

const answerOf = (route: Route): z.ZodType | undefined =>
  route.kind === 'list'
    ? route.detail
      ? z.union([listAnswer(route), listAnswer({ ...route, row: route.detail.row })])
      : listAnswer(route)
    : route.answer

test('every operation with a body or an answer in JSON has an example that fits its schema', () => {
  const faults = routes.flatMap((route) => {
    const name = nameOf(route)
    const example = examples.operations[name]
    const body = 'body' in route ? route.body : undefined
    const answer = answerOf(route)
    if (!example) return body || answer ? [`${name}: none`] : []
    const answered = Object.entries(example.answers).flatMap(([status, value]) =>
      answer ? faultsOf(answer, value).map((fault) => `${name} ${status} ${fault}`) : [],
    )
    const isSent = body === undefined || example.request !== undefined
    return [
      ...(isSent ? [] : [`${name}: no request`]),
      ...(answer && Object.keys(example.answers).length === 0 ? [`${name}: no answer`] : []),
      ...(body && isSent ? faultsOf(body, example.request).map((fault) => `${name} body ${fault}`) : []),
      ...answered,
    ]
  })
  expect(faults).toEqual([])
  const known = new Set(routes.map(nameOf))
  expect(Object.keys(examples.operations).filter((name) => !known.has(name))).toEqual([])
})

test('every problem code has an example', () => {
  expect(Object.keys(examples.problems).sort()).toEqual(Object.keys(problemStatuses).sort())
  for (const [code, { detail, instance }] of Object.entries(examples.problems)) {
    expect(detail, code).toMatch(/^.{12,}[.]$/)
    expect(instance, code).toMatch(/^\/\S+$/)
  }
})

test('every type of event has an example with the data that it declares', () => {
  for (const [type, { schema }] of Object.entries(about.webhooks)) {
    const { data: declared } = schema.properties as Record<string, JsonSchema>
    const example = examples.events[type] ?? {}
    expect(Object.keys((example.data ?? example) as object).sort(), type).toEqual(
      Object.keys(declared?.properties as object).sort(),
    )
  }
})

test('no example is a filler', () => {
  const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8'))
  const fillers: string[] = []
  const visit = (value: unknown, place: string) => {
    if (value === 'text' || value === 'string') fillers.push(place)
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      // The JSON Schema of an event names types.
      if (key === 'schema') continue
      if (Array.isArray(value) && part === null) fillers.push(`${place}/${key}`)
      visit(part, `${place}/${key}`)
    }
  }
  const paths = { ...document.paths, ...document.webhooks } as Record<string, Record<string, JsonSchema>>
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods))
      for (const part of [requestBody, ...Object.values(responses as object)])
        for (const [type, { example }] of Object.entries((part?.content ?? {}) as Record<string, JsonSchema>))
          visit(example, `${method.toUpperCase()} ${path} ${type}`)
  expect(fillers).toEqual([])
})
