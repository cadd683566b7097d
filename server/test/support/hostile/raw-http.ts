import { connect } from 'node:net'

/** An answer to bytes that no HTTP client would send. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
  readonly body: any
}

export interface RawRequest {
  readonly method?: string
  /** The target in the request line. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** A raw request: the target and the headers are sent unchanged. */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', target, headers = {}, body = '' } = request
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers })
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return sendBytes(url, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)]))
}

/** Sends these bytes, and gives the answer before the service closes the connection. */
export function sendBytes(url: string, bytes: Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    // The service may close the connection before it has read the whole body.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (chunks.length === 0) reject(new Error('There was no answer.'))
      else resolve(read(Buffer.concat(chunks).toString('utf8')))
    })
  })
}

function read(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const text = answer.slice(end + 4)
  const isJson = /json/.test(headers.get('content-type') ?? '')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text,
    body: isJson && text ? JSON.parse(text) : text,
  }
}
