import { addDays, type CalendarDate } from '../dates.ts'
import type { Side } from './rules.ts'
import { type NamedRule, ruleKey } from './rules-file.ts'

// What has to be so between rules: which one decides is never left to chance, and one always does.

/** A rule, and which entry of the file it stands in. */
export interface PlacedRule {
  readonly rule: NamedRule
  readonly entry: number
}

export interface RuleSetFault {
  /** Of the file as a whole where it is null. */
  readonly entry: number | null
  readonly reason: string
}

export function ruleFaults(rules: readonly PlacedRule[]): RuleSetFault[] {
  return [...repeated(rules), ...overlapping(rules), ...unanswered(rules.map(({ rule }) => rule))]
}

function repeated(rules: readonly PlacedRule[]): RuleSetFault[] {
  const first = new Map<string, number>()
  const told = new Set<number>()
  return rules.flatMap(({ rule, entry }): RuleSetFault[] => {
    const key = ruleKey(rule)
    if (!first.has(key)) first.set(key, entry)
    // A rule and its twin are repeated together.
    else if (!told.has(entry)) {
      told.add(entry)
      const from = rule.effectiveFrom === null ? 'without effectiveFrom' : `from ${rule.effectiveFrom}`
      return [{ entry, reason: `There is a rule ${rule.ruleCode} ${from} already.` }]
    }
    return []
  })
}

/** Two that name as much, and the same, on the same day: neither is closer to a sale of that day. */
function overlapping(rules: readonly PlacedRule[]): RuleSetFault[] {
  const groups = new Map<string, PlacedRule[]>()
  for (const placed of rules) {
    const { side, ...names } = named(placed.rule)
    const kind = `${side} ${Object.values(names).map((value) => value !== null)}`
    const group = groups.get(kind)
    if (group) group.push(placed)
    else groups.set(kind, [placed])
  }
  const pairs = [...groups.values()].flatMap((group) =>
    group.flatMap((placed, at) =>
      group
        .slice(0, at)
        .filter(({ rule }) => ruleKey(rule) !== ruleKey(placed.rule) && meet(rule, placed.rule))
        .map((other) => ({ placed, other })),
    ),
  )
  const told = new Set<string>()
  return pairs.flatMap(({ placed: { rule, entry }, other }) => {
    // The twins of two that overlap do as well.
    const pair = `${entry} ${other.entry}`
    if (told.has(pair)) return []
    told.add(pair)
    const both = `${rule.ruleCode} and ${other.rule.ruleCode}`
    const reason = `${both} are for the same sales of the same days; end one (effectiveTo) before the other begins (effectiveFrom).`
    return [{ entry, reason }]
  })
}

const named = ({ side, state, productTypeCodes, program, reasonCodes }: NamedRule) => ({
  side,
  state,
  productTypeCodes,
  program,
  reasonCodes,
})

function meet(one: NamedRule, other: NamedRule): boolean {
  return (
    one.state === other.state &&
    one.program?.toLowerCase() === other.program?.toLowerCase() &&
    haveCommon(one.productTypeCodes, other.productTypeCodes) &&
    haveCommon(one.reasonCodes, other.reasonCodes) &&
    (one.effectiveFrom ?? '') <= (other.effectiveTo ?? '9999') &&
    (other.effectiveFrom ?? '') <= (one.effectiveTo ?? '9999')
  )
}

const haveCommon = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === null || other === null || one.some((code) => other.includes(code))

/** Of each side, rules that name nothing are there for every day: what no other rule names has to be answered too. */
function unanswered(rules: readonly NamedRule[]): RuleSetFault[] {
  return (['Holder', 'Provider'] as Side[]).flatMap((side) => {
    const general = rules
      .filter((rule) => Object.values({ ...named(rule), side: null }).every((value) => value === null))
      .filter((rule) => rule.side === side)
    const day = firstUnanswered(general)
    if (day === undefined) return []
    const when = general.length === 0 ? '' : ` for sales ${day === null ? 'before all dates' : `of ${day}`}`
    const who = side === 'Holder' ? "holder's side" : 'provider'
    const reason = `There is no rule that names neither state, product types, program nor reasons${when} when the ${who} cancels; what no other rule names could not be cancelled.`
    return [{ entry: null, reason }]
  })
}

/** The first day without a rule: null is the beginning of days, nothing where there is none. */
function firstUnanswered(rules: readonly NamedRule[]): CalendarDate | null | undefined {
  const inOrder = [...rules].sort((one, other) =>
    (one.effectiveFrom ?? '') < (other.effectiveFrom ?? '') ? -1 : 1,
  )
  let next: CalendarDate | null = null
  for (const { effectiveFrom, effectiveTo } of inOrder) {
    if (effectiveFrom !== null && (next === null || effectiveFrom > next)) return next
    if (effectiveTo === null) return undefined
    if (next === null || effectiveTo >= next) next = addDays(effectiveTo, 1)
  }
  return next
}
