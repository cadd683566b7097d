import {
  type CustomField,
  type CustomFieldDefinition,
  TEXT_AT_MOST,
  type ValueRule,
} from './custom-fields.ts'
import { definitionKey } from './file.ts'

// The changes that a file of definitions makes to the existing ones, and their description for people.

export type DefinitionChange =
  | { readonly kind: 'New'; readonly after: CustomFieldDefinition }
  | { readonly kind: 'Changed'; readonly before: CustomField; readonly after: CustomFieldDefinition }
  | { readonly kind: 'Removed'; readonly before: CustomField }

/** The changes from the existing fields to the wanted ones: removals first, then changes, then new fields. */
export function definitionChanges(
  existing: readonly CustomField[],
  wanted: readonly CustomFieldDefinition[],
): DefinitionChange[] {
  const byKey = new Map(existing.map((field) => [definitionKey(field), field]))
  const wantedKeys = new Set(wanted.map(definitionKey))
  const changes = wanted.flatMap((after): DefinitionChange[] => {
    const before = byKey.get(definitionKey(after))
    if (!before) return [{ kind: 'New', after }]
    return differences(before, after).length > 0 ? [{ kind: 'Changed', before, after }] : []
  })
  return [
    ...existing
      .filter((field) => !wantedKeys.has(definitionKey(field)))
      .map((before) => ({ kind: 'Removed', before }) as const),
    ...changes.filter(({ kind }) => kind === 'Changed'),
    ...changes.filter(({ kind }) => kind === 'New'),
  ]
}

/** Whether values that were valid before may become invalid. */
export function narrows(before: ValueRule, after: ValueRule): boolean {
  if (before.dataType !== after.dataType) return true
  if ((after.maxLength ?? TEXT_AT_MOST) < (before.maxLength ?? TEXT_AT_MOST)) return true
  return missingOptions(before.options, after.options).length > 0
}

/** A change as one line of text. */
export function describeChange(change: DefinitionChange): string {
  switch (change.kind) {
    case 'New':
      return `New: ${fieldLabel(change.after)}, "${change.after.name}": ${typeText(change.after)}${
        change.after.isRequired ? `, ${requiredText(change.after)}` : ''
      }.`
    case 'Changed':
      return `Changed: ${fieldLabel(change.before)}: ${differences(change.before, change.after).join('; ')}.`
    case 'Removed':
      return `Removed: ${fieldLabel(change.before)}, "${change.before.name}".`
    default:
      return change satisfies never
  }
}

/** Such as `Dealer TIER`. */
export const fieldLabel = ({ appliesTo, code, productId }: CustomFieldDefinition) =>
  `${appliesTo} ${code}${productId === null ? '' : ` of product ${productId}`}`

function typeText({ dataType, maxLength, options }: ValueRule): string {
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

const requiredText = ({ isRequired, requiredAt }: CustomFieldDefinition) =>
  isRequired ? `required${requiredAt === null ? '' : ` at ${requiredAt}`}` : 'not required'

function differences(before: CustomFieldDefinition, after: CustomFieldDefinition): string[] {
  const becomes = (name: string, old: unknown, now: unknown) => `${name} changes from ${old} to ${now}`
  return [
    ...(before.code === after.code ? [] : [becomes('the code', before.code, after.code)]),
    ...(before.name === after.name ? [] : [becomes('the name', `"${before.name}"`, `"${after.name}"`)]),
    ...ruleDifferences(before, after),
    ...(requiredText(before) === requiredText(after)
      ? []
      : [after.isRequired ? `it becomes ${requiredText(after)}` : 'it is no longer required']),
    ...(before.criteria === after.criteria
      ? []
      : [after.criteria === null ? 'it no longer has criteria' : `its criteria become ${after.criteria}`]),
    ...(before.displayOrder === after.displayOrder
      ? []
      : [becomes('the display order', before.displayOrder, after.displayOrder)]),
  ]
}

function ruleDifferences(before: ValueRule, after: ValueRule): string[] {
  if (before.dataType !== after.dataType || before.dataType !== 'List')
    return typeText(before) === typeText(after)
      ? []
      : [`the type changes from ${typeText(before)} to ${typeText(after)}`]
  const removed = missingOptions(before.options, after.options)
  const added = missingOptions(after.options, before.options)
  const isMoved =
    removed.length + added.length === 0 && JSON.stringify(before.options) !== JSON.stringify(after.options)
  return [
    ...removed.map((option) => `the option ${option} is removed`),
    ...added.map((option) => `the option ${option} is added`),
    ...(isMoved ? [`the order of the options becomes ${after.options?.join(', ')}`] : []),
  ]
}

const missingOptions = (before: readonly string[] | null, after: readonly string[] | null) =>
  (before ?? []).filter((option) => !after?.includes(option))
