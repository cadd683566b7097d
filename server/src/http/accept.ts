import { ANY_BYTES } from '../domain/file-types.ts'
import { Problem } from './problems.ts'

type Form = 'json' | 'csv'

const remembered = new Map<string, Form | 'none'>()

/** The format that an Accept header asks for: JSON unless it prefers another. Tables offer CSV too. */
export function answerFormat(accept: string | undefined, isTable: boolean): Form {
  if (!accept || accept === '*/*' || accept === 'application/json') return 'json'
  const memory = `${isTable}${accept}`
  const known = remembered.get(memory)
  const form = known ?? choose(accept, isTable)
  if (!known && remembered.size < 500) remembered.set(memory, form)
  if (form === 'none')
    throw new Problem(
      'NotAcceptable',
      `This operation answers application/json${isTable ? ' or text/csv' : ''}.`,
    )
  return form
}

/**
 * Whether a file of this type is answered as its bytes rather than as JSON: if the header names its type, and if it takes
 * any type without naming JSON. Browsers and download tools take any type; a program that wants JSON names it.
 */
export function prefersBytes(accept: string | undefined, type: string): boolean {
  if (!accept) return true
  const wanted = rangesIn(accept)
  const weightOf = (name: string) => wanted.find((range) => range.type === name)?.weight ?? 0
  const json = weightOf('application/json')
  const named = Math.max(weightOf(type), weightOf(ANY_BYTES))
  if (named > 0) return named >= json
  return json === 0 && Math.max(weightOf(`${type.split('/', 1)[0]}/*`), weightOf('*/*')) > 0
}

/** Refuses a header that does not accept this type, of the form `text/…`. */
export function requireAccepted(accept: string | undefined, type: string): void {
  if (!accept) return
  const ranges = rangesIn(accept)
  const range = [type, 'text/*', '*/*'].map((name) => ranges.find((one) => one.type === name)).find(Boolean)
  if (!range?.weight) throw new Problem('NotAcceptable', `This operation answers ${type}.`)
}

function rangesIn(accept: string) {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, weight: weight ? Number(weight.slice(2)) : 1 }
  })
}

function choose(accept: string, isTable: boolean): Form | 'none' {
  const wanted = rangesIn(accept)
  const weightOf = (...types: string[]) => {
    // The most specific range that matches the type decides (RFC 9110).
    for (const type of types) {
      const match = wanted.find((range) => range.type === type)
      if (match) return match.weight
    }
    return 0
  }
  const json = Math.max(
    weightOf('application/json', 'application/*', '*/*'),
    weightOf('application/problem+json', 'application/cloudevents+json'),
  )
  const csv = isTable ? weightOf('text/csv', 'text/*', '*/*') : 0
  if (json === 0 && csv === 0) return 'none'
  return csv > json ? 'csv' : 'json'
}
