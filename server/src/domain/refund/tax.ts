import { type Fraction, partOfAmount, WHOLE_PERCENT } from '../fraction.ts'
import type { Cents } from '../money.ts'
import { multiplyFractions } from './factor.ts'

/** A tax that was charged at the sale. */
export interface ChargedTax {
  readonly type: string
  /** In millionths of one percent. */
  readonly rate: number
  readonly taxable: Cents
  readonly tax: Cents
  readonly isRefundable: boolean
}

export interface TaxRefund extends ChargedTax {
  readonly refund: Cents
}

/**
 * The tax to refund. Each type is rounded separately and is never more than was charged. Claims and the fee do not lower
 * it, because they are not part of the taxed price.
 */
export function taxRefunds(
  taxes: readonly ChargedTax[],
  { grossRefund, retail }: { readonly grossRefund: Cents; readonly retail: Cents },
): TaxRefund[] {
  if (retail === 0) return []
  const refunded: Fraction = { part: grossRefund, whole: retail }
  return taxes
    .filter(({ isRefundable }) => isRefundable)
    .map((charged) => {
      const exact = multiplyFractions(refunded, { part: charged.rate, whole: WHOLE_PERCENT })
      return { ...charged, refund: Math.min(partOfAmount(charged.taxable, exact), charged.tax) as Cents }
    })
}
