import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { attachmentHeader } from '../domain/file-names.ts'
import { answerFormat } from './accept.ts'
import { computeEtag, containsEtag } from './etag.ts'
import { logFailure } from './failures.ts'
import { type Handle, signedIn } from './request-context.ts'
import { checkedQuery } from './request-shape.ts'
import { type AnyFileRead, fill } from './route.ts'
import type { Content, FileAnswer } from './route-specs.ts'
import { jsonWriter } from './serialize.ts'
import type { Shell } from './shell.ts'

const noQuery = z.strictObject({})

/** Serves a file as a stream, without holding it in memory. */
export function fileHandler(
  shell: Shell,
  route: AnyFileRead,
  params: (raw: unknown) => Record<string, unknown>,
): Handle {
  const write = jsonWriter(route.answer)
  return async (request, reply, someone) => {
    const acting = signedIn(someone)
    const query = checkedQuery(route.query ?? noQuery, request)
    const path = params(request.params)
    const { accept } = request.headers
    const context = { ...acting, db: acting.caller.db, query, params: path, accept }
    const answer = await route.handler(context)
    if (route.successor) reply.header('Link', fill(`<${route.successor}>; rel="successor-version"`, path))
    reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Accept')
    const onFault = (error: Error) => logFailure(shell, error, request)
    if ('bytes' in answer) return sendBytes(reply, answer.bytes, request.headers['if-none-match'], onFault)
    answerFormat(accept, false)
    if (shell.settings.checkAnswers) route.answer.parse(answer.json)
    const text = write(answer.json)
    const etag = computeEtag(`${text} ${answer.content.checksumSha256}`)
    reply.header('ETag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return sendJson(reply, text, answer, onFault)
  }
}

const isKnown = (seen: string | undefined, etag: string) => seen !== undefined && containsEtag(seen, etag)

type OnFault = (error: Error) => void

/** Sends the bytes as a download. A browser never shows them as one of our pages. */
export async function sendBytes(
  reply: FastifyReply,
  content: Content,
  seen: string | undefined,
  onFault: OnFault,
): Promise<FastifyReply> {
  const etag = `"${content.checksumSha256}"`
  reply.header('ETag', etag)
  if (isKnown(seen, etag)) return reply.code(304).send()
  const stream = streamOf(await content.open(), onFault)
  return reply
    .header('Content-Disposition', attachmentHeader(content.fileName))
    .header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('X-Frame-Options', 'DENY')
    .header('Content-Length', content.sizeBytes)
    .type(content.contentType)
    .send(stream)
}

async function sendJson(
  reply: FastifyReply,
  text: string,
  { member, content }: Extract<FileAnswer, { json: unknown }>,
  onFault: OnFault,
): Promise<FastifyReply> {
  const empty = `"${member}":""`
  const at = text.lastIndexOf(empty) + empty.length - 1
  if (at < empty.length - 1) throw new Error(`The JSON answer must contain an empty ${member}.`)
  const [before, after] = [Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at))]
  const bytes = await content.open()
  async function* json() {
    yield before
    yield* inBase64(bytes)
    yield after
  }
  return reply
    .header('Content-Length', before.length + Math.ceil(content.sizeBytes / 3) * 4 + after.length)
    .type('application/json; charset=utf-8')
    .send(streamOf(json(), onFault))
}

/** A failure after the answer has begun cuts it off: it is shorter than Content-Length, so clients reject it. */
function streamOf(bytes: AsyncIterable<Buffer>, onFault: OnFault): Readable {
  const stream = Readable.from(bytes, { objectMode: false })
  stream.once('error', onFault)
  return stream
}

/** Three bytes become four characters. Bytes left over from one chunk go in front of the next. */
async function* inBase64(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const piece = left.length === 0 ? chunk : Buffer.concat([left, chunk])
    const whole = piece.length - (piece.length % 3)
    left = piece.subarray(whole)
    if (whole > 0) yield Buffer.from(piece.toString('base64', 0, whole), 'latin1')
  }
  if (left.length > 0) yield Buffer.from(left.toString('base64'), 'latin1')
}
