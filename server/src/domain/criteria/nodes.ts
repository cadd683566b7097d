import type { Position } from './invalid.ts'

// A criteria text as a tree. Parentheses have no node of their own; `outer` is the position including them.

export type Scalar = string | number | boolean
export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in'
export type Arithmetic = '+' | '-' | '*' | '/' | '%'

/** A name after a dot, or an index. */
export interface FieldStep extends Position {
  readonly name: string | number
}

interface Placed extends Position {
  readonly outer: Position
  /** The number of levels inside: parentheses, and operators of different precedence. */
  readonly height: number
}

export interface LiteralNode extends Placed {
  readonly kind: 'literal'
  readonly type: 'int' | 'double' | 'string' | 'bool'
  readonly value: Scalar
}

/** `vehicle.age`; the first step is the variable. */
export interface FieldNode extends Placed {
  readonly kind: 'field'
  readonly steps: readonly FieldStep[]
}

export interface ListNode extends Placed {
  readonly kind: 'list'
  readonly items: readonly Node[]
}

/** `size(x)`, or with a receiver `x.size()`. */
export interface CallNode extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly at: Position
  readonly receiver: Node | undefined
  readonly values: readonly Node[]
}

interface UnaryNode extends Placed {
  readonly kind: 'not' | 'negative'
  readonly part: Node
}

/** A chain of operators of one precedence, from left to right. */
export interface ArithmeticNode extends Placed {
  readonly kind: 'sum' | 'product'
  readonly first: Node
  readonly rest: readonly { readonly operator: Arithmetic; readonly part: Node }[]
}

export interface RelationNode extends Placed {
  readonly kind: 'relation'
  readonly operator: Relation
  readonly at: Position
  readonly left: Node
  readonly right: Node
}

/** A chain of `&&` or of `||`. A chain in parentheses inside another stays a part of it. */
export interface ChainNode extends Placed {
  readonly kind: 'and' | 'or'
  readonly parts: readonly Node[]
}

/** `condition ? yes : no`. */
export interface ChoiceNode extends Placed {
  readonly kind: 'choice'
  readonly condition: Node
  readonly yes: Node
  readonly no: Node
}

export type Node =
  | LiteralNode
  | FieldNode
  | ListNode
  | CallNode
  | UnaryNode
  | ArithmeticNode
  | RelationNode
  | ChainNode
  | ChoiceNode

/** The precedence of a node's outermost operator. A lower one inside a higher one needs parentheses. */
export const ranks = {
  choice: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  not: 6,
  negative: 6,
  call: 7,
  field: 8,
  list: 8,
  literal: 8,
} as const satisfies Record<Node['kind'], number>

/** The value of a literal, with its sign; undefined for anything else. */
export function literalValue(node: Node): Scalar | undefined {
  if (node.kind === 'literal') return node.value
  if (node.kind !== 'negative' || node.part.kind !== 'literal') return undefined
  return typeof node.part.value === 'number' ? -node.part.value : undefined
}
