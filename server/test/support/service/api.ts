import { Agent, type IncomingMessage, request } from 'node:http'
import { throughPrism } from './prism.ts'

/** A complete answer. `body` is the parsed JSON, or the text if it is not JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  readonly body: any
  readonly text: string
}

export interface Call {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Calls the service as one caller, or anonymously. */
export interface Caller {
  get(path: string, call?: Call): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, call?: Call): Promise<Answer>
}

export interface Api {
  /** An OAuth client by its id, e.g. `sandbox-admin` of the sandbox. Its token is fetched every ten minutes. */
  as(clientId: string, secret?: string): Caller
  /** With this bearer token or key. */
  with(token: string): Caller
  readonly anonymous: Caller
  token(clientId: string, secret?: string): Promise<string>
}

/** Tokens are valid for fifteen minutes, and the tests of a worker can take longer on a slow machine. */
const TOKEN_MILLISECONDS = 10 * 60_000

export function openApi(url: string): Api {
  const tokens = new Map<string, { readonly at: number; readonly token: Promise<string> }>()
  async function token(clientId: string, secret = 'sandbox'): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    const answer = await exchange(`${url}/oauth/token`, 'POST', headers, form.toString())
    if (answer.status !== 200) throw new Error(`No token for ${clientId}: ${answer.text}`)
    return answer.body.access_token
  }
  function caller(authorization: () => Promise<string | undefined>): Caller {
    async function send(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Answer> {
      const bearer = await authorization()
      const isRaw = typeof body === 'string' || body instanceof Uint8Array
      const sent = {
        // Compressing every answer would take a twentieth of the time of all tests.
        'accept-encoding': 'identity',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }
      return exchange(
        `${url}${path}`,
        method,
        sent,
        isRaw || body === undefined ? body : JSON.stringify(body),
      )
    }
    return {
      send,
      get: (path, call) => send('GET', path, call),
      post: (path, body, headers = {}) => send('POST', path, { body, headers }),
      put: (path, body, headers = {}) => send('PUT', path, { body, headers }),
      patch: (path, body, headers = {}) => send('PATCH', path, { body, headers }),
      delete: (path, headers = {}) => send('DELETE', path, { headers }),
    }
  }
  return {
    token,
    anonymous: caller(async () => undefined),
    with: (bearer) => caller(async () => bearer),
    as: (clientId, secret) =>
      caller(() => {
        const known = tokens.get(clientId)
        if (known && performance.now() - known.at < TOKEN_MILLISECONDS) return known.token
        const got = { at: performance.now(), token: token(clientId, secret) }
        tokens.set(clientId, got)
        return got.token
      }),
  }
}

const connections = new Agent({ keepAlive: true })

/** One request and its answer, in the soak also seen by Prism. */
const exchange = throughPrism(direct)

/** `fetch` would take several times the processor time, over all tests about a minute. */
function direct(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Answer> {
  // Node frames the body of a DELETE only if it is told the length.
  const framed = body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url), { method, agent: connections, headers: framed }, (response) =>
      read(response).then(resolve, reject),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value)
  const isJson = /json/.test(headers.get('content-type') ?? '')
  return {
    status: response.statusCode ?? 0,
    headers,
    body: isJson && text ? JSON.parse(text) : text,
    text,
  }
}
