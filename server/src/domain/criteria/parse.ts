import { refuseCriteria } from './invalid.ts'
import type {
  Arithmetic,
  ArithmeticNode,
  ChainNode,
  FieldNode,
  FieldStep,
  LiteralNode,
  Node,
  Relation,
} from './nodes.ts'
import {
  advance,
  bracketed,
  heightOver,
  isAt,
  openReader,
  placed,
  readNested,
  spanning,
  type TokenReader,
  take,
  takeRequired,
  unexpected,
} from './reader.ts'

/** Parses a text of the Common Expression Language into a tree, within the limits, or throws a CriteriaRefused. */
export function parseCriteria(text: string): Node {
  const reader = openReader(text)
  const { kind, end } = reader.token
  if (kind === 'end')
    throw refuseCriteria({ start: 0, end }, 'a comparison, such as vehicle.age <= 8', 'The text is empty.')
  const node = readChoice(reader)
  if (reader.token.kind !== 'end') throw unexpected(reader, 'an operator, or the end')
  return node
}

function readChoice(reader: TokenReader): Node {
  const condition = readOr(reader)
  const mark = take(reader, '?')
  if (!mark) return condition
  const yes = readNested(reader, mark, readOr)
  const colon = takeRequired(reader, ':')
  const no = readNested(reader, colon, readChoice)
  return placed(
    { kind: 'choice', condition, yes, no },
    spanning(condition, no),
    heightOver(condition, yes, no),
  )
}

const readOr = (reader: TokenReader): Node => readChain(reader, 'or', '||', readAnd)
const readAnd = (reader: TokenReader): Node => readChain(reader, 'and', '&&', readRelation)

function readChain(
  reader: TokenReader,
  kind: ChainNode['kind'],
  symbol: string,
  read: (reader: TokenReader) => Node,
): Node {
  const first = read(reader)
  if (!isAt(reader, symbol)) return first
  const parts = [first]
  while (take(reader, symbol)) parts.push(read(reader))
  return placed({ kind, parts }, spanning(first, parts.at(-1) ?? first), heightOver(...parts))
}

const relations: ReadonlyMap<string, Relation> = new Map(
  (['==', '!=', '<', '<=', '>', '>=', 'in'] as const).map((name) => [name, name]),
)

function readRelation(reader: TokenReader): Node {
  let left = readSum(reader)
  for (;;) {
    const operator = relations.get(reader.token.text)
    if (operator === undefined) return left
    const { start, end } = advance(reader)
    const right = readSum(reader)
    left = placed(
      { kind: 'relation', operator, at: { start, end }, left, right },
      spanning(left, right),
      heightOver(left, right),
    )
  }
}

const readSum = (reader: TokenReader): Node => readArithmetic(reader, 'sum', ['+', '-'], readProduct)
const readProduct = (reader: TokenReader): Node =>
  readArithmetic(reader, 'product', ['*', '/', '%'], readUnary)

function readArithmetic(
  reader: TokenReader,
  kind: ArithmeticNode['kind'],
  operators: readonly Arithmetic[],
  read: (reader: TokenReader) => Node,
): Node {
  const first = read(reader)
  const rest: { operator: Arithmetic; part: Node }[] = []
  for (;;) {
    const operator = operators.find((symbol) => isAt(reader, symbol))
    if (operator === undefined) break
    advance(reader)
    rest.push({ operator, part: read(reader) })
  }
  const last = rest.at(-1)
  if (!last) return first
  return placed(
    { kind, first, rest },
    spanning(first, last.part),
    heightOver(first, ...rest.map(({ part }) => part)),
  )
}

function readUnary(reader: TokenReader): Node {
  const sign = take(reader, '!') ?? take(reader, '-')
  if (!sign) return readMember(reader)
  const part = readNested(reader, sign, readUnary)
  const kind = sign.text === '!' ? 'not' : 'negative'
  return placed({ kind, part }, { start: sign.start, end: part.outer.end }, heightOver(part))
}

function readMember(reader: TokenReader): Node {
  let node = readPrimary(reader)
  for (;;) {
    if (take(reader, '.')) node = readSelection(reader, node)
    else if (isAt(reader, '[')) node = readIndex(reader, node)
    else return node
  }
}

/** A field of the value before the dot, or a call of one of its methods. */
function readSelection(reader: TokenReader, node: Node): Node {
  if (reader.token.kind !== 'name') throw unexpected(reader, 'a name')
  const { text: name, start, end } = advance(reader)
  if (isAt(reader, '(')) return readCall(reader, { name, start, end }, node)
  if (node.kind === 'field') return stepped(node, { name, start, end }, end)
  throw refuseCriteria({ start, end }, 'a method, such as startsWith()', 'Only variables have fields.')
}

const stepped = (node: FieldNode, step: FieldStep, end: number): Node =>
  placed({ kind: 'field', steps: [...node.steps, step] }, { start: node.outer.start, end }, node.height)

function readIndex(reader: TokenReader, node: Node): Node {
  const bracket = advance(reader)
  const { kind, value, start, end } = reader.token
  if (node.kind !== 'field')
    throw refuseCriteria(bracket, 'an operator, or the end', 'Only variables have an index.')
  if (value === undefined || kind === 'double') throw unexpected(reader, 'a text or a whole number')
  advance(reader)
  const step = { name: value, start, end }
  return stepped(node, step, takeRequired(reader, ']').end)
}

/** Names of CEL macros that loop over a list. */
const macros = new Set(
  'all exists exists_one existsOne map filter transformList transformMap transformMapEntry sortBy bind'.split(
    ' ',
  ),
)

function readCall(reader: TokenReader, called: FieldStep & { name: string }, receiver?: Node): Node {
  const { name, start, end } = called
  if (name === 'matches')
    throw refuseCriteria(
      called,
      'startsWith, endsWith or contains',
      'Regular expressions are not supported.',
      'regex',
    )
  if (receiver && macros.has(name))
    throw refuseCriteria(
      called,
      'comparisons joined by && or ||',
      `The macro ${name} is a loop; loops are not supported.`,
      'macro',
    )
  const values = readNested(reader, takeRequired(reader, '('), (inner) => readItems(inner, ')'))
  const closing = takeRequired(reader, ')')
  const height = Math.max(receiver?.height ?? 0, ...values.map((value) => value.height + 1))
  const place = { start: receiver?.outer.start ?? start, end: closing.end }
  return placed({ kind: 'call', name, at: { start, end }, receiver, values }, place, height)
}

/** Values separated by commas, up to the closing bracket. A comma may follow the last. */
function readItems(reader: TokenReader, closing: ')' | ']'): Node[] {
  const items: Node[] = []
  while (!isAt(reader, closing)) {
    items.push(readChoice(reader))
    if (!isAt(reader, closing) && !take(reader, ',')) throw unexpected(reader, `',' or '${closing}'`)
  }
  return items
}

function readPrimary(reader: TokenReader): Node {
  const { kind, value } = reader.token
  if (kind === 'name') return readName(reader)
  if (value !== undefined) {
    const type = kind as LiteralNode['type'] // Only the words of literals have a value.
    return placed({ kind: 'literal', type, value }, advance(reader), 0)
  }
  if (isAt(reader, '(')) return readBrackets(reader)
  if (isAt(reader, '[')) return readList(reader)
  throw unexpected(reader, 'a value')
}

function readBrackets(reader: TokenReader): Node {
  const opening = advance(reader)
  const node = readNested(reader, opening, readChoice)
  const { end } = takeRequired(reader, ')')
  return bracketed(node, { start: opening.start, end })
}

function readList(reader: TokenReader): Node {
  const opening = advance(reader)
  const items = readNested(reader, opening, (inner) => readItems(inner, ']'))
  const { end } = takeRequired(reader, ']')
  const height = Math.max(0, ...items.map((item) => item.height)) + 1
  return placed({ kind: 'list', items }, { start: opening.start, end }, height)
}

const reserved = new Set(
  'as break const continue else for function if import in let loop namespace package return var void while'.split(
    ' ',
  ),
)

function readName(reader: TokenReader): Node {
  const { text: name, start, end } = reader.token
  if (name === 'true' || name === 'false')
    return placed({ kind: 'literal', type: 'bool', value: name === 'true' }, advance(reader), 0)
  if (name === 'null')
    throw refuseCriteria(
      reader.token,
      'has(…)',
      'The value null cannot be compared. Use has(…) to test whether a field has a value.',
    )
  if (reserved.has(name)) throw unexpected(reader, 'a value')
  advance(reader)
  if (isAt(reader, '(')) return readCall(reader, { name, start, end })
  return placed({ kind: 'field', steps: [{ name, start, end }] }, { start, end }, 0)
}
