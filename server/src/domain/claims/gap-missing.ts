import type { Cents } from '../money.ts'
import type { GapLoan } from './gap-amortization.ts'
import type { GapFacts, GapFinancing, GapInsurance, LossType } from './gap-facts.ts'

// What is still needed before a GAP claim can be settled: fields for the figures, documents for the authorization.

/** The facts of a claim that can be settled. */
export interface CompleteGap {
  readonly loan: GapLoan
  readonly lenderPayoff: Cents
  /** Null: there is no primary insurance. */
  readonly insurance: (GapInsurance & { readonly actualCashValue: Cents }) | null
  /** Without primary insurance. */
  readonly vehicleValue: Cents
  /** Null: not needed, since the plan has no maximum. */
  readonly ltvValue: Cents | null
}

/** The facts without gaps, or the names of the fields that are still needed. */
export function completeGap(
  facts: GapFacts,
): { readonly complete: CompleteGap } | { readonly missing: readonly string[] } {
  const missing: string[] = []
  const needed = <Value>(name: string, value: Value | null, fallback: Value): Value => {
    if (value === null) missing.push(name)
    return value ?? fallback
  }
  const loan = loanFrom(facts.financing, needed)
  const lenderPayoff = needed('lenderPayoff', facts.lenderPayoff, 0 as Cents)
  const { insuranceSettlement: settled, noPrimaryInsurance } = facts
  if (!settled && !noPrimaryInsurance) missing.push('insuranceSettlement')
  const actualCashValue = settled
    ? needed('insuranceSettlement.actualCashValue', settled.actualCashValue, 0 as Cents)
    : (0 as Cents)
  const isUninsured = !settled && noPrimaryInsurance
  const vehicleValue = isUninsured ? needed('vehicleValue', facts.vehicleValue, 0 as Cents) : (0 as Cents)
  const ltvValue =
    facts.promise.maxLtvPercent === null
      ? facts.ltvValue || null
      : needed('ltvValue', facts.ltvValue || null, 1 as Cents)
  if (missing.length > 0) return { missing }
  const insurance = settled && { ...settled, actualCashValue }
  return { complete: { loan, lenderPayoff, insurance, vehicleValue, ltvValue } }
}

type Needed = <Value>(name: string, value: Value | null, fallback: Value) => Value

function loanFrom(financing: GapFinancing, needed: Needed): GapLoan {
  const isLease = financing.dealType === 'Lease'
  return {
    amountFinanced: needed('financing.amountFinanced', financing.amountFinanced || null, 1 as Cents),
    apr: needed('financing.apr', financing.apr, 0),
    termMonths: needed('financing.termMonths', financing.termMonths, 1),
    firstPaymentDate: needed('financing.firstPaymentDate', financing.firstPaymentDate, ''),
    monthlyPayment: financing.monthlyPayment,
    residual: isLease
      ? needed('financing.residualValue', financing.residualValue, 0 as Cents)
      : financing.dealType === 'Balloon'
        ? needed('financing.balloonAmount', financing.balloonAmount, 0 as Cents)
        : (0 as Cents),
    isLease,
  }
}

export interface ChecklistEntry {
  readonly document: string
  readonly received: boolean
}

const USUAL_DOCUMENTS = ['SETTLEMENT', 'PAYOFF', 'FINANCE']

/** The checklist as it was sent. Null: the usual documents, none of them received. */
export function gapChecklist(
  sent: readonly ChecklistEntry[] | null,
  lossType: LossType | null,
): readonly ChecklistEntry[] {
  const documents = lossType === 'Theft' ? [...USUAL_DOCUMENTS, 'POLICE'] : USUAL_DOCUMENTS
  return sent ?? documents.map((document) => ({ document, received: false }))
}

/** The documents without which a claim is not authorized. */
export const missingDocuments = (checklist: readonly ChecklistEntry[]): string[] =>
  checklist.filter(({ received }) => !received).map(({ document }) => document)
