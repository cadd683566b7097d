import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../db/project-root.ts'
import { type AllProblemTexts, problemStatuses } from '../problems.ts'
import type { JsonSchema } from '../serialize.ts'

// Examples are requests and answers of the sandbox, in `server/examples`. `npm run examples` makes them again.

/** What an operation was sent and what it answered, by status. */
interface OperationExample {
  readonly request?: unknown
  readonly answers: Readonly<Record<string, unknown>>
}

/** What a problem says besides its code and title. */
type ProblemExample = Readonly<{ instance: string; detail: string } & Record<string, unknown>>

export interface Examples {
  /** By `GET /path`. */
  readonly operations: Readonly<Record<string, OperationExample>>
  /** Values of path parameters, by name, or in one path by `/path name`. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Events that webhooks send, by type. Of those that no request of the examples leads to, the data. */
  readonly events: Readonly<Record<string, JsonSchema>>
  /** By code. */
  readonly problems: Readonly<Record<string, ProblemExample>>
}

export function readExamples(folder = join(projectRoot, 'server', 'examples')): Examples {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const { events, ...recorded } = read('operations.json') as Examples
  return { ...recorded, events: { ...read('events.json'), ...events }, problems: read('problems.json') }
}

/** Puts the examples in their places. What has none keeps the one that follows from its schema. */
export function illustrate(document: JsonSchema, examples: Examples, texts: AllProblemTexts): void {
  const problems = new Map<string, JsonSchema>()
  const problemOf = (code: string, status: number): JsonSchema => {
    const example = examples.problems[code]
    const made = example ? problemExample(code, example, texts) : {}
    // A few operations answer a code with another status.
    if (status !== problemStatuses[code as keyof AllProblemTexts])
      return { ...made, value: { ...(made.value as object), status } }
    problems.set(code, made)
    return { $ref: `#/components/examples/${code}` }
  }
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, JsonSchema>>))
    for (const [method, operation] of Object.entries(methods)) {
      const example = examples.operations[`${method.toUpperCase()} ${path}`]
      for (const parameter of (operation.parameters ?? []) as JsonSchema[]) {
        const { name } = parameter as { name: string }
        const value = examples.parameters[`${path} ${name}`] ?? examples.parameters[name]
        if (parameter.in === 'path' && value !== undefined)
          parameter.example = (parameter.schema as JsonSchema).type === 'string' ? String(value) : value
      }
      place(operation.requestBody, example?.request)
      for (const [status, answer] of Object.entries(
        (operation.responses ?? {}) as Record<string, JsonSchema>,
      )) {
        if (example && status.startsWith('2'))
          place(answer, example.answers[status] ?? Object.values(example.answers)[0])
        addProblems(answer, (code) => problemOf(code, Number(status)))
      }
    }
  for (const [type, { post }] of Object.entries((document.webhooks ?? {}) as Record<string, JsonSchema>))
    place((post as JsonSchema).requestBody, eventExample(type, examples.events[type]))
  const sorted = [...problems].sort(([left], [right]) => (left < right ? -1 : 1))
  document.components = { ...(document.components as object), examples: Object.fromEntries(sorted) }
}

/** The example of a body, for each type of JSON or form that it can be sent or answered as. */
function place(part: unknown, value: unknown): void {
  const content = (part as { content?: Record<string, JsonSchema> } | undefined)?.content ?? {}
  for (const [type, media] of Object.entries(content)) if (/json|urlencoded/.test(type)) media.example = value
}

function addProblems(answer: JsonSchema, exampleOf: (code: string) => JsonSchema): void {
  const codes = (answer['x-problem-codes'] ?? []) as string[]
  const media = ((answer.content ?? {}) as Record<string, JsonSchema>)['application/problem+json']
  if (media) media.examples = Object.fromEntries(codes.map((code) => [code, exampleOf(code)]))
}

/** The event around its data. A recorded one is whole. */
function eventExample(type: string, example: JsonSchema | undefined): JsonSchema | undefined {
  if (!example || 'specversion' in example) return example
  const { id = type } = example
  return {
    specversion: '1.0',
    id: '00000000-0000-4000-8000-000000000000',
    source: '/bulwark',
    type,
    subject: `${type.split('.')[0]?.toLowerCase()}s/${id}`,
    time: '2026-08-03T15:00:00.000Z',
    datacontenttype: 'application/json',
    sequence: 2,
    data: example,
  }
}

function problemExample(code: string, example: ProblemExample, texts: AllProblemTexts): JsonSchema {
  const known = code as keyof AllProblemTexts
  const { instance, detail, ...members } = example
  return {
    summary: texts[known].title,
    value: {
      type: `/problems/${code}`,
      title: texts[known].title,
      status: problemStatuses[known],
      detail,
      instance,
      code,
      requestId: 'made-up-request-1',
      ...members,
    },
  }
}
