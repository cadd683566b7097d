import { WHOLE_PERCENT } from '../fraction.ts'
import { groupBy } from '../group-by.ts'
import { type Cents, prorateBy } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'

/** The place and date of a sale. County and city are known only in the dealer's state. */
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

/** The rules that tax this kind of item at this place: the most specific rule of each type. */
export function taxRulesFor(
  rules: readonly SalesTaxRule[],
  place: TaxPlace,
  lineItemType: TaxedItem['lineItemType'],
): SalesTaxRule[] {
  const best = new Map<SalesTaxRule['type'], SalesTaxRule>()
  for (const rule of rules) {
    if (!applies(rule, place, lineItemType)) continue
    const other = best.get(rule.type)
    if (!other || (rank(rule) - rank(other) || other.id - rule.id) > 0) best.set(rule.type, rule)
  }
  return [...best.values()].filter(({ exempt }) => !exempt)
}

/** Rules by state: a book may have rules for very many places. */
export const taxRulesByState = (rules: readonly SalesTaxRule[]) => groupBy(rules, ({ state }) => state)

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

/** One tax on its own base, rounded by itself as its rule says. */
export const taxOnBase = (
  { rate, roundMode }: Pick<SalesTaxRule, 'rate' | 'roundMode'>,
  taxable: Cents,
): Cents => prorateBy[roundMode](taxable, rate, WHOLE_PERCENT)

/** The taxes on an item, each computed on its own base and rounded separately. */
export function salesTax(rules: readonly SalesTaxRule[], amount: Cents): TaxDetail[] {
  const details = new Array<TaxDetail>(rules.length)
  for (let at = 0; at < rules.length; at += 1) {
    const rule = rules[at] as SalesTaxRule
    const { maximumTaxable } = rule
    const taxable = maximumTaxable === null || amount <= maximumTaxable ? amount : maximumTaxable
    details[at] = { rule, taxable, tax: taxOnBase(rule, taxable) }
  }
  return details
}

export const totalTax = (details: readonly TaxDetail[]): Cents =>
  details.reduce((sum, { tax }) => sum + tax, 0) as Cents
