import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Client, findClient, isForwardedHttps } from '../domain/trusted-proxies.ts'
import type { Shell } from './shell.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The address of the client: of the connection or, behind trusted proxies, the one that they name. Limits, the audit and
     * counts of sign-ins use it. Fastify's own `ip` does not know the proxies.
     */
    readonly clientAddress: string
    readonly client: Client
    /** The client uses TLS: by the public address of the service, or because a trusted proxy says so. */
    readonly isHttps: boolean
  }
}

/** A year. Subdomains are left to whoever runs them. */
const STAY_WITH_TLS = 'max-age=31536000'
const HINTS_AT_MOST = 5

/** Tells every request who sent it, and every browser that came with TLS to stay with it. */
export function watchClients(server: FastifyInstance, { settings, log }: Shell): void {
  const { trustedProxies = [], isHttps = false } = settings
  const clientOf = (request: IncomingMessage) =>
    findClient(request.socket.remoteAddress ?? '', lineOf(request, 'x-forwarded-for'), trustedProxies)
  const isForwarded = (request: IncomingMessage) =>
    trustedProxies.length > 0 &&
    isForwardedHttps(lineOf(request, 'x-forwarded-proto')) &&
    findClient(request.socket.remoteAddress ?? '', undefined, trustedProxies).isProxy

  server.decorateRequest('client', {
    getter() {
      return clientOf(this.raw)
    },
  })
  server.decorateRequest('clientAddress', {
    getter() {
      return clientOf(this.raw).address
    },
  })
  server.decorateRequest('isHttps', {
    getter() {
      return isHttps || isForwarded(this.raw)
    },
  })

  const hinted = new Set<string>()
  server.addHook('onRequest', (request, reply, done) => {
    if (request.isHttps) reply.raw.setHeader('Strict-Transport-Security', STAY_WITH_TLS)
    if (request.headers['x-forwarded-for'] !== undefined) hintAt(request.raw)
    done()
  })

  /** Whoever forgot to name a proxy finds it in the log. Anyone can send the header, so a few hints are enough. */
  function hintAt(request: IncomingMessage): void {
    const { address, isProxy } = findClient(request.socket.remoteAddress ?? '', undefined, trustedProxies)
    if (isProxy || hinted.size >= HINTS_AT_MOST || hinted.has(address)) return
    hinted.add(address)
    log.warn({
      event: 'proxy not trusted',
      hint: `X-Forwarded-For from ${address} is ignored. If that is your proxy, add it to BULWARK_TRUSTED_PROXIES.`,
    })
  }
}

/**
 * The path and query of a request. HTTP allows a whole URL in the request line, as clients send it to a proxy; its host is
 * whatever the caller wrote, so it is in no link.
 */
export const requestTarget = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string =>
  withoutHost(originalUrl)

export const withoutHost = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')

/** A header that came several times is one list (RFC 9110). */
const lineOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
