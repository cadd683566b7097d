import { moneyText } from '../figure-text.ts'
import { lawTerms } from './law-terms.ts'
import { evidenceTexts, feeBaseText, lawTexts } from './law-texts.ts'
import type { CancelRule } from './rules.ts'
import { isSame, type NamedRule, ruleKey } from './rules-file.ts'

// What a rule file changes in the rules of an administrator, as data and in words.

export type RuleChange =
  | { readonly kind: 'New'; readonly id: number | null; readonly after: NamedRule }
  | {
      readonly kind: 'Changed'
      readonly id: number
      readonly before: NamedRule
      readonly after: NamedRule
    }
  | { readonly kind: 'Removed'; readonly id: number; readonly before: NamedRule }

/** A stored rule. If an inactive rule is in a file again, it gets its old id back. */
export interface PresentRule {
  readonly id: number
  readonly isActive: boolean
  readonly rule: NamedRule
}

/** The changes that make the wanted rules the only active ones: removals, then changes, then new rules. */
export function ruleChanges(present: readonly PresentRule[], wanted: readonly NamedRule[]): RuleChange[] {
  const presentByKey = new Map(present.map((stored) => [ruleKey(stored.rule), stored]))
  const wantedKeys = new Set(wanted.map(ruleKey))
  const changes = wanted.flatMap((after): RuleChange[] => {
    const found = presentByKey.get(ruleKey(after))
    if (!found?.isActive) return [{ kind: 'New', id: found?.id ?? null, after }]
    const { id, rule: before } = found
    return isSame(before, after) ? [] : [{ kind: 'Changed', id, before, after }]
  })
  return [
    ...present
      .filter(({ isActive, rule }) => isActive && !wantedKeys.has(ruleKey(rule)))
      .map(({ id, rule }) => ({ kind: 'Removed', id, before: rule }) as const),
    ...changes.filter(({ kind }) => kind === 'Changed'),
    ...changes.filter(({ kind }) => kind === 'New'),
  ]
}

/** One line that tells a person what changes. */
export function ruleChangeText(change: RuleChange): string {
  switch (change.kind) {
    case 'New':
      return `New: ${ruleName(change.after)}, for ${scopeText(change.after)}: ${termsText(change.after)}.`
    case 'Changed':
      return `Changed: ${ruleName(change.before)}: ${fieldsChanged(change.before, change.after)
        .map(({ field, before, after }) => `${field} from ${before} to ${after}`)
        .join('; ')}.`
    case 'Removed':
      return `Removed: ${ruleName(change.before)}, for ${scopeText(change.before)}.`
    default:
      return change satisfies never
  }
}

/** E.g. `TX-SC from 2025-01-01`. */
const ruleName = ({ ruleCode, effectiveFrom }: NamedRule) =>
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

/** The states and product types that the changes affect, one text for each state. */
export function affectedScopes(changes: readonly RuleChange[]): string[] {
  const rules = changes.flatMap((change) => [
    ...('before' in change ? [change.before] : []),
    ...('after' in change ? [change.after] : []),
  ])
  const typesByState = new Map<string | null, Set<string | null>>()
  for (const { state, productTypeCodes } of rules) {
    const types = typesByState.get(state) ?? new Set()
    for (const type of productTypeCodes ?? [null]) types.add(type)
    typesByState.set(state, types)
  }
  return [...typesByState]
    .sort(([state], [other]) => ((state ?? '~') < (other ?? '~') ? -1 : 1))
    .map(
      ([state, types]) =>
        `${state ?? OTHER_STATES}: ${types.has(null) ? ALL_TYPES : [...types].sort().join(', ')}`,
    )
}

const OTHER_STATES = 'all states without a rule of their own'
const ALL_TYPES = 'all product types'

const scopeText = ({ state, productTypeCodes, program, reasonCodes, side }: NamedRule) =>
  [
    state ?? 'all states',
    productTypeCodes?.join(', ') ?? ALL_TYPES,
    ...(program === null ? [] : [`program ${program}`]),
    ...(reasonCodes === null ? [] : [`reason ${reasonCodes.join(' or ')}`]),
    side === 'Holder' ? "cancelled by the holder's side" : 'cancelled by the provider',
  ].join(', ')

const IN_NAME_OR_SCOPE: ReadonlySet<keyof NamedRule> = new Set<keyof NamedRule>([
  ...(['ruleCode', 'state', 'productTypeCodes', 'program', 'reasonCodes', 'side', 'effectiveFrom'] as const),
])

/** A rule as far as its terms are told. */
type ToldRule = Omit<NamedRule, 'program'>

/** What a rule says, in words, without the usual values and those that the general rule decides. */
export function ruleTerms(rule: ToldRule): { readonly field: string; readonly value: string }[] {
  const named = { ...rule, program: null }
  const left = [...rule.silent, ...rule.unverified].flatMap((term): readonly string[] => lawTerms[term])
  return ruleFields
    .filter(
      ({ member, isUsual }) => !IN_NAME_OR_SCOPE.has(member) && !left.includes(member) && !isUsual?.(named),
    )
    .map(({ label, valueText }) => ({ field: label, value: valueText(named) }))
}

const termsText = (rule: NamedRule) =>
  ruleTerms(rule)
    .map(({ field, value }) => `${field} ${value}`)
    .join('; ')

interface RuleField {
  readonly member: keyof NamedRule
  readonly label: string
  valueText(rule: NamedRule): string
  /** The value is so common that the text of a new rule leaves it out. */
  isUsual?(rule: NamedRule): boolean
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const listText = (codes: readonly string[] | null) => codes?.join(', ') ?? 'all'
const percentText = (value: number | null, none: string) => (value === null ? none : `${value}% of the price`)

/** Every member of a rule needs a text here. Otherwise its changes would not be shown. */
const fieldTexts: { readonly [Name in keyof NamedRule]: Omit<RuleField, 'member'> } = {
  ruleCode: { label: 'code', valueText: ({ ruleCode }) => ruleCode },
  source: {
    label: 'source',
    valueText: ({ source }) => (source === null ? 'none' : `"${source}"`),
    isUsual: ({ source }) => source === null,
  },
  state: { label: 'state', valueText: ({ state }) => state ?? 'all' },
  productTypeCodes: {
    label: 'product types',
    valueText: ({ productTypeCodes }) => listText(productTypeCodes),
  },
  program: { label: 'program', valueText: ({ program }) => program ?? 'all' },
  reasonCodes: { label: 'reasons', valueText: ({ reasonCodes }) => listText(reasonCodes) },
  side: { label: 'side', valueText: ({ side }) => side },
  effectiveFrom: { label: 'first sale date', valueText: ({ effectiveFrom }) => effectiveFrom ?? 'any date' },
  effectiveTo: {
    label: 'last sale date',
    valueText: ({ effectiveTo }) => effectiveTo ?? 'any date',
    isUsual: ({ effectiveTo }) => effectiveTo === null,
  },
  freeLookDays: { label: 'free look', valueText: ({ freeLookDays }) => days(freeLookDays) },
  shortFreeLook: {
    label: 'short free look',
    valueText: ({ shortFreeLook }) => (shortFreeLook ? shortFreeLookText(shortFreeLook) : 'none'),
    isUsual: ({ shortFreeLook }) => shortFreeLook === null,
  },
  freeLookClaims: {
    label: 'paid claims in the free look',
    valueText: ({ freeLookClaims }) => freeLookClaims ?? 'no effect',
  },
  freeLookFeePercent: {
    label: 'maximum fee in the free look',
    valueText: ({ freeLookFeePercent }) => percentText(freeLookFeePercent, 'no fee'),
    // Fees by day stand in its place.
    isUsual: ({ freeLookFees }) => freeLookFees.length > 0,
  },
  method: { label: 'method', valueText: ({ method }) => method ?? "the program's method" },
  floorMethod: {
    label: 'method for the minimum refund',
    valueText: ({ floorMethod }) => floorMethod ?? 'none',
    isUsual: ({ floorMethod }) => floorMethod === null,
  },
  refundPercent: { label: 'refund percent', valueText: ({ refundPercent }) => `${refundPercent}%` },
  maxFee: { label: 'maximum fee', valueText: ({ maxFee }) => moneyText(maxFee) },
  maxFeePercent: {
    label: 'maximum fee percent',
    valueText: ({ maxFeePercent, feeBase }) =>
      maxFeePercent === null ? 'no limit' : `${maxFeePercent}% of ${feeBaseText(feeBase)}`,
    isUsual: ({ maxFeePercent }) => maxFeePercent === null,
  },
  deductsClaims: {
    label: 'paid claims',
    valueText: ({ deductsClaims }) => (deductsClaims ? 'deducted' : 'not deducted'),
  },
  refundDays: {
    label: 'refund deadline',
    valueText: ({ refundDays }) => (refundDays === null ? 'as the setting says' : days(refundDays)),
  },
  refundsAtPayoff: {
    label: 'refund at loan payoff',
    valueText: ({ refundsAtPayoff }) => (refundsAtPayoff ? 'automatic' : 'on request'),
    isUsual: ({ refundsAtPayoff }) => !refundsAtPayoff,
  },
  penalty: {
    label: 'late penalty',
    valueText: ({ penalty }) => (penalty ? penaltyText(penalty) : 'none'),
    isUsual: ({ penalty }) => penalty === null,
  },
  limitedReasons: {
    label: 'reasons the provider may cancel for',
    valueText: ({ limitedReasons }) =>
      limitedReasons
        ? `only ${limitedReasons.codes.join(', ')} from day ${limitedReasons.fromDay} on`
        : 'all',
    isUsual: ({ limitedReasons }) => limitedReasons === null,
  },
  noticeDays: {
    label: 'notice by the provider',
    valueText: ({ noticeDays }) => (noticeDays === null ? 'none' : `${days(noticeDays)} in advance`),
    isUsual: ({ noticeDays }) => noticeDays === null,
  },
  ...lawTexts,
  ...evidenceTexts,
}

// Object.entries loses the key type: the keys are those of NamedRule.
const ruleFields: readonly RuleField[] = Object.entries(fieldTexts).map(([member, field]) => ({
  member: member as keyof NamedRule,
  ...field,
}))

function shortFreeLookText({
  days: count,
  productTypeCodes,
  withoutWarranty,
}: NonNullable<CancelRule['shortFreeLook']>) {
  const covered = [
    ...productTypeCodes,
    ...(withoutWarranty ? ["used vehicles without a manufacturer's warranty"] : []),
  ]
  return `${days(count)} for ${covered.join(', ')}`
}

function penaltyText({ base, percent, period, inFreeLookOnly }: NonNullable<CancelRule['penalty']>) {
  const amount = { Price: 'the price', Refund: 'the refund', Outstanding: 'the unpaid refund' }[base]
  const times = {
    Month: 'for each month or part of a month',
    ThirtyDays: 'for each 30 days or part of them',
    Once: 'once',
  }[period]
  return `${percent}% of ${amount} ${times}${inFreeLookOnly ? ', in the free look only' : ''}`
}
