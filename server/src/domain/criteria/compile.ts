import { type CompiledNode, compileField, compilePresence, type ReadValue } from './fields.ts'
import { refuseCriteria } from './invalid.ts'
import type {
  ArithmeticNode,
  CallNode,
  ChainNode,
  ChoiceNode,
  ListNode,
  Node,
  RelationNode,
} from './nodes.ts'
import {
  type Apply,
  calculateAny,
  calculateDouble,
  calculateWhole,
  compareAny,
  compareTyped,
  functions,
  isMember,
  joinTexts,
  negated,
  type Type,
} from './values.ts'

/** Checks the types of a tree and compiles it into functions that are called for each evaluation. */
export function compile(node: Node): CompiledNode {
  switch (node.kind) {
    case 'literal':
      return { type: node.type, fields: [], read: () => node.value }
    case 'field':
      return compileField(node)
    case 'list':
      return compileList(node)
    case 'call':
      return compileCall(node)
    case 'not': {
      const { fields, read } = compileTruth(node.part)
      return { type: 'bool', fields, read: applied(read, opposite) }
    }
    case 'negative': {
      const part = compile(node.part)
      if (!isNumber(part.type)) throw mistyped(node.part, 'int or double', part.type)
      return { ...part, read: applied(part.read, negated) }
    }
    case 'sum':
    case 'product':
      return compileArithmetic(node)
    case 'relation':
      return node.operator === 'in' ? compileMembership(node) : compileComparison(node, node.operator)
    case 'and':
    case 'or':
      return compileChain(node)
    case 'choice':
      return compileChoice(node)
    default:
      return node satisfies never
  }
}

/** A part that must be true or false. */
export function compileTruth(node: Node): CompiledNode {
  const part = compile(node)
  if (part.type !== 'bool' && part.type !== 'any') throw mistyped(node, 'bool', part.type)
  return part
}

const opposite = (value: unknown) => (typeof value === 'boolean' ? !value : undefined)
const isNumber = (type: Type) => type === 'int' || type === 'double' || type === 'any'
const collectFields = (parts: readonly CompiledNode[]) => parts.flatMap(({ fields }) => fields)

const typeNames = {
  bool: 'bool',
  int: 'int or double',
  double: 'int or double',
  string: 'string',
  list: 'a list',
  any: 'a value',
} as const satisfies Record<Type, string>

const mistyped = (node: Node, expected: string, type: Type) =>
  refuseCriteria(node, expected, `The type is ${type}; expected ${expected}.`)

const applied =
  (read: ReadValue, apply: (value: unknown) => unknown): ReadValue =>
  (facts, missing) => {
    const value = read(facts, missing)
    return value === undefined ? undefined : apply(value)
  }

const joined =
  (left: ReadValue, right: ReadValue, apply: Apply): ReadValue =>
  (facts, missing) => {
    const first = left(facts, missing)
    const second = right(facts, missing)
    return first === undefined || second === undefined ? undefined : apply(first, second)
  }

/** Int and double compare with each other; every other type only with itself. */
const areAlike = (left: Type, right: Type) =>
  left === 'any' || right === 'any' || typeNames[left] === typeNames[right]

function compileComparison(
  node: RelationNode,
  operator: Exclude<RelationNode['operator'], 'in'>,
): CompiledNode {
  const [left, right] = [compile(node.left), compile(node.right)]
  for (const [part, { type }] of [
    [node.left, left],
    [node.right, right],
  ] as const)
    if (type === 'list') throw mistyped(part, 'a value', type)
  if (!areAlike(left.type, right.type)) {
    // Between a variable and a literal, the literal is wrong.
    if (left.fields.length === 0 && right.fields.length > 0)
      throw mistyped(node.left, typeNames[right.type], left.type)
    throw mistyped(node.right, typeNames[left.type], right.type)
  }
  const isOpen = left.type === 'any' || right.type === 'any'
  const apply = (isOpen ? compareAny : compareTyped)[operator]
  return { type: 'bool', fields: collectFields([left, right]), read: joined(left.read, right.read, apply) }
}

function compileMembership(node: RelationNode): CompiledNode {
  const value = compile(node.left)
  if (value.type === 'list') throw mistyped(node.left, 'a value', value.type)
  if (node.right.kind === 'list') return memberOfList(value, node.right)
  const holder = compile(node.right)
  if (holder.type !== 'any') throw mistyped(node.right, typeNames.list, holder.type)
  return {
    type: 'bool',
    fields: collectFields([value, holder]),
    read: joined(value.read, holder.read, isMember),
  }
}

function memberOfList(value: CompiledNode, list: ListNode): CompiledNode {
  const items = compileItems(list)
  for (const { node, type } of items)
    if (!areAlike(value.type, type)) throw mistyped(node, typeNames[value.type], type)
  const fields = collectFields([value, ...items])
  if (items.some((item) => item.fields.length > 0))
    return { type: 'bool', fields, read: joined(value.read, readAll(items), isMember) }
  // The list is constant: its values are in a set for lookup.
  const values = new Set(items.map(({ read }) => read({}, undefined)))
  if (values.has(undefined)) return { type: 'bool', fields, read: () => undefined }
  return { type: 'bool', fields, read: applied(value.read, (item) => values.has(item)) }
}

function compileList(list: ListNode): CompiledNode {
  const items = compileItems(list)
  return { type: 'list', fields: collectFields(items), read: readAll(items) }
}

/** The items of a list, all of one type. */
function compileItems({ items }: ListNode): (CompiledNode & { node: Node })[] {
  const compiled = items.map((node) => ({ ...compile(node), node }))
  const [first] = compiled
  for (const { type, node } of compiled) {
    if (type === 'list') throw mistyped(node, 'a value', type)
    if (first && !areAlike(first.type, type)) throw mistyped(node, typeNames[first.type], type)
  }
  return compiled
}

function readAll(items: readonly CompiledNode[]): ReadValue {
  return (facts, missing) => {
    const values = items.map(({ read }) => read(facts, missing))
    return values.includes(undefined) ? undefined : values
  }
}

function compileCall(node: CallNode): CompiledNode {
  if (node.name === 'has' && !node.receiver) return compilePresence(node)
  const called = functions.get(node.name)
  if (!called)
    throw refuseCriteria(
      node.at,
      ['has', ...functions.keys()].join(', '),
      `There is no function ${node.name}.`,
    )
  const form = node.receiver ? 'method' : 'function'
  if (!called.forms.includes(form))
    throw refuseCriteria(
      node.at,
      form === 'method' ? `${node.name}(…)` : `….${node.name}(…)`,
      `The function ${node.name} cannot be called as a ${form}.`,
    )
  const given = node.receiver ? [node.receiver, ...node.values] : node.values
  const { takes, gives, apply } = called
  if (given.length !== takes.length) {
    const count = takes.length - (node.receiver ? 1 : 0)
    const expected = `${count === 0 ? 'no' : count} value${count === 1 ? '' : 's'} in the brackets`
    throw refuseCriteria(
      { start: node.at.end, end: node.end },
      expected,
      `The function ${node.name} takes ${expected}.`,
    )
  }
  const parts = given.map((value, at) => {
    const part = compile(value)
    const types = takes[at] ?? []
    if (part.type !== 'any' && !types.includes(part.type))
      throw mistyped(value, types.join(' or '), part.type)
    return part
  })
  const [first = nothing, second] = parts
  const read = second
    ? joined(first.read, second.read, apply)
    : applied(first.read, (value) => apply(value, undefined))
  return { type: gives, fields: collectFields(parts), read }
}

const nothing: CompiledNode = { type: 'any', fields: [], read: () => undefined }

function compileArithmetic(node: ArithmeticNode): CompiledNode {
  const first = compile(node.first)
  if (first.type === 'bool' || first.type === 'list') throw mistyped(node.first, 'int or double', first.type)
  const parts = [first]
  let { type, read } = first
  for (const { operator, part } of node.rest) {
    const next = compile(part)
    const apply = arithmeticFor(type, next.type, operator)
    if (!apply) throw unfit(type, part, next.type, operator)
    parts.push(next)
    if (next.type === 'any') type = 'any'
    read = joined(read, next.read, apply)
  }
  return { type, fields: collectFields(parts), read }
}

type Operator = ArithmeticNode['rest'][number]['operator']

function arithmeticFor(left: Type, right: Type, operator: Operator): Apply | undefined {
  const types = [left, right]
  if (types.includes('bool') || types.includes('list')) return undefined
  if (types.includes('string') && operator !== '+') return undefined
  if (types.includes('any')) return calculateAny(operator)
  if (left !== right) return undefined
  if (left === 'string') return joinTexts
  if (left === 'int') return calculateWhole(operator)
  return operator === '%' ? undefined : calculateDouble(operator)
}

/** As in CEL, int and double do not mix in arithmetic: the literal must have the type of the other side. */
function unfit(left: Type, node: Node, right: Type, operator: Operator) {
  const needed = operator === '%' ? 'int' : left === 'any' ? 'double' : left
  const expected = left === 'string' && operator !== '+' ? "'+'" : needed
  return refuseCriteria(
    node,
    expected,
    `The types do not fit: ${left} ${operator} ${right}. Convert with int(…) or double(…).`,
  )
}

function compileChain({ kind, parts }: ChainNode): CompiledNode {
  const compiled = parts.map(compileTruth)
  const reads = compiled.map(({ read }) => read)
  const decisive = kind === 'or'
  const read: ReadValue = (facts, missing) => {
    const known = missing?.length ?? 0
    let isOpen = false
    for (const part of reads) {
      const value = part(facts, missing)
      if (value === decisive) {
        // Fields that were missing before do not matter now.
        if (missing) missing.length = known
        return decisive
      }
      if (value !== !decisive) isOpen = true
    }
    return isOpen ? undefined : !decisive
  }
  return { type: 'bool', fields: collectFields(compiled), read }
}

function compileChoice(node: ChoiceNode): CompiledNode {
  const condition = compileTruth(node.condition)
  const [yes, no] = [compile(node.yes), compile(node.no)]
  const isAny = yes.type === 'any' || no.type === 'any'
  if (yes.type === 'list') throw mistyped(node.yes, 'a value', yes.type)
  if (no.type !== yes.type && (no.type === 'list' || !isAny)) throw mistyped(node.no, yes.type, no.type)
  const read: ReadValue = (facts, missing) => {
    const value = condition.read(facts, missing)
    if (value === true) return yes.read(facts, missing)
    return value === false ? no.read(facts, missing) : undefined
  }
  return { type: isAny ? 'any' : yes.type, fields: collectFields([condition, yes, no]), read }
}
