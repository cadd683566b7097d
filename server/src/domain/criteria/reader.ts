import { charactersIn, type Position, refuseCriteria } from './invalid.ts'
import { type Node, ranks } from './nodes.ts'
import { type Token, tokenAt } from './tokens.ts'

const LENGTH_AT_MOST = 4_000
const DEPTH_AT_MOST = 20

/** The position in the text. */
export interface TokenReader {
  readonly text: string
  token: Token
  depth: number
}

export function openReader(text: string): TokenReader {
  checkLength(text)
  return { text, token: tokenAt(text, 0), depth: 0 }
}

export function checkLength(text: string): void {
  if (text.length <= LENGTH_AT_MOST) return
  // A text that is far too long is not counted.
  if (text.length <= 2 * LENGTH_AT_MOST && charactersIn(text) <= LENGTH_AT_MOST) return
  const message = `A rule may have at most ${LENGTH_AT_MOST} characters.`
  throw refuseCriteria(
    { start: 0, end: text.length },
    `at most ${LENGTH_AT_MOST} characters`,
    message,
    'length',
  )
}

export function advance(reader: TokenReader): Token {
  const { token } = reader
  reader.token = tokenAt(reader.text, token.end)
  return token
}

export const isAt = ({ token }: TokenReader, symbol: string) =>
  token.kind === 'symbol' && token.text === symbol

export const take = (reader: TokenReader, symbol: string) =>
  isAt(reader, symbol) ? advance(reader) : undefined

export function takeRequired(reader: TokenReader, symbol: string): Token {
  if (!isAt(reader, symbol)) throw unexpected(reader, `'${symbol}'`)
  return advance(reader)
}

export function unexpected({ text, token }: TokenReader, expected: string) {
  const seen = token.kind === 'end' ? 'the end of the text' : text.slice(token.start, token.end)
  return refuseCriteria(token, expected, `Found ${seen}; expected ${expected}.`)
}

/**
 * Parses one level deeper. The depth limit counts levels from the inside, once they are parsed; this check keeps the
 * parser itself from going too deep.
 */
export function readNested<Result>(
  reader: TokenReader,
  at: Position,
  read: (reader: TokenReader) => Result,
): Result {
  reader.depth += 1
  if (reader.depth > 4 * DEPTH_AT_MOST) throw tooDeep(at)
  const result = read(reader)
  reader.depth -= 1
  return result
}

const tooDeep = (at: Position) =>
  refuseCriteria(
    at,
    `at most ${DEPTH_AT_MOST} levels`,
    `A rule may be nested at most ${DEPTH_AT_MOST} levels deep.`,
    'depth',
  )

/** A node without its position. */
type Unplaced<Kind> = Kind extends Node ? Omit<Kind, keyof Position | 'outer' | 'height'> : never

/** Adds the position to a node, and refuses a tree that is too deep. */
export function placed(node: Unplaced<Node>, { start, end }: Position, height: number): Node {
  if (height > DEPTH_AT_MOST) throw tooDeep({ start, end })
  // The parts of one kind with the position are a whole node of that kind.
  return Object.assign(node, { start, end, outer: { start, end }, height }) as Node
}

/** The same node, in brackets. */
export function bracketed(node: Node, outer: Position): Node {
  const height = node.height + 1
  if (height > DEPTH_AT_MOST) throw tooDeep(outer)
  return { ...node, outer, height }
}

const isBracketed = ({ start, outer }: Node) => outer.start < start

/** The height of an operator above its operands. An operand that is an operator without parentheses is a level too. */
export const heightOver = (...operands: readonly Node[]) =>
  Math.max(
    ...operands.map((node) => node.height + (ranks[node.kind] < ranks.call && !isBracketed(node) ? 1 : 0)),
  )

export const spanning = (first: Node, last: Node): Position => ({
  start: first.outer.start,
  end: last.outer.end,
})
