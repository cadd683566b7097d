import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dateIn } from '../domain/dates.ts'
import { formOf } from './accept.ts'
import type { Acting, Caller } from './caller.ts'
import { etagOf, names } from './etag.ts'
import { type Answer, keyedRequest } from './idempotency.ts'
import { listHandler } from './lists.ts'
import { type Fault, Problem } from './problems.ts'
import { type AnyPlain, type AnyRead, type AnyWrite, fill, parameterNames, type Route } from './route.ts'
import { PathId, queryBoolean } from './schemas.ts'
import { secretsOf, writerOf } from './serialise.ts'
import type { Shell } from './shell.ts'
import { check, refuse, repeatedScalars } from './validation.ts'
import { type CompiledWrite, performWrite } from './writes.ts'

export type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
  acting: Acting | undefined,
) => Promise<FastifyReply>

/** What serves a route: made once at the start, from its declaration. */
export function handlerOf(shell: Shell, route: Route): Handle {
  switch (route.kind) {
    case 'read':
      return readHandler(shell, route)
    case 'list':
      return listHandler(shell, route, paramsOf(route))
    case 'write':
      return writeHandler(shell, route)
    case 'plain':
      return plainHandler(shell, route)
    default:
      return route satisfies never
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const noQuery = z.strictObject({})

/** The caller, with the instant and the date it acts at by the service's clock. */
export function actingAs(shell: Shell, caller: Caller | undefined): Acting | undefined {
  if (!caller) return undefined
  const now = shell.clock.now()
  return { caller, now, today: dateIn(caller.tenant.timeZone, now) }
}

export function signedIn(acting: Acting | undefined): Acting {
  if (!acting) throw new Problem('Unauthenticated', 'The request carries no valid credential.')
  return acting
}

/** Reads the path's parameters. One that is not of its form names no record. */
export function paramsOf(route: Route): (raw: unknown) => Record<string, unknown> {
  const parameters = parameterNames(route.path).map((name) => ({
    name,
    schema: route.params?.[name] ?? PathId,
  }))
  return (raw) => {
    const params: Record<string, unknown> = {}
    for (const { name, schema } of parameters) {
      const text = (raw as Record<string, string>)[name] ?? ''
      const result = schema.safeParse(text)
      if (!result.success || text.includes('\u0000'))
        throw new Problem('NotFound', `There is no record "${text}".`)
      params[name] = result.data
    }
    return params
  }
}

function readHandler(shell: Shell, route: AnyRead): Handle {
  const params = paramsOf(route)
  const query = route.query ?? noQuery
  const write = writerOf(route.answer)
  const successor = successorOf(route)
  return async (request, reply, someone) => {
    const acting = signedIn(someone)
    formOf(request.headers.accept, false)
    const context = {
      ...acting,
      db: acting.caller.db,
      params: params(request.params),
      query: checkedQuery(query, request.query),
    }
    const answer = await route.handler(context)
    if (shell.settings.checkAnswers) route.answer.parse(answer)
    const body = write(answer)
    const etag = etagOf(body)
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
    if (successor) reply.header('Link', fill(successor, context.params))
    const seen = request.headers['if-none-match']
    if (seen !== undefined && names(seen, etag)) return reply.code(304).send()
    return reply.type(JSON_TYPE).send(body)
  }
}

export const successorOf = (route: Route) =>
  route.successor ? `<${route.successor}>; rel="successor-version"` : undefined

export function checkedQuery(schema: z.ZodObject, query: unknown): Record<string, unknown> {
  const faults: Fault[] = repeatedScalars(query as Record<string, unknown>, schema.shape)
  if (faults.length > 0) throw refuse(faults)
  const checked = check(schema, query, 'query')
  if ('faults' in checked) throw refuse(checked.faults)
  return checked.value
}

function writeHandler(shell: Shell, route: AnyWrite): Handle {
  const params = paramsOf(route)
  const query = (route.query ?? noQuery).extend({ dryRun: queryBoolean().optional() })
  const write = route.answer ? writerOf(route.answer) : () => ''
  const compiled: CompiledWrite = {
    route,
    operation: `${route.method} ${route.path}`,
    write,
    writeModel: route.model ? writerOf(route.model) : write,
    secrets: secretsOf(route.answer),
  }
  const checkAnswer = shell.settings.checkAnswers
  const checked: CompiledWrite = checkAnswer
    ? { ...compiled, write: (value) => write(route.answer?.parse(value) && value) }
    : compiled
  return async (request, reply, someone) => {
    formOf(request.headers.accept, false)
    const path = params(request.params)
    const { dryRun, ...rest } = checkedShape(query, route, request)
    const acting = signedIn(someone ?? actingAs(shell, await route.identify?.(rest.body)))
    const key = request.headers['idempotency-key']
    if (route.keyRequired && key === undefined && !dryRun)
      throw new Problem('PreconditionRequired', 'This operation moves money: send an Idempotency-Key.')
    const keyed =
      key === undefined || dryRun
        ? undefined
        : keyedRequest(shell.keys.data, acting.caller, String(key), {
            method: route.method,
            path: fill(route.path, path),
            query: rest.query,
            body: request.body,
          })
    const answer = await performWrite(
      checked,
      {
        ...acting,
        params: path,
        query: rest.query,
        body: rest.body,
        ifMatch: request.headers['if-match'],
        keyed,
        dryRun,
        requestId: request.id,
        path: request.originalUrl.split('?', 1)[0] ?? '/',
        address: request.ip,
      },
      shell.keys,
    )
    return send(reply, answer)
  }
}

/** Query and body together, so that all faults of a request are listed at once. */
function checkedShape(query: z.ZodObject, route: AnyWrite, request: FastifyRequest) {
  const faults: Fault[] = repeatedScalars(request.query as Record<string, unknown>, query.shape)
  const checkedQuery = check(query, request.query, 'query')
  if ('faults' in checkedQuery)
    faults.push(
      ...checkedQuery.faults.filter((fault) => !faults.some((known) => known.pointer === fault.pointer)),
    )
  const body = route.body ? check(route.body, request.body, 'body') : noBody(request.body)
  if ('faults' in body) faults.push(...body.faults)
  if (faults.length > 0) throw refuse(faults)
  const { dryRun, ...rest } = (checkedQuery as { value: Record<string, unknown> }).value
  const value = (body as { value: unknown }).value
  // A body member of that name, where an operation has one, means the same.
  const inBody = (value as { dryRun?: unknown } | null | undefined)?.dryRun === true
  return { dryRun: dryRun === true || inBody, query: rest, body: value }
}

/** An operation without a body takes none; an empty object is as good as none. */
function noBody(body: unknown): { value: undefined } | { faults: Fault[] } {
  if (body === undefined || body === null) return { value: undefined }
  if (typeof body === 'object' && Object.keys(body).length === 0) return { value: undefined }
  return { faults: [{ pointer: '', code: 'Unknown', message: 'This operation takes no body.', known: [] }] }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('Cache-Control', 'no-store')
  return answer.body === null ? reply.send() : reply.send(answer.body)
}

function plainHandler(shell: Shell, route: AnyPlain): Handle {
  const write = route.answer ? writerOf(route.answer) : undefined
  return async (request, reply, acting) => {
    const body = route.body ? check(route.body, request.body, 'body') : { value: undefined }
    if ('faults' in body) throw refuse(body.faults)
    reply.header('Cache-Control', 'no-store')
    const answer = await route.handler({ request, reply, body: body.value, acting })
    if (reply.sent) return reply
    if (!write || answer === undefined) return reply.code(204).send()
    if (shell.settings.checkAnswers) route.answer?.parse(answer)
    return reply
      .code(route.status ?? 200)
      .type(JSON_TYPE)
      .send(write(answer))
  }
}
