import { type CallNode, literalValue, type Node, type RelationNode, type Scalar } from './nodes.ts'
import { fieldText } from './text.ts'

/** Operators written as a sign between a field and a value. */
export const signs = {
  Equals: '==',
  NotEquals: '!=',
  Less: '<',
  LessOrEquals: '<=',
  Greater: '>',
  GreaterOrEquals: '>=',
} as const

/** Operators written as a method of a field. */
export const methods = { StartsWith: 'startsWith', EndsWith: 'endsWith', Contains: 'contains' } as const

type Sign = keyof typeof signs
type Method = keyof typeof methods

export const criterionOperators = [
  ...(Object.keys(signs) as Sign[]), // The keys that are written above, in that order.
  'In',
  'NotIn',
  'Between',
  ...(Object.keys(methods) as Method[]),
  'IsSet',
  'IsNotSet',
] as const

export type CriterionOperator = (typeof criterionOperators)[number]

/** One comparison. In, NotIn and Between take `values`, IsSet and IsNotSet neither, the others `value`. */
export interface Criterion {
  readonly field: string
  readonly operator: CriterionOperator
  readonly value?: Scalar
  readonly values?: readonly Scalar[]
}

/** And: all. Or: any. Not: not all. */
export interface CriterionGroup {
  readonly operator: 'And' | 'Or' | 'Not'
  readonly criteria: readonly Criterion[]
  readonly groups: readonly CriterionGroup[]
}

/** The group that means the same as a tree, or null where there is none. A comparison alone is an And of one. */
export function groupFromNode(node: Node): CriterionGroup | null {
  const member = readMember(node)
  if (!member) return null
  return 'field' in member ? { operator: 'And', criteria: [member], groups: [] } : member
}

function readMember(node: Node): Criterion | CriterionGroup | null {
  const criterion = readCriterion(node)
  if (criterion) return criterion
  switch (node.kind) {
    case 'and':
      return readGroup('And', withoutNeutral(node.parts, true))
    case 'or':
      return readGroup('Or', withoutNeutral(node.parts, false))
    case 'not':
      return node.part.kind === 'and' && !readBetween(node.part)
        ? readGroup('Not', withoutNeutral(node.part.parts, true))
        : readGroup('Not', [node.part])
    default:
      return null
  }
}

function withoutNeutral(parts: readonly Node[], neutral: boolean): readonly Node[] {
  const [only, mark] = parts
  return only && mark && parts.length === 2 && literalValue(mark) === neutral ? [only] : parts
}

function readGroup(operator: CriterionGroup['operator'], parts: readonly Node[]): CriterionGroup | null {
  const criteria: Criterion[] = []
  const groups: CriterionGroup[] = []
  for (const part of parts) {
    const member = readMember(part)
    if (!member) return null
    if ('field' in member) criteria.push(member)
    else groups.push(member)
  }
  return { operator, criteria, groups }
}

function readCriterion(node: Node): Criterion | undefined {
  if (node.kind === 'relation') return readRelation(node)
  if (node.kind === 'call') return readCall(node)
  if (node.kind === 'and') return readBetween(node)
  if (node.kind !== 'not') return undefined
  const inner =
    node.part.kind === 'relation' || node.part.kind === 'call' ? readCriterion(node.part) : undefined
  if (inner?.operator === 'In') return { ...inner, operator: 'NotIn' }
  return inner?.operator === 'IsSet' ? { ...inner, operator: 'IsNotSet' } : undefined
}

const fieldName = (node: Node | undefined) => (node?.kind === 'field' ? fieldText(node.steps) : undefined)

const operatorForSign = (sign: string) => (Object.keys(signs) as Sign[]).find((name) => signs[name] === sign) // As above.
const turned: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
])

function readRelation({ left, right, operator: sign }: RelationNode): Criterion | undefined {
  const field = fieldName(left) ?? fieldName(right)
  if (field === undefined) return undefined
  if (sign === 'in') return left.kind === 'field' ? readList(field, right) : undefined
  const isTurned = left.kind !== 'field'
  const value = literalValue(isTurned ? left : right)
  const operator = operatorForSign(isTurned ? (turned.get(sign) ?? sign) : sign)
  return value === undefined || !operator ? undefined : { field, operator, value }
}

function readList(field: string, list: Node): Criterion | undefined {
  if (list.kind !== 'list' || list.items.length === 0) return undefined
  const values = list.items.flatMap((item) => literalValue(item) ?? [])
  return values.length === list.items.length ? { field, operator: 'In', values } : undefined
}

/** `low <= field && field <= high`. */
function readBetween(node: Node): Criterion | undefined {
  const [from, to, more] = node.kind === 'and' ? node.parts : []
  if (from?.kind !== 'relation' || to?.kind !== 'relation' || more) return undefined
  if (from.operator !== '<=' || to.operator !== '<=') return undefined
  const [low, high, field] = [literalValue(from.left), literalValue(to.right), fieldName(from.right)]
  if (low === undefined || high === undefined || field === undefined) return undefined
  return field === fieldName(to.left) ? { field, operator: 'Between', values: [low, high] } : undefined
}

function readCall({ name, receiver, values: [first, more] }: CallNode): Criterion | undefined {
  if (!first || more) return undefined
  if (!receiver) {
    const field = name === 'has' ? fieldName(first) : undefined
    return field === undefined ? undefined : { field, operator: 'IsSet' }
  }
  const operator = (Object.keys(methods) as Method[]).find((method) => methods[method] === name) // As above.
  const [field, value] = [fieldName(receiver), literalValue(first)]
  return operator && field !== undefined && value !== undefined ? { field, operator, value } : undefined
}
