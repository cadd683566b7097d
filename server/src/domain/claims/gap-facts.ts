import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'

// What a GAP settlement follows from. A field that is not known yet is null.

export const lossTypes = ['Collision', 'Theft', 'Other'] as const
export type LossType = (typeof lossTypes)[number]

export interface GapFinancing {
  readonly dealType: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | null
  readonly amountFinanced: Cents | null
  /** Annual percentage rate. */
  readonly apr: number | null
  readonly termMonths: number | null
  /** Null: as the loan needs it. */
  readonly monthlyPayment: Cents | null
  readonly firstPaymentDate: CalendarDate | null
  readonly residualValue: Cents | null
  readonly balloonAmount: Cents | null
}

/** How the primary insurer settled the loss. Deductions that it did not make are 0. */
export interface GapInsurance {
  readonly actualCashValue: Cents | null
  readonly salesTax: Cents
  readonly deductible: Cents
  readonly priorDamage: Cents
  readonly salvageValue: Cents
  readonly unpaidPremium: Cents
  readonly otherDeductions: Cents
  /** Null: as it follows from the others. */
  readonly netSettlement: Cents | null
}

/** An amount with its name, such as the refund of a cancelled service contract. */
export interface NamedAmount {
  readonly type: string
  readonly amount: Cents
}

/** What the plan promises. */
export interface GapPromise {
  readonly formNumber: string
  /** Null: no limit. */
  readonly maximumBenefit: Cents | null
  /** How much of the insurance deductible is covered. */
  readonly deductibleLimit: Cents
  /** The highest loan-to-value that is covered, in percent. Null: no limit. */
  readonly maxLtvPercent: number | null
}

export interface GapFacts {
  readonly promise: GapPromise
  readonly dateOfLoss: CalendarDate
  readonly financing: GapFinancing
  readonly lenderPayoff: Cents | null
  readonly noPrimaryInsurance: boolean
  readonly insuranceSettlement: GapInsurance | null
  /** On the day of the loss. It counts when there is no primary insurance. */
  readonly vehicleValue: Cents | null
  /** What the loan is compared to: the value in the contract, else the one that was sent with the claim. */
  readonly ltvValue: Cents | null
  readonly refunds: readonly NamedAmount[]
  readonly exclusions: readonly NamedAmount[]
}

/**
 * The value that the loan is compared to: the maker's price of a new vehicle, the book value of any other. A value that
 * was sent with the claim counts only where the contract has none.
 */
export function ltvValueFor(
  vehicle: { readonly condition: string; readonly msrp: Cents | null; readonly nadaValue: Cents | null },
  sent: Cents | null,
): Cents | null {
  const own = vehicle.condition === 'New' ? vehicle.msrp : vehicle.nadaValue
  return own || sent
}
