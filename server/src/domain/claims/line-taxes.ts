import { type Cents, plus, smaller, ZERO } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'
import { taxOnBase } from '../tax/sales-tax.ts'

/** The part of an amount that a rule taxes. */
export const taxableBy = ({ maximumTaxable }: SalesTaxRule, amount: Cents): Cents =>
  maximumTaxable === null ? amount : smaller(amount, maximumTaxable)

/** One tax on a line, rounded by itself. */
export const taxBy = (rule: SalesTaxRule, amount: Cents): Cents => taxOnBase(rule, taxableBy(rule, amount))

/** All taxes on the approved amount of a line. */
export function lineTax(rules: readonly SalesTaxRule[], amount: Cents): Cents {
  let tax = ZERO
  if (amount > 0) for (const rule of rules) tax = plus(tax, taxBy(rule, amount))
  return tax
}
