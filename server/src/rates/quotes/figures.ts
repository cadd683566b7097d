import { createHash } from 'node:crypto'
import type { RatedRate } from '../../domain/rating/results.ts'
import type { QuotedRates } from './quote-rates.ts'

/**
 * A hash of everything that was computed for a quote: what is offered, every date and every figure, and why the rest
 * is not. A quote that is computed again and has the same hash says the same.
 */
export function figuresHash({ rating, vehicle, warnings, validUntil }: QuotedRates): string {
  const count = writeFigures(rating.rates)
  return createHash('sha256')
    .update(new Uint8Array(row.buffer, 0, count * row.BYTES_PER_ELEMENT))
    .update(JSON.stringify([wordsOf(rating.rates), vehicle, warnings, validUntil, rating.reasons]))
    .digest('base64url')
}

/** Stands for no figure where there could be one, and for the end of a list. */
const NONE = -1e15

// Used again for every quote, and never between two turns of the event loop.
let row = new Float64Array(8_192)

/** All numbers in one row, as bytes: a text of them would take longer to write than the rates to compute. */
function writeFigures(rates: readonly RatedRate[]): number {
  let at = 0
  for (let number = 0; number < rates.length; number += 1) {
    const rate = rates[number] as RatedRate
    const { surcharges, lines, taxes } = rate
    const end = at + 12 + 2 * surcharges.length + 2 * lines.length + 3 * taxes.length
    if (end > row.length) row = enlarged(row, end)
    row[at++] = rate.program.program.id
    row[at++] = rate.plan.plan.id
    row[at++] = rate.term.id
    row[at++] = rate.deductible.id
    row[at++] = rate.expirationOdometer ?? NONE
    row[at++] = rate.dealerCost
    row[at++] = rate.suggested
    row[at++] = rate.minimum
    row[at++] = rate.maximum ?? NONE
    for (let one = 0; one < surcharges.length; one += 1) {
      const { surcharge, isSelected } = surcharges[one] as RatedRate['surcharges'][number]
      row[at++] = surcharge.id
      row[at++] = isSelected ? 1 : 0
    }
    row[at++] = NONE
    for (let one = 0; one < lines.length; one += 1) {
      const { definition, amount } = lines[one] as RatedRate['lines'][number]
      row[at++] = definition.id
      row[at++] = amount
    }
    row[at++] = NONE
    for (let one = 0; one < taxes.length; one += 1) {
      const { rule, taxable, tax } = taxes[one] as RatedRate['taxes'][number]
      row[at++] = rule.id
      row[at++] = taxable
      row[at++] = tax
    }
    row[at++] = NONE
  }
  return at
}

function enlarged(present: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(present.length * 2, least))
  larger.set(present)
  return larger
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
