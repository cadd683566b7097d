import { addDays } from '../dates.ts'
import { WHOLE_PERCENT } from '../fraction.ts'
import { isInForce } from '../in-force.ts'
import { baseCodes, findCircle, isComputedLast } from '../rate-book/calculation-order.ts'
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
function canMeet(left: Override, right: Override): boolean {
  const fits = <Value>(mine: Value | null, theirs: Value | null) =>
    mine === null || theirs === null || mine === theirs
  const canShareSale = left.holder?.type !== right.holder?.type || left.holder?.id === right.holder?.id
  return (
    left.programId === right.programId &&
    canShareSale &&
    fits(left.planId, right.planId) &&
    fits(left.termId, right.termId) &&
    fits(left.deductibleId, right.deductibleId) &&
    fits(left.classCode, right.classCode) &&
    datesOverlap(left, right)
  )
}

/** The first date of the override, and each date in its range on which another line starts or ends. */
function datesToCheck(
  { disbursements }: Lines,
  { override }: AgreedLine,
  meeting: readonly AgreedLine[],
): string[] {
  const ranges: Effective[] = [...disbursements, ...meeting.map((other) => other.override)]
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
  for (const base of baseCodes(calculation)) {
    if (!disbursements.some((definition) => definition.code === base))
      return `${code} is a percentage of ${base}, but the program has no line ${base}.`
    if (possible.get(base)?.some(isComputedLast))
      return `${code} cannot be a percentage of ${base}, because ${base} is computed after ${code}.`
  }
  if (isComputedLast(calculation)) {
    const dependent = [...possible].find(([, calculations]) => calculations.flatMap(baseCodes).includes(code))
    if (dependent) return `${code} would be computed after ${dependent[0]}, which is a percentage of ${code}.`
  }
  const circle = findCircle(code, possibleBases(possible))
  if (circle) return `These lines are percentages of each other in a circle: ${circle.join(' of ')}.`
  if (!own.includedInDealerCost || !isPercentOf(calculation, 'DealerCost')) return undefined
  const inCost = definitions.filter(({ includedInDealerCost }) => includedInDealerCost)
  const sum = inCost.reduce((total, line) => total + highestShare(possible.get(line.code) ?? []), 0)
  return sum < WHOLE_PERCENT
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
    .filter((other) => other.code === code && isInForce(other.override, day))
    .map((other) => other.override)
  const covering = agreed.filter((other) => covers(other, override))
  const isSameHolder = (other: Override) =>
    override.holder !== null && other.holder?.id === override.holder.id
  const ownCounts = covering.some(isSameHolder)
  const left = agreed.filter(({ holder }) => holder !== null || !ownCounts).map((other) => other.calculation)
  const bookCounts = !ownCounts && !covering.some(({ holder }) => holder === null)
  return [...left, ...(bookCounts ? [null] : [])].map((agreedCalculation) => agreedCalculation ?? calculation)
}

/** Whether the first override applies to every sale that the other applies to. */
const covers = (first: Override, other: Override) =>
  (first.planId === null || first.planId === other.planId) &&
  (first.termId === null || first.termId === other.termId) &&
  (first.deductibleId === null || first.deductibleId === other.deductibleId) &&
  (first.classCode === null || first.classCode === other.classCode)

type Percent = Extract<Calculation, { type: 'PercentOf' }>

const isPercentOf = (calculation: Calculation, ...figures: readonly string[]): calculation is Percent =>
  calculation.type === 'PercentOf' &&
  typeof calculation.base === 'string' &&
  figures.includes(calculation.base)

/** The lines that each line may be a percent of. */
const possibleBases = (possible: ReadonlyMap<string, readonly Calculation[]>) =>
  new Map([...possible].map(([code, calculations]) => [code, calculations.flatMap(baseCodes)]))

const highestShare = (calculations: readonly Calculation[]) =>
  Math.max(0, ...calculations.map((each) => (isPercentOf(each, 'DealerCost') ? each.percent : 0)))
