import { createHash } from 'node:crypto'
import type { RatedRate } from '../domain/rate-results.ts'
import type { Quoted } from './quote-rates.ts'

/**
 * A hash of everything that was computed for a quote: what is offered, every date and every figure, and why the rest
 * is not. A quote that is computed again and has the same hash says the same.
 */
export function figuresHash({ rating, vehicle, warnings, validUntil }: Quoted): string {
  const hash = createHash('sha256')
  let figures = ''
  for (const rate of rating.rates) figures += figuresOf(rate)
  hash.update(figures)
  hash.update(JSON.stringify([vehicle, warnings, validUntil, rating.reasons]))
  return hash.digest('base64url')
}

function figuresOf(rate: RatedRate): string {
  let text =
    `${rate.program.program.id} ${rate.plan.plan.id} ${rate.term.id} ${rate.deductible.id} ` +
    `${rate.classing?.classCode} ${rate.effectiveDate} ${rate.expirationDate} ${rate.expirationOdometer} ` +
    `${rate.dealerCost} ${rate.suggested} ${rate.minimum} ${rate.maximum} ${rate.retailRule.type}`
  for (const { surcharge, isSelected } of rate.surcharges) text += ` ${surcharge.id}${isSelected ? '+' : '-'}`
  for (const { definition, amount } of rate.lines) text += ` ${definition.id}:${amount}`
  for (const { rule, taxable, tax } of rate.taxes) text += ` ${rule.id}:${taxable}:${tax}`
  return `${text}\n`
}
