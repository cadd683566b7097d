import { createHash } from 'node:crypto'
import type { RatedRate } from '../../domain/rating/results.ts'
import type { QuotedRates } from './quote-rates.ts'

/**
 * A hash of the whole result of a quote: its rates with every date and figure, and the reasons why others are missing. A
 * quote that is computed again with the same hash has the same result.
 */
export function figuresHash({ rating, vehicle, warnings, validUntil }: QuotedRates): string {
  const count = writeFigures(rating.rates)
  return createHash('sha256')
    .update(new Uint8Array(row.buffer, 0, count * row.BYTES_PER_ELEMENT))
    .update(JSON.stringify([textParts(rating.rates), vehicle, warnings, validUntil, rating.reasons]))
    .digest('base64url')
}

/** Stands for a missing figure, and for the end of a list. */
const NONE = -1e15

// Shared by all quotes. It is filled and read without waiting, so no two quotes use it at once.
let row = new Float64Array(8_192)

/** Writes all numbers as bytes. Writing them as text would take longer than computing the rates. */
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
    for (let index = 0; index < surcharges.length; index += 1) {
      const { surcharge, isSelected } = surcharges[index] as RatedRate['surcharges'][number]
      row[at++] = surcharge.id
      row[at++] = isSelected ? 1 : 0
    }
    row[at++] = NONE
    for (let index = 0; index < lines.length; index += 1) {
      const { definition, amount } = lines[index] as RatedRate['lines'][number]
      row[at++] = definition.id
      row[at++] = amount
    }
    row[at++] = NONE
    for (let index = 0; index < taxes.length; index += 1) {
      const { rule, taxable, tax } = taxes[index] as RatedRate['taxes'][number]
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

/** The parts that are not numbers, wherever they differ from the rate before. */
function textParts(rates: readonly RatedRate[]): readonly unknown[] {
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
