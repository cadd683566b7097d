import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ANY_BYTES, fileTypes } from '../domain/file-types.ts'
import { parseJson } from './json-body.ts'
import { type Fault, Problem } from './problems.ts'
import { parseForm } from './query-string.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Parts of the body that can be read but not stored. */
    bodyFaults: readonly Fault[] | undefined
  }
}

const MERGE_PATCH = 'application/merge-patch+json'
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data'
/** The content types of a file that is the whole body. */
const FILES = [ANY_BYTES, ...fileTypes.flatMap(({ contentType, aliases }) => [contentType, ...aliases])]

/**
 * Reads bodies: JSON, merge patches for PATCH, and forms for operations that accept one. Files are not read here: their
 * handlers read them.
 */
export function takeBodies(server: FastifyInstance): void {
  server.decorateRequest('bodyFaults', undefined)
  server.decorateRequest('arriving', undefined)
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
  for (const type of [PARTS, ...FILES])
    server.addContentTypeParser(type, (request, stream, done) => {
      const isTaken = takesType(request, type)
      if (isTaken) request.arriving = stream
      done(isTaken ? null : wrongType(request), undefined)
    })
}

function takesType(request: FastifyRequest, type: string): boolean {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return false
  if (!FILES.includes(type) && !isUtf8(request.headers['content-type'] ?? '')) return false
  if (type === MERGE_PATCH && request.method !== 'PATCH') return false
  const route = request.routeOptions.config.route
  if (type === PARTS) return route?.kind === 'write' && route.form !== undefined
  const bodyType = bodyTypeOf(request)
  return bodyType === (type === FORM ? 'form' : FILES.includes(type) ? 'file' : 'json')
}

/** JSON and forms are UTF-8. A content type that says otherwise is refused instead of read wrongly. */
function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function bodyTypeOf(request: FastifyRequest): 'json' | 'form' | 'file' {
  const route = request.routeOptions.config.route
  return route?.kind === 'plain' ? (route.bodyType ?? 'json') : 'json'
}

function takenTypes(request: FastifyRequest): string {
  const route = request.routeOptions.config.route
  if (route?.kind === 'write' && route.form) return `application/json or ${PARTS}`
  return { json: 'application/json', form: FORM, file: 'the type of the file' }[bodyTypeOf(request)]
}

export function wrongType(request: FastifyRequest): Problem {
  return new Problem(
    'UnsupportedMediaType',
    `This operation accepts ${takenTypes(request)} in UTF-8, without a content encoding.`,
  )
}
