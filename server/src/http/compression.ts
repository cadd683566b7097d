import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Long answers are compressed for callers that accept it, on another thread. Short answers are not worth
// compressing.

const WORTH_IT = 1_024

type Encoding = 'br' | 'gzip'

const compress: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer>>> = {
  // The highest qualities are for files that are compressed once and read for years.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 5 }),
}

/** The encoding of the answer (RFC 9110): the one the caller prefers, and Brotli among equals, because it is smaller. */
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (accept === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  // An uncompressed answer is preferred to any encoding that the caller ranks lower.
  const plain = weights.get('identity') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= plain)
    .toSorted((first, second) => weightOf(second) - weightOf(first))
  return best
}

type Done = (error: Error | null, payload?: unknown) => void

/** A hook of read routes: compresses a text that is long enough. Streams are sent as they are. */
export function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: Done,
): void {
  const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= WORTH_IT
  if (isLong) reply.header('Vary', varied(reply.getHeader('Vary')))
  const encoding = isLong ? encodingFor(request.headers['accept-encoding']) : undefined
  if (!encoding) {
    done(null, payload)
    return
  }
  compress[encoding](payload as string | Buffer).then((packed) => {
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
    done(null, packed)
  }, done)
}

const varied = (present: unknown) =>
  present === undefined ? 'Accept-Encoding' : `${String(present)}, Accept-Encoding`
