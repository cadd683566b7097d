import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './compression.ts'
import { computeEtag, containsEtag } from './etag.ts'

interface Packed {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/**
 * Serves a long text that never changes. It is made for the first request, and only its compressed bytes are kept: a caller
 * that does not accept them is rare, and gets them unpacked.
 */
export function documentPage(type: string, text: () => string) {
  let made: Promise<Packed> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= pack(text()).catch((error) => {
      made = undefined
      throw error
    })
    const packed = await made
    reply.header('ETag', packed.etag).header('Cache-Control', 'no-cache').header('Vary', 'Accept-Encoding')
    const seen = request.headers['if-none-match']
    if (seen !== undefined && containsEtag(seen, packed.etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    reply.type(type)
    if (!encoding) return reply.send(await promisify(gunzip)(packed.gzip))
    return reply.header('Content-Encoding', encoding).send(packed[encoding])
  }
}

async function pack(text: string): Promise<Packed> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ])
  return { etag: computeEtag(text), br, gzip: zipped }
}
