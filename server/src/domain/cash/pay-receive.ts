import { type Cents, minus } from '../money.ts'

// Whether what an account holder owes and is owed can be settled now.

export interface Settlement {
  readonly totalReceive: Cents
  readonly totalPay: Cents
  readonly hasReceive: boolean
  readonly hasPay: boolean
  /** Whether the account holder has the requested payment method for this direction. True if none is requested. */
  readonly hasMethod: boolean
}

export interface SettlementTerms {
  readonly netAllowed: boolean
  readonly minAmount: Cents
}

export const settlementReasons = ['BelowMinimum', 'NettingNotAllowed', 'NoPaymentMethod'] as const
export type SettlementReason = (typeof settlementReasons)[number]

/** What the account holder owes us. Negative if we owe more. */
export const netOf = ({ totalReceive, totalPay }: Pick<Settlement, 'totalReceive' | 'totalPay'>): Cents =>
  minus(totalReceive, totalPay)

/** All reasons why it cannot be settled. */
export function settlementReasonsOf(settlement: Settlement, terms: SettlementTerms): SettlementReason[] {
  const { hasReceive, hasPay, hasMethod } = settlement
  const applies: Readonly<Record<SettlementReason, boolean>> = {
    BelowMinimum: Math.abs(netOf(settlement)) < terms.minAmount,
    NettingNotAllowed: hasReceive && hasPay && !terms.netAllowed,
    NoPaymentMethod: !hasMethod,
  }
  return settlementReasons.filter((reason) => applies[reason])
}
