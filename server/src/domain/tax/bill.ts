import { type Cents, prorate } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'
import {
  salesTax,
  type TaxDetail,
  type TaxedItem,
  type TaxPlace,
  taxRulesFor,
  totalTax,
} from './sales-tax.ts'

// The sales tax on a bill of several lines.

export interface BillLine {
  readonly id: number
  readonly lineItemType: TaxedItem['lineItemType']
  readonly amount: Cents
  /** In ten-thousandths: hours and the like have parts. */
  readonly quantity: number
  /** Null: as the rules say. False: not taxed. True: taxed, whatever rule would exempt it. */
  readonly taxableOverride: boolean | null
}

export interface BillTax {
  /** What the lines that nothing exempts come to. */
  readonly taxable: Cents
  readonly totalTax: Cents
  readonly details: readonly (TaxDetail & { readonly lineId: number })[]
}

export const QUANTITY_PARTS = 10_000

/** Each line and type on its own base, and rounded by itself. */
export function billTax(
  rules: readonly SalesTaxRule[],
  place: TaxPlace,
  lines: readonly BillLine[],
): BillTax {
  const taxed = lines.map((line) => taxOfLine(rules, place, line))
  const details = taxed.flatMap(({ details: own }) => own)
  return {
    taxable: taxed.reduce((sum, { base, isExempt }) => (isExempt ? sum : sum + base), 0) as Cents,
    totalTax: totalTax(details),
    details,
  }
}

function taxOfLine(rules: readonly SalesTaxRule[], place: TaxPlace, line: BillLine) {
  const { lineItemType, taxableOverride } = line
  const base = prorate(line.amount, line.quantity, QUANTITY_PARTS)
  if (taxableOverride === false) return { base, isExempt: true, details: [] }
  // One that is taxed in any case is so by what would tax it if nothing exempted it.
  const counting = taxableOverride === true ? rules.filter(({ exempt }) => !exempt) : rules
  const chosen = taxRulesFor(counting, place, lineItemType)
  return {
    base,
    isExempt: chosen.length === 0 && isExemptedBy(counting, place, lineItemType),
    details: salesTax(chosen, base).map((detail) => ({ ...detail, lineId: line.id })),
  }
}

/** Whether there are rules for it, none of which taxes it. Where there is no rule at all, nothing exempts it either. */
const isExemptedBy = (
  rules: readonly SalesTaxRule[],
  place: TaxPlace,
  lineItemType: TaxedItem['lineItemType'],
) =>
  taxRulesFor(
    rules.map((rule) => ({ ...rule, exempt: false })),
    place,
    lineItemType,
  ).length > 0
