import type { WithoutIds } from '../../domain/rate-book/book.ts'
import type { Calculation, DisbursementDefinition, EffectiveDates } from '../../domain/rate-book/rate-book.ts'
import { writtenMillionths } from '../../domain/rate-book/words.ts'
import { lineOf, type Reading, type Row, refuse } from '../../files/reading.ts'
import { firstDayWithout } from './effective.ts'

// Whether the lines of a program can be computed: each from what is known before it, and all of them to one price.

type Line = Row<WithoutIds<DisbursementDefinition>>

const MARKUP = 'MARKUP'

export function checkCalculations(
  reading: Reading,
  file: string,
  lines: readonly Line[],
  sold: EffectiveDates,
): void {
  for (const line of lines) {
    const reason = baseFault(line, lines) ?? remainderFault(line)
    if (reason !== undefined) refuse(reading, { file, line: lineOf(line, 'calculation') }, reason)
  }
  refuseRings(reading, file, lines)
  refuseMixedColumns(reading, file, lines)
  const place = { file, line: lines[0]?.line ?? 1 }
  const markups = lines.filter(({ values }) => values.code === MARKUP).map(({ values }) => values)
  const without = firstDayWithout(sold, markups)
  if (markups.length === 0)
    refuse(reading, place, 'There is no line MARKUP, so that the lines could not sum to the price.')
  else if (without !== undefined)
    refuse(
      reading,
      place,
      `There is no line MARKUP on ${without}, so that the lines could not sum to the price.`,
    )
  for (const date of new Set(lines.map(({ values }) => values.effectiveFrom)))
    checkDay(reading, file, date, lines)
}

/** What a line is a percent of, if it is one of other lines. */
function basesOf(calculation: Calculation): readonly string[] {
  return calculation.type === 'PercentOf' && typeof calculation.base !== 'string' ? calculation.base : []
}

/** Known only after the percents of lines are: from dealer cost, from the price, or as what is left. */
const isFoundLast = ({ calculation }: Line['values']) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')

function baseFault({ values }: Line, lines: readonly Line[]): string | undefined {
  const { code, calculation, includedInDealerCost } = values
  if (calculation.type !== 'PercentOf') return undefined
  const { base } = calculation
  if (includedInDealerCost && (base === 'Retail' || base === 'Markup'))
    return `CalculationInvalid: ${code} is part of dealer cost and a percent of ${base}, which is found from dealer cost.`
  if (basesOf(calculation).length === 0 && typeof base !== 'string')
    return `CalculationInvalid: ${code} is a percent of nothing.`
  for (const other of basesOf(calculation)) {
    const found = lines.filter((line) => line.values.code === other)
    if (found.length === 0)
      return `CalculationInvalid: ${code} is a percent of ${other}, which the program does not have.`
    if (found.some((line) => isFoundLast(line.values)))
      return `CalculationInvalid: ${code} is a percent of ${other}, which is only known after it and closes a ring.`
  }
  return undefined
}

function remainderFault({ values }: Line): string | undefined {
  const { code, calculation, includedInDealerCost, to } = values
  if (code === MARKUP) {
    if (calculation.type !== 'Remainder' || calculation.column !== null || includedInDealerCost)
      return 'MARKUP is what the price leaves: its calculation is {type: Remainder}, and it is not in dealer cost.'
    return to.type === 'Dealer' ? undefined : 'MARKUP goes to the Dealer.'
  }
  if (calculation.type !== 'Remainder') return undefined
  if (calculation.column === null)
    return `${code} is a Remainder and names no column; only MARKUP is what the price leaves.`
  return includedInDealerCost
    ? undefined
    : `${code} is what the other lines leave of dealer cost, and has to be part of it.`
}

/** Lines that are percents of each other, told at each of them. */
function refuseRings(reading: Reading, file: string, lines: readonly Line[]): void {
  const bases = new Map<string, readonly string[]>()
  for (const { values } of lines)
    bases.set(values.code, [...(bases.get(values.code) ?? []), ...basesOf(values.calculation)])
  for (const one of lines) {
    const line = lineOf(one, 'calculation')
    const ring = ringFrom(one.values.code, bases)
    if (ring)
      refuse(reading, { file, line }, `CalculationInvalid: the percents close a ring: ${ring.join(' of ')}.`)
  }
}

/** A column has amounts or percents, not both. */
function refuseMixedColumns(reading: Reading, file: string, lines: readonly Line[]): void {
  const isPercent = new Map<string, boolean>()
  for (const line of lines) {
    const { calculation } = line.values
    if (!('column' in calculation) || calculation.column === null) continue
    const { column } = calculation
    const percent = calculation.type === 'RateRow' && calculation.of !== null
    if ((isPercent.get(column) ?? percent) !== percent)
      refuse(
        reading,
        { file, line: lineOf(line, 'calculation') },
        `The column ${column} is an amount for one line and a percent for another.`,
      )
    isPercent.set(column, percent)
  }
}

/** The way from a line back to itself, if there is one. */
function ringFrom(start: string, bases: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>()
  const walk = (code: string, way: readonly string[]): string[] | undefined => {
    for (const next of bases.get(code) ?? []) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, next])
      if (found) return found
    }
    return undefined
  }
  return walk(start, [start])
}

const WHOLE = 100_000_000

/** What has to be so of all lines of one day; told at the last line that begins to count on it. */
function checkDay(reading: Reading, file: string, date: string, lines: readonly Line[]): void {
  const counting = lines.filter(
    ({ values }) =>
      values.includedInDealerCost &&
      values.effectiveFrom <= date &&
      (values.effectiveTo === null || date <= values.effectiveTo),
  )
  const last = lines.findLast(({ values }) => values.effectiveFrom === date)
  const line = last?.line ?? 1
  const remainders = counting.filter(({ values }) => values.calculation.type === 'Remainder')
  const codes = remainders.map(({ values }) => values.code).join(' and ')
  if (remainders.length > 1)
    refuse(
      reading,
      { file, line },
      `There is one Remainder of dealer cost at most, and on ${date} there are ${codes}.`,
    )
  const percents = counting.flatMap(({ values: { calculation } }) =>
    calculation.type === 'PercentOf' && calculation.base === 'DealerCost' ? [calculation.percent] : [],
  )
  const sum = percents.reduce((all, percent) => all + percent, 0)
  if (sum >= WHOLE)
    refuse(
      reading,
      { file, line },
      `CalculationInvalid: on ${date} the lines take ${writtenMillionths(sum)} percent of dealer cost, and must stay below 100.`,
    )
}
