import { amountOf, type Cents } from '../../domain/money.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import { salesTax, type TaxDetail, totalTax } from '../../domain/tax/sales-tax.ts'
import type { QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import { percentFromMillionths } from '../../rates/quotes/rate-parts.ts'
import type { KeptTax } from '../record/kept.ts'

/** Where a sale is taxed: county and city are known where it is at the dealer's home. */
export function jurisdictionOf({ query, facts: { dealer } }: QuoteInputs): KeptTax['jurisdiction'] {
  const state = query.state ?? dealer.state
  const isAtHome = state === dealer.state
  return { state, county: isAtHome ? dealer.county : null, city: isAtHome ? dealer.city : null }
}

/** The taxes on the price that something is sold at, by the rules that were found for its rate. */
export function taxAt(
  { taxes }: Pick<RatedRate, 'taxes'>,
  inputs: QuoteInputs,
  retail: Cents,
  at: Date,
): { readonly tax: KeptTax; readonly total: Cents } {
  const details = salesTax(
    taxes.map(({ rule }) => rule),
    retail,
  )
  return { tax: keptTax(jurisdictionOf(inputs), details, retail, at), total: totalTax(details) }
}

export const keptTax = (
  jurisdiction: KeptTax['jurisdiction'],
  details: readonly TaxDetail[],
  amount: Cents,
  at: Date,
): KeptTax => ({
  jurisdiction,
  taxable: amountOf(amount),
  totalTax: amountOf(totalTax(details)),
  details: details.map(({ rule, taxable, tax }) => ({
    taxTypeCode: rule.type,
    ruleId: rule.id,
    taxable: amountOf(taxable),
    rate: percentFromMillionths(rule.rate),
    tax: amountOf(tax),
    refundable: rule.refundable,
  })),
  calculatedAt: at.toISOString(),
})
