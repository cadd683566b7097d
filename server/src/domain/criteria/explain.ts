import { compile } from './compile.ts'
import type { CompiledNode, CriteriaFacts } from './fields.ts'
import type { CallNode, Node, RelationNode } from './nodes.ts'

/** The result of one comparison of a rule. */
export interface Leaf {
  /** As written: `vehicle.age <= 8`. */
  readonly text: string
  /** The variable it is about, if it is about one. */
  readonly field: string | undefined
  /** The value on the left side; null where it is unknown. */
  readonly seen: unknown
  /** The operator and the right side as written: `<= 8`. */
  readonly needed: string
  /** Null is unknown. */
  readonly outcome: boolean | null
  /** Whether it is below a `!`: then the rule needs it to be false. */
  readonly isNegated: boolean
  /** Whether the rule is not true because of this comparison, maybe among others. */
  readonly isFailed: boolean
}

/** The comparisons of a rule and how they are combined. */
export type Logic =
  | { readonly kind: 'leaf'; readonly leaf: CompiledLeaf }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Logic[] }
  | { readonly kind: 'not'; readonly part: Logic }
  | { readonly kind: 'choice'; readonly condition: Logic; readonly yes: Logic; readonly no: Logic }

interface CompiledLeaf {
  readonly text: string
  readonly field: string | undefined
  readonly needed: string
  readonly seen: CompiledNode
  readonly outcome: CompiledNode
  readonly isNegated: boolean
}

/** Takes a rule apart into its comparisons: everything below `&&`, `||`, `!` and `? :`. */
export function buildLogic(text: string, node: Node, isNegated = false): Logic {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, parts: node.parts.map((part) => buildLogic(text, part, isNegated)) }
    case 'not':
      return { kind: 'not', part: buildLogic(text, node.part, !isNegated) }
    case 'choice':
      return {
        kind: 'choice',
        condition: buildLogic(text, node.condition, isNegated),
        yes: buildLogic(text, node.yes, isNegated),
        no: buildLogic(text, node.no, isNegated),
      }
    case 'literal':
      return { kind: 'constant', value: node.value === true }
    default:
      return { kind: 'leaf', leaf: compileLeaf(text, node, isNegated) }
  }
}

function compileLeaf(text: string, node: Node, isNegated: boolean): CompiledLeaf {
  const { subject, needed } = splitComparison(text, node)
  const seen = compile(subject)
  const [field, other] = new Set(seen.fields)
  return {
    text: text.slice(node.start, node.end),
    field: other === undefined ? field : undefined,
    needed,
    seen,
    outcome: compile(node),
    isNegated,
  }
}

interface Sides {
  readonly subject: Node
  readonly needed: string
}

/** The field, and what the comparison needs of it. */
function splitComparison(text: string, node: Node): Sides {
  if (node.kind === 'relation') return sidesOfRelation(text, node)
  if (node.kind === 'call') return sidesOfCall(text, node)
  return { subject: node, needed: '== true' }
}

const turned = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

function sidesOfRelation(text: string, { left, right, operator, at }: RelationNode): Sides {
  const isWritten = compile(left).fields.length === 0 && compile(right).fields.length > 0
  if (!isWritten) return { subject: left, needed: text.slice(at.start, right.outer.end) }
  // The variable is on the right: the comparison is turned around.
  const value = text.slice(left.outer.start, left.outer.end)
  return { subject: right, needed: operator === 'in' ? `${value} in` : `${turned[operator]} ${value}` }
}

function sidesOfCall(text: string, node: CallNode): Sides {
  const [first] = node.values
  if (node.receiver) return { subject: node.receiver, needed: text.slice(node.at.start, node.end) }
  return { subject: first ?? node, needed: text.slice(node.start, node.end) }
}

/** Every comparison in the order of the text, whether the result needed it or not. */
export function explain(logic: Logic, facts: CriteriaFacts): Leaf[] {
  const failed = new Set(failing(logic, facts, true))
  return collectLeaves(logic).map((leaf) => ({
    text: leaf.text,
    field: leaf.field,
    seen: leaf.seen.read(facts, undefined) ?? null,
    needed: leaf.needed,
    outcome: evaluateLogic({ kind: 'leaf', leaf }, facts),
    isNegated: leaf.isNegated,
    isFailed: failed.has(leaf),
  }))
}

function collectLeaves(logic: Logic): CompiledLeaf[] {
  switch (logic.kind) {
    case 'leaf':
      return [logic.leaf]
    case 'constant':
      return []
    case 'not':
      return collectLeaves(logic.part)
    case 'choice':
      return [logic.condition, logic.yes, logic.no].flatMap(collectLeaves)
    default:
      return logic.parts.flatMap(collectLeaves)
  }
}

/** The comparisons that keep a part of a rule from having the needed result. */
function failing(logic: Logic, facts: CriteriaFacts, wanted: boolean): CompiledLeaf[] {
  if (evaluateLogic(logic, facts) === wanted) return []
  switch (logic.kind) {
    case 'leaf':
      return [logic.leaf]
    case 'constant':
      return []
    case 'not':
      return failing(logic.part, facts, !wanted)
    case 'choice': {
      const condition = evaluateLogic(logic.condition, facts)
      if (condition !== null) return failing(condition ? logic.yes : logic.no, facts, wanted)
      return failing(logic.condition, facts, true)
    }
    default:
      return logic.parts.flatMap((part) => failing(part, facts, wanted))
  }
}

function evaluateLogic(logic: Logic, facts: CriteriaFacts): boolean | null {
  switch (logic.kind) {
    case 'leaf': {
      const value = logic.leaf.outcome.read(facts, undefined)
      return typeof value === 'boolean' ? value : null
    }
    case 'constant':
      return logic.value
    case 'not': {
      const outcome = evaluateLogic(logic.part, facts)
      return outcome === null ? null : !outcome
    }
    case 'choice': {
      const condition = evaluateLogic(logic.condition, facts)
      return condition === null ? null : evaluateLogic(condition ? logic.yes : logic.no, facts)
    }
    default: {
      const outcomes = logic.parts.map((part) => evaluateLogic(part, facts))
      const decisive = logic.kind === 'or'
      if (outcomes.includes(decisive)) return decisive
      return outcomes.includes(null) ? null : !decisive
    }
  }
}
