import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { codeOf } from '../db/database.ts'
import { type Caller, lacking } from './caller.ts'
import { meaningOf } from './constraints.ts'
import { actingAs, handlerOf } from './handlers.ts'
import { parseJson } from './json-body.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { openApiOf } from './openapi.ts'
import { addPages } from './pages.ts'
import { documentOf, Problem } from './problems.ts'
import { parseQuery } from './query-string.ts'
import { parameterNames, type Route } from './route.ts'
import type { Shell } from './shell.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    began: bigint
  }
  interface FastifyContextConfig {
    route?: Route
    /** For the log and the metrics: the path as the specification writes it. */
    operation?: string
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The HTTP server with every route, ready to listen. */
export function buildServer(shell: Shell, routes: readonly Route[]): FastifyInstance {
  checkRoutes(routes)
  const server = Fastify({
    logger: false,
    bodyLimit: shell.settings.bodyBytes,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
    // Both prefixes lead to the same operations.
    rewriteUrl: ({ url = '/' }) =>
      /^\/api(?=[/?]|$)/i.test(url) ? url.slice(4).replace(/^(?!\/)/, '/') : url,
    // A broken request line is answered by us, too, not by Node's bare text.
    clientErrorHandler: (_error, socket) => {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    frameworkErrors: (error, request, reply) => answerError(shell, error, request, reply),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
  })
  server.decorateRequest('caller', undefined)
  server.decorateRequest('began', 0n)
  const metrics = openMetrics({ inside: shell.door.inside, waiting: shell.databases.waiting })
  takeBodies(server)
  watch(server, shell, metrics)
  server.setErrorHandler((error, request, reply) => answerError(shell, error, request, reply))
  server.setNotFoundHandler((request) => {
    throw new Problem('RouteNotFound', `There is no operation ${request.method} ${pathOf(request)}.`)
  })
  addRoutes(server, shell, routes)
  addPages(server, { shell, metrics, openApi: openApiOf(routes, shell.settings) })
  return server
}

/** A route that nobody may call, or everybody by oversight, does not start. */
function checkRoutes(routes: readonly Route[]): void {
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (!route.permission) throw new Error(`${name} declares no permission.`)
    if (!route.summary) throw new Error(`${name} declares no summary.`)
  }
}

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()
}

const pathOf = (request: FastifyRequest) => request.originalUrl.split('?', 1)[0] ?? '/'

// --- Bodies -----------------------------------------------------------------------------------------------------

function takeBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const types = ['application/json', 'application/merge-patch+json']
  server.addContentTypeParser(types, { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      if (request.routeOptions.config.route?.kind === 'plain' && bodyTypeOf(request) === 'form')
        throw wrongType(request)
      done(null, parseJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      try {
        if (bodyTypeOf(request) !== 'form') throw wrongType(request)
        done(null, parseQuery((bytes as Buffer).toString('utf8')))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

function bodyTypeOf(request: FastifyRequest): 'json' | 'form' {
  const route = request.routeOptions.config.route
  return route?.kind === 'plain' ? (route.bodyType ?? 'json') : 'json'
}

function wrongType(request: FastifyRequest): Problem {
  const takes = bodyTypeOf(request) === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return new Problem('UnsupportedMediaType', `This operation takes ${takes}.`)
}

// --- Watching every request -------------------------------------------------------------------------------------

function watch(server: FastifyInstance, shell: Shell, metrics: Metrics): void {
  server.addHook('onRequest', (request, reply, done) => {
    request.began = process.hrtime.bigint()
    reply.header('X-Request-Id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const seconds = Number(process.hrtime.bigint() - request.began) / 1e9
    const route = request.routeOptions.config?.operation ?? 'none'
    metrics.observe(route, request.method, reply.statusCode, seconds)
    shell.log.info({
      requestId: request.id,
      method: request.method,
      // The declared path, never the address: what stands in an address may be somebody's name.
      route,
      status: reply.statusCode,
      ms: Math.round(seconds * 1e5) / 100,
      ...(request.caller ? { caller: request.caller.key, tenant: request.caller.tenant.number } : {}),
    })
    done()
  })
}

// --- Routes -----------------------------------------------------------------------------------------------------

function addRoutes(server: FastifyInstance, shell: Shell, routes: readonly Route[]): void {
  const byPath = new Map<string, Route[]>()
  for (const route of routes) {
    const key = urlOf(route.path).toLowerCase()
    byPath.set(key, [...(byPath.get(key) ?? []), route])
  }
  for (const siblings of byPath.values()) {
    for (const route of siblings) addRoute(server, shell, route)
    refuseOtherMethods(server, siblings)
  }
}

/** `/users/{userId}` as Fastify writes it: `/users/:userId`. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function addRoute(server: FastifyInstance, shell: Shell, route: Route): void {
  const handle = handlerOf(shell, route)
  server.route({
    method: route.method,
    url: urlOf(route.path),
    config: { route, operation: route.path },
    onRequest: (request, reply, done) => admit(shell, route, request, reply, done),
    handler: (request, reply) => handle(request, reply, actingAs(shell, request.caller)),
  })
}

/** One path, other methods: 405 with the list of those it takes, before any sign-in. */
function refuseOtherMethods(server: FastifyInstance, siblings: readonly Route[]): void {
  const taken = new Set<string>(siblings.map((route) => route.method))
  if (taken.has('GET')) taken.add('HEAD')
  const [first] = siblings
  if (!first) return
  const allow = [...taken].sort().join(', ')
  server.route({
    method: METHODS.filter((method) => !taken.has(method)),
    url: urlOf(first.path),
    config: { operation: first.path },
    onRequest: () => {
      throw new Problem('MethodNotAllowed', `This path takes ${allow}.`, { headers: { Allow: allow } })
    },
    handler: () => undefined,
  })
}

type Done = (error?: Error) => void

/** Readiness, sign-in, limits and permission, in this order, before the body is read. */
function admit(shell: Shell, route: Route, request: FastifyRequest, reply: FastifyReply, done: Done): void {
  const closed = shell.door.closed()
  if (closed) {
    closed.then(() => admit(shell, route, request, reply, done), done)
    return
  }
  try {
    const reason = shell.notReady()
    if (reason) throw new Problem('NotReady', reason, { headers: { 'Retry-After': '1' } })
    shell.door.enter()
    // `close` comes in every case, also when the caller has hung up.
    reply.raw.once('close', shell.door.leave)
    if (route.permission === 'public') {
      shell.limiter.count(request.ip, reply)
      done()
      return
    }
    const { authorization, cookie } = request.headers
    const known = shell.authenticate({ authorization, cookie })
    if (known instanceof Promise)
      known.then((caller) => welcome(shell, route, request, reply, caller)).then(() => done(), done)
    else {
      welcome(shell, route, request, reply, known)
      done()
    }
  } catch (error) {
    done(error as Error)
  }
}

function welcome(
  shell: Shell,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
) {
  if (!caller) {
    shell.limiter.count(request.ip, reply)
    if (route.kind === 'write' && route.identify && request.headers.authorization === undefined) return
    throw new Problem('Unauthenticated', 'The request carries no valid credential.')
  }
  request.caller = caller
  shell.limiter.count(`${caller.tenant.id} ${caller.key}`, reply)
  const missing = lacking(caller, route.permission)
  if (missing)
    throw new Problem('Forbidden', `This needs the permission ${missing}.`, {
      members: { permission: missing },
    })
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (isWrite && caller.csrfToken !== undefined && request.headers['x-csrf-token'] !== caller.csrfToken)
    throw new Problem('CsrfMissing', 'A write with the session cookie needs the header X-CSRF-Token.')
}

// --- Failures ---------------------------------------------------------------------------------------------------

function answerError(
  shell: Shell,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(error)
  if (problem.code === 'InternalError')
    shell.log.error({ requestId: request.id, err: error, route: request.routeOptions?.config?.operation })
  if (problem.code === 'Unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(documentOf(problem, { path: pathOf(request), id: request.id })))
}

/** Anything that can go wrong, as a row of the table. What is not known is our fault, and says nothing more. */
function problemOf(caught: unknown): Problem {
  const error = meaningOf(caught)
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const known = frameworkProblems[code]
  if (known) return known()
  // Statement time-out, too many connections, a database that restarts or is away.
  if (
    code === '57014' ||
    code.startsWith('53') ||
    code.startsWith('57P') ||
    code.startsWith('08') ||
    isAway(error)
  )
    return new Problem('NotReady', 'The database did not answer in time.', {
      headers: { 'Retry-After': '2' },
    })
  return new Problem('InternalError', 'The service failed. The log has the details under the request id.')
}

const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem('PayloadTooLarge', 'The body is larger than this operation takes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem('UnsupportedMediaType', 'This operation takes application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('MalformedJson', 'The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: () => new Problem('ValidationFailed', 'The path is not valid UTF-8 in percent encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('NotFound', 'There is no such record.'),
}

function isAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'ENOENT' || code === 'EPIPE') return true
  const message = error instanceof Error ? error.message : ''
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
}

/** Every path of the table of operations, for the tests that compare. */
export const pathsOf = (routes: readonly Route[]) =>
  routes.map((route) => ({ method: route.method, path: route.path, parameters: parameterNames(route.path) }))
