import type { Facts } from './facts.ts'

// The address and the body of a request.

type Values = Readonly<Record<string, unknown>>

/** The address of a call. Lists are joined with commas, and what is undefined or null is left out. */
export function urlOf(baseUrl: string, path: string, values: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value))
  const search = parameters.toString()
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search ? `?${search}` : ''}`
}

/** A value as one segment of a path. Those that would lead to another path are refused. */
function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`The path requires a value for ${name}, and it cannot be "${text}".`)
  return encodeURIComponent(text)
}

export interface Body {
  readonly content: string | Blob | Uint8Array<ArrayBuffer> | undefined
  readonly type?: string | undefined
}

/** A body that can be sent any number of times and stays the same. */
export async function bodyOf(body: unknown, { sendsForm }: Pick<Facts, 'sendsForm'>): Promise<Body> {
  if (body === undefined) return { content: undefined }
  if (sendsForm) {
    const type = 'application/x-www-form-urlencoded'
    return { content: new URLSearchParams(body as Record<string, string>).toString(), type }
  }
  if (body instanceof Blob) return { content: body, type: body.type || undefined }
  if (body instanceof Uint8Array) return { content: body as Uint8Array<ArrayBuffer> }
  if (body instanceof FormData) {
    // Encoded once: each encoding draws another boundary, and with it the request would be another one.
    const encoded = new Response(body)
    const type = encoded.headers.get('content-type') ?? undefined
    return { content: new Uint8Array(await encoded.arrayBuffer()), type }
  }
  return { content: JSON.stringify(body), type: 'application/json' }
}

/** A new Idempotency-Key. `randomUUID` is missing in pages that came without TLS. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
