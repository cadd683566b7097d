import { addDays } from '../dates.ts'
import { partOf, toSixDecimals } from '../fraction.ts'
import { type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import { fractionFromPercent, multiplyFractions } from '../refund/factor.ts'
import { allowedFee } from '../refund/fee.ts'
import { type FigureRules, overriddenFigures } from '../refund/figures.ts'
import { taxRefunds } from '../refund/tax.ts'
import { explainRefund } from './explanation.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import { freeLookFor } from './free-look.ts'
import { divideOverLines, lineRefusals } from './lines.ts'
import { chooseMethod, pricedLines } from './method.ts'
import { matchingPayee, type Payee, payeeByRules, payeeFromTerms } from './payee.ts'
import { planPayments, refundPayerFor, refundRows } from './payments.ts'
import { cancellingSide, missingDocuments } from './reasons.ts'
import type { CancelCalculation, CancelRefusal, CancelRefused } from './results.ts'
import { type CancelRule, ruleFor } from './rules.ts'
import { stepsOf } from './steps.ts'
import type { Worksheet } from './worksheet.ts'

/** The rule that a cancellation goes by: that of the state of sale, for whoever cancels. */
export const cancelRuleFor = ({ contract, settings }: CancelFacts, terms: CancelTerms): CancelRule =>
  ruleFor(settings.rules, {
    state: contract.stateOfSale,
    productTypeCode: contract.productTypeCode,
    programId: contract.programId,
    reasonCode: terms.reason.code,
    side: cancellingSide(terms.requestedBy, terms.reason),
    saleDate: contract.term.saleDate,
  })

/**
 * What a cancellation comes to, with how every figure came about; or everything that stands against it. The same facts give
 * the same answer, whether somebody only asks or means it.
 */
export function calculateCancel(
  facts: CancelFacts,
  terms: CancelTerms,
): CancelCalculation | CancelRefused<CancelRefusal> {
  const { contract } = facts
  if (sumCents(contract.lines.map(({ amount }) => amount)) !== contract.retail)
    throw new Error('The lines of the contract do not sum to its price.')
  const rule = cancelRuleFor(facts, terms)
  const freeLook = freeLookFor(rule, contract, terms)
  const chosen = chooseMethod(facts, terms, rule, freeLook)
  const priced = chosen && pricedLines(facts, chosen, terms.override)
  const { payee, refusals: payeeRefusals } = payeeOf(facts, terms)
  if (!chosen || !priced) return { refused: [{ code: 'OdometerRequired' }, ...payeeRefusals] }

  const isFreeLook = freeLook.isWithin && !freeLook.isLost
  const deductsClaims =
    chosen.method.code !== 'SERVICES' &&
    (rule.deductsClaims || (isFreeLook && rule.freeLookClaims === 'Deduct'))
  const rules = figureRules(facts, terms, rule, { deductsClaims, isInFreeLookDays: freeLook.isWithin })
  const ruledGross = partOf(
    contract.retail,
    multiplyFractions(chosen.factor, fractionFromPercent(chosen.refundPercent)),
  )
  const { figures, refusals } = overriddenFigures(ruledGross, rules, terms.override ?? {})
  const refused = [
    ...factorRefusals(terms),
    ...refusals,
    ...lineRefusals(facts, terms.override?.disbursements, figures.grossRefund),
    ...payeeRefusals,
  ]
  if (refused.length > 0) return { refused }

  const taxes = taxRefunds(contract.taxes, { ...figures, retail: contract.retail })
  const worked = divideOverLines(
    facts,
    priced,
    { chosen, isFreeLook },
    { ...figures, ruledGross },
    terms.override,
  )
  return answered({
    ...{ facts, terms, rule, freeLook, isFreeLook, chosen, rules, deductsClaims },
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
    fee: allowedFee(rule, { fee: settings.fee, retail, isInFreeLookDays, isFree }),
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
  terms: CancelTerms,
): { readonly payee: Payee; readonly refusals: readonly CancelRefusal[] } {
  const ruled = payeeByRules(contract, terms)
  const set = terms.override?.payee
  if (set) {
    const payee = payeeFromTerms(set, contract, terms)
    return payee
      ? { payee, refusals: [] }
      : { payee: ruled, refusals: [{ code: 'UnknownReference', field: '/override/payee' }] }
  }
  const named = terms.payee && payeeFromTerms(terms.payee, contract, terms)
  const isAllowed = terms.payee === null || (named && matchingPayee(named, ruled))
  return {
    payee: ruled,
    refusals: isAllowed ? [] : [{ code: 'PayeeNotAllowed', payee: ruled, field: '/payee' }],
  }
}

function answered(all: Worksheet): CancelCalculation | CancelRefused<CancelRefusal> {
  const { facts, terms, rule, freeLook, chosen, figures, worked, payee } = all
  const { contract } = facts
  const { counted, usage } = chosen
  const salesTaxRefund = sumCents(all.taxes.map(({ refund }) => refund))
  const totalRefund = plus(figures.netRefund, salesTaxRefund)
  const payer = refundPayerFor(facts, terms)
  const rows = refundRows({
    lines: worked.lines.map(({ code, refund, claimsDeduction }) => ({
      disbursementCode: code,
      amount: minus(refund, claimsDeduction),
    })),
    shortfall: minus(worked.shortfall, worked.shortfallClaims),
    cancelFee: figures.cancelFee,
    salesTaxRefund,
  })
  const { payments, refusals } = planPayments(facts, terms, { total: totalRefund, payer, payee, rows })
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
    refundDueDate: addDays(terms.noticeReceivedDate, rule.refundDays),
    penalty: rule.penalty,
    refundPayer: payer,
    payee,
    lines: worked.lines,
    shortfall: worked.shortfall,
    shortfallClaims: worked.shortfallClaims,
    payments,
    missing: missingDocuments(terms.reason, {
      countsMiles: chosen.countsMiles,
      attached: contract.documents,
    }),
    explanation: [],
    steps: [],
    computed: ruledAlone(facts, terms),
  }
  return { ...calculation, explanation: explainRefund(all, calculation), steps: stepsOf(all, calculation) }
}

/** What the rules alone say. A split belongs to the figures that were set, and is left out. */
function ruledAlone(facts: CancelFacts, terms: CancelTerms): CancelCalculation | null {
  if (!terms.override) return null
  const ruled = calculateCancel(facts, { ...terms, override: null, payee: null, payments: null })
  return 'refused' in ruled ? null : ruled
}
