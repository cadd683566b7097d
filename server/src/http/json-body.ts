import { turnsDirection } from '../domain/readable-text.ts'
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
  const names = countNames(bytes, depth)
  try {
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    const faults = SUSPECT.test(text) ? textFaults(value) : []
    // A name that comes twice in an object is once in its value.
    if (keysIn(value) !== names) faults.push(...duplicateNames(text))
    return { value, faults }
  } catch (error) {
    const bad = error instanceof SyntaxError ? 'The body is not valid JSON.' : 'The body is not valid UTF-8.'
    throw new Problem('MalformedJson', bad)
  }
}

// In valid UTF-8, text that cannot be stored must be written with an escape, and few texts turn the reading direction, so
// most bodies need no second check.
const SUSPECT = /\\u|__proto__|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts brackets and names before anything is built, so that a hostile body (deeply nested, or an object with tens of
 * thousands of names) costs one scan and no memory. Returns the number of names in all objects.
 */
function countNames(bytes: Buffer, most: number): number {
  const names = new Uint32Array(most + 1)
  let inAll = 0
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
      inAll += 1
      if (count > NAMES_AT_MOST) throw refuse([{ pointer: '', code: 'Length', message: TOO_MANY_NAMES }])
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > most)
        throw new Problem('MalformedJson', `The body is nested more than ${most} levels deep.`)
      names[depth] = 0
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }
  return inAll
}

/** The number of names in all objects of a value. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += keysIn(item)
  else for (const name in value) count += 1 + keysIn((value as Record<string, unknown>)[name])
  return count
}

interface OpenObject {
  readonly names: Set<string> | undefined
  /** The name or the index that the text is at. */
  at: string | number
  isNameNext: boolean
}

/** A fault for each name that an object has twice: which of the values counts would be up to the reader. */
function duplicateNames(text: string): Fault[] {
  const open: OpenObject[] = []
  const faults: Fault[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ names: new Set(), at: '', isNameNext: true })
    else if (token === '[') open.push({ names: undefined, at: 0, isNameNext: false })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (inner?.names) inner.isNameNext = true
      else if (inner) inner.at = Number(inner.at) + 1
    } else if (inner?.names && inner.isNameNext) {
      const name = JSON.parse(token) as string
      inner.at = name
      inner.isNameNext = false
      if (!inner.names.has(name)) inner.names.add(name)
      else if (faults.length <= FAULTS_AT_MOST)
        faults.push({ pointer: pointerTo(open), code: 'Format', message: `${name} is in this object twice.` })
    }
  }
  return faults
}

const pointerTo = (open: readonly OpenObject[]) => open.map(({ at }) => `/${escapedName(`${at}`)}`).join('')

/** A name in a JSON pointer. */
const escapedName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

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
      const at = `${pointer}/${escapedName(name)}`
      const message = unstorable(name)
      if (name === '__proto__')
        faults.push({ pointer: at, code: 'Unknown', message: `${name} is not a known field.` })
      else if (message) faults.push({ pointer: at, code: 'Format', message })
      else textFaults(inner, at, faults)
    }
  }
  return faults
}

/** Why a text is not accepted anywhere; nothing if it is. */
export function unstorable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'The text contains the character U+0000, which cannot be stored.'
  if (!text.isWellFormed()) return 'The text contains half of a surrogate pair, which cannot be stored.'
  if (turnsDirection(text))
    return 'The text contains invisible characters that turn the reading direction. Remove them.'
  return undefined
}
