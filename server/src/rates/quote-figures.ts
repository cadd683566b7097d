import { createHash } from 'node:crypto'
import type { RatedRate } from '../domain/rate-results.ts'
import type { Quoted } from './quote-rates.ts'

/**
 * A hash of everything that was computed for a quote: what is offered, every date and every figure, and why the rest
 * is not. A quote that is computed again and has the same hash says the same.
 */
export function figuresHash({ rating, vehicle, warnings, validUntil }: Quoted): string {
  const figures = figuresOf(rating.rates)
  return createHash('sha256')
    .update(new Uint8Array(figures.buffer, 0, figures.byteLength))
    .update(JSON.stringify([wordsOf(rating.rates), vehicle, warnings, validUntil, rating.reasons]))
    .digest('base64url')
}

/** Stands for no figure where there could be one, and for the end of a list. */
const NONE = -1e15

/** All numbers in one row, as bytes: a text of them would take longer to write than the rates to compute. */
function figuresOf(rates: readonly RatedRate[]): Float64Array {
  let count = 0
  for (const { surcharges, lines, taxes } of rates)
    count += 12 + 2 * surcharges.length + 2 * lines.length + 3 * taxes.length
  const row = new Float64Array(count)
  let at = 0
  for (const rate of rates) {
    row[at++] = rate.program.program.id
    row[at++] = rate.plan.plan.id
    row[at++] = rate.term.id
    row[at++] = rate.deductible.id
    row[at++] = rate.expirationOdometer ?? NONE
    row[at++] = rate.dealerCost
    row[at++] = rate.suggested
    row[at++] = rate.minimum
    row[at++] = rate.maximum ?? NONE
    for (const { surcharge, isSelected } of rate.surcharges) {
      row[at++] = surcharge.id
      row[at++] = isSelected ? 1 : 0
    }
    row[at++] = NONE
    for (const { definition, amount } of rate.lines) {
      row[at++] = definition.id
      row[at++] = amount
    }
    row[at++] = NONE
    for (const { rule, taxable, tax } of rate.taxes) {
      row[at++] = rule.id
      row[at++] = taxable
      row[at++] = tax
    }
    row[at++] = NONE
  }
  return row
}

/** What is no number, wherever it is another than before. */
function wordsOf(rates: readonly RatedRate[]): readonly unknown[] {
  const words: unknown[] = []
  let before: RatedRate | undefined
  rates.forEach((rate, at) => {
    const { classing, effectiveDate, expirationDate, retailRule } = rate
    if (
      classing !== before?.classing ||
      effectiveDate !== before?.effectiveDate ||
      expirationDate !== before?.expirationDate ||
      retailRule !== before?.retailRule
    )
      words.push([at, classing?.classCode, effectiveDate, expirationDate, retailRule.type])
    before = rate
  })
  return words
}
