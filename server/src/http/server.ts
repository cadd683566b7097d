import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { takeBodies } from './bodies.ts'
import { type Caller, lacking } from './caller.ts'
import { compressAnswer } from './compression.ts'
import { answerError, pathOf, unreadableAnswer } from './failures.ts'
import { handlerOf } from './handlers.ts'
import { watchMethods } from './methods.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { openApiOf } from './openapi.ts'
import { addPages } from './pages.ts'
import { Problem } from './problems.ts'
import { actingAs } from './request-context.ts'
import { deprecationHeaders, type Route } from './route.ts'
import type { Shell } from './shell.ts'
import { largeBodies, uploadBytes } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** Inside the doorway, and so to be counted out of it. */
    entered: boolean
    /** Being worked on, also when the caller has hung up. */
    working: boolean
  }
  interface FastifyContextConfig {
    route?: Route
    /** For the log and the metrics: the path as the specification writes it. */
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
      // Read by the handler: what is wrong with it is told in its turn, after sign-in and permission.
      querystringParser: (search) => ({ search }),
    },
    // Both prefixes lead to the same operations.
    rewriteUrl: ({ url = '/' }) =>
      /^\/api(?=[/?]|$)/i.test(url) ? url.slice(4).replace(/^(?!\/)/, '/') : url,
    // A broken request line is answered by us, too, not by Node's bare text.
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      socket.end(unreadableAnswer(shell))
      // It has the time to read the answer, not to keep half a connection.
      socket.setTimeout(1_000, () => socket.destroy())
    },
    frameworkErrors: (error, request, reply) => answerError(shell, error, request, reply),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
  })
  server.decorateRequest('caller', undefined)
  server.decorateRequest('entered', false)
  server.decorateRequest('working', false)
  const metrics = openMetrics({ inside: shell.door.inside, waiting: shell.databases.waiting })
  const methods = watchMethods(server)
  takeBodies(server)
  watch(server, shell, metrics)
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    methods.refuseUnknown(request.url.split('?', 1)[0] ?? '/')
    // Here and not in a handler, which comes after the body has been read and found wrong.
    throw new Problem('RouteNotFound', `There is no operation ${request.method} ${pathOf(request)}.`)
  })
  closeConnections(server)
  server.setErrorHandler((error, request, reply) => answerError(shell, error, request, reply))
  for (const route of routes) addRoute(server, shell, route)
  addPages(server, {
    shell,
    metrics,
    openApi: () => openApiOf(routes, { version: shell.settings.version, problems: shell.problems }),
  })
  methods.refuseOthers()
  return server
}

/** A route that nobody may call, or everybody by oversight, does not start. */
function checkRoutes(routes: readonly Route[]): void {
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (!route.permission || [route.permission].flat().length === 0)
      throw new Error(`${name} declares no permission.`)
    if (!route.summary?.trim()) throw new Error(`${name} declares no summary.`)
  }
}

/**
 * Lets go of connections when the server closes, beyond those that are idle after an answer: one whose answer is
 * still under way would stay open after it, and one on which nothing was ever asked (browsers open such) for ever.
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

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID()
}

// --- Watching every request -------------------------------------------------------------------------------------

function watch(server: FastifyInstance, shell: Shell, metrics: Metrics): void {
  server.addHook('onRequest', (request, reply, done) => {
    const began = performance.now()
    reply.raw.setHeader('X-Request-Id', request.id)
    // An answer is what its type says, whatever a browser makes of its content.
    reply.raw.setHeader('X-Content-Type-Options', 'nosniff')
    // `close` comes once in every case, also when the caller has hung up.
    reply.raw.once('close', () => {
      if (!request.working) leave(shell, request)
      note(request, reply, performance.now() - began)
    })
    done()
  })
  function note(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
    const route = request.routeOptions.config?.operation ?? 'none'
    const { caller } = request
    metrics.observe(route, request.method, reply.statusCode, milliseconds)
    shell.log.info({
      requestId: request.id,
      method: request.method,
      // The declared path, never the address: what stands in an address may be somebody's name.
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

const isUpload = (route: Route) =>
  route.kind === 'write' && route.receive !== undefined && route.bodySize !== 'usual'

function addRoute(server: FastifyInstance, shell: Shell, route: Route): void {
  const handle = handlerOf(shell, route)
  const deprecation = deprecationHeaders(route)
  server.route({
    method: route.method,
    url: urlOf(route.path),
    config: { route, operation: route.path },
    ...(isUpload(route) ? { bodyLimit: uploadBytes(shell), preParsing: largeBodies } : {}),
    onRequest: (request, reply, done) => {
      if (deprecation) reply.headers(deprecation)
      admit(shell, route, request, reply, done)
    },
    ...(isRead(route) ? { onSend: compressAnswer } : {}),
    handler: async (request, reply) => {
      if (reply.raw.closed) throw new Problem('NotReady', 'The caller has hung up.')
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

/** Whoever hangs up is inside until the work for it has ended: it still holds what the next one needs. */
function leave(shell: Shell, request: FastifyRequest): void {
  if (request.entered) shell.door.leave()
  request.entered = false
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
    // Gone while it waited at the door: nobody would count it out again.
    if (reply.raw.closed) throw new Problem('NotReady', 'The caller has hung up.')
    shell.door.enter()
    request.entered = true
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
