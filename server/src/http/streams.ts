import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Doorway } from './limits.ts'

/**
 * Begins an answer that stays open. From now on the request is not inside the doorway, or a few streams would fill it and a
 * sandbox reset would wait for them. What the stream does later goes through the door on its own.
 */
export function beginStream(
  request: FastifyRequest,
  reply: FastifyReply,
  door: Doorway,
  contentType: string,
): ServerResponse {
  reply.hijack()
  if (request.entered) door.leave()
  request.entered = false
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'Content-Type': contentType,
    'Cache-Control': 'no-store, no-transform',
    // Proxies must not collect what is meant to arrive at once.
    'X-Accel-Buffering': 'no',
  })
  raw.flushHeaders()
  return raw
}
