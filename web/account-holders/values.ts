import type { Field, GroupField } from './field-types.ts'

// A record as the API has it, as a form has it, and back. A form keeps typed text until it is sent.

export type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valuesOrNone = (value: unknown): Values => (isValues(value) ? value : {})

/** What stands for a value that is on file and not shown. Sent back in a list, it keeps the value. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && value.startsWith('*')

/** The values of a form. Members that no field describes are kept, so that they are sent back unchanged. */
export function draftOf(fields: readonly Field[], record: unknown): Values {
  const known = valuesOrNone(record)
  return {
    ...known,
    ...Object.fromEntries(fields.map((field) => [field.name, draftValue(field, known[field.name])])),
  }
}

function draftValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'flag':
      return value === true
    case 'yesNoDefault':
      return typeof value === 'boolean' ? String(value) : ''
    case 'texts':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'links':
      return Array.isArray(value) ? value : []
    case 'link':
      return value ?? null
    case 'list':
      return Array.isArray(value) ? value.map((entry) => draftOf(field.of, entry)) : []
    case 'group':
      return isAbsent(field, value) ? null : draftOf(field.of, value)
    case 'choice':
      return value ?? (field.mayBeEmpty ? '' : (field.choices[0] ?? ''))
    case 'shown':
      return value
    case 'money':
    case 'number':
    case 'percent':
      return value ?? undefined
    case 'secret':
    case 'writeOnly':
      return ''
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

const isAbsent = (field: GroupField, value: unknown) =>
  field.absent !== undefined && (value === null || value === undefined)

/** The values of a form as the API takes them. `isWhole`: nothing is there yet that could stay as it is. */
function wireOf(fields: readonly Field[], draft: Values, isWhole: boolean): Values {
  const described = new Set(fields.map(({ name }) => name))
  const others = Object.entries(draft).filter(([name]) => !described.has(name))
  const sent = fields.map((field) => [field.name, wireValue(field, draft, isWhole)] as const)
  return Object.fromEntries([...others, ...sent].filter(([, value]) => value !== undefined))
}

function wireValue(field: Field, draft: Values, isWhole: boolean): unknown {
  const value = draft[field.name]
  switch (field.kind) {
    case 'flag':
    case 'links':
      return value
    case 'link':
    case 'money':
    case 'number':
    case 'percent':
      return value ?? empty(field, isWhole)
    case 'yesNoDefault':
      return value === '' ? null : value === 'true'
    case 'texts':
      return String(value).split('\n').map(trimmed).filter(Boolean)
    case 'list':
      return (value as readonly Values[]).map((entry) => wireOf(field.of, entry, true))
    case 'group':
      return isOff(field, draft) ? null : wireOf(field.of, value as Values, isWhole)
    case 'shown':
      return undefined
    case 'secret':
    case 'secretDate':
    case 'writeOnly':
      return trimmed(value) || undefined
    default:
      return trimmed(value) || empty(field, isWhole)
  }
}

/** A group that is missing, or that its record does not have as it is now. */
export const isOff = (field: GroupField, draft: Values): boolean =>
  !isValues(draft[field.name]) || (field.when !== undefined && draft[field.when.name] !== field.when.is)

/** An empty required field is left out, so that the service says that it is missing; but null takes away what is there. */
const empty = ({ isRequired }: Field, isWhole: boolean) => (isRequired && isWhole ? undefined : null)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The body of POST: what has been filled in. */
export function newRecord(fields: readonly Field[], draft: Values): Values {
  const wire = wireOf(fields, draft, true)
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== null && !isEmptyList(value)))
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The body of PATCH: the fields whose values differ. */
export function changedFields(fields: readonly Field[], before: Values, after: Values): Values {
  const old = wireOf(fields, before, false)
  const sent = wireOf(fields, after, false)
  const changed = fields.filter(({ name }) => sent[name] !== undefined && !isSame(old[name], sent[name]))
  return Object.fromEntries(changed.map(({ name }) => [name, sent[name]]))
}

/** Values as the API has them are equal if they are written alike. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
