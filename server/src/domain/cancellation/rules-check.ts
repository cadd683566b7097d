import { addDays, type CalendarDate } from '../dates.ts'
import { groupBy } from '../group-by.ts'
import type { Side } from './rules.ts'
import { type NamedRule, ruleKey } from './rules-file.ts'

// Checks a set of cancel rules as a whole: every cancellation must find a rule, and never two that fit equally well.

/** A rule with the index of its entry in the file. */
export interface PlacedRule {
  readonly rule: NamedRule
  readonly entry: number
}

export interface RuleSetFault {
  /** Null if the fault concerns the whole file. */
  readonly entry: number | null
  readonly reason: string
}

export function ruleFaults(rules: readonly PlacedRule[]): RuleSetFault[] {
  return [
    ...repeatedRules(rules),
    ...overlappingRules(rules),
    ...missingDefaults(rules.map(({ rule }) => rule)),
  ]
}

function repeatedRules(rules: readonly PlacedRule[]): RuleSetFault[] {
  const firstEntries = new Map<string, number>()
  const reported = new Set<number>()
  return rules.flatMap(({ rule, entry }): RuleSetFault[] => {
    const key = ruleKey(rule)
    if (!firstEntries.has(key)) firstEntries.set(key, entry)
    // A repeated entry also repeats its provider rule. One fault is enough.
    else if (!reported.has(entry)) {
      reported.add(entry)
      const from = rule.effectiveFrom === null ? 'without effectiveFrom' : `from ${rule.effectiveFrom}`
      const reason = `The file already has a rule ${rule.ruleCode} ${from}. Use another code or another effectiveFrom.`
      return [{ entry, reason }]
    }
    return []
  })
}

/** Two rules that name the same things on the same sale date fit equally well, so neither would decide. */
function overlappingRules(rules: readonly PlacedRule[]): RuleSetFault[] {
  const groups = groupBy(rules, ({ rule }) => {
    const { side, ...names } = ruleScope(rule)
    return `${side} ${Object.values(names).map((value) => value !== null)}`
  })
  const pairs = [...groups.values()].flatMap((group) =>
    group.flatMap((placed, index) =>
      group
        .slice(0, index)
        .filter(({ rule }) => ruleKey(rule) !== ruleKey(placed.rule) && overlap(rule, placed.rule))
        .map((other) => ({ placed, other })),
    ),
  )
  const reported = new Set<string>()
  return pairs.flatMap(({ placed: { rule, entry }, other }) => {
    // If two entries overlap, their provider rules overlap too. One fault is enough.
    const pair = `${entry} ${other.entry}`
    if (reported.has(pair)) return []
    reported.add(pair)
    const both = `${rule.ruleCode} and ${other.rule.ruleCode}`
    const reason = `${both} apply to the same sales on the same dates. End one rule (effectiveTo) before the other begins (effectiveFrom).`
    return [{ entry, reason }]
  })
}

const ruleScope = ({ side, state, productTypeCodes, program, reasonCodes }: NamedRule) => ({
  side,
  state,
  productTypeCodes,
  program,
  reasonCodes,
})

function overlap(rule: NamedRule, other: NamedRule): boolean {
  return (
    rule.state === other.state &&
    rule.program?.toLowerCase() === other.program?.toLowerCase() &&
    shareCode(rule.productTypeCodes, other.productTypeCodes) &&
    shareCode(rule.reasonCodes, other.reasonCodes) &&
    (rule.effectiveFrom ?? '') <= (other.effectiveTo ?? '9999') &&
    (other.effectiveFrom ?? '') <= (rule.effectiveTo ?? '9999')
  )
}

const shareCode = (codes: readonly string[] | null, others: readonly string[] | null) =>
  codes === null || others === null || codes.some((code) => others.includes(code))

/** Each side needs a default rule, one that names nothing, for every sale date. */
function missingDefaults(rules: readonly NamedRule[]): RuleSetFault[] {
  return (['Holder', 'Provider'] as Side[]).flatMap((side) => {
    const defaults = rules
      .filter((rule) => Object.values({ ...ruleScope(rule), side: null }).every((value) => value === null))
      .filter((rule) => rule.side === side)
    const gap = firstGap(defaults)
    if (gap === undefined) return []
    const who = side === 'Holder' ? "the holder's side" : 'the provider'
    const sold = defaults.length === 0 ? '' : ` of contracts sold ${gap}`
    const reason = `There is no default rule for cancellations by ${who}${sold}. Add a rule without state, productTypeCodes, program and reasonCodes. Otherwise contracts that match no other rule cannot be cancelled.`
    return [{ entry: null, reason }]
  })
}

/** The first sale dates without a default rule, in words. Undefined if every date has one. */
function firstGap(defaults: readonly NamedRule[]): string | undefined {
  const sorted = [...defaults].sort((rule, other) =>
    (rule.effectiveFrom ?? '') < (other.effectiveFrom ?? '') ? -1 : 1,
  )
  let next: CalendarDate | null = null
  for (const { effectiveFrom, effectiveTo } of sorted) {
    if (effectiveFrom !== null && next === null) return `before ${effectiveFrom}`
    if (effectiveFrom !== null && next !== null && effectiveFrom > next) return `on ${next}`
    if (effectiveTo === null) return undefined
    if (next === null || effectiveTo >= next) next = addDays(effectiveTo, 1)
  }
  return next === null ? 'on any date' : `on ${next}`
}
