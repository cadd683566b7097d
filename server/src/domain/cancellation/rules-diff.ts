import { isSame, type NamedRule, ruleKey } from './rules-file.ts'
import { ruleFields } from './rules-words.ts'

// What a file of rules changes in those that there are, and how that is told to a person.

export type RuleChange =
  | { readonly kind: 'New'; readonly id: number | null; readonly after: NamedRule }
  | {
      readonly kind: 'Changed'
      readonly id: number
      readonly before: NamedRule
      readonly after: NamedRule
    }
  | { readonly kind: 'Removed'; readonly id: number; readonly before: NamedRule }

/** A rule that is there. One that does not count any more gives its id to the same when it is wanted again. */
export interface PresentRule {
  readonly id: number
  readonly isActive: boolean
  readonly rule: NamedRule
}

/** What has to be done so that exactly the wanted rules count: removals, then changes, then new ones. */
export function ruleChanges(present: readonly PresentRule[], wanted: readonly NamedRule[]): RuleChange[] {
  const there = new Map(present.map((one) => [ruleKey(one.rule), one]))
  const kept = new Set(wanted.map(ruleKey))
  const changes = wanted.flatMap((after): RuleChange[] => {
    const found = there.get(ruleKey(after))
    if (!found?.isActive) return [{ kind: 'New', id: found?.id ?? null, after }]
    const { id, rule: before } = found
    return isSame(before, after) ? [] : [{ kind: 'Changed', id, before, after }]
  })
  return [
    ...present
      .filter(({ isActive, rule }) => isActive && !kept.has(ruleKey(rule)))
      .map(({ id, rule }) => ({ kind: 'Removed', id, before: rule }) as const),
    ...changes.filter(({ kind }) => kind === 'Changed'),
    ...changes.filter(({ kind }) => kind === 'New'),
  ]
}

/** A change in the words of the business, on one line. */
export function ruleChangeText(change: RuleChange): string {
  switch (change.kind) {
    case 'New':
      return `New: ${nameOf(change.after)}, for ${scopeOf(change.after)}: ${saidOf(change.after)}.`
    case 'Changed':
      return `Changed: ${nameOf(change.before)}: ${fieldsChanged(change.before, change.after)
        .map(({ field, before, after }) => `${field} ${before} becomes ${after}`)
        .join('; ')}.`
    case 'Removed':
      return `Removed: ${nameOf(change.before)}, for ${scopeOf(change.before)}.`
    default:
      return change satisfies never
  }
}

/** E.g. `TX-SC from 2025-01-01`. */
const nameOf = ({ ruleCode, effectiveFrom }: NamedRule) =>
  effectiveFrom === null ? ruleCode : `${ruleCode} from ${effectiveFrom}`

export interface FieldChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

export function fieldsChanged(before: NamedRule, after: NamedRule): FieldChange[] {
  return ruleFields.flatMap(({ member, label, valueText }) =>
    isSame(before[member], after[member])
      ? []
      : [{ field: label, before: valueText(before), after: valueText(after) }],
  )
}

/** Where the changes count: states with their product types, each once. */
export function affectedScopes(changes: readonly RuleChange[]): string[] {
  const rules = changes.flatMap((change) => [
    ...('before' in change ? [change.before] : []),
    ...('after' in change ? [change.after] : []),
  ])
  const types = new Map<string | null, Set<string | null>>()
  for (const { state, productTypeCodes } of rules) {
    const ofState = types.get(state) ?? new Set()
    for (const type of productTypeCodes ?? [null]) ofState.add(type)
    types.set(state, ofState)
  }
  return [...types]
    .sort(([one], [other]) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
    .map(([state, of]) => `${state ?? EVERY_STATE}: ${of.has(null) ? EVERY_TYPE : [...of].sort().join(', ')}`)
}

const EVERY_STATE = 'every state that has no rule of its own'
const EVERY_TYPE = 'every product type'

const scopeOf = ({ state, productTypeCodes, program, reasonCodes, side }: NamedRule) =>
  [
    state ?? 'every state',
    productTypeCodes?.join(', ') ?? EVERY_TYPE,
    ...(program === null ? [] : [`program ${program}`]),
    ...(reasonCodes === null ? [] : [`when the reason is ${reasonCodes.join(' or ')}`]),
    side === 'Holder' ? "cancelled by the holder's side" : 'cancelled by the provider',
  ].join(', ')

const NOT_SAID = new Set<keyof NamedRule>([
  ...(['ruleCode', 'state', 'productTypeCodes', 'program', 'reasonCodes', 'side', 'effectiveFrom'] as const),
])

const saidOf = (rule: NamedRule) =>
  ruleFields
    .filter(({ member, isUsual }) => !NOT_SAID.has(member) && !isUsual?.(rule))
    .map(({ label, valueText }) => `${label} ${valueText(rule)}`)
    .join('; ')
