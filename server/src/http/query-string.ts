import { type ParsedBody, unstorable } from './json-body.ts'
import { type Fault, Problem } from './problems.ts'

interface Parameters {
  readonly values: Readonly<Record<string, string | string[]>>
  readonly faults: readonly Fault[]
}

/** The parameters of a query string, repeated ones as a list, and the faults of those that cannot be read or stored. */
export function parseQuery(search: string): Parameters {
  const values: Record<string, string | string[]> = Object.create(null)
  const faults: Fault[] = []
  for (const part of search.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const rawName = at < 0 ? part : part.slice(0, at)
    const name = decoded(rawName)
    const value = decoded(at < 0 ? '' : part.slice(at + 1))
    if (name === undefined || value === undefined) {
      faults.push({ pointer: `?${name ?? rawName}`, code: 'Format', message: 'The text is not valid UTF-8.' })
      continue
    }
    const message = unstorable(value) ?? unstorable(name)
    if (message) faults.push({ pointer: `?${name}`, code: 'Format', message })
    const before = values[name]
    if (Array.isArray(before)) before.push(value)
    else values[name] = before === undefined ? value : [before, value]
  }
  return { values, faults }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body of `application/x-www-form-urlencoded`. */
export function parseForm(bytes: Buffer): ParsedBody {
  try {
    const { values, faults } = parseQuery(decoder.decode(bytes))
    return {
      value: values,
      faults: faults.map((fault) => ({ ...fault, pointer: `/${fault.pointer.slice(1)}` })),
    }
  } catch {
    throw new Problem('ValidationFailed', 'The body is not valid UTF-8.')
  }
}

function decoded(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
