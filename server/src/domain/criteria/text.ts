import { type FieldStep, type Node, ranks, type Scalar } from './nodes.ts'

/** The normalized text of a tree: single quotes, one space around operators, no needless parentheses. */
export function nodeText(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return node.type === 'double' ? doubleText(Number(node.value)) : scalarText(node.value)
    case 'field':
      return fieldText(node.steps)
    case 'list':
      return `[${node.items.map(nodeText).join(', ')}]`
    case 'call':
      return `${node.receiver ? `${within(node.receiver, ranks.call)}.` : ''}${node.name}(${node.values.map(nodeText).join(', ')})`
    case 'not':
      return `!${within(node.part, ranks.not)}`
    case 'negative':
      return `-${within(node.part, ranks.negative)}`
    case 'sum':
    case 'product':
      return [
        within(node.first, ranks[node.kind]),
        ...node.rest.map(({ operator, part }) => `${operator} ${within(part, ranks[node.kind] + 1)}`),
      ].join(' ')
    case 'relation':
      return `${within(node.left, ranks.relation)} ${node.operator} ${within(node.right, ranks.relation + 1)}`
    case 'and':
    case 'or':
      // A chain in parentheses inside a chain of the same operator is a group of its own and stays one.
      return node.parts
        .map((part) => within(part, ranks[node.kind] + 1))
        .join(node.kind === 'and' ? ' && ' : ' || ')
    case 'choice':
      return `${within(node.condition, ranks.or)} ? ${within(node.yes, ranks.or)} : ${nodeText(node.no)}`
    default:
      return node satisfies never
  }
}

/** With parentheses where the operator around it binds more tightly. */
const within = (node: Node, rank: number) =>
  ranks[node.kind] < rank ? `(${nodeText(node)})` : nodeText(node)

/** A value as a literal. A whole number is written as an int. */
export function scalarText(value: Scalar): string {
  if (typeof value === 'string') return `'${value.replaceAll(ESCAPED, escaped)}'`
  return typeof value === 'number' && !Number.isSafeInteger(value) ? doubleText(value) : String(value)
}

/** So that it is read as a double again. */
function doubleText(value: number): string {
  const digits = String(value)
  return /[.e]/.test(digits) ? digits : `${digits}.0`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped.
const ESCAPED = /[\u0000-\u001f\u007f'\\]/g

const names: ReadonlyMap<string, string> = new Map([
  ["'", "\\'"],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

const escaped = (character: string) =>
  names.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Names that can follow a dot; any other is written as an index. */
export const isName = (name: string | number) =>
  typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

export const fieldText = (steps: readonly FieldStep[]) =>
  steps
    .map(({ name }, at) => (at === 0 ? String(name) : isName(name) ? `.${name}` : `[${scalarText(name)}]`))
    .join('')
