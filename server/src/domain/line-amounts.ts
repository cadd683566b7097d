import { allocate, type Cents, prorate } from './money.ts'
import { timesFactors } from './rate-factors.ts'
import type { SaleLines, Share, Step } from './rate-lines.ts'
import type { RatedLine } from './rate-results.ts'

// The arithmetic of a price, for one cell of a sale. It is done for every rate of every quote: amounts are written into
// the array that the lines of the sale have for it, and NaN stands for what the book has no figure for.

/** Percents are in millionths of one percent. */
export const WHOLE_PERCENT = 100_000_000

/** The dealer cost, with the amounts of all lines that do not hang on the price. */
export function costOf(lines: SaleLines, row: number, cell: number): number {
  const { amounts, steps, parts } = lines
  for (let number = 0; number < steps.length; number += 1) {
    const step = steps[number] as Step
    const amount = amountOf(step, amounts, row, cell)
    if (Number.isNaN(amount)) return amount
    amounts[step.at] = amount + step.fed
  }
  let fixed = parts.knownCost
  for (const at of parts.costs) fixed += amounts[at] as number
  if (parts.remainderAt >= 0) return withRemainder(lines, fixed, row)
  return parts.sharesOfCost.length === 0 ? fixed : withShares(lines, fixed)
}

function amountOf(step: Step, amounts: readonly number[], row: number, cell: number): number {
  const { kind, figures } = step
  if (kind === 'PercentOfLines') {
    let base = 0
    for (const at of step.base) base += amounts[at] as number
    return prorate(base as Cents, step.percent, WHOLE_PERCENT)
  }
  const figure = figures === null ? step.amount : (figures[row] ?? Number.NaN)
  if (kind === 'Row' || Number.isNaN(figure)) return figure
  if (kind === 'PartOfPrice') return prorate(step.amount as Cents, figure, WHOLE_PERCENT)
  return step.factors === null ? Number.NaN : timesFactors(figure, step.factors, cell)
}

/** Percents of the dealer cost, in which it stands itself: what is fixed is what they leave of it. */
function withShares({ amounts, parts: { sharesOfCost } }: SaleLines, known: number): number {
  let percents = 0
  let fixed = known
  for (const { percent, fed } of sharesOfCost) {
    percents += percent
    fixed += fed
  }
  if (percents >= WHOLE_PERCENT) return Number.NaN
  const dealerCost = prorate(fixed as Cents, WHOLE_PERCENT, WHOLE_PERCENT - percents)
  const parts = split(dealerCost - fixed, sharesOfCost)
  for (let number = 0; number < sharesOfCost.length; number += 1) {
    const { at, fed } = sharesOfCost[number] as Share
    amounts[at] = (parts[number] as number) + fed
  }
  return dealerCost
}

function split(total: number, shares: readonly Share[]): readonly number[] {
  if (shares.length === 1) return [total]
  const weights = shares.map(({ percent }) => percent)
  // Nothing is to be split by percents that are all zero.
  return weights.some((weight) => weight > 0) ? allocate(total as Cents, weights) : weights
}

/** The row gives the dealer cost, surcharges come on top, and one line is what the others leave of it. */
function withRemainder({ amounts, parts }: SaleLines, fixed: number, row: number): number {
  const total = (parts.remainderFigures?.[row] ?? Number.NaN) + parts.fedIntoCost
  if (Number.isNaN(total)) return total
  let left = total - fixed
  for (const share of parts.sharesOfCost) {
    const amount = prorate(total as Cents, share.percent, WHOLE_PERCENT) + share.fed
    amounts[share.at] = amount
    left -= amount
  }
  // Lines that are more than the cost they are part of: the book has no price here.
  if (left < 0) return Number.NaN
  amounts[parts.remainderAt] = left
  return total
}

/** All lines at a retail price: what is a percent of it or of the markup, and the markup as what is left. They sum to it. */
export function linesAt(lines: SaleLines, dealerCost: number, retail: number): RatedLine[] {
  const { amounts, parts } = lines
  let markup = retail - dealerCost - parts.knownBeyond
  for (const at of parts.beyond) markup -= amounts[at] as number
  markup -= take(parts.beyondOfCost, dealerCost, amounts)
  markup -= take(parts.sharesOfRetail, retail, amounts)
  // What surcharges feed into its shares is no part of the markup that they are shares of.
  let shared = markup
  for (const { fed } of parts.sharesOfMarkup) shared -= fed
  markup -= take(parts.sharesOfMarkup, Math.max(0, shared), amounts)
  if (parts.markupAt >= 0) amounts[parts.markupAt] = markup
  return linesOf(lines)
}

/** Writes what shares of an amount come to, and answers their sum. */
function take(shares: readonly Share[], amount: number, amounts: number[]): number {
  let sum = 0
  for (const { at, percent, fed } of shares) {
    const share = prorate(amount as Cents, percent, WHOLE_PERCENT) + fed
    amounts[at] = share
    sum += share
  }
  return sum
}

function linesOf({ definitions, calculations, template, varying, amounts }: SaleLines): RatedLine[] {
  // Every place is filled: with what is the same in every cell, or below.
  const made = template.slice() as RatedLine[]
  for (const at of varying)
    made[at] = {
      definition: definitions[at] as RatedLine['definition'],
      calculation: calculations[at] as RatedLine['calculation'],
      amount: amounts[at] as Cents,
    }
  return made
}
