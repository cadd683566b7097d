import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { isFull } from '../db/away.ts'
import { arrivingParts } from './arriving.ts'
import type { Acting } from './caller.ts'
import { problemBehind } from './constraints.ts'
import type { Answer } from './idempotency.ts'
import { Problem } from './problems.ts'
import type { Received } from './route-specs.ts'
import type { Shell } from './shell.ts'

/** The largest JSON body with a file: base64 takes four characters for three bytes, so 25 MiB become 34. */
export const uploadBytes = ({ settings }: Shell) => Math.ceil((settings.fileBytes * 34) / 25)

/** A body above this size counts as large. */
const LARGE_BYTES = 2 * 1024 * 1024
const LARGE_AT_ONCE = 8
let largeInside = 0

type Done = (error: Error | null, payload?: RequestPayload) => void

/** Parsing JSON holds the body in memory several times over, so only a few large ones are read at once. */
export function largeBodies(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
  done: Done,
): void {
  const { 'content-type': type = '', 'content-length': length } = request.headers
  // Without a Content-Length it may be of any size.
  const isLarge = /json/i.test(type) && !(Number(length) <= LARGE_BYTES)
  if (isLarge && largeInside >= LARGE_AT_ONCE) {
    const headers = { 'Retry-After': '1', Connection: 'close' }
    done(new Problem('NotReady', 'Too many large requests are arriving. Try again in a moment.', { headers }))
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

/** The context of an upload: its form as it arrives, or its JSON. */
export function uploadContext(shell: Shell, request: FastifyRequest, { json, ...acting }: Arrived) {
  const parts = arrivingParts(request, shell.settings.fileBytes)
  return { ...acting, body: parts ? { parts } : { json }, origin: shell.settings.publicUrl ?? '' }
}

/** Runs a write that came with a file. */
export async function settleUpload(
  received: Received<unknown>,
  dryRun: boolean,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  if (!dryRun)
    return keepFileIf(
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
 * Makes a file permanent, then writes its record. The file is removed if the write had no effect. If the write failed
 * in a way that leaves open whether it was committed, the file stays: an unused file is swept later, but a record
 * without its file could not be repaired.
 */
export async function keepFileIf<Result>(
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
    if (problemBehind(error) instanceof Problem || isUndone(error)) isWanted = false
    throw error
  } finally {
    if (!isWanted) await drop()
  }
}

/** A full disk has ended the transaction, so the file must not stay there for nothing. After a crash that is not certain. */
const isUndone = (error: unknown) => isFull(error) && (error as { severity?: unknown }).severity === 'ERROR'
