import { WHOLE_PERCENT } from '../fraction.ts'
import { allocate, type Cents, prorate } from '../money.ts'
import { type FactorProduct, timesFactors } from './factors.ts'
import type { LineStep, PercentShare, RateColumn, RatedLine, SaleLines } from './lines.ts'
import type { CellRows } from './rows.ts'

// The arithmetic of prices, done for every rate of every quote. Each line is computed for all cells at once, because the
// machine is fastest at the same few operations in a row. NaN means that the book has no amount.

/** Amounts by line and cell. Lines that are the same in every cell are not in it. */
export type Amounts = number[][]

/** The amounts of the lines that are computed before the dealer cost. */
export function lineAmounts(lines: SaleLines, cells: readonly number[], rowAt: CellRows): Amounts {
  const amounts: Amounts = []
  for (let at = 0; at < lines.definitions.length; at += 1) amounts.push(NO_AMOUNTS)
  for (const at of lines.varying) amounts[at] = new Array<number>(cells.length)
  for (const step of lines.steps) {
    if (step.kind === 'PercentOfLines') addPercents(step, amounts, cells.length)
    else if (step.factors === null) addFigures(step, amounts, cells, rowAt)
    else addProducts(step, step.factors, amounts, cells, rowAt)
  }
  return amounts
}

const NO_AMOUNTS: number[] = []

const figureAt = (figures: RateColumn, { rows, from }: CellRows, cell: number): number =>
  figures[rows[from + cell] as number] ?? Number.NaN

function addFigures(step: LineStep, amounts: Amounts, cells: readonly number[], rowAt: CellRows): void {
  const { figures, amount, fed } = step
  const made = amounts[step.at] as number[]
  const isPart = step.kind === 'PartOfPrice'
  for (let number = 0; number < cells.length; number += 1) {
    const figure = figures === null ? amount : figureAt(figures, rowAt, cells[number] as number)
    const isKnown = isPart && !Number.isNaN(figure)
    made[number] = (isKnown ? prorate(amount as Cents, figure, WHOLE_PERCENT) : figure) + fed
  }
}

function addProducts(
  { at, figures, amount, fed }: LineStep,
  factors: FactorProduct,
  amounts: Amounts,
  cells: readonly number[],
  rowAt: CellRows,
): void {
  const made = amounts[at] as number[]
  for (let number = 0; number < cells.length; number += 1) {
    const cell = cells[number] as number
    const figure = figures === null ? amount : figureAt(figures, rowAt, cell)
    made[number] = (Number.isNaN(figure) ? figure : timesFactors(figure, factors, cell)) + fed
  }
}

function addPercents({ at, base, amount, percent, fed }: LineStep, amounts: Amounts, count: number): void {
  const made = amounts[at] as number[]
  for (let number = 0; number < count; number += 1) {
    let whole = amount
    for (const line of base) whole += (amounts[line] as number[])[number] as number
    made[number] = Number.isNaN(whole) ? whole : prorate(whole as Cents, percent, WHOLE_PERCENT) + fed
  }
}

/** The dealer cost of a cell, by its index. Also fills in the lines that follow from it. */
export function findDealerCost(lines: SaleLines, amounts: Amounts, number: number, row: number): number {
  const { parts } = lines
  let fixed = parts.knownCost
  for (const at of parts.costs) fixed += (amounts[at] as number[])[number] as number
  // Without an amount for every line there is no price.
  for (const at of parts.beyond) if (Number.isNaN((amounts[at] as number[])[number])) return Number.NaN
  if (Number.isNaN(fixed)) return fixed
  if (parts.remainderAt >= 0) return withRemainder(lines, amounts, number, fixed, row)
  return parts.sharesOfCost.length === 0 ? fixed : withShares(lines, amounts, number, fixed)
}

/** The dealer cost when lines are percents of it: the fixed lines are what the percents leave of it. */
function withShares(
  { parts: { sharesOfCost } }: SaleLines,
  amounts: Amounts,
  number: number,
  known: number,
): number {
  let percents = 0
  let fixed = known
  for (const { percent, fed } of sharesOfCost) {
    percents += percent
    fixed += fed
  }
  if (percents >= WHOLE_PERCENT) return Number.NaN
  const dealerCost = prorate(fixed as Cents, WHOLE_PERCENT, WHOLE_PERCENT - percents)
  const split = splitBy(sharesOfCost, dealerCost - fixed)
  sharesOfCost.forEach(({ at, fed }, share) => {
    ;(amounts[at] as number[])[number] = (split[share] as number) + fed
  })
  return dealerCost
}

function splitBy(shares: readonly PercentShare[], total: number): readonly number[] {
  if (shares.length === 1) return [total]
  const weights = shares.map(({ percent }) => percent)
  // If all percents are zero there is nothing to split.
  return weights.some((weight) => weight > 0) ? allocate(total as Cents, weights) : weights
}

/** The row gives the dealer cost; surcharges come on top; one line is the rest of it. */
function withRemainder(
  { parts }: SaleLines,
  amounts: Amounts,
  number: number,
  fixed: number,
  row: number,
): number {
  const total = (parts.remainderFigures?.[row] ?? Number.NaN) + parts.fedIntoCost
  if (Number.isNaN(total)) return total
  const left = total - fixed - fillShares(parts.sharesOfCost, total, amounts, number)
  // The lines are more than the cost they are part of: the book has no price here.
  if (left < 0) return Number.NaN
  ;(amounts[parts.remainderAt] as number[])[number] = left
  return total
}

/** All lines at a retail price, with the percents of it and the markup as the rest. They sum to the price. */
export function linesAt(
  lines: SaleLines,
  amounts: Amounts,
  number: number,
  dealerCost: number,
  retail: number,
): RatedLine[] {
  const { parts } = lines
  const left = parts.isPlain
    ? retail - dealerCost - parts.knownBeyond
    : markupLeft(lines, amounts, number, dealerCost, retail)
  if (parts.markupAt >= 0) (amounts[parts.markupAt] as number[])[number] = left
  return linesFromTemplate(lines, amounts, number)
}

/** The markup: the price less the dealer cost and everything else that is paid out of it. */
function markupLeft(
  { parts }: SaleLines,
  amounts: Amounts,
  number: number,
  dealerCost: number,
  retail: number,
): number {
  let markup = retail - dealerCost - parts.knownBeyond
  for (const at of parts.beyond) markup -= (amounts[at] as number[])[number] as number
  markup -= fillShares(parts.beyondOfCost, dealerCost, amounts, number)
  markup -= fillShares(parts.sharesOfRetail, retail, amounts, number)
  // Surcharge amounts in shares of the markup are not part of the markup that is shared.
  let shared = markup
  for (const { fed } of parts.sharesOfMarkup) shared -= fed
  return markup - fillShares(parts.sharesOfMarkup, Math.max(0, shared), amounts, number)
}

/** Fills in shares of an amount and returns their sum. */
function fillShares(
  shares: readonly PercentShare[],
  amount: number,
  amounts: Amounts,
  number: number,
): number {
  let sum = 0
  for (const { at, percent, fed } of shares) {
    const share = prorate(amount as Cents, percent, WHOLE_PERCENT) + fed
    ;(amounts[at] as number[])[number] = share
    sum += share
  }
  return sum
}

function linesFromTemplate(
  { definitions, calculations, template, varying }: SaleLines,
  amounts: Amounts,
  number: number,
) {
  // Every element is filled: from the template, or below.
  const made = template.slice() as RatedLine[]
  for (const at of varying)
    made[at] = {
      definition: definitions[at] as RatedLine['definition'],
      calculation: calculations[at] as RatedLine['calculation'],
      amount: (amounts[at] as number[])[number] as Cents,
    }
  return made
}
