import { Problem } from './problems.ts'
import { refuse } from './validation.ts'

export const JSON_DEPTH = 32

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON value of a body, or a refusal: bad UTF-8, not JSON, too deep, or text that a database cannot hold. */
export function parseJson(bytes: Buffer, depth = JSON_DEPTH): unknown {
  if (bytes.length === 0) return undefined
  refuseDepth(bytes, depth)
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    const bad = error instanceof SyntaxError ? 'The body is not JSON.' : 'The body is not UTF-8.'
    throw new Problem('MalformedJson', bad)
  }
  const faults = textFaults(value)
  if (faults.length > 0) throw refuse(faults)
  return value
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/** Counts brackets before anything is built, so that a deep bomb costs a scan and no memory. */
function refuseDepth(bytes: Buffer, most: number): void {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > most)
        throw new Problem('MalformedJson', `The body is nested more than ${most} levels deep.`)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }
}

type TextFault = { pointer: string; code: 'Format' | 'Unknown'; message: string }

/** PostgreSQL cannot hold U+0000, and would change a lone surrogate silently. `__proto__` is no field of anything. */
function textFaults(value: unknown, pointer = ''): TextFault[] {
  if (typeof value === 'string') {
    const fault = unstorable(value)
    return fault ? [{ pointer, code: 'Format', message: fault }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, at) => textFaults(item, `${pointer}/${at}`))
  return Object.keys(value).flatMap((name) => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (name === '__proto__')
      return [{ pointer: at, code: 'Unknown', message: '__proto__ is not known here.' }]
    const fault = unstorable(name)
    if (fault) return [{ pointer: at, code: 'Format', message: fault }]
    return textFaults((value as Record<string, unknown>)[name], at)
  })
}

/** Why a text cannot be stored as it is; nothing when it can. */
export function unstorable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'The text holds U+0000.'
  if (!text.isWellFormed()) return 'The text holds half of a surrogate pair.'
  return undefined
}
