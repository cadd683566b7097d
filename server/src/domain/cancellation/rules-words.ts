import type { CancelRule } from './rules.ts'
import type { NamedRule } from './rules-file.ts'
import { moneyText } from './words.ts'

// What each member of a rule is called, and how its value is said.

export interface RuleField {
  readonly of: keyof NamedRule
  /** What people call it. */
  readonly field: string
  shown(rule: NamedRule): string
  /** Not worth saying of a new rule. */
  isUsual?(rule: NamedRule): boolean
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const list = (codes: readonly string[] | null, none: string) => codes?.join(', ') ?? none
const percent = (value: number | null, none: string) => (value === null ? none : `${value}%`)

/** Every member of a rule: one that is not here could change without anybody being told. */
const shownBy: { readonly [Name in keyof NamedRule]: Omit<RuleField, 'of'> } = {
  ruleCode: { field: 'the code', shown: ({ ruleCode }) => ruleCode },
  source: {
    field: 'the source',
    shown: ({ source }) => (source === null ? 'none' : `"${source}"`),
    isUsual: ({ source }) => source === null,
  },
  state: { field: 'the state', shown: ({ state }) => state ?? 'every' },
  productTypeCodes: {
    field: 'product types',
    shown: ({ productTypeCodes }) => list(productTypeCodes, 'all'),
  },
  program: { field: 'the program', shown: ({ program }) => program ?? 'every' },
  reasonCodes: { field: 'reasons', shown: ({ reasonCodes }) => list(reasonCodes, 'all') },
  side: { field: 'the side', shown: ({ side }) => side },
  effectiveFrom: { field: 'sold since', shown: ({ effectiveFrom }) => effectiveFrom ?? 'any day' },
  effectiveTo: {
    field: 'sold until',
    shown: ({ effectiveTo }) => effectiveTo ?? 'any day',
    isUsual: ({ effectiveTo }) => effectiveTo === null,
  },
  freeLookDays: { field: 'free look', shown: ({ freeLookDays }) => days(freeLookDays) },
  shortFreeLook: {
    field: 'another free look',
    shown: ({ shortFreeLook }) => (shortFreeLook ? shortWords(shortFreeLook) : 'none'),
    isUsual: ({ shortFreeLook }) => shortFreeLook === null,
  },
  freeLookClaims: {
    field: 'claims in the free look',
    shown: ({ freeLookClaims }) => freeLookClaims ?? 'without effect',
  },
  freeLookFeePercent: {
    field: 'fee in the free look at most',
    shown: ({ freeLookFeePercent }) => percent(freeLookFeePercent, 'nothing'),
  },
  method: { field: 'method', shown: ({ method }) => method ?? "the program's" },
  floorMethod: {
    field: 'at least by',
    shown: ({ floorMethod }) => floorMethod ?? 'none',
    isUsual: ({ floorMethod }) => floorMethod === null,
  },
  refundPercent: { field: 'refund', shown: ({ refundPercent }) => `${refundPercent}%` },
  maxFee: { field: 'fee at most', shown: ({ maxFee }) => moneyText(maxFee) },
  maxFeePercent: {
    field: 'fee at most, of the price,',
    shown: ({ maxFeePercent }) => percent(maxFeePercent, 'without bound'),
    isUsual: ({ maxFeePercent }) => maxFeePercent === null,
  },
  deductsClaims: {
    field: 'claims',
    shown: ({ deductsClaims }) => (deductsClaims ? 'deducted' : 'not deducted'),
  },
  refundDays: { field: 'paid within', shown: ({ refundDays }) => days(refundDays) },
  refundsAtPayoff: {
    field: 'at payoff',
    shown: ({ refundsAtPayoff }) => (refundsAtPayoff ? 'refunded without asking' : 'refunded when asked for'),
    isUsual: ({ refundsAtPayoff }) => !refundsAtPayoff,
  },
  penalty: {
    field: 'when late',
    shown: ({ penalty }) => (penalty ? penaltyWords(penalty) : 'no penalty'),
    isUsual: ({ penalty }) => penalty === null,
  },
  limitedReasons: {
    field: 'reasons of the provider',
    shown: ({ limitedReasons }) =>
      limitedReasons
        ? `from day ${limitedReasons.fromDay} only ${limitedReasons.codes.join(', ')}`
        : 'without bound',
    isUsual: ({ limitedReasons }) => limitedReasons === null,
  },
  noticeDays: {
    field: 'notice of the provider',
    shown: ({ noticeDays }) => (noticeDays === null ? 'none' : `${days(noticeDays)} ahead`),
    isUsual: ({ noticeDays }) => noticeDays === null,
  },
}

// The names of a record are those of its type.
export const ruleFields: readonly RuleField[] = Object.entries(shownBy).map(([of, field]) => ({
  of: of as keyof NamedRule,
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
