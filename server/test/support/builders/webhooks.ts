import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { DeliveryTimes } from '../../../src/domain/webhooks/retries.ts'
import type { WebhookWorker } from '../../../src/events/webhooks/services.ts'
import { openWebhookWorker } from '../../../src/events/webhooks/worker.ts'
import type { Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'

/** A request that a receiver got. */
export interface Delivered {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent and asserts on it.
  readonly event: any
  /** Whether the signature was right when it came. Later the library calls it too old. */
  readonly signed: boolean
}

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly got: Delivered[]
  /** The secret that requests must be signed with. */
  secret: string | undefined
  /** How it answers: a status, or nothing at all. */
  answer: (delivered: Delivered) => number | 'hang' | 'break' | Promise<number>
  close(): Promise<void>
}

/** A receiver of webhooks on this machine. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const got: Delivered[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void reply(Buffer.concat(chunks).toString(), request, response))
  })
  server.keepAliveTimeout = 60_000
  async function reply(text: string, request: IncomingMessage, response: ServerResponse) {
    const { headers } = request
    const delivered = {
      ...{ id: String(headers['webhook-id']), headers, text, event: JSON.parse(text) },
      signed: receiver.secret !== undefined && isSigned({ headers, text }, receiver.secret),
    }
    got.push(delivered)
    const answer = await receiver.answer(delivered)
    if (answer === 'break') request.socket.destroy()
    else if (answer !== 'hang') response.writeHead(answer).end()
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  const receiver: Receiver = {
    ...{ url: `http://127.0.0.1:${taken}/hook`, port: taken, got },
    answer: () => 204,
    secret: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** Whether the library of Standard Webhooks accepts a request. */
export function isSigned({ headers, text }: Pick<Delivered, 'headers' | 'text'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

/** A deliverer with times of its own, beside the one of the service, which rests while its jobs are not started. */
export const workerOf = (
  { app: { services }, databases, keys, clock }: TestService,
  times: Partial<DeliveryTimes> = {},
): WebhookWorker =>
  openWebhookWorker({
    ...{ databases, keys, clock, door: services.door, log: services.log, isSandbox: services.isSandbox },
    times: { answerMilliseconds: 1_000, retryMilliseconds: [60_000], ...times },
  })

export async function newWebhook(
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: number; readonly secret: string }> {
  const answer = await caller.post('/webhooks', body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}
