import {
  type CustomField,
  type CustomFieldDefinition,
  TEXT_AT_MOST,
  type ValueRule,
} from './custom-fields.ts'
import { definitionKey } from './file.ts'

// What a file of definitions changes in those that there are, and how that is told to a person.

export type DefinitionChange =
  | { readonly kind: 'New'; readonly after: CustomFieldDefinition }
  | { readonly kind: 'Changed'; readonly before: CustomField; readonly after: CustomFieldDefinition }
  | { readonly kind: 'Removed'; readonly before: CustomField }

/** What has to be done so that exactly the wanted fields are there: removals, then changes, then new ones. */
export function definitionChanges(
  present: readonly CustomField[],
  wanted: readonly CustomFieldDefinition[],
): DefinitionChange[] {
  const there = new Map(present.map((field) => [definitionKey(field), field]))
  const kept = new Set(wanted.map(definitionKey))
  const changes = wanted.flatMap((after): DefinitionChange[] => {
    const before = there.get(definitionKey(after))
    if (!before) return [{ kind: 'New', after }]
    return differences(before, after).length > 0 ? [{ kind: 'Changed', before, after }] : []
  })
  return [
    ...present
      .filter((field) => !kept.has(definitionKey(field)))
      .map((before) => ({ kind: 'Removed', before }) as const),
    ...changes.filter(({ kind }) => kind === 'Changed'),
    ...changes.filter(({ kind }) => kind === 'New'),
  ]
}

/** Whether values that fit before may no longer fit. */
export function narrows(before: ValueRule, after: ValueRule): boolean {
  if (before.dataType !== after.dataType) return true
  if ((after.maxLength ?? TEXT_AT_MOST) < (before.maxLength ?? TEXT_AT_MOST)) return true
  return lost(before.options, after.options).length > 0
}

/** A change in the words of the business, on one line. */
export function describeChange(change: DefinitionChange): string {
  switch (change.kind) {
    case 'New':
      return `New: ${fieldLabel(change.after)}, "${change.after.name}": ${kindOf(change.after)}${
        change.after.isRequired ? `, ${requiredOf(change.after)}` : ''
      }.`
    case 'Changed':
      return `Changed: ${fieldLabel(change.before)}: ${differences(change.before, change.after).join('; ')}.`
    case 'Removed':
      return `Removed: ${fieldLabel(change.before)}, "${change.before.name}".`
    default:
      return change satisfies never
  }
}

/** E.g. `Dealer TIER`. */
export const fieldLabel = ({ appliesTo, code, productId }: CustomFieldDefinition) =>
  `${appliesTo} ${code}${productId === null ? '' : ` of product ${productId}`}`

function kindOf({ dataType, maxLength, options }: ValueRule): string {
  switch (dataType) {
    case 'Text':
      return maxLength === null ? 'a text' : `a text of at most ${maxLength} characters`
    case 'Number':
      return 'a number'
    case 'Money':
      return 'an amount of money'
    case 'Date':
      return 'a date'
    case 'Bool':
      return 'yes or no'
    case 'List':
      return `one of ${options?.join(', ')}`
    default:
      return dataType satisfies never
  }
}

const requiredOf = ({ isRequired, requiredAt }: CustomFieldDefinition) =>
  isRequired ? `required${requiredAt === null ? '' : ` at ${requiredAt}`}` : 'not required'

function differences(before: CustomFieldDefinition, after: CustomFieldDefinition): string[] {
  const becomes = (what: string, old: unknown, now: unknown) => `${what} ${old} becomes ${now}`
  return [
    ...(before.code === after.code ? [] : [becomes('the code', before.code, after.code)]),
    ...(before.name === after.name ? [] : [becomes('the name', `"${before.name}"`, `"${after.name}"`)]),
    ...ruleDifferences(before, after),
    ...(requiredOf(before) === requiredOf(after) ? [] : [`it becomes ${requiredOf(after)}`]),
    ...(before.criteria === after.criteria
      ? []
      : [
          after.criteria === null
            ? 'it no longer depends on an expression'
            : `it depends on ${after.criteria}`,
        ]),
    ...(before.displayOrder === after.displayOrder
      ? []
      : [becomes('its place', before.displayOrder, after.displayOrder)]),
  ]
}

function ruleDifferences(before: ValueRule, after: ValueRule): string[] {
  if (before.dataType !== after.dataType || before.dataType !== 'List')
    return kindOf(before) === kindOf(after) ? [] : [`what was ${kindOf(before)} becomes ${kindOf(after)}`]
  const gone = lost(before.options, after.options)
  const come = lost(after.options, before.options)
  const isMoved =
    gone.length + come.length === 0 && JSON.stringify(before.options) !== JSON.stringify(after.options)
  return [
    ...gone.map((option) => `the option ${option} goes`),
    ...come.map((option) => `the option ${option} comes`),
    ...(isMoved ? [`its options are in the order ${after.options?.join(', ')}`] : []),
  ]
}

const lost = (before: readonly string[] | null, after: readonly string[] | null) =>
  (before ?? []).filter((option) => !after?.includes(option))
