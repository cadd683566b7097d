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
  /** In ten-thousandths, for hours and the like. */
  readonly quantity: number
  /** Null: by the rules. False: not taxed. True: taxed even if a rule exempts it. */
  readonly taxableOverride: boolean | null
}

interface BillTax {
  /** The sum of the lines that are not exempt. */
  readonly taxable: Cents
  readonly totalTax: Cents
  readonly details: readonly (TaxDetail & { readonly lineId: number })[]
}

export const QUANTITY_PARTS = 10_000

/** Each line and tax type is computed on its own base and rounded separately. */
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
  // A line that must be taxed is taxed by the rules that would apply without the exemption.
  const counting = taxableOverride === true ? rules.filter(({ exempt }) => !exempt) : rules
  const chosen = taxRulesFor(counting, place, lineItemType)
  return {
    base,
    isExempt: chosen.length === 0 && isExemptedBy(counting, place, lineItemType),
    details: salesTax(chosen, base).map((detail) => ({ ...detail, lineId: line.id })),
  }
}

/** Whether there are rules for it and none of them taxes it. Without any rule it is not exempt. */
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
