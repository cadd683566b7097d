import type { CancelRule } from './rules.ts'
import type { NamedRule } from './rules-file.ts'
import { moneyText } from './words.ts'

// What each member of a rule is called, and how its value is said.

export interface RuleField {
  readonly member: keyof NamedRule
  /** What people call it. */
  readonly label: string
  valueText(rule: NamedRule): string
  /** Not worth saying of a new rule. */
  isUsual?(rule: NamedRule): boolean
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const list = (codes: readonly string[] | null, none: string) => codes?.join(', ') ?? none
const percent = (value: number | null, none: string) => (value === null ? none : `${value}%`)

/** Every member of a rule: one that is not here could change without anybody being told. */
const shownBy: { readonly [Name in keyof NamedRule]: Omit<RuleField, 'member'> } = {
  ruleCode: { label: 'the code', valueText: ({ ruleCode }) => ruleCode },
  source: {
    label: 'the source',
    valueText: ({ source }) => (source === null ? 'none' : `"${source}"`),
    isUsual: ({ source }) => source === null,
  },
  state: { label: 'the state', valueText: ({ state }) => state ?? 'every' },
  productTypeCodes: {
    label: 'product types',
    valueText: ({ productTypeCodes }) => list(productTypeCodes, 'all'),
  },
  program: { label: 'the program', valueText: ({ program }) => program ?? 'every' },
  reasonCodes: { label: 'reasons', valueText: ({ reasonCodes }) => list(reasonCodes, 'all') },
  side: { label: 'the side', valueText: ({ side }) => side },
  effectiveFrom: { label: 'sold since', valueText: ({ effectiveFrom }) => effectiveFrom ?? 'any day' },
  effectiveTo: {
    label: 'sold until',
    valueText: ({ effectiveTo }) => effectiveTo ?? 'any day',
    isUsual: ({ effectiveTo }) => effectiveTo === null,
  },
  freeLookDays: { label: 'free look', valueText: ({ freeLookDays }) => days(freeLookDays) },
  shortFreeLook: {
    label: 'another free look',
    valueText: ({ shortFreeLook }) => (shortFreeLook ? shortWords(shortFreeLook) : 'none'),
    isUsual: ({ shortFreeLook }) => shortFreeLook === null,
  },
  freeLookClaims: {
    label: 'claims in the free look',
    valueText: ({ freeLookClaims }) => freeLookClaims ?? 'without effect',
  },
  freeLookFeePercent: {
    label: 'fee in the free look at most',
    valueText: ({ freeLookFeePercent }) => percent(freeLookFeePercent, 'nothing'),
  },
  method: { label: 'method', valueText: ({ method }) => method ?? "the program's" },
  floorMethod: {
    label: 'at least by',
    valueText: ({ floorMethod }) => floorMethod ?? 'none',
    isUsual: ({ floorMethod }) => floorMethod === null,
  },
  refundPercent: { label: 'refund', valueText: ({ refundPercent }) => `${refundPercent}%` },
  maxFee: { label: 'fee at most', valueText: ({ maxFee }) => moneyText(maxFee) },
  maxFeePercent: {
    label: 'fee at most, of the price,',
    valueText: ({ maxFeePercent }) => percent(maxFeePercent, 'without bound'),
    isUsual: ({ maxFeePercent }) => maxFeePercent === null,
  },
  deductsClaims: {
    label: 'claims',
    valueText: ({ deductsClaims }) => (deductsClaims ? 'deducted' : 'not deducted'),
  },
  refundDays: { label: 'paid within', valueText: ({ refundDays }) => days(refundDays) },
  refundsAtPayoff: {
    label: 'at payoff',
    valueText: ({ refundsAtPayoff }) =>
      refundsAtPayoff ? 'refunded without asking' : 'refunded when asked for',
    isUsual: ({ refundsAtPayoff }) => !refundsAtPayoff,
  },
  penalty: {
    label: 'when late',
    valueText: ({ penalty }) => (penalty ? penaltyWords(penalty) : 'no penalty'),
    isUsual: ({ penalty }) => penalty === null,
  },
  limitedReasons: {
    label: 'reasons of the provider',
    valueText: ({ limitedReasons }) =>
      limitedReasons
        ? `from day ${limitedReasons.fromDay} only ${limitedReasons.codes.join(', ')}`
        : 'without bound',
    isUsual: ({ limitedReasons }) => limitedReasons === null,
  },
  noticeDays: {
    label: 'notice of the provider',
    valueText: ({ noticeDays }) => (noticeDays === null ? 'none' : `${days(noticeDays)} ahead`),
    isUsual: ({ noticeDays }) => noticeDays === null,
  },
}

// The names of a record are those of its type.
export const ruleFields: readonly RuleField[] = Object.entries(shownBy).map(([member, field]) => ({
  member: member as keyof NamedRule,
  ...field,
}))

function shortWords({
  days: count,
  productTypeCodes,
  withoutWarranty,
}: NonNullable<CancelRule['shortFreeLook']>) {
  const whose = [
    ...productTypeCodes,
    ...(withoutWarranty ? ["used vehicles without a maker's warranty"] : []),
  ]
  return `of ${days(count)} for ${whose.join(', ')}`
}

function penaltyWords({ base, percent, period, inFreeLookOnly }: NonNullable<CancelRule['penalty']>) {
  const of = base === 'Price' ? 'the price' : 'what is owed'
  const each = period === 'Month' ? 'month' : '30 days'
  return `${percent}% of ${of} for each ${each} begun${inFreeLookOnly ? ', in the free look only' : ''}`
}
