import { ZERO } from '../money.ts'
import { type CancelRule, providerTwin, type Side } from './rules.ts'

// Rules as people write them down: in a file, and in what every administrator starts with. What a rule does not say is
// the usual, and one that is for both sides is written once.

/** A rule without the ids that a database gives; its program is named by its code. */
export type NamedRule = Omit<CancelRule, 'id' | 'programId'> & { readonly program: string | null }

type Required = 'freeLookDays' | 'deductsClaims' | 'refundDays'

/** Null is as good as absent. */
export type WrittenRule = Pick<NamedRule, Required> & {
  readonly [Name in Exclude<keyof NamedRule, Required | 'ruleCode' | 'side' | 'penalty'>]?:
    | NamedRule[Name]
    | null
} & {
  readonly code: string
  /** Absent: both, the provider by a twin that takes no fee and gives back all that is unearned. */
  readonly side?: Side | null
  readonly penalty?: (Omit<Penalty, 'inFreeLookOnly'> & { readonly inFreeLookOnly?: boolean | null }) | null
  /** What is different when the provider cancels; of a rule for both sides. */
  readonly provider?: ProviderPart | null
}

type Penalty = NonNullable<CancelRule['penalty']>

export interface ProviderPart {
  readonly refundDays?: number | null
  readonly limitedReasons?: CancelRule['limitedReasons']
  readonly noticeDays?: number | null
}

/** The rule that is written, and its twin where it is for both sides. */
export function rulesFromWritten(written: WrittenRule): NamedRule[] {
  const { provider } = written
  const rule = ruleOf(written)
  if (written.side) return [rule]
  return [
    rule,
    {
      ...providerTwin(rule),
      refundDays: provider?.refundDays ?? rule.refundDays,
      limitedReasons: provider?.limitedReasons ?? null,
      noticeDays: provider?.noticeDays ?? null,
    },
  ]
}

const ruleOf = (written: WrittenRule): NamedRule => ({
  ruleCode: written.code,
  source: written.source ?? null,
  state: written.state ?? null,
  productTypeCodes: written.productTypeCodes ?? null,
  program: written.program ?? null,
  reasonCodes: written.reasonCodes ?? null,
  side: written.side ?? 'Holder',
  effectiveFrom: written.effectiveFrom ?? null,
  effectiveTo: written.effectiveTo ?? null,
  freeLookDays: written.freeLookDays,
  shortFreeLook: written.shortFreeLook ?? null,
  freeLookClaims: written.freeLookClaims ?? null,
  freeLookFeePercent: written.freeLookFeePercent ?? null,
  method: written.method ?? null,
  floorMethod: written.floorMethod ?? null,
  refundPercent: written.refundPercent ?? 100,
  maxFee: written.maxFee ?? ZERO,
  maxFeePercent: written.maxFeePercent ?? null,
  deductsClaims: written.deductsClaims,
  refundDays: written.refundDays,
  refundsAtPayoff: written.refundsAtPayoff ?? false,
  penalty: written.penalty
    ? { ...written.penalty, inFreeLookOnly: written.penalty.inFreeLookOnly ?? false }
    : null,
  limitedReasons: written.limitedReasons ?? null,
  noticeDays: written.noticeDays ?? null,
})

/** What a rule is found by again when a file is applied: its code, whatever its letter case, and when it begins. */
export const ruleKey = ({ ruleCode, effectiveFrom }: Pick<NamedRule, 'ruleCode' | 'effectiveFrom'>) =>
  `${ruleCode.toLowerCase()} ${effectiveFrom ?? ''}`

/** Rules as they are written: a rule and its twin as one, what is usual left out. */
export function writtenFromRules(rules: readonly NamedRule[]): WrittenRule[] {
  const twins = new Map<NamedRule, WrittenRule>()
  const joined = new Set<NamedRule>()
  for (const rule of rules) {
    const key = ruleKey({ ...rule, ruleCode: `${rule.ruleCode}-P` })
    const twin = rule.side === 'Holder' && rules.find((other) => ruleKey(other) === key)
    const written = twin && bothOf(rule, twin)
    if (!written) continue
    twins.set(rule, written)
    joined.add(twin)
  }
  return rules
    .filter((rule) => !joined.has(rule))
    .map((rule) => withoutUsual(twins.get(rule) ?? { ...writtenAlone(rule), side: rule.side }))
}

/** The rule for both sides that two are, if they are one. */
function bothOf(rule: NamedRule, twin: NamedRule): WrittenRule | undefined {
  const { refundDays, limitedReasons, noticeDays } = twin
  const provider: ProviderPart = {
    refundDays: refundDays === rule.refundDays ? null : refundDays,
    limitedReasons,
    noticeDays,
  }
  const isPlain = Object.values(provider).every((value) => value === null)
  const written = { ...writtenAlone(rule), ...(isPlain ? {} : { provider: withoutNull(provider) }) }
  const [, made] = rulesFromWritten(written)
  return made && isSame(made, twin) ? written : undefined
}

const writtenAlone = ({ ruleCode, side: _, ...rule }: NamedRule): WrittenRule => ({ code: ruleCode, ...rule })

function withoutUsual(written: WrittenRule): WrittenRule {
  const { refundPercent, maxFee, refundsAtPayoff, penalty, ...said } = written
  return {
    // What is there is of the same type as before; only what means nothing is gone.
    ...(withoutNull(said) as WrittenRule),
    ...(refundPercent === 100 || refundPercent === undefined ? {} : { refundPercent }),
    ...(maxFee ? { maxFee } : {}),
    ...(refundsAtPayoff ? { refundsAtPayoff } : {}),
    ...(penalty ? { penalty: penaltyOf(penalty) } : {}),
  }
}

const penaltyOf = ({ inFreeLookOnly, ...penalty }: NonNullable<WrittenRule['penalty']>) =>
  inFreeLookOnly ? { ...penalty, inFreeLookOnly } : penalty

const withoutNull = <T extends object>(whole: T): Partial<T> =>
  // A part of what was there.
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)) as Partial<T>

/** Whether two say the same, in whatever order their members stand. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [names, others] = [Object.entries(one), new Map(Object.entries(other))]
  return names.length === others.size && names.every(([name, value]) => isSame(value, others.get(name)))
}
