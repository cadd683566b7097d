import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { countedAddress } from '../domain/ip-addresses.ts'
import { takeBodies } from './bodies.ts'
import { type Caller, lacking } from './caller.ts'
import { watchClients, withoutHost } from './client.ts'
import { compressAnswer } from './compression.ts'
import { answerError, requestPath, unmetExpectationAnswer, unreadableAnswer } from './failures.ts'
import { makeHandler } from './handlers.ts'
import { watchMethods } from './methods.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { addPages } from './pages.ts'
import { addPortal } from './portal.ts'
import { Problem } from './problems.ts'
import { actingAs, hideDottedLetter } from './request-context.ts'
import { deprecationHeaders, type Route } from './route.ts'
import type { Shell } from './shell.ts'
import { boundUnfinished, unfinishedLimits } from './unfinished.ts'
import { largeBodies, uploadBytes } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** Inside the doorway, so it must be counted out again; `arriving` while its file has not arrived. */
    entered: boolean | 'arriving'
    /** Being served, even if the caller has hung up. */
    working: boolean
  }
  interface FastifyContextConfig {
    route?: Route
    /** For the log and the metrics: the path as in the specification. */
    operation?: string
  }
}

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
      // The handler parses it, so its faults are answered after sign-in and permission.
      querystringParser: (search) => ({ search }),
    },
    // Operations answer with and without the prefix /api.
    rewriteUrl: ({ url = '/' }) => {
      const target = hideDottedLetter(withoutHost(url))
      return /^\/api(?=[/?]|$)/i.test(target) ? target.slice(4).replace(/^(?!\/)/, '/') : target
    },
    // A broken request line also gets a problem document, not Node's plain text.
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      socket.end(unreadableAnswer(shell))
      // The client has time to read the answer, but cannot keep a half-open connection.
      socket.setTimeout(1_000, () => socket.destroy())
    },
    frameworkErrors: (error, request, reply) => answerError(shell, error, request, reply),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Node would answer a request without a Host header by itself, without a problem document.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    exposeHeadRoutes: true,
  })
  server.decorateRequest('caller', undefined)
  server.decorateRequest('entered', false)
  server.decorateRequest('working', false)
  const { peers } = shell
  const watched = { inside: shell.door.inside, waiting: shell.databases.waiting }
  const metrics = openMetrics(watched, shell.gauges, peers)
  const methods = watchMethods(server)
  takeBodies(server)
  watchClients(server, shell)
  watch(server, shell, metrics)
  boundUnfinished(server, shell, unfinishedLimits(peers?.count))
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    methods.refuseUnknown(request.url.split('?', 1)[0] ?? '/')
    // Here and not in a handler, which would run after the body was read and refused.
    throw new Problem('RouteNotFound', `There is no operation ${request.method} ${requestPath(request)}.`)
  })
  closeConnections(server)
  server.setErrorHandler((error, request, reply) => answerError(shell, error, request, reply))
  for (const route of routes) addRoute(server, shell, route)
  addPages(server, {
    shell,
    metrics,
    openApi: () => shell.openApi(routes),
  })
  addPortal(server)
  methods.refuseOthers()
  return server
}

/** Refuses to start with a route that declares no permission or no summary. */
function checkRoutes(routes: readonly Route[]): void {
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (!route.permission || [route.permission].flat().length === 0)
      throw new Error(`${name} declares no permission.`)
    if (!route.summary?.trim()) throw new Error(`${name} declares no summary.`)
  }
}

/**
 * Closes connections when the server closes, besides those that are idle after an answer: one whose answer is still
 * being sent would stay open, and one without any request (browsers open such connections) would stay open forever.
 */
function closeConnections(server: FastifyInstance): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', (done) => {
    server.server.keepAliveTimeout = 1
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}

const missingHost = () =>
  new Problem('ValidationFailed', 'The request has no Host header. HTTP/1.1 requires one.', {
    headers: { Connection: 'close' },
  })

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()
}

// --- Watching every request -------------------------------------------------------------------------------------

function watch(server: FastifyInstance, shell: Shell, metrics: Metrics): void {
  server.addHook('onRequest', (request, reply, done) => {
    const began = performance.now()
    reply.raw.setHeader('X-Request-Id', request.id)
    // Browsers must not guess another content type.
    reply.raw.setHeader('X-Content-Type-Options', 'nosniff')
    // `close` comes exactly once, even if the caller hangs up.
    reply.raw.once('close', () => {
      if (!request.working) leave(shell, request)
      note(request, reply, performance.now() - began)
    })
    if (request.raw.httpVersion === '1.1' && !request.headers.host) throw missingHost()
    done()
  })
  server.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { socket } = response
    socket?.end(unmetExpectationAnswer(shell))
  })
  function note(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
    const route = request.routeOptions.config?.operation ?? 'none'
    const { caller } = request
    metrics.observe(route, request.method, reply.statusCode, milliseconds)
    shell.log.info({
      requestId: request.id,
      method: request.method,
      // The declared path, never the URL, which may contain personal data.
      route,
      status: reply.statusCode,
      ms: Math.round(milliseconds * 100) / 100,
      caller: caller?.key,
      tenant: caller?.tenant.number,
    })
  }
}

// --- Routes -----------------------------------------------------------------------------------------------------

/** `/users/{userId}` as Fastify writes it: `/users/:userId`. */
const urlOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

const isRead = ({ kind }: Route) => kind === 'read' || kind === 'derived' || kind === 'list'

const takesLargeBodies = (route: Route) =>
  (route.kind === 'write' && route.receive !== undefined && route.bodySize !== 'usual') ||
  (route.kind === 'ask' && route.isLarge === true)

function addRoute(server: FastifyInstance, shell: Shell, route: Route): void {
  const handle = makeHandler(shell, route)
  const deprecation = deprecationHeaders(route)
  server.route({
    method: route.method,
    url: urlOf(route.path),
    config: { route, operation: route.path },
    ...(takesLargeBodies(route) ? { bodyLimit: uploadBytes(shell), preParsing: largeBodies } : {}),
    onRequest: (request, reply, done) => {
      if (deprecation) reply.headers(deprecation)
      admit(shell, route, request, reply, done)
    },
    ...(isRead(route) ? { onSend: compressAnswer } : {}),
    handler: async (request, reply) => {
      for (let closed = shell.door.closed(); closed; closed = shell.door.closed()) await closed
      if (reply.raw.closed) throw new Problem('NotReady', 'The caller has hung up.')
      enter(shell, request)
      request.working = true
      try {
        return await handle(request, reply, actingAs(shell, request.caller))
      } finally {
        request.working = false
        if (reply.raw.closed) leave(shell, request)
      }
    },
  })
}

/** A request is counted once all of it is here. A file is read by its handler, so it is counted when it has arrived. */
function enter({ door }: Shell, request: FastifyRequest): void {
  if (!request.arriving || request.raw.complete) {
    door.enter()
    request.entered = true
    return
  }
  door.enterArriving()
  request.entered = 'arriving'
  request.raw.once('end', () => {
    if (request.entered !== 'arriving') return
    door.arrived()
    request.entered = true
  })
}

/** A request whose caller hung up stays inside until its work has ended, because it still uses resources. */
function leave({ door }: Shell, request: FastifyRequest): void {
  if (request.entered === 'arriving') door.arrived()
  if (request.entered) door.leave()
  request.entered = false
}

type Done = (error?: Error) => void

/** Readiness, capacity, sign-in, limits and permission, in this order, before the body is read. */
function admit(shell: Shell, route: Route, request: FastifyRequest, reply: FastifyReply, done: Done): void {
  const closed = shell.door.closed()
  if (closed) {
    closed.then(() => admit(shell, route, request, reply, done), done)
    return
  }
  try {
    const reason = shell.notReady()
    if (reason) throw new Problem('NotReady', reason, { headers: { 'Retry-After': '1' } })
    shell.door.refuseIfFull()
    if (route.permission === 'public') {
      finish(shell.limiter.count(countedAddress(request.clientAddress), reply), done)
      return
    }
    const { authorization, cookie } = request.headers
    const known = shell.authenticate({ authorization, cookie, address: request.clientAddress })
    if (known instanceof Promise)
      known.then((caller) => welcome(shell, route, request, reply, caller)).then(() => done(), done)
    else finish(welcome(shell, route, request, reply, known), done)
  } catch (error) {
    done(error as Error)
  }
}

function finish(admitting: Promise<void> | undefined, done: Done): void {
  if (admitting) admitting.then(() => done(), done)
  else done()
}

/** Counts the request, and then checks what the caller may do. A promise only if counting takes a while. */
function welcome(
  shell: Shell,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<void> | undefined {
  request.caller = caller
  const key = caller ? `${caller.tenant.id} ${caller.key}` : countedAddress(request.clientAddress)
  const counting = shell.limiter.count(key, reply)
  if (counting) return counting.then(() => requireRight(route, request, caller))
  requireRight(route, request, caller)
  return undefined
}

function requireRight(route: Route, request: FastifyRequest, caller: Caller | undefined): void {
  if (!caller) {
    if (route.kind === 'write' && route.identify && request.headers.authorization === undefined) return
    throw new Problem('Unauthenticated', 'The request has no valid credential.')
  }
  if (caller.mustEnroll && !route.whileEnrolling)
    throw new Problem('EnrollmentRequired', 'This user must set up one-time codes first, with POST /me/totp.')
  const missing = lacking(caller, route.permission)
  if (missing)
    throw new Problem('Forbidden', `This operation requires the permission ${missing}.`, {
      members: { permission: missing },
    })
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  if (isWrite && caller.csrfToken !== undefined && request.headers['x-csrf-token'] !== caller.csrfToken)
    throw new Problem('CsrfMissing', 'A write with the session cookie requires the header X-CSRF-Token.')
}
