import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type ServiceProcess, until } from '../support/service/service-process.ts'

// Callers of a service with several processes, each with a connection that stays with one of them.

interface LaneAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  readonly body: any
}

export interface Lane {
  /** The number of the process that answers. */
  readonly process: number
  get(path: string): Promise<LaneAnswer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<LaneAnswer>
  /** The same connection with another credential. */
  as(token: string): Lane
  /** Another connection, which may lead to any process. */
  beside(): Lane
}

function openLane(url: string, token: string, agent: Agent, process = 0): Lane {
  const send: Lane['send'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = request(
        new URL(path, url),
        {
          ...{ method, agent },
          headers: {
            authorization: `Bearer ${token}`,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        async (response) => {
          try {
            const parts: Buffer[] = []
            for await (const part of response) parts.push(part)
            const got = Buffer.concat(parts).toString()
            const isJson = /json/.test(response.headers['content-type'] ?? '')
            resolve({
              ...{ status: response.statusCode ?? 0, headers: response.headers, text: got },
              body: isJson && got ? JSON.parse(got) : got,
            })
          } catch (error) {
            reject(error)
          }
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  return {
    process,
    send,
    get: (path) => send('GET', path),
    as: (other) => openLane(url, other, agent, process),
    beside: () => openLane(url, token, newAgent()),
  }
}

const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1 })

/** What the service has logged of an event, in this order. */
export function eventsOf(service: ServiceProcess, event: string): Record<string, unknown>[] {
  return entriesOf(service).filter((entry) => entry.event === event)
}

function entriesOf(service: ServiceProcess): Record<string, unknown>[] {
  return service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The process ids of all processes that serve requests, also of those that have ended. */
export const pidsOf = (service: ServiceProcess): number[] =>
  eventsOf(service, 'worker started').map(({ pid }) => Number(pid))

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A caller for each of the two processes. The log says which one answers. */
export async function laneOfEach(service: ServiceProcess, token: string): Promise<[Lane, Lane]> {
  const lanes = new Map<number, Lane>()
  for (let time = 0; time < 20; time += 1) {
    const agent = newAgent()
    const requestId = randomUUID()
    await openLane(service.url, token, agent).send('GET', '/healthz', undefined, {
      'x-request-id': requestId,
    })
    const logged = () => entriesOf(service).find((entry) => entry.requestId === requestId)
    await until('the request is logged', () => logged() !== undefined)
    const process = Number(logged()?.process)
    if (!lanes.has(process)) lanes.set(process, openLane(service.url, token, agent, process))
    const [one, other] = lanes.values()
    if (one && other) return [one, other]
  }
  throw new Error('All connections lead to one process.')
}
