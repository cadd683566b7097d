import type { CriteriaContext } from '../../../../src/domain/criteria/criteria.ts'
import type { Node } from '../../../../src/domain/criteria/nodes.ts'

// A simple evaluator of CEL: integers are bigints, and undefined is unknown.

type Plain = bigint | number | string | boolean | object | undefined

export function naiveCriteria(node: Node, context: CriteriaContext): Plain {
  const of = (inner: Node) => naiveCriteria(inner, context)
  switch (node.kind) {
    case 'literal':
      return node.type === 'int' ? BigInt(Number(node.value)) : node.value
    case 'field':
      return naiveField(
        node.steps.map(({ name }) => name),
        context,
      )
    case 'list': {
      const items = node.items.map(of)
      return items.includes(undefined) ? undefined : items
    }
    case 'not': {
      const value = of(node.part)
      return typeof value === 'boolean' ? !value : undefined
    }
    case 'negative': {
      const value = of(node.part)
      return typeof value === 'bigint' || typeof value === 'number' ? -value : undefined
    }
    case 'and':
    case 'or': {
      const values = node.parts.map(of)
      const decisive = node.kind === 'or'
      if (values.includes(decisive)) return decisive
      return values.every((value) => value === !decisive) ? !decisive : undefined
    }
    case 'choice': {
      const value = of(node.condition)
      return value === true ? of(node.yes) : value === false ? of(node.no) : undefined
    }
    case 'sum':
    case 'product':
      return node.rest.reduce<Plain>(
        (sum, { operator, part }) => naiveSum(sum, operator, of(part)),
        of(node.first),
      )
    case 'relation':
      return naiveRelation(of(node.left), node.operator, of(node.right))
    case 'call': {
      if (node.name === 'has') {
        const [field] = node.values
        return field !== undefined && of(field) !== undefined
      }
      return naiveCall(node.name, (node.receiver ? [node.receiver, ...node.values] : node.values).map(of))
    }
    default:
      return node satisfies never
  }
}

const whole = new Set(['year', 'age', 'odometer', 'financeTermMonths'])

function naiveField(names: readonly (string | number)[], context: CriteriaContext): Plain {
  let value: unknown = JSON.parse(JSON.stringify(context))
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([own]) => own === String(name))?.[1]
  }
  if (value === null || value === undefined) return undefined
  const isInt =
    typeof value === 'number' &&
    names[0] !== 'contract' &&
    names[0] !== 'claim' &&
    whole.has(String(names[1]))
  return isInt ? BigInt(Number(value)) : (value as Plain) // JSON has nothing else.
}

function naiveSum(left: Plain, operator: string, right: Plain): Plain {
  if (typeof left === 'string' && typeof right === 'string')
    return operator === '+' ? left + right : undefined
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n && (operator === '/' || operator === '%')) return undefined
    const value =
      { '+': left + right, '-': left - right, '*': left * right }[operator] ??
      (operator === '/' ? left / right : left % right)
    return Number.isSafeInteger(Number(value)) ? value : undefined
  }
  if (!/number|bigint/.test(typeof left) || !/number|bigint/.test(typeof right)) return undefined
  const [one, other] = [Number(left), Number(right)]
  const value = { '+': one + other, '-': one - other, '*': one * other, '/': one / other, '%': one % other }[
    operator
  ]
  return Number.isFinite(value) ? value : undefined
}

const plainType = (value: Plain) => (typeof value === 'bigint' ? 'number' : typeof value)

function naiveRelation(left: Plain, operator: string, right: Plain): Plain {
  if (left === undefined || right === undefined) return undefined
  if (operator === 'in') {
    if (Array.isArray(right))
      return typeof left !== 'object' && right.some((item) => naiveRelation(left, '==', item) === true)
    if (typeof right !== 'object') return undefined
    return Object.keys(right).some((name) => name === left)
  }
  if (typeof left === 'object' && typeof right === 'object') return undefined
  if (plainType(left) !== plainType(right))
    return operator === '==' ? false : operator === '!=' ? true : undefined
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint is equal to the number of the same value.
  const isEqual = left == right
  const isLess = left < right
  return {
    '==': isEqual,
    '!=': !isEqual,
    '<': isLess,
    '<=': isLess || isEqual,
    '>': !isLess && !isEqual,
    '>=': !isLess,
  }[operator]
}

function naiveCall(name: string, [value, other]: readonly Plain[]): Plain {
  if (name === 'size')
    return typeof value === 'string' || Array.isArray(value) ? BigInt(Array.from(value).length) : undefined
  if (name === 'string') return value === undefined ? undefined : String(value)
  if (name === 'double') return value === undefined ? undefined : Number(value)
  if (name === 'int')
    return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value))
      ? BigInt(Math.trunc(value))
      : undefined
  if (typeof value !== 'string' || typeof other !== 'string') return undefined
  if (name === 'contains')
    return Array.from({ length: value.length + 1 }, (_, at) => value.slice(at)).some((rest) =>
      rest.startsWith(other),
    )
  return name === 'startsWith'
    ? value.slice(0, other.length) === other
    : value.slice(value.length - other.length) === other && value.length >= other.length
}
