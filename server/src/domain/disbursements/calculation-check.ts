import { addDays } from '../dates.ts'
import type { Calculation, DisbursementDefinition, Effective } from '../rate-book/rate-book.ts'
import { writtenMillionths } from '../rate-book/words.ts'
import { countsOn, daysOverlap, type Override } from './overrides.ts'

// Whether the lines of a program can still be computed with one more override. Who sells for whom can change any day, so
// the override has to go with whatever any dealer, agent or group has agreed that could meet it in one sale.

/** An override with the code of its line. */
export interface LineAgreed {
  readonly code: string
  readonly override: Override
}

interface Lines {
  readonly disbursements: readonly (Effective &
    Pick<DisbursementDefinition, 'code' | 'calculation' | 'includedInDealerCost'>)[]
}

/** A hundred percent, in millionths of one. */
const WHOLE = 100_000_000

/** Why the line cannot be computed so; nothing where it can. */
export function calculationFault(
  program: Lines,
  agreed: LineAgreed,
  others: readonly LineAgreed[],
): string | undefined {
  const meeting = others.filter(
    (other) =>
      other.override.id !== agreed.override.id &&
      other.code !== agreed.code &&
      canMeet(agreed.override, other.override),
  )
  for (const day of daysToCheck(program, agreed, meeting)) {
    const fault = faultOn(day, program, agreed, meeting)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Whether one sale can be of both. */
function canMeet(one: Override, other: Override): boolean {
  const same = <Value>(left: Value | null, right: Value | null) =>
    left === null || right === null || left === right
  const holders = one.holder?.type !== other.holder?.type || one.holder?.id === other.holder?.id
  return (
    one.programId === other.programId &&
    holders &&
    same(one.planId, other.planId) &&
    same(one.termId, other.termId) &&
    same(one.deductibleId, other.deductibleId) &&
    same(one.classCode, other.classCode) &&
    daysOverlap(one, other)
  )
}

/** The first day, and each on which something else begins to count. */
function daysToCheck(
  { disbursements }: Lines,
  { override }: LineAgreed,
  meeting: readonly LineAgreed[],
): string[] {
  const all: Effective[] = [...disbursements, ...meeting.map((one) => one.override)]
  const turns = all.flatMap(({ effectiveFrom, effectiveTo }) => [
    effectiveFrom,
    ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
  ])
  return [...new Set([override.effectiveFrom, ...turns.filter((day) => countsOn(override, day))])]
}

function faultOn(
  day: string,
  { disbursements }: Lines,
  { code, override }: LineAgreed,
  meeting: readonly LineAgreed[],
): string | undefined {
  const definitions = disbursements.filter((definition) => countsOn(definition, day))
  const own = definitions.find((definition) => definition.code === code)
  const calculation = override.calculation ?? own?.calculation
  // Where the program has no such line on this day, there is nothing to compute.
  if (!own || !calculation) return undefined
  const possible = new Map(
    definitions.map((definition) => [
      definition.code,
      definition.code === code ? [calculation] : possibleOf(definition, override, meeting, day),
    ]),
  )
  if (own.includedInDealerCost && isPercentOf(calculation, 'Retail', 'Markup'))
    return `${code} is part of dealer cost, and the price is found from dealer cost: it cannot be a percent of ${calculation.base}.`
  for (const base of basesOf(calculation)) {
    if (!disbursements.some((definition) => definition.code === base))
      return `${code} is a percent of ${base}, which the program does not have.`
    if (possible.get(base)?.some(isFoundLast))
      return `${code} is a percent of ${base}, which is only known after it: that closes a ring.`
  }
  if (isFoundLast(calculation)) {
    const above = [...possible].find(([, each]) => each.some((one) => basesOf(one).includes(code)))
    if (above) return `${above[0]} is a percent of ${code}, which would be known only after it: a ring.`
  }
  const ring = ringFrom(code, possible)
  if (ring) return `The percents close a ring: ${ring.join(' of ')}.`
  if (!own.includedInDealerCost || !isPercentOf(calculation, 'DealerCost')) return undefined
  const inCost = definitions.filter(({ includedInDealerCost }) => includedInDealerCost)
  const sum = inCost.reduce((all, one) => all + highestShare(possible.get(one.code) ?? []), 0)
  return sum < WHOLE
    ? undefined
    : `On ${day} the lines take ${writtenMillionths(sum)} percent of dealer cost, and must stay below 100.`
}

/** What the line may be found by on this day: what is agreed, and the book's own where nothing stands before it. */
function possibleOf(
  { code, calculation }: { readonly code: string; readonly calculation: Calculation },
  override: Override,
  meeting: readonly LineAgreed[],
  day: string,
): Calculation[] {
  const agreed = meeting
    .filter((one) => one.code === code && countsOn(one.override, day))
    .map((one) => one.override)
  const covering = agreed.filter((one) => covers(one, override))
  const isOwn = (one: Override) => override.holder !== null && one.holder?.id === override.holder.id
  const ownCounts = covering.some(isOwn)
  const left = agreed.filter((one) => one.holder !== null || !ownCounts).map((one) => one.calculation)
  const bookCounts = !ownCounts && !covering.some(({ holder }) => holder === null)
  return [...left, ...(bookCounts ? [null] : [])].map((one) => one ?? calculation)
}

/** Whether every sale of the other is one of this. */
const covers = (one: Override, other: Override) =>
  (one.planId === null || one.planId === other.planId) &&
  (one.termId === null || one.termId === other.termId) &&
  (one.deductibleId === null || one.deductibleId === other.deductibleId) &&
  (one.classCode === null || one.classCode === other.classCode)

type Percent = Extract<Calculation, { type: 'PercentOf' }>

const isPercentOf = (calculation: Calculation, ...figures: readonly string[]): calculation is Percent =>
  calculation.type === 'PercentOf' &&
  typeof calculation.base === 'string' &&
  figures.includes(calculation.base)

const basesOf = (calculation: Calculation): readonly string[] =>
  calculation.type === 'PercentOf' && typeof calculation.base !== 'string' ? calculation.base : []

/** Known only after the percents of lines are. */
const isFoundLast = (calculation: Calculation) =>
  calculation.type === 'Remainder' || isPercentOf(calculation, 'DealerCost', 'Retail', 'Markup')

const highestShare = (each: readonly Calculation[]) =>
  Math.max(0, ...each.map((one) => (isPercentOf(one, 'DealerCost') ? one.percent : 0)))

/** The way from a line back to itself, if there is one. */
function ringFrom(
  start: string,
  possible: ReadonlyMap<string, readonly Calculation[]>,
): string[] | undefined {
  const seen = new Set<string>()
  const walk = (code: string, way: readonly string[]): string[] | undefined => {
    for (const next of (possible.get(code) ?? []).flatMap(basesOf)) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const ring = walk(next, [...way, next])
      if (ring) return ring
    }
    return undefined
  }
  return walk(start, [start])
}
