import { addDays, type CalendarDate, daysBetween } from '../dates.ts'
import { moneyText } from '../figure-text.ts'
import { partOfAmount } from '../fraction.ts'
import { amountOf, type Cents, ZERO } from '../money.ts'
import { type FigureRules, figuresFromGross } from '../refund/figures.ts'
import type { ChargedTax } from '../refund/tax.ts'
import { figure } from '../worksheet-step.ts'
import type { CancelWork } from './cancel-work.ts'
import type { CancelFacts, CancelTerms } from './facts.ts'
import type { PayoffStep, TermName } from './law-terms.ts'
import { endsLoan } from './reasons.ts'
import type { CancelRule } from './rules.ts'
import type { Worksheet } from './worksheet.ts'

// Figures that only the laws of some states ask for, and how sure the rule is.

const DOLLAR = 100

/** The refund that is owed: rounded to the dollar where that is allowed and wanted, and nothing if it is too small. */
export function owedGross(
  gross: Cents,
  { allowsDollars, leastRefund }: Pick<CancelRule, 'allowsDollars' | 'leastRefund'>,
  rules: FigureRules,
  { roundsToDollars }: Pick<CancelFacts['settings'], 'roundsToDollars'>,
): Cents {
  const isRounded = allowsDollars && roundsToDollars
  const rounded = isRounded ? Math.round(gross / DOLLAR) * DOLLAR : gross
  const owed = Math.min(rounded, rules.retail) as Cents
  return figuresFromGross(owed, rules).netRefund < leastRefund ? ZERO : owed
}

/** The taxes of the contract. A rule may say that they are refunded, or that they are not. */
export const taxesUnder = (
  { salesTax }: Pick<CancelRule, 'salesTax'>,
  taxes: readonly ChargedTax[],
): readonly ChargedTax[] =>
  salesTax === null ? taxes : taxes.map((tax) => ({ ...tax, isRefundable: salesTax === 'Refund' }))

/** The step by which the refund is due when the loan ends: the administrator's own, or else the first to refund. */
export function payoffDeadline(
  { payoffSteps }: Pick<CancelRule, 'payoffSteps'>,
  { reason }: Pick<CancelTerms, 'reason'>,
): PayoffStep | undefined {
  if (!endsLoan(reason)) return undefined
  const refunds = payoffSteps.filter(({ does }) => does === 'Refunds')
  return refunds.find(({ by }) => by === 'Administrator') ?? refunds[0]
}

/** The first day of the days in which someone must act when the loan ends. */
export const payoffStart = (
  { from }: Pick<PayoffStep, 'from'>,
  { cancelDate, noticeReceivedDate }: Pick<CancelTerms, 'cancelDate' | 'noticeReceivedDate'>,
): CalendarDate => (from === 'LoanEnd' ? cancelDate : noticeReceivedDate)

export const lawFigures = (work: CancelWork) => ({
  financeCharges: financeChargeFigure(work),
  request: requestFigure(work),
  payoff: payoffFigure(work),
  verification: verificationFigure(work),
})

const ruledBy = ({ rule: { ruleCode, source } }: CancelWork, clause: string) => ({ ruleCode, source, clause })

/** What the creditor credits besides the refund. It is not part of what we pay. */
function financeChargeFigure(work: CancelWork): Worksheet['financeCharges'] {
  const { rule, facts, isFreeLook, chosen } = work
  const { financeCharge, lienHolder } = facts.contract
  const isOwed = rule.financeCharges === 'Always' || (rule.financeCharges === 'InFreeLook' && isFreeLook)
  if (!isOwed || lienHolder === null) return null
  const amount = financeCharge === null ? null : partOfAmount(financeCharge, chosen.factor)
  const factor = `${chosen.factor.part}/${chosen.factor.whole}`
  return figure({
    code: 'financeCharges',
    inputs: {
      ...(financeCharge === null ? {} : { financeCharge: amountOf(financeCharge) }),
      unearnedFactor: factor,
    },
    formula: amount === null ? 'not known' : 'financeCharge x unearnedFactor',
    amount,
    rounding: 'HalfUpToCent',
    ...ruledBy(work, 'the creditor also credits the finance charges on the price'),
    words:
      amount === null
        ? `${lienHolder.name} also credits the finance charges on the price. Their amount is not known.`
        : `${lienHolder.name} also credits finance charges of ${moneyText(amount)}.`,
  })
}

/** Whether the request came in the days that the law gives for it. The refund does not depend on it. */
function requestFigure(work: CancelWork): Worksheet['request'] {
  const { rule, terms } = work
  const { requestWithin } = rule
  if (requestWithin === null || rule.side === 'Provider') return null
  if (requestWithin.after === 'LoanEnd' && !endsLoan(terms.reason)) return null
  const { cancelDate, noticeReceivedDate } = terms
  const lastDay = addDays(cancelDate, requestWithin.days)
  const isLate = noticeReceivedDate > lastDay
  const days = daysBetween(cancelDate, noticeReceivedDate)
  return figure({
    code: 'request',
    inputs: { cancelDate, noticeReceivedDate, requestWithinDays: requestWithin.days },
    formula: 'noticeReceivedDate is at most requestWithinDays after cancelDate',
    exact: lastDay,
    ...ruledBy(work, `written request within ${requestWithin.days} days`),
    words: isLate
      ? `The request came ${days} days after the contract or the loan ended. The law asks for a written request within ${requestWithin.days} days, until ${lastDay}, unless the contract says otherwise.`
      : `The request came in time: the law asks for it until ${lastDay}.`,
  })
}

const actWords: Readonly<Record<PayoffStep['does'], string>> = {
  Refunds: 'refunds',
  Instructs: 'tells the administrator and the seller to refund',
  Reimburses: 'reimburses',
}

/** What is owed when the loan ends, and by whom. */
function payoffFigure(work: CancelWork): Worksheet['payoff'] {
  const { rule, terms } = work
  if (!endsLoan(terms.reason) || rule.payoffSteps.length === 0) return null
  const steps = rule.payoffSteps.map((step) => {
    const start = payoffStart(step, terms)
    return `the ${step.by.toLowerCase()} ${actWords[step.does]} by ${addDays(start, step.days)}`
  })
  return figure({
    code: 'payoff',
    inputs: { payoffDate: terms.cancelDate, noticeReceivedDate: terms.noticeReceivedDate },
    formula: 'the steps of the rule at the end of the loan',
    exact: rule.payoffSteps.map(({ by, does, days, from }) => `${by} ${does} ${days} ${from}`).join(', '),
    ...ruledBy(work, 'refund at the end of the loan, without a request'),
    words: `The refund is owed without a request: ${steps.join('; ')}.`,
  })
}

const termWords: Readonly<Record<TermName, string>> = {
  freeLookDays: 'the free look',
  freeLookClaims: 'claims in the free look',
  freeLookFee: 'the fee in the free look',
  method: 'the method',
  maxFee: 'the fee',
  deductsClaims: 'the deduction of claims',
  refundDays: 'the days for the refund',
  penalty: 'the penalty for a late refund',
  refundsAtPayoff: 'the refund at payoff',
  requestWithin: 'the days for a request',
  noticeDays: "the provider's notice",
  limitedReasons: "the provider's reasons",
}

const readWords = {
  Read: 'The section of the law was read',
  PartlyRead: 'The section of the law was read in part',
  Secondary: 'The law was not read itself, only what others write about it',
} as const

/** How sure the rule is, for the desk. Nothing of it is told to customers. */
function verificationFigure(work: CancelWork): Worksheet['verification'] {
  const { rule, facts } = work
  const { stateOfSale, productTypeCode } = facts.contract
  if (rule.state === null && rule.layer === 'Own')
    return figure({
      code: VERIFICATION,
      inputs: { verification: 'Unverified', state: stateOfSale, productTypeCode },
      formula: 'no rule names the state and the product type',
      exact: 'Unverified',
      ...ruledBy(work, 'general rule'),
      words: `No rule has been verified for ${productTypeCode} in ${stateOfSale}. ${appliesWords(rule)} Check the law of the state before you rely on it.`,
    })
  if (rule.verification === null) return null
  const { verification, asOf, unverified, note } = rule
  const names = unverified.map((term) => termWords[term]).join(', ')
  const open = names === '' ? '' : ` Not verified, by the general rule: ${names}.`
  const more = note === null ? '' : ` ${note}`
  return figure({
    code: VERIFICATION,
    inputs: { verification, ...(asOf === null ? {} : { asOf }), unverified: unverified.join(', ') },
    formula: 'how the text behind the rule was read',
    exact: verification,
    ...ruledBy(work, 'verification'),
    words: `${readWords[verification]}${asOf === null ? '' : `, as of ${asOf}`}.${open}${more}`,
  })
}

/** A rule without a state may still be about a program, product types or reasons. */
const appliesWords = ({ ruleCode, productTypeCodes, programId, reasonCodes }: CancelWork['rule']) =>
  productTypeCodes === null && programId === null && reasonCodes === null
    ? 'The general rule applies.'
    : `Your own rule ${ruleCode} applies, which names no state.`

/** The step that only the desk sees. */
export const VERIFICATION = 'verification'
