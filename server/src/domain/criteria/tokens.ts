import { type Position, refuseCriteria } from './invalid.ts'

/** A token. `text` is that of a name or symbol; a literal has an empty text and a `value`. */
export interface Token extends Position {
  readonly kind: 'name' | 'symbol' | 'int' | 'double' | 'string' | 'end'
  readonly text: string
  readonly value?: string | number
}

// Each pattern matches at one position without backtracking, so the time is linear in the length of the text.
const BLANK = /(?:[ \t\n\r\f]|\/\/[^\n]*)*/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /(0[xX][0-9a-fA-F]+)|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const OPENING = /([bB]?)([rR]?)('''|"""|'|")/y
const SYMBOL = /&&|\|\||[=!<>]=|[-<>!+*/%()[\]{}.,:?]/y

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** The next token at or after this position. */
export function tokenAt(text: string, from: number): Token {
  const start = from + (matchAt(BLANK, text, from)?.[0].length ?? 0)
  if (start >= text.length) return { kind: 'end', text: '', start, end: start }
  const opening = matchAt(OPENING, text, start)
  if (opening) return stringAt(text, start, opening)
  const name = matchAt(NAME, text, start)?.[0]
  if (name !== undefined) return { kind: 'name', text: name, start, end: start + name.length }
  const number = matchAt(NUMBER, text, start)
  if (number) return numberAt(text, start, number)
  const symbol = matchAt(SYMBOL, text, start)?.[0]
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, start, end: start + symbol.length }
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
  throw refuseCriteria(
    { start, end: start + character.length },
    'a name, a value or an operator',
    `The character ${character} is not allowed here.`,
  )
}

function numberAt(text: string, start: number, [digits, hex]: RegExpExecArray): Token {
  const end = start + digits.length
  const value = Number(digits)
  if (/[uU]/.test(text[end] ?? ''))
    throw refuseCriteria({ start, end: end + 1 }, digits, 'Numbers are int or double; uint is not supported.')
  if (hex === undefined && /[.eE]/.test(digits)) {
    if (!Number.isFinite(value))
      throw refuseCriteria({ start, end }, 'a smaller number', 'The number is too large.')
    return { kind: 'double', text: '', value, start, end }
  }
  if (!Number.isSafeInteger(value))
    throw refuseCriteria({ start, end }, 'a whole number below 2^53', 'The number is too large.')
  return { kind: 'int', text: '', value, start, end }
}

function stringAt(text: string, start: number, [opening, bytes, raw, quote = '']: RegExpExecArray): Token {
  if (bytes !== '')
    throw refuseCriteria(
      { start, end: start + opening.length },
      'a text without b',
      'Byte texts are not supported.',
    )
  let value = ''
  let at = start + opening.length
  while (!text.startsWith(quote, at)) {
    const character = text[at]
    if (character === undefined)
      throw refuseCriteria(
        { start, end: at },
        `a text that ends with ${quote}`,
        'The closing quote is missing.',
      )
    if (quote.length === 1 && (character === '\n' || character === '\r'))
      throw refuseCriteria({ start: at, end: at + 1 }, quote, 'A quoted text must end on the same line.')
    if (character === '\\' && raw === '') {
      const escaped = escapeAt(text, at)
      value += escaped.value
      at = escaped.end
    } else {
      value += character
      at += 1
    }
  }
  return { kind: 'string', text: '', value, start, end: at + quote.length }
}

const ESCAPE =
  /\\(?:([\\?"'`abfnrtv])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/y

const letters: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

function escapeAt(text: string, start: number): { value: string; end: number } {
  const match = matchAt(ESCAPE, text, start)
  const [whole = text.slice(start, start + 2), letter, byte, short, long, octal] = match ?? []
  const end = start + whole.length
  if (letter !== undefined) return { value: letters.get(letter) ?? letter, end }
  const hex = byte ?? short ?? long
  const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16)
  // A lone surrogate is not a character, and neither is a code beyond the last one.
  if (!match || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    throw refuseCriteria({ start, end }, 'an escape such as \\n, \\\\ or \\u00e9', 'The escape is not valid.')
  return { value: String.fromCodePoint(code), end }
}
