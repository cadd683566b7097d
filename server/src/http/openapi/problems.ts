import { groupBy } from '../../domain/group-by.ts'
import { type AllProblemTexts, FAULTS_AT_MOST, type ProblemCode, problemStatuses } from '../problems.ts'
import { parameterNames, type Route } from '../route.ts'
import type { Refusal } from '../route-specs.ts'
import type { JsonSchema } from '../serialize.ts'
import type { Components } from './components.ts'
import { type HeaderName, headersOf } from './headers.ts'

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength })

export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A failure (RFC 9457). Some codes add more members.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  properties: {
    type: {
      ...text(100),
      format: 'uri-reference',
      examples: ['/problems/NotFound'],
    },
    title: text(200),
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text(10_000),
    instance: text(16_384),
    code: { type: 'string', enum: Object.keys(problemStatuses) },
    requestId: text(100),
    errors: {
      type: 'array',
      maxItems: FAULTS_AT_MOST,
      items: { $ref: '#/output/ProblemFault' },
    },
  },
  additionalProperties: true,
}

export const faultSchema: JsonSchema = {
  type: 'object',
  description: 'One fault of a request.',
  required: ['pointer', 'code', 'message'],
  properties: {
    pointer: text(16_384),
    code: text(100),
    message: text(10_000),
    known: {
      type: 'array',
      maxItems: 1_000,
      items: { type: 'string', maxLength: 400 },
    },
  },
}

/** The problem codes that an operation may answer: those of its kind, and its own. */
function operationProblems(route: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...(['NotAcceptable', 'TooManyRequests', 'InternalError', 'NotReady', 'InsufficientStorage'] as const),
  ])
  const add = (...more: ProblemCode[]) => {
    for (const code of more) codes.add(code)
  }
  if (route.permission !== 'public') add('Unauthenticated')
  if (route.permission !== 'public' && !route.whileEnrolling) add('EnrollmentRequired')
  if (route.permission !== 'public' && route.permission !== 'signed-in') add('Forbidden')
  if (parameterNames(route.path).length > 0) add('NotFound')
  add('ValidationFailed')
  if (route.kind === 'write' || route.kind === 'ask' || (route.kind === 'plain' && route.method !== 'GET')) {
    add('PayloadTooLarge', 'UnsupportedMediaType')
    if (route.permission !== 'public') add('CsrfMissing')
    if (route.kind !== 'plain' || route.bodyType !== 'form') add('MalformedJson')
  }
  if (route.kind === 'write') {
    add('RequestInProgress', 'IdempotencyKeyReused')
    if (route.current) add('PreconditionFailed')
    if (route.keyRequired) add('PreconditionRequired')
  }
  add(...(route.problems ?? []))
  return [...codes].sort()
}

/** What these statuses say in a header. */
const headersByStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  507: ['Retry-After'],
}

export function failuresOf(route: Route, texts: AllProblemTexts, components: Components): JsonSchema {
  const byStatus: ReadonlyMap<number, readonly ProblemCode[]> = groupBy(operationProblems(route), (code) =>
    route.malformed?.includes(code) ? 400 : problemStatuses[code],
  )
  const refusals = (route.kind === 'plain' && route.refusals) || {}
  const statuses = new Set([...byStatus.keys(), ...Object.keys(refusals).map(Number)])
  return Object.fromEntries(
    [...statuses]
      .sort((left, right) => left - right)
      .map((status) => {
        const [codes, own] = [byStatus.get(status), refusals[status]]
        const problems = codes && failure(status, codes, texts)
        return [String(status), own ? withRefusal(status, own, problems, components) : problems]
      }),
  )
}

/** An answer in a format of its own, beside the problems with the same status. */
function withRefusal(
  status: number,
  { description, answer, example }: Refusal,
  problems: JsonSchema | undefined,
  components: Components,
): JsonSchema {
  const { description: others, content = {}, ...rest } = problems ?? { headers: headersFor(status) }
  const own = { schema: components.reference(answer, 'output'), example }
  return {
    description: [description, others].filter(Boolean).join(' '),
    ...rest,
    content: { 'application/json': own, ...(content as object) },
  }
}

const headersFor = (status: number, ...more: readonly HeaderName[]) =>
  headersOf(...(headersByStatus[status] ?? []), ...more)

const failure = (status: number, codes: readonly ProblemCode[], texts: AllProblemTexts): JsonSchema => ({
  description: codes.map((code) => `${code}: ${texts[code].title}.`).join(' '),
  'x-problem-codes': codes,
  headers: headersFor(status, ...(codes.includes('RequestInProgress') ? (['Retry-After'] as const) : [])),
  content: { 'application/problem+json': { schema: { $ref: '#/output/Problem' } } },
})
