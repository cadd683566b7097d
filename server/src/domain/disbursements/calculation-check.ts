import { addDays } from '../dates.ts'
import { isInForce } from '../in-force.ts'
import type { Calculation, DisbursementDefinition, Effective } from '../rate-book/rate-book.ts'
import { millionthsText } from '../rate-book/words.ts'
import { datesOverlap, type Override } from './overrides.ts'

// Checks that the lines of a program can still be computed with one more override. A dealer can get another agent or
// group any day, so the override must work together with every override that could apply to the same sale.

/** An override with the code of its line. */
export interface AgreedLine {
  readonly code: string
  readonly override: Override
}

interface Lines {
  readonly disbursements: readonly (Effective &
    Pick<DisbursementDefinition, 'code' | 'calculation' | 'includedInDealerCost'>)[]
}

/** One hundred percent, in millionths of a percent. */
const WHOLE = 100_000_000

/** Why the line could not be computed; nothing if it can. */
export function calculationFault(
  program: Lines,
  agreed: AgreedLine,
  others: readonly AgreedLine[],
): string | undefined {
  const meeting = others.filter(
    (other) =>
      other.override.id !== agreed.override.id &&
      other.code !== agreed.code &&
      canMeet(agreed.override, other.override),
  )
  for (const day of datesToCheck(program, agreed, meeting)) {
    const fault = faultOn(day, program, agreed, meeting)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Whether both overrides can apply to one sale. */
function canMeet(one: Override, other: Override): boolean {
  const same = <Value>(left: Value | null, right: Value | null) =>
    left === null || right === null || left === right
  const canShareSale = one.holder?.type !== other.holder?.type || one.holder?.id === other.holder?.id
  return (
    one.programId === other.programId &&
    canShareSale &&
    same(one.planId, other.planId) &&
    same(one.termId, other.termId) &&
    same(one.deductibleId, other.deductibleId) &&
    same(one.classCode, other.classCode) &&
    datesOverlap(one, other)
  )
}

/** The first date of the override, and each date in its range on which another line starts or ends. */
function datesToCheck(
  { disbursements }: Lines,
  { override }: AgreedLine,
  meeting: readonly AgreedLine[],
): string[] {
  const ranges: Effective[] = [...disbursements, ...meeting.map((one) => one.override)]
  const starts = ranges.flatMap(({ effectiveFrom, effectiveTo }) => [
    effectiveFrom,
    ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
  ])
  return [...new Set([override.effectiveFrom, ...starts.filter((day) => isInForce(override, day))])]
}

function faultOn(
  day: string,
  { disbursements }: Lines,
  { code, override }: AgreedLine,
  meeting: readonly AgreedLine[],
): string | undefined {
  const definitions = disbursements.filter((definition) => isInForce(definition, day))
  const own = definitions.find((definition) => definition.code === code)
  const calculation = override.calculation ?? own?.calculation
  // If the program does not have the line on this date, there is nothing to compute.
  if (!own || !calculation) return undefined
  const possible = new Map(
    definitions.map((definition) => [
      definition.code,
      definition.code === code ? [calculation] : possibleCalculations(definition, override, meeting, day),
    ]),
  )
  if (own.includedInDealerCost && isPercentOf(calculation, 'Retail', 'Markup'))
    return `${code} is part of dealer cost, so it cannot be a percentage of ${calculation.base}: the retail price follows from dealer cost.`
  for (const base of basesOf(calculation)) {
    if (!disbursements.some((definition) => definition.code === base))
      return `${code} is a percentage of ${base}, but the program has no line ${base}.`
    if (possible.get(base)?.some(isComputedLast))
      return `${code} cannot be a percentage of ${base}, because ${base} is computed after ${code}.`
  }
  if (isComputedLast(calculation)) {
    const above = [...possible].find(([, each]) => each.some((one) => basesOf(one).includes(code)))
    if (above) return `${code} would be computed after ${above[0]}, which is a percentage of ${code}.`
  }
  const circle = findCircle(code, possible)
  if (circle) return `These lines are percentages of each other in a circle: ${circle.join(' of ')}.`
  if (!own.includedInDealerCost || !isPercentOf(calculation, 'DealerCost')) return undefined
  const inCost = definitions.filter(({ includedInDealerCost }) => includedInDealerCost)
  const sum = inCost.reduce((all, one) => all + highestShare(possible.get(one.code) ?? []), 0)
  return sum < WHOLE
    ? undefined
    : `On ${day} the percentages of dealer cost add up to ${millionthsText(sum)}. They must stay below 100.`
}

/** Every calculation that the line may have on this date: those agreed, and the book's own unless one always replaces it. */
function possibleCalculations(
  { code, calculation }: { readonly code: string; readonly calculation: Calculation },
  override: Override,
  meeting: readonly AgreedLine[],
  day: string,
): Calculation[] {
  const agreed = meeting
    .filter((one) => one.code === code && isInForce(one.override, day))
    .map((one) => one.override)
  const covering = agreed.filter((one) => covers(one, override))
  const isOwn = (one: Override) => override.holder !== null && one.holder?.id === override.holder.id
  const ownCounts = covering.some(isOwn)
  const left = agreed.filter((one) => one.holder !== null || !ownCounts).map((one) => one.calculation)
  const bookCounts = !ownCounts && !covering.some(({ holder }) => holder === null)
  return [...left, ...(bookCounts ? [null] : [])].map((one) => one ?? calculation)
}

/** Whether the first override applies to every sale that the other applies to. */
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

/** Whether the line is computed after the percentages of other lines. */
const isComputedLast = (calculation: Calculation) =>
  calculation.type === 'Remainder' || isPercentOf(calculation, 'DealerCost', 'Retail', 'Markup')

const highestShare = (each: readonly Calculation[]) =>
  Math.max(0, ...each.map((one) => (isPercentOf(one, 'DealerCost') ? one.percent : 0)))

/** The lines on the way from a line back to itself; nothing if there is no circle. */
function findCircle(
  start: string,
  possible: ReadonlyMap<string, readonly Calculation[]>,
): string[] | undefined {
  const seen = new Set<string>()
  const walk = (code: string, way: readonly string[]): string[] | undefined => {
    for (const next of (possible.get(code) ?? []).flatMap(basesOf)) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const circle = walk(next, [...way, next])
      if (circle) return circle
    }
    return undefined
  }
  return walk(start, [start])
}
