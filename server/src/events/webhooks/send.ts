import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { urlRefusal } from '../../domain/webhooks/endpoints.ts'
import { type AttemptResult, type DeliveryTimes, deliveryTimes } from '../../domain/webhooks/retries.ts'
import { AddressRefused, checkedLookup, openResolver, type Resolve } from './resolve.ts'

export interface SenderSettings {
  readonly isSandbox: boolean
  readonly times?: Pick<DeliveryTimes, 'answerMilliseconds'> | undefined
  readonly resolve?: Resolve | undefined
}

/** Sends requests to receivers. */
export interface Sender {
  /** One attempt. It never fails: what went wrong is in the result. */
  send(call: Call): Promise<AttemptResult>
  close(): void
}

export interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends the attempt. */
  readonly signal?: AbortSignal
}

/** What a receiver answers is not used. More than this is not even read. */
const ANSWER_BYTES = 65_536
const IDLE_MILLISECONDS = 20_000
const IDLE_CONNECTIONS = 64
const RECEIVERS_AT_MOST = 1_000

interface Receiver {
  readonly request: (options: RequestOptions) => ClientRequest
  readonly options: RequestOptions
}

export function openSender(settings: SenderSettings): Sender {
  const { isSandbox, times = deliveryTimes, resolve = openResolver() } = settings
  const rules = { isSandbox }
  const lookup = checkedLookup(resolve, rules)
  const options: AgentOptions = {
    ...{ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS, timeout: IDLE_MILLISECONDS, lookup },
  }
  const plain = new HttpAgent(options)
  const secure = new HttpsAgent(options)

  // Parsing a URL takes longer than signing a request, and a receiver gets many.
  const receivers = new Map<string, Receiver | undefined>()

  function receiverAt(text: string): Receiver | undefined {
    if (!receivers.has(text)) {
      if (receivers.size >= RECEIVERS_AT_MOST) receivers.clear()
      receivers.set(text, openReceiver(text))
    }
    return receivers.get(text)
  }

  /** Nothing if the URL is not allowed. The rules may have changed since the webhook was saved. */
  function openReceiver(text: string): Receiver | undefined {
    if (urlRefusal(text, rules) !== undefined) return undefined
    const url = new URL(text)
    const isSecure = url.protocol === 'https:'
    const { hostname, port, path } = urlToHttpOptions(url)
    return {
      request: isSecure ? httpsRequest : httpRequest,
      options: { hostname, port, path, method: 'POST', agent: isSecure ? secure : plain },
    }
  }

  async function send(call: Call): Promise<AttemptResult> {
    const receiver = receiverAt(call.url)
    if (!receiver) return { error: errorTexts.AddressRefused }
    const late = performance.now() + times.answerMilliseconds
    const { isStale, ...result } = await exchange(receiver, call, late)
    if (!isStale || performance.now() >= late) return result
    // The receiver closed an idle connection at the moment we used it. It has not read the request.
    const fresh = { ...receiver, options: { ...receiver.options, agent: false, lookup } }
    const { isStale: _, ...again } = await exchange(fresh, call, late)
    return again
  }

  function exchange(
    { request, options }: Receiver,
    { headers, body, signal }: Call,
    late: number,
  ): Promise<AttemptResult & { readonly isStale?: boolean }> {
    return new Promise((settle) => {
      let isLate = false
      let status: number | undefined
      let failure: NodeJS.ErrnoException | undefined
      const made = request({ ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
      const active = signal && activeUnder(signal)
      active?.add(made)
      const deadline = setTimeout(() => {
        isLate = true
        made.destroy()
      }, late - performance.now())
      made.on('response', (answer) => {
        status = answer.statusCode
        drain(answer)
      })
      made.on('error', (error: NodeJS.ErrnoException) => {
        failure = error
      })
      // After the whole answer, or after the connection broke.
      made.on('close', () => {
        clearTimeout(deadline)
        active?.delete(made)
        if (status !== undefined) settle({ responseStatus: status })
        else if (isLate) settle({ error: lateText(times.answerMilliseconds) })
        else
          settle({
            error: errorText(failure),
            isStale: made.reusedSocket && isReset(failure) && !signal?.aborted,
          })
      })
      made.end(body)
    })
  }

  return {
    send,
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

// One listener for all requests under a signal: one for each would take as long as the rest of a request.
const activeRequests = new WeakMap<AbortSignal, Set<ClientRequest>>()

function activeUnder(signal: AbortSignal): Set<ClientRequest> {
  const known = activeRequests.get(signal)
  if (known) return known
  const active = new Set<ClientRequest>()
  activeRequests.set(signal, active)
  signal.addEventListener('abort', () => {
    for (const request of active) request.destroy()
  })
  return active
}

/** Reads the rest of an answer, so that the connection can be used again. */
function drain(answer: IncomingMessage): void {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', () => undefined)
}

const lateText = (milliseconds: number) => `No answer within ${milliseconds / 1_000} seconds.`

// The owner of a webhook reads these. They say what the receiver can change, and nothing about our network.
const errorTexts = {
  AddressRefused: 'The host is not public, so no connection was made.',
  ENOTFOUND: 'The host name was not found.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer.',
  ETIMEDOUT: 'The host cannot be reached.',
  Tls: 'The secure connection failed. Check the certificate of the receiver.',
  Protocol: 'The answer was not valid HTTP.',
  Other: 'The request failed.',
} as const

const same: Readonly<Record<string, keyof typeof errorTexts>> = {
  ...{ ENODATA: 'ENOTFOUND', ESERVFAIL: 'ENOTFOUND', ETIMEOUT: 'ENOTFOUND', EAI_AGAIN: 'ENOTFOUND' },
  ...{ EPIPE: 'ECONNRESET', EHOSTUNREACH: 'ETIMEDOUT', ENETUNREACH: 'ETIMEDOUT', EADDRNOTAVAIL: 'ETIMEDOUT' },
}

const isReset = (error: NodeJS.ErrnoException | undefined) =>
  error?.code === 'ECONNRESET' || error?.code === 'EPIPE'

function errorText(error: NodeJS.ErrnoException | undefined): string {
  if (!error) return errorTexts.ECONNRESET
  // Several addresses of one host were tried.
  const inner = (error as AggregateError).errors?.[0] as NodeJS.ErrnoException | undefined
  const code = error.code ?? inner?.code ?? ''
  if (error instanceof AddressRefused) return errorTexts.AddressRefused
  if (code in errorTexts) return errorTexts[code as keyof typeof errorTexts]
  const known = same[code]
  if (known) return errorTexts[known]
  if (code.startsWith('HPE_')) return errorTexts.Protocol
  return /^(?:ERR_(?:TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
    ? errorTexts.Tls
    : errorTexts.Other
}
