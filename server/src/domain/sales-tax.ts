import { type Cents, prorate } from './money.ts'
import type { SalesTaxRule } from './rate-book.ts'

/** Where and when something is sold. County and city are unknown where the sale is not at home. */
export interface TaxPlace {
  readonly state: string
  readonly county: string | null
  readonly city: string | null
  readonly date: string
  readonly productTypeCode: string
}

export interface TaxedItem {
  readonly lineItemType: NonNullable<SalesTaxRule['lineItemType']>
  readonly amount: Cents
}

export interface TaxDetail {
  readonly rule: SalesTaxRule
  readonly taxable: Cents
  readonly tax: Cents
}

/** Percent in millionths of one percent, as a part of the whole. */
const WHOLE = 100_000_000

/** The rules that tax this kind of item there: of each type the one that says most about it. */
export function taxRulesFor(
  rules: readonly SalesTaxRule[],
  place: TaxPlace,
  lineItemType: TaxedItem['lineItemType'],
): SalesTaxRule[] {
  const fitting = rules.filter((rule) => applies(rule, place, lineItemType))
  const types = [...new Set(fitting.map(({ type }) => type))]
  return types.flatMap((type) => {
    const [best] = fitting
      .filter((rule) => rule.type === type)
      .sort((one, other) => rank(other) - rank(one) || one.id - other.id)
    return best && !best.exempt ? [best] : []
  })
}

function applies(rule: SalesTaxRule, place: TaxPlace, lineItemType: TaxedItem['lineItemType']): boolean {
  return (
    rule.state === place.state &&
    isSame(rule.county, place.county) &&
    isSame(rule.city, place.city) &&
    (rule.productTypeCode === null || rule.productTypeCode === place.productTypeCode) &&
    (rule.lineItemType === null || rule.lineItemType === lineItemType) &&
    rule.effectiveFrom <= place.date &&
    (rule.effectiveTo === null || place.date <= rule.effectiveTo)
  )
}

const isSame = (wanted: string | null, given: string | null) =>
  wanted === null || (given !== null && wanted.toLowerCase() === given.toLowerCase())

const rank = ({ county, city, productTypeCode, lineItemType }: SalesTaxRule) =>
  [county, city, productTypeCode, lineItemType].filter((part) => part !== null).length

/** The taxes on an item, each on its own base and rounded by itself. */
export function salesTaxOf(rules: readonly SalesTaxRule[], amount: Cents): TaxDetail[] {
  return rules.map((rule) => {
    const taxable = Math.min(amount, rule.maximumTaxable ?? amount) as Cents
    return { rule, taxable, tax: prorate(taxable, rule.rate, WHOLE) }
  })
}

export const totalTax = (details: readonly TaxDetail[]): Cents =>
  details.reduce((sum, { tax }) => sum + tax, 0) as Cents
