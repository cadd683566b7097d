import { type ClientRequest, type IncomingMessage, request } from 'node:http'

/** A server-sent event. */
export interface Sent {
  readonly id: string
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service sends and asserts on it.
  readonly data: any
}

/** An open stream of server-sent events, as a browser reads it. */
export interface EventStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: Sent[]
  /** The last id that was sent, also without an event. */
  lastId(): string
  /** Waits until so many events have come. */
  until(count: number): Promise<void>
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>
  readonly response: IncomingMessage
  close(): void
}

export function openEventStream(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(`${url}${path}`, { headers, agent: false }, (response) =>
      resolve(follow(sent, response)),
    )
    sent.on('error', reject)
    sent.end()
  })
}

function follow(sent: ClientRequest, response: IncomingMessage): EventStream {
  const events: Sent[] = []
  const waiting = new Set<() => void>()
  let [text, id] = ['', '']
  const tell = () => {
    for (const look of waiting) look()
  }
  const take = (block: string) => {
    const fields = new Map<string, string>()
    for (const line of block.split('\n').filter((one) => !one.startsWith(':'))) {
      const at = line.indexOf(': ')
      fields.set(line.slice(0, at), line.slice(at + 2))
    }
    id = fields.get('id') ?? id
    const data = fields.get('data')
    if (data !== undefined) events.push({ id, event: fields.get('event') ?? '', data: JSON.parse(data) })
  }
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    blocks.forEach(take)
    tell()
  })
  const ended = new Promise<void>((resolve) => {
    response.on('close', resolve)
    response.on('error', () => undefined)
  })
  sent.on('error', () => undefined)
  return {
    ...{ status: response.statusCode ?? 0, headers: response.headers, events, response, ended },
    lastId: () => id,
    until: (count) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`Only ${events.length} of ${count} events came.`)),
          20_000,
        )
        const look = () => {
          if (events.length < count) return
          clearTimeout(late)
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => sent.destroy(),
  }
}
