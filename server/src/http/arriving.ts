import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type FormPart, formBoundary, formParts } from './form-parts.ts'
import { Problem } from './problems.ts'
import { refuse } from './validation.ts'

// A body that is not read before its handler runs: a file, alone or in a form, that is too large to hold in memory.

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of such a body. */
    arriving: Readable | undefined
  }
}

/** So much beyond the limit is read and discarded, so that a caller slightly over it gets the answer and keeps the connection. */
const PATIENCE_BYTES = 1024 * 1024

/** The bytes around a file in a form: boundaries and headers. */
const FORM_BYTES = 64 * 1024

/** The bytes of the body. One byte more than `atMost` is refused. */
export function arrivingBytes(request: FastifyRequest, atMost: number): AsyncIterable<Buffer> {
  const { arriving } = request
  if (!arriving)
    throw refuse([{ pointer: '', code: 'Required', message: 'The body must be the file, but it is empty.' }])
  return limited(arriving, Number(request.headers['content-length']), atMost)
}

/** The parts of a form with one file of limited size. The code that stores the file counts its bytes. */
export function arrivingParts(
  request: FastifyRequest,
  fileBytes: number,
): AsyncIterable<FormPart> | undefined {
  if (!request.arriving) return undefined
  const boundary = formBoundary(request.headers['content-type'] ?? '')
  if (boundary === undefined)
    throw refuse([
      { pointer: '', code: 'Format', message: 'The Content-Type header must name the boundary of the form.' },
    ])
  return formParts(arrivingBytes(request, fileBytes + FORM_BYTES), boundary)
}

export const tooLarge = (atMost: number) =>
  new Problem('PayloadTooLarge', `A file may have at most ${atMost} bytes.`, {
    headers: { Connection: 'close' },
  })

async function* limited(stream: Readable, announced: number, atMost: number): AsyncGenerator<Buffer> {
  if (announced > atMost + PATIENCE_BYTES) throw tooLarge(atMost)
  let count = 0
  // The stream is the connection itself, so it must stay open for the answer when reading stops early.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    count += (chunk as Buffer).length
    if (count > atMost + PATIENCE_BYTES) throw tooLarge(atMost)
    if (count <= atMost) yield chunk as Buffer
  }
  if (count > atMost) throw tooLarge(atMost)
}
