import { refuseCriteria } from './invalid.ts'
import type { CallNode, FieldNode, FieldStep } from './nodes.ts'
import { fieldText, isName } from './text.ts'
import type { Type } from './values.ts'
import { isOpenVariable, rootNames, variableFields } from './variables.ts'

/** The context of a rule, read by names that were checked before. */
export type CriteriaFacts = Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>

/** Returns a value, or undefined for unknown; then the missing fields that are the reason are added to `missing`. */
export type ReadValue = (facts: CriteriaFacts, missing: string[] | undefined) => unknown

/** A compiled part of a rule: its type, and the fields that its value depends on. */
export interface CompiledNode {
  readonly type: Type
  readonly fields: readonly string[]
  readonly read: ReadValue
}

/** A field of a variable: its type, and how it is read. */
export function compileField(node: FieldNode): CompiledNode {
  const [root, field, next] = node.steps
  const name = fieldText(node.steps)
  if (!root || !rootNames.includes(String(root.name)))
    throw refuseCriteria(root ?? node, rootNames.join(', '), `There is no variable ${name}.`)
  const known = [...(variableFields(String(root.name))?.keys() ?? [])]
  if (!field)
    throw refuseCriteria(
      node,
      known.length > 0 ? `${name}.${known.join(`, ${name}.`)}` : `${name}.…`,
      `The variable ${name} is not a value; name one of its fields.`,
    )
  if (isOpenVariable(String(root.name)))
    return { type: 'any', fields: [name], read: openRead(node.steps, name) }
  const type = variableFields(String(root.name))?.get(String(field.name))
  if (!type)
    throw refuseCriteria(field, known.join(', '), `The variable ${root.name} has no field ${field.name}.`)
  if (next)
    throw refuseCriteria(
      next,
      'an operator, or the end',
      `The value ${fieldText([root, field])} has no fields.`,
    )
  return { type, fields: [name], read: typedRead(root, field, type === 'string' ? 'string' : 'number') }
}

// The two cases are written out: a type check in each evaluation would take most of its time.
function typedRead(root: FieldStep, field: FieldStep, type: 'string' | 'number'): ReadValue {
  const [variable, name] = [String(root.name), String(field.name)]
  const path = `${variable}.${name}`
  if (type === 'string')
    return (facts, missing) => {
      const value = facts[variable]?.[name]
      if (typeof value === 'string') return value
      missing?.push(path)
      return undefined
    }
  return (facts, missing) => {
    const value = facts[variable]?.[name]
    if (typeof value === 'number') return value
    missing?.push(path)
    return undefined
  }
}

function openRead(steps: readonly FieldStep[], path: string): ReadValue {
  const names = steps.map(({ name }) => name)
  return (facts, missing) => {
    const value = valueAt(facts, names)
    if (value === undefined) missing?.push(path)
    return value
  }
}

/** Only own properties of objects and lists: nothing inherited, and nothing of a text. Null counts as missing. */
function valueAt(facts: CriteriaFacts, names: readonly (string | number)[]): unknown {
  let at: unknown = facts
  for (const name of names) {
    if (typeof at !== 'object' || at === null) return undefined
    if (Array.isArray(at) !== (typeof name === 'number') || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string | number, unknown>>)[name] // It has a field of this name.
  }
  return isValue(at) ? at : undefined
}

const isValue = (value: unknown) =>
  typeof value === 'object' ? value !== null : ['string', 'number', 'boolean'].includes(typeof value)

/** `has(vehicle.trim)`: never unknown. */
export function compilePresence({ at, end, values }: CallNode): CompiledNode {
  const [field, more] = values
  const expected = 'one field, such as has(vehicle.trim)'
  if (!field || more)
    throw refuseCriteria({ start: at.end, end }, expected, 'The function has takes one field.')
  const last = field.kind === 'field' ? field.steps.at(-1) : undefined
  if (field.kind !== 'field' || !last || !isName(last.name))
    throw refuseCriteria(field, expected, 'The function has needs a field.')
  compileField(field)
  const names = field.steps.map(({ name }) => name)
  return {
    type: 'bool',
    fields: [fieldText(field.steps)],
    read: (facts) => valueAt(facts, names) !== undefined,
  }
}
