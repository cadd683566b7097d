import { createHash } from 'node:crypto'
import type { RatedRate } from '../../domain/rating/results.ts'
import type { QuotedRates } from './quote-rates.ts'

/**
 * A hash of the whole result of a quote: its rates with every date and figure, and the reasons why others are missing. A
 * quote that is computed again with the same hash has the same result.
 */
export function figuresHash(quoted: QuotedRates): string {
  const count = writeFigures(quoted.rating.rates, NONE)
  const hash = createHash('blake2b512').update(wholeNumbers(count) ?? allNumbers(count))
  return `${SECOND}${hash.update(words(quoted)).digest().subarray(0, 32).toString('base64url')}`
}

/** Whether a quote that was computed again has the result that is on record. */
export const isSameResult = (quoted: QuotedRates, recorded: string): boolean =>
  recorded === (recorded.startsWith(SECOND) ? figuresHash(quoted) : firstHash(quoted))

/** Begins the hashes of today. Quotes that are older have another one. */
const SECOND = '2.'

/** As quotes were hashed until November 2026. */
function firstHash(quoted: QuotedRates): string {
  const count = writeFigures(quoted.rating.rates, FIRST_NONE)
  return createHash('sha256').update(allNumbers(count)).update(words(quoted)).digest('base64url')
}

/** Stands for a missing figure, and for the end of a list. */
const NONE = -(2 ** 31)
const FIRST_NONE = -1e15

// Shared by all quotes. They are filled and read without waiting, so no two quotes use them at once.
let row = new Float64Array(8_192)
let wholes = new Int32Array(row.length)

const allNumbers = (count: number) => new Uint8Array(row.buffer, 0, count * row.BYTES_PER_ELEMENT)

/** The numbers in half as many bytes, which are hashed in half the time. Nothing if one is over 21 million dollars. */
function wholeNumbers(count: number): Uint8Array | undefined {
  if (wholes.length < count) wholes = new Int32Array(row.length)
  for (let at = 0; at < count; at += 1) {
    const number = row[at] as number
    wholes[at] = number
    if (wholes[at] !== number) return undefined
  }
  return new Uint8Array(wholes.buffer, 0, count * wholes.BYTES_PER_ELEMENT)
}

const words = ({ rating, vehicle, warnings, validUntil }: QuotedRates) =>
  JSON.stringify([textParts(rating.rates), vehicle, warnings, validUntil, rating.reasons])

/** Writes all numbers as bytes. Writing them as text would take longer than computing the rates. */
function writeFigures(rates: readonly RatedRate[], none: number): number {
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
    row[at++] = rate.expirationOdometer ?? none
    row[at++] = rate.dealerCost
    row[at++] = rate.suggested
    row[at++] = rate.minimum
    row[at++] = rate.maximum ?? none
    for (let index = 0; index < surcharges.length; index += 1) {
      const { surcharge, isSelected } = surcharges[index] as RatedRate['surcharges'][number]
      row[at++] = surcharge.id
      row[at++] = isSelected ? 1 : 0
    }
    row[at++] = none
    for (let index = 0; index < lines.length; index += 1) {
      const { definition, amount } = lines[index] as RatedRate['lines'][number]
      row[at++] = definition.id
      row[at++] = amount
    }
    row[at++] = none
    for (let index = 0; index < taxes.length; index += 1) {
      const { rule, taxable, tax } = taxes[index] as RatedRate['taxes'][number]
      row[at++] = rule.id
      row[at++] = taxable
      row[at++] = tax
    }
    row[at++] = none
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
  const parts: unknown[] = []
  let before: RatedRate | undefined
  rates.forEach((rate, at) => {
    const { classing, effectiveDate, expirationDate, retailRule } = rate
    if (
      classing !== before?.classing ||
      effectiveDate !== before?.effectiveDate ||
      expirationDate !== before?.expirationDate ||
      retailRule !== before?.retailRule
    )
      parts.push([at, classing?.classCode, effectiveDate, expirationDate, retailRule.type])
    before = rate
  })
  return parts
}
