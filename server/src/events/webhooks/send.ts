import {
  type AgentOptions,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlRefusal } from '../../domain/webhooks/endpoints.ts'
import { type AttemptResult, type DeliveryTimes, deliveryTimes } from '../../domain/webhooks/retries.ts'
import { AddressRefused, checkedLookup, openResolver, type Resolve, requireAllowedHost } from './resolve.ts'

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

export function openSender(settings: SenderSettings): Sender {
  const { isSandbox, times = deliveryTimes, resolve = openResolver() } = settings
  const rules = { isSandbox }
  const lookup = checkedLookup(resolve, rules)
  const options: AgentOptions = {
    ...{ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS, timeout: IDLE_MILLISECONDS, lookup },
  }
  const plain = new HttpAgent(options)
  const secure = new HttpsAgent(options)

  async function send({ url: text, headers, body, signal }: Call): Promise<AttemptResult> {
    // The rules may have changed since the webhook was saved.
    if (urlRefusal(text, rules) !== undefined) return { error: errorTexts.AddressRefused }
    const url = new URL(text)
    try {
      requireAllowedHost(url, rules)
    } catch {
      return { error: errorTexts.AddressRefused }
    }
    const late = performance.now() + times.answerMilliseconds
    const answer = await exchange(url, late)
    // The receiver closed an idle connection at the moment we used it. It has not read the request.
    return answer.isStale && performance.now() < late ? exchange(url, late, true) : answer

    function exchange(
      to: URL,
      until: number,
      isFresh = false,
    ): Promise<AttemptResult & { isStale?: boolean }> {
      return new Promise((settle) => {
        let isLate = false
        let status: number | undefined
        const isSecure = to.protocol === 'https:'
        const agent = isSecure ? secure : plain
        const made = (isSecure ? httpsRequest : httpRequest)(to, {
          method: 'POST',
          ...(isFresh ? { agent: false, lookup } : { agent }),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          ...(signal ? { signal } : {}),
        })
        const deadline = setTimeout(() => {
          isLate = true
          made.destroy()
        }, until - performance.now())
        let failure: AttemptResult & { isStale?: boolean } = { error: errorTexts.ECONNRESET }
        made.on('response', (arriving) => {
          status = arriving.statusCode
          drain(arriving)
        })
        made.on('error', (error: NodeJS.ErrnoException) => {
          const isStale = made.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
          failure = {
            error: errorText(error),
            ...(isStale && !isLate && !signal?.aborted ? { isStale } : {}),
          }
        })
        // After the whole answer, or after the connection broke.
        made.on('close', () => {
          clearTimeout(deadline)
          if (status !== undefined) settle({ responseStatus: status })
          else settle(isLate ? { error: lateText(times.answerMilliseconds) } : failure)
        })
        made.end(body)
      })
    }
  }

  return {
    send,
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
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

function errorText(error: NodeJS.ErrnoException): string {
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
