import { unstorable } from './json-body.ts'
import { type Fault, Problem } from './problems.ts'
import { refuse } from './validation.ts'

/** The parameters of a query string; one that is sent twice is a list. Bad escapes and unstorable text are refused. */
export function parseQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  if (search === '') return query
  const faults: Fault[] = []
  for (const part of search.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at))
    const value = decoded(at < 0 ? '' : part.slice(at + 1))
    if (name === undefined)
      throw new Problem('ValidationFailed', 'The name of a query parameter is not UTF-8.')
    const fault = value === undefined ? 'The value is not UTF-8.' : (unstorable(value) ?? unstorable(name))
    if (value === undefined || fault) {
      faults.push({ pointer: `?${name}`, code: 'Format', message: fault ?? '' })
      continue
    }
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  if (faults.length > 0) throw refuse(faults)
  return query
}

function decoded(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
