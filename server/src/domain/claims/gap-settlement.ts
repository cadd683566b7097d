import { MILLION, WHOLE_PERCENT } from '../fraction.ts'
import { type Cents, divideCents, minus, plus, smaller, sumCents, ZERO } from '../money.ts'
import { roundedLoanToValuePercent } from '../rating/loan-to-value.ts'
import type { WorksheetStep } from '../worksheet-step.ts'
import { scheduleToLoss } from './gap-amortization.ts'
import type { GapFacts, GapInsurance } from './gap-facts.ts'
import { type GapFigures, type GapLtv, ltvFactorToSixDecimals, type ResidualParts } from './gap-figures.ts'
import { type CompleteGap, completeGap } from './gap-missing.ts'
import { gapSteps } from './gap-worksheet.ts'

/** The settlement of a total loss: every figure as answered, and the worksheet behind them. Amounts are cents. */
export interface GapSettlement extends Omit<GapFigures, 'schedule' | 'ltv' | 'netSettlement'> {
  readonly payment: Cents
  readonly paymentsDue: number
  readonly scheduledBalance: Cents
  readonly interestToLoss: Cents
  readonly scheduledPayoff: Cents
  readonly ltvPercent: number | null
  readonly maxLtvPercent: number | null
  /** With six decimals. The covered balance follows from the exact one. */
  readonly ltvFactor: number
  readonly steps: readonly WorksheetStep[]
}

export type GapResult =
  | { readonly settlement: GapSettlement }
  /** Fields that are still needed. */
  | { readonly missing: readonly string[] }
  /** The insurer's payment is not what its own figures come to. */
  | { readonly refused: 'SettlementMismatch'; readonly expected: Cents; readonly sent: Cents }

export function settleGap(facts: GapFacts): GapResult {
  const mismatch = findMismatch(facts.insuranceSettlement)
  if (mismatch) return mismatch
  const known = completeGap(facts)
  if ('missing' in known) return known
  const figures = gapFigures(facts, known.complete)
  const { schedule, ltv, netSettlement: _, ...amounts } = figures
  return {
    settlement: {
      ...amounts,
      payment: schedule.payment,
      paymentsDue: schedule.paymentsDue,
      scheduledBalance: schedule.balance,
      interestToLoss: schedule.interestToLoss,
      scheduledPayoff: schedule.payoff,
      ltvPercent: ltv.percent,
      maxLtvPercent: ltv.maxPercent,
      ltvFactor: ltvFactorToSixDecimals(ltv),
      steps: gapSteps(facts, known.complete, figures),
    },
  }
}

function findMismatch(insurance: GapInsurance | null): GapResult | undefined {
  const { actualCashValue = null, netSettlement: sent = null } = insurance ?? {}
  if (!insurance || actualCashValue === null || sent === null) return undefined
  const expected = netSettlement({ ...insurance, actualCashValue })
  return expected === sent ? undefined : { refused: 'SettlementMismatch', expected, sent }
}

const netSettlement = (insurance: NonNullable<CompleteGap['insurance']>): Cents =>
  minus(
    plus(insurance.actualCashValue, insurance.salesTax),
    plus(insurance.deductible, insurerDeductions(insurance)),
  )

/** What the insurer keeps for itself besides the deductible. The customer bears it. */
const insurerDeductions = (insurance: GapInsurance): Cents =>
  sumCents([
    insurance.priorDamage,
    insurance.salvageValue,
    insurance.unpaidPremium,
    insurance.otherDeductions,
  ])

const atLeastZero = (amount: Cents): Cents => (amount < 0 ? ZERO : amount)

function gapFigures(facts: GapFacts, complete: CompleteGap): GapFigures {
  const { promise } = facts
  const { loan, lenderPayoff, insurance } = complete
  const schedule = scheduleToLoss(loan, facts.dateOfLoss)
  const refunds = sumCents(facts.refunds.map(({ amount }) => amount))
  const exclusions = sumCents(facts.exclusions.map(({ amount }) => amount))
  const payoff = smaller(schedule.payoff, lenderPayoff)
  const balance = minus(payoff, plus(refunds, exclusions))
  const before = atLeastZero(balance)
  const ltv = loanToValue(loan.amountFinanced, complete.ltvValue, promise.maxLtvPercent)
  const covered = ltv.factor ? divideCents(BigInt(before) * ltv.factor.part, ltv.factor.whole) : before
  const deductible = insurance?.deductible ?? ZERO
  const deductibleCovered = smaller(deductible, promise.deductibleLimit)
  const credit = insurance
    ? minus(plus(insurance.actualCashValue, insurance.salesTax), deductibleCovered)
    : complete.vehicleValue
  const gap = atLeastZero(minus(covered, credit))
  const payable = promise.maximumBenefit === null ? gap : smaller(gap, promise.maximumBenefit)
  const net = insurance ? netSettlement(insurance) : complete.vehicleValue
  const residualParts: ResidualParts = {
    arrears: minus(lenderPayoff, payoff),
    exclusions,
    ltvCut: minus(before, covered),
    deductibleAboveLimit: minus(deductible, deductibleCovered),
    insurerDeductions: insurance ? insurerDeductions(insurance) : ZERO,
    overMaximum: minus(gap, payable),
    // Refunds above the payoff, and a credit above the covered balance.
    surplus: plus(minus(balance, before), minus(minus(covered, credit), gap)),
  }
  return {
    ...{ schedule, refunds, exclusions, ltv, deductibleCovered, gap, payable, residualParts },
    ...{ netSettlement: net, coveredBalanceBeforeLtv: before, coveredBalance: covered },
    ...{ insuranceCredit: credit, maxBenefit: promise.maximumBenefit },
    customerResidual: minus(minus(lenderPayoff, net), plus(refunds, payable)),
  }
}

/** The loan-to-value, and the exact part of the balance that is covered when it is above the maximum. */
function loanToValue(financed: Cents, value: Cents | null, maxPercent: number | null): GapLtv {
  if (value === null) return { percent: null, maxPercent, factor: null }
  const percent = roundedLoanToValuePercent({ financed, value })
  if (maxPercent === null) return { percent, maxPercent, factor: null }
  const most = BigInt(Math.round(maxPercent * MILLION)) * BigInt(value)
  const actual = BigInt(WHOLE_PERCENT) * BigInt(financed)
  return { percent, maxPercent, factor: actual > most ? { part: most, whole: actual } : null }
}
