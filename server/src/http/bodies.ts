import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './json-body.ts'
import { type Fault, Problem } from './problems.ts'
import { parseForm } from './query-string.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What of the body can be read but not stored. */
    bodyFaults: readonly Fault[] | undefined
  }
}

const MERGE_PATCH = 'application/merge-patch+json'
const FORM = 'application/x-www-form-urlencoded'

/** Reads bodies: JSON, a merge patch where there is something to patch, and forms where an operation takes one. */
export function takeBodies(server: FastifyInstance): void {
  server.decorateRequest('bodyFaults', undefined)
  server.removeAllContentTypeParsers()
  const parsers = { 'application/json': parseJson, [MERGE_PATCH]: parseJson, [FORM]: parseForm }
  for (const [type, parse] of Object.entries(parsers))
    server.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      try {
        if (!takesType(request, type)) throw wrongType(request)
        const { value, faults } = parse(bytes as Buffer)
        request.bodyFaults = faults
        done(null, value)
      } catch (error) {
        done(error as Error)
      }
    })
}

function takesType(request: FastifyRequest, type: string): boolean {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return false
  if (type === MERGE_PATCH && request.method !== 'PATCH') return false
  return (bodyTypeOf(request) === 'form') === (type === FORM)
}

function bodyTypeOf(request: FastifyRequest): 'json' | 'form' {
  const route = request.routeOptions.config.route
  return route?.kind === 'plain' ? (route.bodyType ?? 'json') : 'json'
}

export function wrongType(request: FastifyRequest): Problem {
  const takes = bodyTypeOf(request) === 'form' ? FORM : 'application/json'
  return new Problem('UnsupportedMediaType', `This operation takes ${takes}, without a content encoding.`)
}
