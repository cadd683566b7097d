import { type ExactFraction, exactProduct, WHOLE_PERCENT } from '../fraction.ts'
import { type Cents, prorateBy, type RoundMode, ZERO } from '../money.ts'

/** A tax that was charged at the sale. */
export interface ChargedTax {
  readonly type: string
  /** In millionths of one percent. */
  readonly rate: number
  readonly taxable: Cents
  readonly tax: Cents
  readonly isRefundable: boolean
  /** Absent in calculations that were stored before rules had one: HalfUp. */
  readonly roundMode?: RoundMode
  /** The rule that charged it. Absent in calculations that were stored before it was kept. */
  readonly rule?: TaxRule
}

interface TaxRule {
  readonly id: number
  /** Where it applies: `TX`, `Travis County, TX`, `Austin, TX`. */
  readonly place: string
}

export interface TaxRefund extends ChargedTax {
  readonly refund: Cents
}

/**
 * The tax to refund: nothing of a tax whose rule does not refund it. Each type is rounded separately, as it was when it was
 * charged, so that a full refund gives back all of it; it is never more. Claims and the fee do not lower it, because they
 * are not part of the taxed price.
 */
export function taxRefunds(
  taxes: readonly ChargedTax[],
  { grossRefund, retail }: { readonly grossRefund: Cents; readonly retail: Cents },
): TaxRefund[] {
  if (retail === 0) return []
  return taxes.map((charged) => {
    if (!charged.isRefundable) return { ...charged, refund: ZERO }
    const { taxable, tax, roundMode = 'HalfUp' } = charged
    const { part, whole } = refundedTaxRate(charged, { grossRefund, retail })
    return { ...charged, refund: Math.min(prorateBy[roundMode](taxable, part, whole), tax) as Cents }
  })
}

/** The part of its taxed amount that a tax gives back: its rate on the part of the price that is refunded. */
export const refundedTaxRate = (
  { rate }: Pick<ChargedTax, 'rate'>,
  { grossRefund, retail }: { readonly grossRefund: Cents; readonly retail: Cents },
): ExactFraction => exactProduct({ part: grossRefund, whole: retail }, { part: rate, whole: WHOLE_PERCENT })

/** Where a tax of this type applies. */
export function taxPlaceText(
  type: string,
  { state, county, city }: { state: string; county: string | null; city: string | null },
): string {
  if (type === 'County' && county)
    return `${county}${/ (county|parish)$/i.test(county) ? '' : ' County'}, ${state}`
  return type === 'City' && city ? `${city}, ${state}` : state
}
