import { factorText, moneyText } from '../figure-text.ts'
import { type Cents, centsOf, minus, ZERO } from '../money.ts'
import type { CancelWork } from './cancel-work.ts'
import type { CancelCalculation } from './results.ts'
import { isSetByHand, type Worksheet } from './worksheet.ts'

/** The calculation in sentences that can be read to the customer. */
export function explainRefund(
  worksheet: Worksheet,
  work: CancelWork,
  { isFreeLook, claimsPaid, shortfall }: Pick<CancelCalculation, 'isFreeLook' | 'claimsPaid' | 'shortfall'>,
): string[] {
  return [
    ruleSentence(worksheet, work, { isFreeLook, claimsPaid }),
    methodSentence(worksheet, work),
    figuresSentence(worksheet, work),
    ...taxSentence(worksheet),
    ...(worksheet.financeCharges ? [worksheet.financeCharges.words] : []),
    ...shortfallSentence(worksheet, work, shortfall),
    ...noticeSentence(worksheet),
    ...payerSentence(worksheet),
    ...overrideSentence(work),
  ]
}

const amount = ({ amount: cents }: { readonly amount: Cents | null }): Cents => cents ?? ZERO

function ruleSentence(
  { rule, freeLook, daysElapsed }: Worksheet,
  { freeLook: { isLost, endedBy }, terms }: CancelWork,
  { isFreeLook, claimsPaid }: Pick<CancelCalculation, 'isFreeLook' | 'claimsPaid'>,
): string {
  const who = rule.inputs.side === 'Holder' ? 'holder' : 'provider'
  const until = freeLook.exact
  const look = freeLook.inputs.isTransferred
    ? 'no free look after a transfer'
    : isFreeLook
      ? `within the free look until ${until}`
      : endedBy
        ? `the free look until ${until} ended with ${endedBy === 'Claim' ? 'a claim' : 'a covered loss'}`
        : isLost
          ? `the free look until ${until} was lost to claims of ${moneyText(claimsPaid)}`
          : `after the free look ended on ${until}`
  const flat = terms.reason.forcesFlat && !isFreeLook ? `; ${rule.inputs.reason} refunds the whole price` : ''
  return `Rule ${rule.exact}: cancelled by the ${who} on day ${daysElapsed.exact}, ${look}${flat}.`
}

/** The words of the unearned factor, with the floor and the factor that was set. */
function methodSentence({ unearnedFactor }: Worksheet, { terms, chosen: { factor } }: CancelWork): string {
  const { floor } = unearnedFactor.inputs
  const least = floor ? `; at least ${floor} = ${factorText(factor)}` : ''
  const set =
    terms.override?.unearnedFactor === undefined ? '' : `; the factor is set to ${factorText(factor)}`
  return `${unearnedFactor.words.slice(0, -1)}${least}${set}.`
}

function figuresSentence(
  { grossRefund, claimsDeduction, cancelFee, netRefund }: Worksheet,
  { chosen }: CancelWork,
): string {
  const { retail, refundPercent } = grossRefund.inputs
  const percent = refundPercent === 100 ? '' : ` x ${refundPercent}%`
  const gross = isSetByHand(grossRefund)
    ? `The refund is set to ${moneyText(amount(grossRefund))}`
    : `${moneyText(centsOf(retail))} x ${factorText(chosen.factor)}${percent} = ${moneyText(amount(grossRefund))}`
  const claims = claimsDeduction.amount === 0 ? '' : `, less claims ${moneyText(amount(claimsDeduction))}`
  const fee = cancelFee.amount === 0 ? '' : `, less fee ${moneyText(amount(cancelFee))}`
  const net = claims === '' && fee === '' ? '' : ` = ${moneyText(amount(netRefund))}`
  return `${gross}${claims}${fee}${net}.`
}

function taxSentence({ totalRefund }: Worksheet): string[] {
  const tax = centsOf(totalRefund.inputs.salesTaxRefund)
  return tax === 0
    ? []
    : [`Sales tax of ${moneyText(tax)} is added: ${moneyText(amount(totalRefund))} in total.`]
}

/** Stored explanations begin with it: it marks the sentence that limited callers do not see. */
const LINES_GIVE = 'The lines give back'

/** Whether a sentence reveals the parts of dealer cost. */
export const tellsOfLines = (sentence: string): boolean => sentence.startsWith(LINES_GIVE)

function shortfallSentence({ shortfall: { inputs } }: Worksheet, { facts }: CancelWork, shortfall: Cents) {
  if (shortfall === 0) return []
  const { name } = facts.settings.shortfallAccount
  const lines = `${LINES_GIVE} ${moneyText(centsOf(inputs.lines))}`
  return shortfall > 0
    ? [`${lines}; ${name} bears the shortfall of ${moneyText(shortfall)}.`]
    : [`${lines}; the surplus of ${moneyText(minus(ZERO, shortfall))} goes to ${name}.`]
}

function noticeSentence({ rule, freeLook }: Worksheet): string[] {
  const { side, noticeDays } = rule.inputs
  return side === 'Holder' || noticeDays === undefined
    ? []
    : [
        `The provider must give the holder written notice ${noticeDays} days before ${freeLook.inputs.cancelDate} (${rule.source ?? rule.ruleCode}).`,
      ]
}

const payerSentence = ({ payee: { inputs } }: Worksheet): string[] =>
  inputs.refundPayer === 'Dealer' && inputs.isDealerOwing
    ? [
        'The dealer has not paid for the contract. It refunds the customer and is credited against what it owes.',
      ]
    : []

function overrideSentence({ terms: { override } }: CancelWork): string[] {
  if (!override) return []
  const { reason, ...values } = override
  const names = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return names.length === 0 ? [] : [`Set by hand: ${names.join(', ')} (${reason}).`]
}
