import { FAULTS_AT_MOST, type Fault, Problem } from './problems.ts'
import { refuse } from './validation.ts'

export const JSON_DEPTH = 32

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The value of a body, and where it contains text that cannot be stored. These faults join those of the shape. */
export interface ParsedBody {
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/** The JSON value of a body. Refuses invalid UTF-8, invalid JSON and deep nesting. */
export function parseJson(bytes: Buffer, depth = JSON_DEPTH): ParsedBody {
  if (bytes.length === 0) return { value: undefined, faults: [] }
  refuseBombs(bytes, depth)
  try {
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return { value, faults: SUSPECT.test(text) ? textFaults(value) : [] }
  } catch (error) {
    const bad = error instanceof SyntaxError ? 'The body is not valid JSON.' : 'The body is not valid UTF-8.'
    throw new Problem('MalformedJson', bad)
  }
}

// In valid UTF-8, text that cannot be stored must be written with an escape, so most bodies need no second check.
const SUSPECT = /\\u|__proto__/

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts brackets and names before anything is built, so that a hostile body (deeply nested, or an object with tens of
 * thousands of names) costs one scan and no memory.
 */
function refuseBombs(bytes: Buffer, most: number): void {
  const names = new Uint32Array(most + 1)
  let depth = 0
  let inText = false
  const isLong = bytes.length > LONG
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) {
      if (isLong) at = endOfText(bytes, at + 1)
      else inText = true
    } else if (byte === COLON) {
      const count = (names[depth] ?? 0) + 1
      names[depth] = count
      if (count > NAMES_AT_MOST) throw refuse([{ pointer: '', code: 'Length', message: TOO_MANY_NAMES }])
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > most)
        throw new Problem('MalformedJson', `The body is nested more than ${most} levels deep.`)
      names[depth] = 0
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }
}

/** A body with a file is mostly one long text, which is worth skipping with indexOf. */
const LONG = 256 * 1024

/** Where the text that begins here ends: at the next quote that is not escaped. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let backslashes = 0
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return bytes.length
}

const NAMES_AT_MOST = 1_000
const TOO_MANY_NAMES = `An object in the body has more than ${NAMES_AT_MOST} names.`

/** PostgreSQL cannot store U+0000 and silently changes a lone surrogate. `__proto__` is never a field. */
function textFaults(value: unknown, pointer = '', faults: Fault[] = []): Fault[] {
  if (faults.length > FAULTS_AT_MOST) return faults
  if (typeof value === 'string') {
    const message = unstorable(value)
    if (message) faults.push({ pointer, code: 'Format', message })
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) textFaults(item, `${pointer}/${at}`, faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const message = unstorable(name)
      if (name === '__proto__')
        faults.push({ pointer: at, code: 'Unknown', message: `${name} is not a known field.` })
      else if (message) faults.push({ pointer: at, code: 'Format', message })
      else textFaults(inner, at, faults)
    }
  }
  return faults
}

/** Why a text cannot be stored; nothing if it can. */
export function unstorable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'The text contains the character U+0000, which cannot be stored.'
  if (!text.isWellFormed()) return 'The text contains half of a surrogate pair, which cannot be stored.'
  return undefined
}
