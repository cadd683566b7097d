import { WHOLE_PERCENT } from '../fraction.ts'
import type { WithoutIds } from './book.ts'
import { baseCodes, findCircle, isComputedLast } from './calculation-order.ts'
import { firstUncoveredDay } from './effective-dates.ts'
import type { DisbursementDefinition, EffectiveDates } from './rate-book.ts'
import { millionthsText } from './words.ts'

// Whether the lines of a program can be computed: each from what is known before it, and all of them to one price.

/** A line with its place in the file. */
interface PlacedLine {
  readonly line: number
  readonly calculationLine: number
  readonly values: WithoutIds<DisbursementDefinition>
}

interface LineFault {
  readonly line: number
  readonly reason: string
}

const MARKUP = 'MARKUP'

export const calculationFaults = (lines: readonly PlacedLine[], sold: EffectiveDates): LineFault[] => [
  ...lines.flatMap((line) => {
    const reason = baseFault(line, lines) ?? remainderFault(line)
    return reason === undefined ? [] : [{ line: line.calculationLine, reason }]
  }),
  ...circularFaults(lines),
  ...mixedColumnFaults(lines),
  ...markupFaults(lines, sold),
  ...[...new Set(lines.map(({ values }) => values.effectiveFrom))].flatMap((date) => dayFaults(date, lines)),
]

function baseFault({ values }: PlacedLine, lines: readonly PlacedLine[]): string | undefined {
  const { code, calculation, includedInDealerCost } = values
  if (calculation.type !== 'PercentOf') return undefined
  const { base } = calculation
  if (includedInDealerCost && (base === 'Retail' || base === 'Markup'))
    return `CalculationInvalid: ${code} is part of dealer cost, so it cannot be a percent of ${base}, which follows from dealer cost.`
  if (baseCodes(calculation).length === 0 && typeof base !== 'string')
    return `CalculationInvalid: ${code} is a percent of nothing; name its base.`
  for (const other of baseCodes(calculation)) {
    const found = lines.filter((line) => line.values.code === other)
    if (found.length === 0)
      return `CalculationInvalid: ${code} is a percent of ${other}, which is not a line of the program.`
    if (found.some((line) => isComputedLast(line.values.calculation)))
      return `CalculationInvalid: ${code} is a percent of ${other}, which is computed after it.`
  }
  return undefined
}

function remainderFault({ values }: PlacedLine): string | undefined {
  const { code, calculation, includedInDealerCost, to } = values
  if (code === MARKUP) {
    if (calculation.type !== 'Remainder' || calculation.column !== null || includedInDealerCost)
      return 'MARKUP is the rest of the price: its calculation must be {type: Remainder}, and it must not be in dealer cost.'
    return to.type === 'Dealer' ? undefined : 'MARKUP must go to the Dealer.'
  }
  if (calculation.type !== 'Remainder') return undefined
  if (calculation.column === null)
    return `${code} is a Remainder and needs a column; only MARKUP is the rest of the price.`
  return includedInDealerCost
    ? undefined
    : `${code} is the rest of dealer cost, so it must be included in dealer cost.`
}

/** Lines that are percents of each other, reported at each of them. */
function circularFaults(lines: readonly PlacedLine[]): LineFault[] {
  const bases = new Map<string, readonly string[]>()
  for (const { values } of lines)
    bases.set(values.code, [...(bases.get(values.code) ?? []), ...baseCodes(values.calculation)])
  return lines.flatMap(({ calculationLine: line, values }) => {
    const circle = findCircle(values.code, bases)
    const reason = `CalculationInvalid: the percents are circular: ${circle?.join(' of ')}.`
    return circle ? [{ line, reason }] : []
  })
}

/** A column has amounts or percents, not both. */
function mixedColumnFaults(lines: readonly PlacedLine[]): LineFault[] {
  const faults: LineFault[] = []
  const isPercentColumn = new Map<string, boolean>()
  for (const { calculationLine: line, values } of lines) {
    const { calculation } = values
    if (!('column' in calculation) || calculation.column === null) continue
    const { column } = calculation
    const isPercent = calculation.type === 'RateRow' && calculation.of !== null
    if ((isPercentColumn.get(column) ?? isPercent) !== isPercent)
      faults.push({
        line,
        reason: `The column ${column} is an amount for one line and a percent for another.`,
      })
    isPercentColumn.set(column, isPercent)
  }
  return faults
}

function markupFaults(lines: readonly PlacedLine[], sold: EffectiveDates): LineFault[] {
  const markups = lines.filter(({ values }) => values.code === MARKUP).map(({ values }) => values)
  const date = firstUncoveredDay(sold, markups)
  if (markups.length > 0 && date === undefined) return []
  const when = markups.length === 0 ? '' : ` on ${date}`
  const reason = `There is no line MARKUP${when}; without it the lines do not add up to the price.`
  return [{ line: lines[0]?.line ?? 1, reason }]
}

/** What must be true of all lines on one date; reported at the last line that starts on it. */
function dayFaults(date: string, lines: readonly PlacedLine[]): LineFault[] {
  const inForce = lines.filter(
    ({ values }) =>
      values.includedInDealerCost &&
      values.effectiveFrom <= date &&
      (values.effectiveTo === null || date <= values.effectiveTo),
  )
  const line = lines.findLast(({ values }) => values.effectiveFrom === date)?.line ?? 1
  const faults: LineFault[] = []
  const remainders = inForce.filter(({ values }) => values.calculation.type === 'Remainder')
  const codes = remainders.map(({ values }) => values.code).join(' and ')
  if (remainders.length > 1)
    faults.push({
      line,
      reason: `Only one line may be the Remainder of dealer cost; on ${date} there are ${codes}.`,
    })
  const percents = inForce.flatMap(({ values: { calculation } }) =>
    calculation.type === 'PercentOf' && calculation.base === 'DealerCost' ? [calculation.percent] : [],
  )
  const sum = percents.reduce((total, percent) => total + percent, 0)
  if (sum >= WHOLE_PERCENT)
    faults.push({
      line,
      reason: `CalculationInvalid: on ${date} the lines take ${millionthsText(sum)} percent of dealer cost; they must take less than 100.`,
    })
  return faults
}
