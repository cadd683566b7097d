import { ZERO } from '../money.ts'
import { type Evidence, type LawTerms, NO_EVIDENCE, NO_LAW_TERMS } from './law-terms.ts'
import { type CancelRule, providerTwin, type Side } from './rules.ts'

// Rules as they are written in a file and in the rules every administrator starts with: default values are left out,
// and a rule for both sides is written once.

/** A rule without database ids. It refers to its program by code. */
export type NamedRule = Omit<CancelRule, 'id' | 'programId' | 'layer'> & { readonly program: string | null }

/** Null means the same as absent. `freeLookDays` and `deductsClaims` may be absent only where the general rule decides. */
export type WrittenRule = {
  readonly [Name in Exclude<keyof NamedRule, 'ruleCode' | 'side' | 'penalty'>]?: NamedRule[Name] | null
} & {
  readonly code: string
  /** Absent: for both sides. The provider gets its own rule without fees; see `providerTwin`. */
  readonly side?: Side | null
  readonly penalty?: (Omit<Penalty, 'inFreeLookOnly'> & { readonly inFreeLookOnly?: boolean | null }) | null
  /** For a rule for both sides: what is different when the provider cancels. */
  readonly provider?: ProviderPart | null
}

type Penalty = NonNullable<CancelRule['penalty']>

export interface ProviderPart {
  readonly refundDays?: number | null
  readonly limitedReasons?: CancelRule['limitedReasons']
  readonly noticeDays?: number | null
  readonly noticeExceptions?: CancelRule['noticeExceptions'] | null
}

/** The rule, and the provider's rule if it is for both sides. */
export function rulesFromWritten(written: WrittenRule): NamedRule[] {
  const { provider } = written
  const rule = ruleFromWritten(written)
  if (written.side) return [rule]
  return [
    rule,
    {
      ...providerTwin(rule),
      refundDays: provider?.refundDays ?? rule.refundDays,
      limitedReasons: provider?.limitedReasons ?? null,
      noticeDays: provider?.noticeDays ?? null,
      noticeExceptions: provider?.noticeExceptions ?? [],
    },
  ]
}

const ruleFromWritten = (written: WrittenRule): NamedRule => ({
  ruleCode: written.code,
  source: written.source ?? null,
  state: written.state ?? null,
  productTypeCodes: written.productTypeCodes ?? null,
  program: written.program ?? null,
  reasonCodes: written.reasonCodes ?? null,
  side: written.side ?? 'Holder',
  effectiveFrom: written.effectiveFrom ?? null,
  effectiveTo: written.effectiveTo ?? null,
  freeLookDays: written.freeLookDays ?? 0,
  shortFreeLook: written.shortFreeLook ?? null,
  freeLookClaims: written.freeLookClaims ?? null,
  freeLookFeePercent: written.freeLookFeePercent ?? null,
  method: written.method ?? null,
  floorMethod: written.floorMethod ?? null,
  refundPercent: written.refundPercent ?? 100,
  maxFee: written.maxFee ?? ZERO,
  maxFeePercent: written.maxFeePercent ?? null,
  deductsClaims: written.deductsClaims ?? false,
  refundDays: written.refundDays ?? null,
  refundsAtPayoff: written.refundsAtPayoff ?? false,
  penalty: written.penalty
    ? { ...written.penalty, inFreeLookOnly: written.penalty.inFreeLookOnly ?? false }
    : null,
  limitedReasons: written.limitedReasons ?? null,
  noticeDays: written.noticeDays ?? null,
  ...withDefaults(NO_LAW_TERMS, written),
  ...withDefaults(NO_EVIDENCE, written),
})

/** The members of these defaults as they are written, or else their default values. */
const withDefaults = <Part extends LawTerms | Evidence>(defaults: Part, written: WrittenRule): Part =>
  // The names are those of the defaults, and so are the types.
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, written[name as keyof WrittenRule] ?? value]),
  ) as unknown as Part

/** Identifies a rule when a file is applied: its code in any letter case, and its start date. */
export const ruleKey = ({ ruleCode, effectiveFrom }: Pick<NamedRule, 'ruleCode' | 'effectiveFrom'>) =>
  `${ruleCode.toLowerCase()} ${effectiveFrom ?? ''}`

/** Rules as a file writes them: the rules of both sides as one entry where possible, default values left out. */
export function writtenFromRules(rules: readonly NamedRule[]): WrittenRule[] {
  const writtenPairs = new Map<NamedRule, WrittenRule>()
  const joinedTwins = new Set<NamedRule>()
  for (const rule of rules) {
    const key = ruleKey({ ...rule, ruleCode: `${rule.ruleCode}-P` })
    const twin = rule.side === 'Holder' && rules.find((other) => ruleKey(other) === key)
    const written = twin && writtenForBothSides(rule, twin)
    if (!written) continue
    writtenPairs.set(rule, written)
    joinedTwins.add(twin)
  }
  return rules
    .filter((rule) => !joinedTwins.has(rule))
    .map((rule) => withoutDefaults(writtenPairs.get(rule) ?? { ...writtenAlone(rule), side: rule.side }))
}

/** One entry for both rules, if it would give exactly these two. */
function writtenForBothSides(rule: NamedRule, twin: NamedRule): WrittenRule | undefined {
  const { refundDays, limitedReasons, noticeDays, noticeExceptions } = twin
  const provider: ProviderPart = {
    refundDays: refundDays === rule.refundDays ? null : refundDays,
    limitedReasons,
    noticeDays,
    noticeExceptions: noticeExceptions.length === 0 ? null : noticeExceptions,
  }
  const isEmpty = Object.values(provider).every((value) => value === null)
  const written = { ...writtenAlone(rule), ...(isEmpty ? {} : { provider: withoutNull(provider) }) }
  const [, made] = rulesFromWritten(written)
  return made && isSame(made, twin) ? written : undefined
}

const writtenAlone = ({ ruleCode, side: _, ...rule }: NamedRule): WrittenRule => ({ code: ruleCode, ...rule })

function withoutDefaults(written: WrittenRule): WrittenRule {
  const { refundPercent, maxFee, refundsAtPayoff, penalty, ...others } = written
  return {
    // Only null and default values are removed, so it is still a WrittenRule.
    ...(withoutNull(withoutLawDefaults(others)) as WrittenRule),
    ...(refundPercent === 100 || refundPercent === undefined ? {} : { refundPercent }),
    ...(maxFee ? { maxFee } : {}),
    ...(refundsAtPayoff ? { refundsAtPayoff } : {}),
    ...(penalty ? { penalty: writtenPenalty(penalty) } : {}),
  }
}

const lawDefaults: Readonly<Record<string, unknown>> = { ...NO_LAW_TERMS, ...NO_EVIDENCE }

const withoutLawDefaults = (written: object): object =>
  Object.fromEntries(
    Object.entries(written).filter(
      ([name, value]) => !(name in lawDefaults && isSame(value, lawDefaults[name])),
    ),
  )

const writtenPenalty = ({ inFreeLookOnly, ...penalty }: NonNullable<WrittenRule['penalty']>) =>
  inFreeLookOnly ? { ...penalty, inFreeLookOnly } : penalty

const withoutNull = <T extends object>(whole: T): Partial<T> =>
  // Only members are removed.
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)) as Partial<T>

/** Deep equality. The order of members does not matter. */
export function isSame(first: unknown, second: unknown): boolean {
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null)
    return first === second
  const [members, secondMembers] = [Object.entries(first), new Map(Object.entries(second))]
  return (
    members.length === secondMembers.size &&
    members.every(([name, value]) => isSame(value, secondMembers.get(name)))
  )
}
