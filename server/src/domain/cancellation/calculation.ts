import type { CalendarDate } from '../dates.ts'
import { exactProduct, partOfAmount, toSixDecimals } from '../fraction.ts'
import { type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import { fractionFromPercent } from '../refund/factor.ts'
import { allowedFee } from '../refund/fee.ts'
import { type FigureRules, overriddenFigures } from '../refund/figures.ts'
import type { MethodCode } from '../refund/methods.ts'
import { taxRefunds } from '../refund/tax.ts'
import { buildWorksheet, dueDateFor } from './build-worksheet.ts'
import type { CancelWork } from './cancel-work.ts'
import { explainRefund } from './explanation.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import { type FreeLook, freeLookFor } from './free-look.ts'
import { owedGross, taxesUnder } from './law-figures.ts'
import { divideOverLines, lineRefusals } from './lines.ts'
import { chooseMethod, hasLineByMiles, pricedLines } from './method.ts'
import { matchingPayee, payeeByRules, payeeFromTerms, type RefundPayee } from './payee.ts'
import { planPayments, refundPayerFor, refundRows } from './payments.ts'
import { cancellingSide, missingDocuments } from './reasons.ts'
import type { CancelCalculation, CancelRefusal, CancelRefused } from './results.ts'
import { type CancelRule, ruleFor } from './rules.ts'
import { stepsFromWorksheet } from './worksheet.ts'

/** The rule that applies: by state of sale, product, program, reason and cancelling side. */
export const cancelRuleFor = ({ contract, settings }: CancelFacts, terms: CancelTerms): CancelRule =>
  ruleFor(settings.rules, {
    state: contract.stateOfSale,
    productTypeCode: contract.productTypeCode,
    programId: contract.programId,
    reasonCode: terms.reason.code,
    side: cancellingSide(terms.requestedBy, terms.reason),
    saleDate: contract.term.saleDate,
    sellerKind: contract.sellerKind,
  })

/** The day by which the refund is due. It is known before the refund can be calculated. */
export const refundDueDateFor = (facts: CancelFacts, terms: CancelTerms): CalendarDate =>
  dueDateFor({ rule: cancelRuleFor(facts, terms), facts, terms })

/**
 * Calculates a cancellation, with the worksheet of every figure; or returns all refusals. A quote, a request and an
 * execution use this same function.
 */
export function calculateCancel(
  facts: CancelFacts,
  terms: CancelTerms,
): CancelCalculation | CancelRefused<CancelRefusal> {
  const { contract } = facts
  if (sumCents(contract.lines.map(({ amount }) => amount)) !== contract.retail)
    throw new Error('The lines of the contract do not sum to its price.')
  const rule = cancelRuleFor(facts, terms)
  const freeLook = freeLookFor(rule, contract, terms, facts.settings)
  const chosen = chooseMethod(facts, terms, rule, freeLook)
  const priced = chosen && pricedLines(facts, chosen, terms.override)
  const { payee, refusals: payeeRefusals } = payeeOf(facts, terms)
  if (!chosen || !priced) return { refused: [{ code: 'OdometerRequired' }, ...payeeRefusals] }

  const isFreeLook = freeLook.isWithin && !freeLook.isLost
  const deductsClaims =
    chosen.method.code !== 'SERVICES' &&
    (rule.deductsClaims || (isFreeLook && rule.freeLookClaims === 'Deduct'))
  const unearned = partOfAmount(contract.retail, chosen.factor)
  const rules = figureRules(facts, terms, rule, { deductsClaims, freeLook, unearned })
  const exactGross = partOfAmount(
    contract.retail,
    exactProduct(chosen.factor, fractionFromPercent(chosen.refundPercent)),
  )
  const ruledGross = owedGross(exactGross, rule, rules, facts.settings)
  const { figures, refusals } = overriddenFigures(ruledGross, rules, terms.override ?? {})
  const refused = [
    ...factorRefusals(terms),
    ...refusals,
    ...lineRefusals(facts, terms.override?.disbursements, figures.grossRefund),
    ...payeeRefusals,
  ]
  if (refused.length > 0) return { refused }

  const taxes = taxRefunds(taxesUnder(rule, contract.taxes), { ...figures, retail: contract.retail })
  const divided = divideOverLines(
    facts,
    priced,
    { chosen, isFreeLook },
    { ...figures, ruledGross: exactGross },
    terms.override,
  )
  return calculationFrom({
    ...{ facts, terms, rule, freeLook, isFreeLook, chosen, rules, deductsClaims },
    ...{ exactGross, ruledGross, figures, taxes, divided, payee },
  })
}

function figureRules(
  { contract, settings }: CancelFacts,
  { reason }: CancelTerms,
  rule: CancelRule,
  known: { readonly deductsClaims: boolean; readonly freeLook: FreeLook; readonly unearned: Cents },
): FigureRules {
  const { retail } = contract
  const { day, isWithin: isInFreeLookDays } = known.freeLook
  const isFree = rule.side === 'Provider' || reason.forcesFlat
  const { maxFeePercent, feeBase } = rule
  const isOfRefund = feeBase === 'Refund' && maxFeePercent !== null && !isInFreeLookDays
  return {
    retail,
    claims: known.deductsClaims ? claimsPaid({ contract, settings }) : ZERO,
    fee: allowedFee(rule, {
      ...{ fee: settings.fee, retail, unearned: known.unearned, day, isInFreeLookDays, isFree },
    }),
    feeShare: isOfRefund ? fractionFromPercent(maxFeePercent) : null,
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

/** The payee by the rules, or the one in the override. A payee outside an override must be the one by the rules. */
function payeeOf(
  { contract }: CancelFacts,
  terms: CancelTerms,
): { readonly payee: RefundPayee; readonly refusals: readonly CancelRefusal[] } {
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

function calculationFrom(work: CancelWork): CancelCalculation | CancelRefused<CancelRefusal> {
  const { facts, terms, rule, freeLook, chosen, figures, divided, payee } = work
  const { contract } = facts
  const { counted, usage } = chosen
  const salesTaxRefund = sumCents(work.taxes.map(({ refund }) => refund))
  const totalRefund = plus(figures.netRefund, salesTaxRefund)
  const payer = refundPayerFor(facts, terms)
  const rows = refundRows({
    lines: divided.lines.map(({ code, refund, claimsDeduction }) => ({
      disbursementCode: code,
      amount: minus(refund, claimsDeduction),
    })),
    shortfall: minus(divided.shortfall, divided.shortfallClaims),
    cancelFee: figures.cancelFee,
    salesTaxRefund,
  })
  const { payments, refusals } = planPayments(facts, terms, { total: totalRefund, payer, payee, rows })
  if (refusals.length > 0) return { refused: refusals }
  const calculation: CancelCalculation = {
    ruleId: rule.id,
    ruleCode: rule.ruleCode,
    ruleSource: rule.source,
    state: contract.stateOfSale,
    side: rule.side,
    method: chosen.method.code,
    isFreeLook: work.isFreeLook,
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
    taxes: work.taxes,
    salesTaxRefund,
    totalRefund,
    refundDueDate: dueDateFor(work),
    penalty: rule.penalty,
    refundPayer: payer,
    payee,
    lines: divided.lines,
    shortfall: divided.shortfall,
    shortfallClaims: divided.shortfallClaims,
    payments,
    missing: missingDocuments(terms.reason, {
      countsMiles: chosen.countsMiles || hasLineByMiles(facts, chosen, terms.override),
      attached: contract.documents,
    }),
    explanation: [],
    steps: [],
    computed: calculationByRules(facts, terms),
  }
  const worksheet = buildWorksheet(work, calculation)
  return {
    ...calculation,
    explanation: explainRefund(worksheet, work, calculation),
    steps: stepsFromWorksheet(worksheet),
  }
}

/** The calculation without the override. The split into payments belongs to the overridden figures and is left out. */
function calculationByRules(facts: CancelFacts, terms: CancelTerms): CancelCalculation | null {
  if (!terms.override) return null
  const ruled = calculateCancel(facts, { ...terms, override: null, payee: null, payments: null })
  return 'refused' in ruled ? null : ruled
}

/** Another date or method to calculate. Absent members are as in the terms. */
export interface AlternativeTerms {
  readonly cancelDate?: CalendarDate | undefined
  readonly cancelMethodCode?: MethodCode | undefined
}

export interface Alternative {
  readonly cancelDate: CalendarDate
  readonly method: MethodCode | null
  readonly result: CancelCalculation | CancelRefused<CancelRefusal>
}

/** The same cancellation on other days or by other methods. `factsOn` gives the lines in effect on each day. */
export function calculateAlternatives(
  factsOn: (date: CalendarDate) => CancelFacts,
  terms: CancelTerms,
  wanted: readonly AlternativeTerms[],
): Alternative[] {
  return wanted.map(({ cancelDate = terms.cancelDate, cancelMethodCode }) => {
    const override = cancelMethodCode
      ? { reason: 'Alternative', ...terms.override, cancelMethodCode }
      : terms.override
    const result = calculateCancel(factsOn(cancelDate), { ...terms, cancelDate, override })
    return { cancelDate, method: 'refused' in result ? (cancelMethodCode ?? null) : result.method, result }
  })
}

const comparedFigures = [
  'grossRefund',
  'claimsDeduction',
  'cancelFee',
  'salesTaxRefund',
  'netRefund',
] as const satisfies readonly (keyof CancelCalculation)[]

type Compared = Pick<CancelCalculation, (typeof comparedFigures)[number]> & {
  readonly lines: readonly Pick<CancelCalculation['lines'][number], 'code' | 'refund' | 'claimsDeduction'>[]
}

/** The names of the amounts that differ between the agreed calculation and the current one. */
export function changedAmounts(agreed: Compared, now: Compared): string[] {
  const changed = comparedFigures.filter((name) => agreed[name] !== now[name])
  const codes = new Set([...agreed.lines, ...now.lines].map(({ code }) => code))
  const lines = [...codes].filter((code) => lineText(agreed, code) !== lineText(now, code))
  return [...changed, ...lines.map((code) => `lines/${code}`)]
}

/** The amounts of a line, for comparison. */
function lineText({ lines }: Compared, code: string): string {
  const line = lines.find((candidate) => candidate.code === code)
  return line ? `${line.refund} ${line.claimsDeduction}` : ''
}
