import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Fault } from './problems.ts'
import { parseQuery } from './query-string.ts'
import { type Checked, check, refuse, repeatedScalars } from './validation.ts'

/** The query in its declared shape, or all its faults: unreadable, repeated, unknown or malformed parameters. */
export function checkQuery(schema: z.ZodObject, request: FastifyRequest): Checked<Record<string, unknown>> {
  const { search } = request.query as { search: string }
  if (search === '') return checkedEmpty(schema)
  const { values, faults } = parseQuery(search)
  return withFaults([...faults, ...repeatedScalars(values, schema.shape)], check(schema, values, 'query'))
}

const empty = new WeakMap<z.ZodObject, Checked<Record<string, unknown>>>()

/** An empty query always gives the same result. */
function checkedEmpty(schema: z.ZodObject): Checked<Record<string, unknown>> {
  const known = empty.get(schema)
  if (known) return known
  const checked = check(schema, {}, 'query')
  empty.set(schema, checked)
  return checked
}

/** The same for an operation without a body: refuses a faulty query at once. */
export function checkedQuery(schema: z.ZodObject, request: FastifyRequest): Record<string, unknown> {
  const checked = checkQuery(schema, request)
  if ('faults' in checked) throw refuse(checked.faults)
  return checked.value
}

/** The body in its declared shape, or all its faults. */
export function checkBody(schema: z.ZodType | undefined, request: FastifyRequest): Checked<unknown> {
  return withFaults(
    request.bodyFaults ?? [],
    schema ? check(schema, request.body, 'body') : noBody(request.body),
  )
}

/** Each place has one fault, the first that was found: an unreadable value is not also reported as missing. */
function withFaults<Value>(faults: readonly Fault[], checked: Checked<Value>): Checked<Value> {
  if (faults.length === 0) return checked
  const found = 'faults' in checked ? checked.faults : []
  const places = new Set(faults.map((fault) => fault.pointer))
  // Of two equal faults, take the one from the schema, which lists the known names.
  const first = faults.map(
    (fault) => found.find(({ pointer, code }) => pointer === fault.pointer && code === fault.code) ?? fault,
  )
  return { faults: [...first, ...found.filter((fault) => !places.has(fault.pointer))] }
}

/** An operation without a body accepts an empty object, but nothing else. */
function noBody(body: unknown): Checked<undefined> {
  if (body === undefined || body === null) return { value: undefined }
  if (typeof body === 'object' && Object.keys(body).length === 0) return { value: undefined }
  return {
    faults: [{ pointer: '', code: 'Unknown', message: 'This operation does not accept a body.', known: [] }],
  }
}
