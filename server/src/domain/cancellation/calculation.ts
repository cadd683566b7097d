import { addDays } from '../dates.ts'
import { partOf, toSixDecimals } from '../fraction.ts'
import { type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import { ofPercent, times } from '../refund/factor.ts'
import { feeAtMost } from '../refund/fee.ts'
import { type FigureRules, overriddenFigures } from '../refund/figures.ts'
import { taxRefunds } from '../refund/tax.ts'
import { explain } from './explanation.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import { freeLookOf } from './free-look.ts'
import { lineRefusals, workLines } from './lines.ts'
import { chooseMethod, pricedLines } from './method.ts'
import { asRuled, type Payee, payeeAsked, payeeByRules } from './payee.ts'
import { payerOf, planPayments, rowsOfRefund } from './payments.ts'
import { missingDocuments, sideOf } from './reasons.ts'
import type { CancelCalculation, CancelRefusal, Refused } from './results.ts'
import { type CancelRule, ruleFor } from './rules.ts'
import { stepsOf } from './steps.ts'
import type { Worksheet } from './worksheet.ts'

/** The rule that a cancellation goes by: that of the state of sale, for whoever cancels. */
export const cancelRuleFor = ({ contract, settings }: CancelFacts, asked: CancelTerms): CancelRule =>
  ruleFor(settings.rules, {
    state: contract.stateOfSale,
    productTypeCode: contract.productTypeCode,
    programId: contract.programId,
    reasonCode: asked.reason.code,
    side: sideOf(asked.requestedBy, asked.reason),
    saleDate: contract.term.saleDate,
  })

/**
 * What a cancellation comes to, with how every figure came about; or everything that stands against it. The same facts give
 * the same answer, whether somebody only asks or means it.
 */
export function calculateCancel(
  facts: CancelFacts,
  asked: CancelTerms,
): CancelCalculation | Refused<CancelRefusal> {
  const { contract } = facts
  if (sumCents(contract.lines.map(({ amount }) => amount)) !== contract.retail)
    throw new Error('The lines of the contract do not sum to its price.')
  const rule = cancelRuleFor(facts, asked)
  const freeLook = freeLookOf(rule, contract, asked)
  const chosen = chooseMethod(facts, asked, rule, freeLook)
  const priced = chosen && pricedLines(facts, chosen, asked.override)
  const { payee, refusals: payeeRefusals } = payeeOf(facts, asked)
  if (!chosen || !priced) return { refused: [{ code: 'OdometerRequired' }, ...payeeRefusals] }

  const isFreeLook = freeLook.isWithin && !freeLook.isLost
  const deductsClaims =
    chosen.method.code !== 'SERVICES' &&
    (rule.deductsClaims || (isFreeLook && rule.freeLookClaims === 'Deduct'))
  const rules = figureRules(facts, asked, rule, { deductsClaims, isInFreeLookDays: freeLook.isWithin })
  const ruledGross = partOf(contract.retail, times(chosen.factor, ofPercent(chosen.refundPercent)))
  const { figures, refusals } = overriddenFigures(ruledGross, rules, asked.override ?? {})
  const refused = [
    ...factorRefusals(asked),
    ...refusals,
    ...lineRefusals(facts, asked.override?.disbursements, figures.grossRefund),
    ...payeeRefusals,
  ]
  if (refused.length > 0) return { refused }

  const taxes = taxRefunds(contract.taxes, { ...figures, retail: contract.retail })
  const worked = workLines(facts, priced, { chosen, isFreeLook }, { ...figures, ruledGross }, asked.override)
  return answered({
    ...{ facts, asked, rule, freeLook, isFreeLook, chosen, rules, deductsClaims },
    ...{ ruledGross, figures, taxes, worked, payee },
  })
}

function figureRules(
  { contract, settings }: CancelFacts,
  { reason }: CancelTerms,
  rule: CancelRule,
  {
    deductsClaims,
    isInFreeLookDays,
  }: { readonly deductsClaims: boolean; readonly isInFreeLookDays: boolean },
): FigureRules {
  const { retail } = contract
  const isFree = rule.side === 'Provider' || reason.forcesFlat
  return {
    retail,
    claims: deductsClaims ? claimsPaid({ contract, settings }) : ZERO,
    fee: feeAtMost(rule, { fee: settings.fee, retail, isInFreeLookDays, isFree }),
  }
}

export const claimsPaid = ({ contract, settings }: CancelFacts): Cents =>
  settings.claimsDeductMode === 'PaidAndAuthorized'
    ? plus(contract.claims.paid, contract.claims.authorized)
    : contract.claims.paid

function factorRefusals({ override }: CancelTerms): CancelRefusal[] {
  const factor = override?.unearnedFactor
  return factor === undefined || (factor >= 0 && factor <= 1)
    ? []
    : [{ code: 'OverrideOutOfRange', field: 'unearnedFactor', least: 0, most: 1 }]
}

/** The payee of the rules, or the one that was set. One that is only named has to be the rules'. */
function payeeOf(
  { contract }: CancelFacts,
  asked: CancelTerms,
): { readonly payee: Payee; readonly refusals: readonly CancelRefusal[] } {
  const ruled = payeeByRules(contract, asked)
  const set = asked.override?.payee
  if (set) {
    const payee = payeeAsked(set, contract, asked)
    return payee
      ? { payee, refusals: [] }
      : { payee: ruled, refusals: [{ code: 'UnknownReference', field: '/override/payee' }] }
  }
  const named = asked.payee && payeeAsked(asked.payee, contract, asked)
  const isAllowed = asked.payee === null || (named && asRuled(named, ruled))
  return {
    payee: ruled,
    refusals: isAllowed ? [] : [{ code: 'PayeeNotAllowed', payee: ruled, field: '/payee' }],
  }
}

function answered(all: Worksheet): CancelCalculation | Refused<CancelRefusal> {
  const { facts, asked, rule, freeLook, chosen, figures, worked, payee } = all
  const { contract } = facts
  const { counted, usage } = chosen
  const salesTaxRefund = sumCents(all.taxes.map(({ refund }) => refund))
  const totalRefund = plus(figures.netRefund, salesTaxRefund)
  const payer = payerOf(facts, asked)
  const rows = rowsOfRefund({
    lines: worked.lines.map(({ code, refund, claimsDeduction }) => ({
      disbursementCode: code,
      amount: minus(refund, claimsDeduction),
    })),
    shortfall: minus(worked.shortfall, worked.shortfallClaims),
    cancelFee: figures.cancelFee,
    salesTaxRefund,
  })
  const { payments, refusals } = planPayments(facts, asked, { total: totalRefund, payer, payee, rows })
  if (refusals.length > 0) return { refused: refusals }
  const calculation: CancelCalculation = {
    ruleId: rule.id,
    ruleCode: rule.ruleCode,
    state: contract.stateOfSale,
    side: rule.side,
    method: chosen.method.code,
    isFreeLook: all.isFreeLook,
    freeLookEndDate: freeLook.endDate,
    daysElapsed: usage.clock.daysElapsed,
    totalDays: usage.clock.totalDays,
    monthsElapsed: counted.monthsElapsed,
    milesUsed: usage.milesUsed,
    timeFactor: counted.time && toSixDecimals(counted.time),
    milesFactor: counted.miles && toSixDecimals(counted.miles),
    unearnedFactor: toSixDecimals(chosen.factor),
    refundPercent: chosen.refundPercent,
    retail: contract.retail,
    ...figures,
    claimsPaid: claimsPaid(facts),
    taxes: all.taxes,
    salesTaxRefund,
    totalRefund,
    refundDueDate: addDays(asked.noticeReceivedDate, rule.refundDays),
    penalty: rule.penalty,
    refundPayer: payer,
    payee,
    lines: worked.lines,
    shortfall: worked.shortfall,
    shortfallClaims: worked.shortfallClaims,
    payments,
    missing: missingDocuments(asked.reason, {
      countsMiles: chosen.countsMiles,
      attached: contract.documents,
    }),
    explanation: [],
    steps: [],
    computed: ruledAlone(facts, asked),
  }
  return { ...calculation, explanation: explain(all, calculation), steps: stepsOf(all, calculation) }
}

/** What the rules alone say. A split belongs to the figures that were set, and is left out. */
function ruledAlone(facts: CancelFacts, asked: CancelTerms): CancelCalculation | null {
  if (!asked.override) return null
  const ruled = calculateCancel(facts, { ...asked, override: null, payee: null, payments: null })
  return 'refused' in ruled ? null : ruled
}
