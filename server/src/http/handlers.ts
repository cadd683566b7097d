import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerFormat, requireAccepted } from './accept.ts'
import type { Acting } from './caller.ts'
import { CSV_TYPE, csvText } from './csv.ts'
import { computeEtag, containsEtag } from './etag.ts'
import { requestPath } from './failures.ts'
import { fileHandler } from './file-answers.ts'
import { type Answer, type KeyedRequest, keyedRequest } from './idempotency.ts'
import { recycle } from './json-bytes.ts'
import { listHandler, pageLinks } from './lists.ts'
import { Problem } from './problems.ts'
import { actingAs, type Handle, pathParamsReader, signedIn, successorLink } from './request-context.ts'
import { checkBody, checkedQuery, checkQuery } from './request-shape.ts'
import {
  type AnyAsk,
  type AnyDerived,
  type AnyPlain,
  type AnyRead,
  type AnyWrite,
  fill,
  type Route,
} from './route.ts'
import { queryBoolean } from './schemas.ts'
import type { PageRequest } from './search.ts'
import { jsonWriter, secretFields, unauditedFields } from './serialize.ts'
import type { Shell } from './shell.ts'
import { settleUpload, uploadContext } from './uploads.ts'
import { refuse } from './validation.ts'
import { pageAsked, pageOfRows, sortedRows } from './whole-lists.ts'
import { type CompiledWrite, performWrite } from './writes.ts'

/** The handler of a route, made once at the start from its declaration. */
export function makeHandler(shell: Shell, route: Route): Handle {
  switch (route.kind) {
    case 'read':
      return readHandler(shell, route)
    case 'derived':
      return derivedHandler(shell, route)
    case 'file':
      return fileHandler(shell, route, pathParamsReader(route))
    case 'list':
      return listHandler(shell, route, pathParamsReader(route))
    case 'write':
      return writeHandler(shell, route)
    case 'ask':
      return askHandler(shell, route)
    case 'plain':
      return plainHandler(shell, route)
    default:
      return route satisfies never
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const noQuery = z.strictObject({})
/** Plain operations have no dry run and ignore the parameter. */
const onlyDryRun = z.strictObject({ dryRun: z.unknown().optional() })

function readHandler(shell: Shell, route: AnyRead): Handle {
  const contextOf = readContext(route)
  const write = jsonWriter(route.answer)
  const successor = successorLink(route)
  return async (request, reply, someone) => {
    const context = contextOf(request, someone)
    const made = await route.handler(context)
    if (shell.settings.checkAnswers) route.answer.parse(made)
    if (successor) reply.header('Link', fill(successor, context.params))
    if (route.csv) reply.header('Vary', 'Accept')
    const rows = route.pages && (made as readonly unknown[])
    const page = rows && pageAsked(context.query, rows.length)
    const answer = page ? sortedRows(rows, route.pages ?? [], page) : made
    const isCsv = route.csv && answerFormat(request.headers.accept, true) === 'csv'
    const body = isCsv
      ? csvText(route.csv(answer))
      : write(page ? sendPage(request, reply, answer as readonly unknown[], page) : answer)
    return sendRead(request, reply, computeEtag(body), () => body, isCsv ? CSV_TYPE : JSON_TYPE)
  }
}

/** The rows of a page, with its headers. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  all: readonly unknown[],
  page: PageRequest,
): readonly unknown[] {
  const rows = pageOfRows(all, page)
  reply.header('X-Total-Count', String(all.length))
  const totalPages = Math.ceil(all.length / page.pageSize)
  reply.header('Link', pageLinks(request, page, totalPages, { rows: rows.length, exact: true }))
  return rows
}

function derivedHandler(shell: Shell, route: AnyDerived): Handle {
  const contextOf = readContext(route)
  return async (request, reply, someone) => {
    const derived = await route.derive(contextOf(request, someone))
    return sendRead(request, reply, computeEtag(derived.from), () => {
      const body = derived.json()
      if (shell.settings.checkAnswers) route.answer.parse(JSON.parse(body.toString('utf8')))
      // After `finish`, all bytes have been handed over. When the caller hangs up that is not certain, so nothing is reused.
      reply.raw.once('finish', () => recycle(body))
      return body
    })
  }
}

/** The context of a read, from the request. */
function readContext(route: AnyRead | AnyDerived) {
  const params = pathParamsReader(route)
  const isTable = route.kind === 'read' && route.csv !== undefined
  const query = route.query ?? noQuery
  return (request: FastifyRequest, someone: Acting | undefined) => {
    const { caller, now, today } = signedIn(someone)
    answerFormat(request.headers.accept, isTable)
    // Not `...acting`: V8 makes a hidden class for each object that is spread and then extended, and keeps it for long.
    return {
      caller,
      now,
      today,
      db: caller.db,
      query: checkedQuery(query, request),
      params: params(request.params),
    }
  }
}

/** Sends the answer, or 304 if the caller has it already. */
function sendRead(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: () => string | Buffer,
  type: string = JSON_TYPE,
): FastifyReply {
  const seen = request.headers['if-none-match']
  const isKnown = seen !== undefined && containsEtag(seen, etag)
  const text = isKnown ? undefined : body()
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
  return text === undefined ? reply.code(304).send() : reply.type(type).send(text)
}

function writeHandler(shell: Shell, route: AnyWrite): Handle {
  const params = pathParamsReader(route)
  const query = (route.query ?? noQuery).extend({ dryRun: queryBoolean().optional() })
  const write = route.answer ? jsonWriter(route.answer) : () => ''
  const compiled: CompiledWrite = {
    route,
    operation: `${route.method} ${route.path}`,
    write,
    writeModel: route.model ? jsonWriter(route.model) : write,
    secrets: secretFields(route.answer ?? route.model),
    unaudited: unauditedFields(route.answer),
  }
  const successor = successorLink(route)
  const checkAnswer = shell.settings.checkAnswers
  const checked: CompiledWrite = checkAnswer
    ? { ...compiled, write: (value) => write(route.answer?.parse(value) && value) }
    : compiled
  return async (request, reply, someone) => {
    answerFormat(request.headers.accept, false)
    const { dryRun, ...rest } = checkedShape(query, route, request)
    const acting = signedIn(
      someone ?? actingAs(shell, await route.identify?.(rest.body, request.clientAddress)),
    )
    const key = request.headers['idempotency-key']
    if (key === undefined && !dryRun) refuseWithoutKey(route, rest.body)
    const path = params(request.params)
    const keyedBy = (body: unknown) =>
      key === undefined || dryRun
        ? undefined
        : keyedRequest(shell.keys.data, acting.caller, String(key), {
            method: route.method,
            path: fill(route.path, path),
            query: rest.query,
            body,
          })
    const perform = (body: unknown, keyed: KeyedRequest | undefined) =>
      performWrite(
        checked,
        {
          caller: acting.caller,
          now: acting.now,
          today: acting.today,
          params: path,
          query: rest.query,
          body,
          ifMatch: request.headers['if-match'],
          keyed,
          dryRun,
          requestId: request.id,
          path: requestPath(request),
          address: request.clientAddress,
        },
        shell,
      )
    const received = route.receive
      ? await route.receive(uploadContext(shell, request, { ...acting, params: path, json: rest.body }))
      : undefined
    const answer = received
      ? await settleUpload(received, dryRun, () => perform(received.taken, keyedBy(received.fingerprint)))
      : await perform(rest.body, keyedBy(request.body))
    if (successor) reply.header('Link', fill(successor, path))
    return send(reply, answer)
  }
}

/** Refuses a request without an Idempotency-Key if it moves something. */
function refuseWithoutKey({ moves }: AnyWrite, body: unknown): void {
  const moved = typeof moves === 'function' ? moves(body) : moves
  if (moved === undefined) return
  const what = { money: 'moves money', state: 'changes the state of the record' }[moved]
  throw new Problem(
    'PreconditionRequired',
    `This request ${what}. Send an Idempotency-Key, so that a retry does not do it twice.`,
    { members: { moves: moved } },
  )
}

/** Checks query and body together, so that the answer lists all faults of a request at once. */
function checkedShape(schema: z.ZodObject, route: AnyWrite | AnyAsk | AnyPlain, request: FastifyRequest) {
  const query = checkQuery(schema, request)
  // A body that is not read yet is checked while it arrives.
  const body = request.arriving ? { value: undefined } : checkBody(route.body, request)
  if ('faults' in query || 'faults' in body)
    throw refuse([...('faults' in query ? query.faults : []), ...('faults' in body ? body.faults : [])])
  const { dryRun, ...rest } = query.value
  // A body member `dryRun` means the same, unless it is a property of what the operation makes.
  const isOwn = route.kind === 'write' && route.ownDryRun === true
  const inBody = !isOwn && (body.value as { dryRun?: unknown } | null | undefined)?.dryRun === true
  return { dryRun: dryRun === true || inBody, query: rest, body: body.value }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('Cache-Control', 'no-store')
  return answer.body === null ? reply.send() : reply.send(answer.body)
}

function askHandler(shell: Shell, route: AnyAsk): Handle {
  const params = pathParamsReader(route)
  const query = noQuery.extend({ dryRun: queryBoolean().optional() })
  const write = jsonWriter(route.answer)
  const successor = successorLink(route)
  return async (request, reply, someone) => {
    const acting = signedIn(someone)
    answerFormat(request.headers.accept, false)
    const { body } = checkedShape(query, route, request)
    const context = { ...acting, db: acting.caller.db, body, params: params(request.params) }
    const answer = await route.handler(context)
    if (shell.settings.checkAnswers) route.answer.parse(answer)
    if (successor) reply.header('Link', fill(successor, context.params))
    return reply.header('Cache-Control', 'no-store').type(JSON_TYPE).send(write(answer))
  }
}

function plainHandler(shell: Shell, route: AnyPlain): Handle {
  const write = route.answer ? jsonWriter(route.answer) : undefined
  return async (request, reply, acting) => {
    if (route.streams) requireAccepted(request.headers.accept, route.streams)
    else if (!route.answersFile) answerFormat(request.headers.accept, false)
    const { query, body } = checkedShape(route.query ?? onlyDryRun, route, request)
    reply.header('Cache-Control', 'no-store')
    const answer = await route.handler({ request, reply, query, body, acting })
    if (reply.sent) return reply
    if (!write || answer === undefined) return reply.code(204).send()
    if (shell.settings.checkAnswers) route.answer?.parse(answer)
    return reply
      .code(route.status ?? 200)
      .type(JSON_TYPE)
      .send(write(answer))
  }
}
