import { type Cents, minus, plus, ZERO } from '../money.ts'
import type { ClaimStatus, DetailFigures, DetailStatus } from './claim.ts'

// The sums of a claim, and what is set aside for it.

/** Sums over the details that are neither denied nor voided. `customerPay` counts denied ones too. */
export interface CostData {
  readonly requested: Cents
  readonly adjusted: Cents
  readonly tax: Cents
  readonly deductible: Cents
  readonly overLimit: Cents
  readonly payable: Cents
  readonly customerPay: Cents
  /** Of the details that are authorized or paid. */
  readonly authorized: Cents
  readonly paid: Cents
  /** Authorized and not paid yet. */
  readonly outstanding: Cents
}

export interface CostedDetail {
  readonly status: DetailStatus
  readonly figures: DetailFigures
  readonly paid: Cents
}

export function claimCosts(details: readonly CostedDetail[]): CostData {
  const sums = {
    ...{ requested: ZERO, adjusted: ZERO, tax: ZERO, deductible: ZERO, overLimit: ZERO },
    ...{ payable: ZERO, customerPay: ZERO, authorized: ZERO, paid: ZERO },
  }
  for (const { status, figures, paid } of details) {
    if (status === 'Voided') continue
    sums.customerPay = plus(sums.customerPay, figures.customerPay)
    if (status === 'Denied') continue
    sums.requested = plus(sums.requested, figures.requested)
    sums.adjusted = plus(sums.adjusted, figures.adjusted)
    sums.tax = plus(sums.tax, figures.tax)
    sums.deductible = plus(sums.deductible, figures.deductibleApplied)
    sums.overLimit = plus(sums.overLimit, figures.overLimit)
    sums.payable = plus(sums.payable, figures.payable)
    if (status === 'Authorized' || status === 'Paid') sums.authorized = plus(sums.authorized, figures.payable)
    sums.paid = plus(sums.paid, paid)
  }
  return { ...sums, outstanding: minus(sums.authorized, sums.paid) }
}

const settled: readonly ClaimStatus[] = ['Closed', 'Denied', 'Voided', 'Paid']

/** What may still have to be paid. A case reserve estimates the whole claim. */
export function claimReserve(
  status: ClaimStatus,
  caseReserve: Cents | null,
  { paid, outstanding }: Pick<CostData, 'paid' | 'outstanding'>,
): Cents {
  if (settled.includes(status)) return ZERO
  const estimated = caseReserve === null ? ZERO : minus(caseReserve, paid)
  return Math.max(estimated, outstanding, ZERO) as Cents
}
