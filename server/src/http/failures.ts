import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAway, isFull } from '../db/away.ts'
import { codeOf } from '../db/database.ts'
import { wrongType } from './bodies.ts'
import { requestTarget } from './client.ts'
import { problemBehind } from './constraints.ts'
import { Problem, problemDocument } from './problems.ts'
import type { Shell } from './shell.ts'

/** The path of a request without its query, which may contain names and secrets. */
export const requestPath = (request: FastifyRequest) => requestTarget(request).split('?', 1)[0] ?? '/'

/** Answers any thrown error as a problem document. */
export function answerError(
  shell: Shell,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem =
    codeOf(error) === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? wrongType(request) : problemOf(shell, error)
  if (problem.code === 'InternalError' || problem.code === 'InsufficientStorage')
    logFailure(shell, error, request)
  if (problem.code === 'Unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  discardRest(request, reply)
  return (
    reply
      // A malformed URL is refused before any hook has run.
      .header('X-Request-Id', request.id)
      .code(problem.status)
      .headers(problem.headers)
      .header('Cache-Control', 'no-store')
      .type('application/problem+json; charset=utf-8')
      .send(
        JSON.stringify(
          problemDocument(shell.problems, problem, { path: requestPath(request), id: request.id }),
        ),
      )
  )
}

/**
 * The rest of a file that was refused while it arrived is read and dropped. Otherwise the caller could not read the answer, and
 * the next request on the connection would wait for it.
 */
function discardRest({ arriving, headers }: FastifyRequest, reply: FastifyReply): void {
  if (!arriving || arriving.readableEnded) return
  // Without a length it may never end.
  if (headers['content-length'] === undefined) reply.header('Connection', 'close')
  // Whoever was reading it has given up, but still listens.
  arriving.unpipe().removeAllListeners('readable').resume()
}

/** The problem for any error. An unknown error is our own failure, and the answer gives no details. */
function problemOf({ isDiskFull }: Shell, caught: unknown): Problem {
  const error = problemBehind(caught)
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const known = frameworkProblems[code]
  if (known) return known()
  if (isFull(error) || (isAway(error) && isDiskFull?.())) return diskFull()
  // Statement timeouts, too many conflicting writers, too many connections, a database that restarts or is down.
  if (code === '57014' || code.startsWith('40') || isAway(error))
    return new Problem('NotReady', 'The database did not answer in time.', {
      headers: { 'Retry-After': '2' },
    })
  return new Problem('InternalError', 'The service failed. The log has the details under the request id.')
}

const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem('PayloadTooLarge', 'The body is larger than this operation allows.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('MalformedJson', 'The length of the body differs from Content-Length.'),
  FST_ERR_BAD_URL: () => new Problem('ValidationFailed', 'The path is not valid UTF-8 in percent encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('NotFound', 'The record was not found.'),
}

/** Nothing of the request was saved. It may be sent again as it is. */
const diskFull = () =>
  new Problem('InsufficientStorage', 'The disk of the service is full. Nothing was saved.', {
    headers: { 'Retry-After': '10' },
  })

/** Logs the details of a failure under the request id. */
export function logFailure({ log }: Shell, error: unknown, request: FastifyRequest): void {
  log.error({ requestId: request.id, err: loggable(error), route: request.routeOptions?.config?.operation })
}

/** The parts of an error that may be logged. Values quoted by the database are masked: they may be personal data. */
function loggable(error: unknown) {
  if (!(error instanceof Error)) return { message: `A ${typeof error} was thrown.` }
  const { name, message, stack = '' } = error
  const { table, constraint, column } = error as { table?: string; constraint?: string; column?: string }
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  const quotes = codeOf(error).startsWith('22')
  return {
    name,
    message: quotes ? message.replaceAll(/"[^"]*"/g, '"***"') : message,
    stack: frames.join('\n'),
    ...{ code: codeOf(error) || undefined, table, constraint, column },
  }
}

/** The answer to a request that is not valid HTTP, or has headers that are too long. */
export const unreadableAnswer = (shell: Shell): string =>
  bareAnswer(shell, '400 Bad Request', new Problem('ValidationFailed', 'The request is not valid HTTP.'))

/** The answer to a request whose body arrives too slowly, or that is one of too many unfinished ones. */
export const timedOutAnswer = (shell: Shell): string =>
  bareAnswer(
    shell,
    '408 Request Timeout',
    new Problem(
      'RequestTimeout',
      'The body did not arrive in time. Send the request again, all of it at once.',
    ),
  )

/** The answer to an Expect header that we do not know. */
export const unmetExpectationAnswer = (shell: Shell): string =>
  bareAnswer(
    shell,
    '417 Expectation Failed',
    new Problem('ExpectationFailed', 'The only value of the Expect header that is known is 100-continue.'),
  )

/** An answer without a framework behind it: the connection is closed after it. */
function bareAnswer({ problems }: Shell, status: string, problem: Problem): string {
  const id = randomUUID()
  const body = JSON.stringify(problemDocument(problems, problem, { path: '', id }))
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
