import { isJsonType } from './docs-json.js'

export class InputError extends Error {
  constructor(field, message) {
    super(message)
    this.field = field
  }
}

function fillPath(path, values) {
  return path.replace(/\{([^}]+)\}/g, (_, name) => {
    const value = values[name] ?? ''
    if (value === '') throw new InputError(name, `Fill in ${name}.`)
    if (value === '.' || value === '..') throw new InputError(name, `${name} cannot be "${value}".`)
    return encodeURIComponent(value)
  })
}

function isList(parameter) {
  return [parameter.schema?.type].flat().includes('array')
}

function fillQuery(parameters, values, dryRun) {
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? ''
    if (parameter.in !== 'query' || value === '') continue
    if (isList(parameter) && parameter.explode !== false) {
      for (const one of value.split(',')) query.append(parameter.name, one.trim())
    } else query.append(parameter.name, value)
  }
  if (dryRun) query.set('dryRun', 'true')
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function fillBody({ mediaType, text, file }) {
  if (file) return file
  if (text.trim() === '') return undefined
  if (!isJsonType(mediaType) && mediaType !== 'application/x-www-form-urlencoded') return text
  let value
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError('body', `The body is not valid JSON: ${error.message}`)
  }
  // The text is sent as it was typed, so amounts keep their digits.
  if (isJsonType(mediaType)) return text
  return new URLSearchParams(
    Object.entries(value ?? {}).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  )
}

/**
 * The request that the inputs of an operation stand for. Throws an InputError naming the field when
 * something cannot be sent.
 */
export function buildRequest(operation, origin, base, inputs) {
  const {
    path = {},
    query = {},
    header = {},
    idempotencyKey = '',
    ifMatch = '',
    accept = '',
    dryRun = false,
    body,
  } = inputs
  const url = `${origin}${base}${fillPath(operation.path, path)}${fillQuery(operation.parameters, query, dryRun)}`
  const content = body && fillBody(body)
  const headers = []
  if (accept) headers.push(['Accept', accept])
  if (content !== undefined) headers.push(['Content-Type', body.mediaType])
  if (idempotencyKey) headers.push(['Idempotency-Key', idempotencyKey])
  if (ifMatch) headers.push(['If-Match', ifMatch])
  for (const [name, value] of Object.entries(header)) if (value !== '') headers.push([name, value])
  return { method: operation.method.toUpperCase(), url, headers, body: content }
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The request as a line for a shell. `credential` is a header with a shell variable in it, or null. */
export function curlLine(request, credential) {
  const { method, url, headers, body } = request
  const parts = []
  if (method === 'HEAD') parts.push(`curl --head ${quote(url)}`)
  else parts.push(`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`)
  if (credential) parts.push(`-H "${credential}"`)
  const isForm = body instanceof URLSearchParams
  for (const [name, value] of headers) {
    if (isForm && name === 'Content-Type') continue
    parts.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  if (isForm) for (const [name, value] of body) parts.push(`--data-urlencode ${quote(`${name}=${value}`)}`)
  else if (typeof body === 'string') parts.push(`--data-raw ${quote(body)}`)
  else if (body) parts.push(`--data-binary ${quote(`@${body.name}`)}`)
  return parts.join(' \\\n  ')
}

/** A random version 4 UUID. Works without TLS too. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
