import { type GapFacts, ltvValueFor } from '../../domain/claims/gap-facts.ts'
import { type GapSettlement, settleGap } from '../../domain/claims/gap-settlement.ts'
import { amountOf, amountOrNull, type Cents, centsOf, ZERO } from '../../domain/money.ts'
import { Problem } from '../../http/problems.ts'
import type { ClaimDraft } from './draft.ts'
import { type SettlementModel, stepAnswers } from './gap-data.ts'

// What was sent for a GAP claim, completed from the contract, and its settlement as answered.

export interface GapAnswer {
  readonly settlement: SettlementModel | null
  readonly missing: readonly string[]
}

const NO_SETTLEMENT: GapAnswer = { settlement: null, missing: [] }

/** The settlement of a GAP claim, or what it still needs. Refuses an insurer's payment that contradicts itself. */
export function settleClaim(draft: ClaimDraft): GapAnswer {
  if (draft.claim.claim_type !== 'GAP') return NO_SETTLEMENT
  const result = settleGap(gapFacts(draft))
  if ('missing' in result) return { settlement: null, missing: result.missing }
  if ('refused' in result) {
    const [expected, sent] = [amountOf(result.expected), amountOf(result.sent)]
    throw new Problem(
      'SettlementMismatch',
      `The net settlement of ${sent.toFixed(2)} is not the value and tax less all deductions, ${expected.toFixed(2)}.`,
      { members: { expected, sent } },
    )
  }
  return { settlement: settlementAnswer(result.settlement), missing: [] }
}

const centsOrNull = (amount: number | null | undefined): Cents | null =>
  amount === null || amount === undefined ? null : centsOf(amount)

function gapFacts({ claim, contract, surroundings }: ClaimDraft): GapFacts {
  const gap = claim.gap ?? {}
  const loan = { ...contract.financing, ...definedOf(gap.financing ?? {}) }
  const settled = gap.insuranceSettlement
  const { vehicle, condition } = contract.item
  const amounts = (list: readonly { type: string; amount: number }[] = []) =>
    list.map(({ type, amount }) => ({ type, amount: centsOf(amount) }))
  return {
    promise: {
      formNumber: contract.sold.formNumber,
      maximumBenefit: contract.sold.gap?.maximumBenefit ?? null,
      deductibleLimit: contract.sold.gap?.deductibleLimit ?? ZERO,
      maxLtvPercent: surroundings.maximumLtv,
    },
    dateOfLoss: gap.dateOfLoss ?? claim.loss_date,
    financing: {
      dealType: loan.dealType ?? null,
      amountFinanced: centsOrNull(loan.amountFinanced),
      apr: loan.apr ?? null,
      termMonths: loan.termMonths ?? null,
      monthlyPayment: centsOrNull(loan.monthlyPayment),
      firstPaymentDate: loan.firstPaymentDate ?? null,
      residualValue: centsOrNull(loan.residualValue),
      balloonAmount: centsOrNull(loan.balloonAmount),
    },
    lenderPayoff: centsOrNull(gap.lenderPayoff),
    noPrimaryInsurance: gap.noPrimaryInsurance ?? false,
    insuranceSettlement: settled
      ? {
          actualCashValue: centsOf(settled.actualCashValue),
          salesTax: centsOf(settled.salesTax ?? 0),
          deductible: centsOf(settled.deductible ?? 0),
          priorDamage: centsOf(settled.priorDamage ?? 0),
          salvageValue: centsOf(settled.salvageValue ?? 0),
          unpaidPremium: centsOf(settled.unpaidPremium ?? 0),
          otherDeductions: centsOf(settled.otherDeductions ?? 0),
          netSettlement: centsOrNull(settled.netSettlement),
        }
      : null,
    vehicleValue: centsOrNull(gap.vehicleValue),
    ltvValue: ltvValueFor(
      {
        condition: condition ?? '',
        msrp: centsOrNull(vehicle?.msrp),
        nadaValue: centsOrNull(vehicle?.nadaValue),
      },
      centsOrNull(gap.ltvValue),
    ),
    refunds: amounts(gap.refunds),
    exclusions: amounts(gap.exclusions),
  }
}

/** Null and absent fields are taken from the contract. */
const definedOf = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Fields>

function settlementAnswer(settlement: GapSettlement): SettlementModel {
  const { residualParts, steps } = settlement
  return {
    payment: amountOf(settlement.payment),
    paymentsDue: settlement.paymentsDue,
    scheduledBalance: amountOf(settlement.scheduledBalance),
    interestToLoss: amountOf(settlement.interestToLoss),
    scheduledPayoff: amountOf(settlement.scheduledPayoff),
    refunds: amountOf(settlement.refunds),
    exclusions: amountOf(settlement.exclusions),
    coveredBalanceBeforeLtv: amountOf(settlement.coveredBalanceBeforeLtv),
    ltvPercent: settlement.ltvPercent,
    maxLtvPercent: settlement.maxLtvPercent,
    ltvFactor: settlement.ltvFactor,
    coveredBalance: amountOf(settlement.coveredBalance),
    insuranceCredit: amountOf(settlement.insuranceCredit),
    deductibleCovered: amountOf(settlement.deductibleCovered),
    gap: amountOf(settlement.gap),
    maxBenefit: amountOrNull(settlement.maxBenefit),
    payable: amountOf(settlement.payable),
    customerResidual: amountOf(settlement.customerResidual),
    residualParts: {
      arrears: amountOf(residualParts.arrears),
      exclusions: amountOf(residualParts.exclusions),
      ltvCut: amountOf(residualParts.ltvCut),
      deductibleAboveLimit: amountOf(residualParts.deductibleAboveLimit),
      insurerDeductions: amountOf(residualParts.insurerDeductions),
      overMaximum: amountOf(residualParts.overMaximum),
      surplus: amountOf(residualParts.surplus),
    },
    steps: stepAnswers(steps),
  }
}
