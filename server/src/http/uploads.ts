import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { arrivingParts } from './arriving.ts'
import type { Acting } from './caller.ts'
import { meaningOf } from './constraints.ts'
import type { Answer } from './idempotency.ts'
import { Problem } from './problems.ts'
import type { Received } from './route.ts'
import type { Shell } from './shell.ts'

/** JSON that carries a file: four signs for three bytes, and what stands around it. 25 MiB come to 34. */
export const uploadBytes = ({ settings }: Shell) => Math.ceil((settings.fileBytes * 34) / 25)

/** Above this a body counts as large. */
const LARGE_BYTES = 2 * 1024 * 1024
const LARGE_AT_ONCE = 8
let largeInside = 0

type Done = (error: Error | null, payload?: RequestPayload) => void

/** JSON is held whole while it is read, several times over: only so many large ones are read at once. */
export function largeBodies(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
  done: Done,
): void {
  const { 'content-type': type = '', 'content-length': length } = request.headers
  // Without a length it may be as long as it likes.
  const isLarge = /json/i.test(type) && !(Number(length) <= LARGE_BYTES)
  if (isLarge && largeInside >= LARGE_AT_ONCE) {
    const headers = { 'Retry-After': '1', Connection: 'close' }
    done(new Problem('NotReady', 'Too many large bodies are arriving; try again shortly.', { headers }))
    return
  }
  if (isLarge) {
    largeInside += 1
    reply.raw.once('close', () => {
      largeInside -= 1
    })
  }
  done(null, payload)
}

interface Arrived extends Acting {
  readonly params: Readonly<Record<string, unknown>>
  readonly json: unknown
}

/** What an upload is given: its form as it arrives, or its JSON. */
export function uploadContext(shell: Shell, request: FastifyRequest, { json, ...acting }: Arrived) {
  const parts = arrivingParts(request, shell.settings.fileBytes)
  return { ...acting, body: parts ? { parts } : { json }, origin: originOf(shell, request) }
}

/** Where the caller has reached us. It is told only to that caller, so that its own word for it can be taken. */
function originOf({ settings }: Shell, request: FastifyRequest): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const host = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.exec(request.headers.host ?? '')?.[0]
  return `${request.protocol}://${host ?? 'localhost'}`
}

/** Runs a write that brought a file. */
export async function settleUpload(
  received: Received<unknown>,
  dryRun: boolean,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  if (!dryRun)
    return keptWhere(
      ({ status, headers }) => status < 400 && headers['Idempotency-Replayed'] === undefined,
      received,
      perform,
    )
  try {
    return await perform()
  } finally {
    await received.drop()
  }
}

/**
 * Makes a file last, and then writes its record. The file goes if nothing came of the writing. Where that failed in a
 * way that leaves open whether it was committed, the file stays: rubbish is swept up, and a record without its file
 * could not be mended.
 */
export async function keptWhere<Result>(
  isDone: (result: Result) => boolean,
  { keep, drop }: Pick<Received<unknown>, 'keep' | 'drop'>,
  write: () => Promise<Result>,
): Promise<Result> {
  let isWanted = false
  try {
    await keep()
    isWanted = true
    const result = await write()
    isWanted = isDone(result)
    return result
  } catch (error) {
    if (meaningOf(error) instanceof Problem) isWanted = false
    throw error
  } finally {
    if (!isWanted) await drop()
  }
}
