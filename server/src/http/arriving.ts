import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { boundaryOf, type FormPart, formParts } from './form-parts.ts'
import { Problem } from './problems.ts'
import { refuse } from './validation.ts'

// A body that is not read before its handler runs: a file, alone or in a form, of more bytes than should be held.

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of such a body. */
    arriving: Readable | undefined
  }
}

/** Read and thrown away beyond the limit, so that a caller who is a little over hears why, and does not lose the line. */
const PATIENCE_BYTES = 1024 * 1024

/** Around the content of a file in a form: boundaries, heads. */
const FORM_BYTES = 64 * 1024

/** The bytes of the body, no more than a number of them; one more is refused. */
export function arrivingBytes(request: FastifyRequest, atMost: number): AsyncIterable<Buffer> {
  const { arriving } = request
  if (!arriving)
    throw refuse([{ pointer: '', code: 'Required', message: 'The body is the file, and there is none.' }])
  return limited(arriving, Number(request.headers['content-length']), atMost)
}

/** The parts of a form with one file of at most so many bytes; whoever stores the file counts its bytes. */
export function arrivingParts(
  request: FastifyRequest,
  fileBytes: number,
): AsyncIterable<FormPart> | undefined {
  if (!request.arriving) return undefined
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === undefined)
    throw refuse([{ pointer: '', code: 'Format', message: 'The Content-Type does not say the boundary.' }])
  return formParts(arrivingBytes(request, fileBytes + FORM_BYTES), boundary)
}

export const tooLarge = (atMost: number) =>
  new Problem('PayloadTooLarge', `A file has at most ${atMost} bytes.`, { headers: { Connection: 'close' } })

async function* limited(stream: Readable, announced: number, atMost: number): AsyncGenerator<Buffer> {
  if (announced > atMost + PATIENCE_BYTES) throw tooLarge(atMost)
  let count = 0
  // The stream is the connection's: whoever stops reading must still be able to answer on it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    count += (chunk as Buffer).length
    if (count > atMost + PATIENCE_BYTES) throw tooLarge(atMost)
    if (count <= atMost) yield chunk as Buffer
  }
  if (count > atMost) throw tooLarge(atMost)
}
