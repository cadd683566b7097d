import { minus } from '../money.ts'
import type { CancelCalculation } from './results.ts'
import { countedText, factorText, moneyText } from './words.ts'
import { isGrossSet, type Worksheet } from './worksheet.ts'

/** How a refund came about, in sentences that can be read to the customer. */
export function explainRefund(all: Worksheet, calculation: CancelCalculation): string[] {
  return [
    ruleSentence(all, calculation),
    methodSentence(all),
    figuresSentence(all),
    ...taxSentence(calculation),
    ...shortfallSentence(all, calculation),
    ...noticeSentence(all),
    ...payerSentence(all, calculation),
    ...overrideSentence(all),
  ]
}

function ruleSentence(
  { rule, freeLook, facts, isFreeLook, terms }: Worksheet,
  { daysElapsed, claimsPaid }: CancelCalculation,
): string {
  const who = rule.side === 'Holder' ? 'holder' : 'provider'
  const look = facts.contract.isTransferred
    ? 'no free look after a transfer'
    : isFreeLook
      ? `in the free look until ${freeLook.endDate}`
      : freeLook.isLost
        ? `the free look until ${freeLook.endDate} is lost to claims of ${moneyText(claimsPaid)}`
        : `free look ended ${freeLook.endDate}`
  const flat = terms.reason.forcesFlat && !isFreeLook ? `; ${terms.reason.code} refunds everything` : ''
  return `Rule ${rule.ruleCode}: cancelled by the ${who} on day ${daysElapsed}, ${look}${flat}.`
}

function methodSentence({ chosen, terms, facts }: Worksheet): string {
  const { method, factor, floor } = chosen
  const set =
    terms.override?.unearnedFactor === undefined ? '' : `; the factor is set to ${factorText(factor)}`
  const least = floor ? `; at least ${floor} = ${factorText(factor)}` : ''
  return `${method.code}: ${countedText(chosen, facts.contract.odometerUnit)}${least}${set}.`
}

function figuresSentence(all: Worksheet): string {
  const { chosen, facts, figures } = all
  const { grossRefund, claimsDeduction, cancelFee, netRefund } = figures
  const percent = chosen.refundPercent === 100 ? '' : ` x ${chosen.refundPercent}%`
  const gross = isGrossSet(all)
    ? `The refund is set to ${moneyText(grossRefund)}`
    : `${moneyText(facts.contract.retail)} x ${factorText(chosen.factor)}${percent} = ${moneyText(grossRefund)}`
  const claims = claimsDeduction === 0 ? '' : `, less claims ${moneyText(claimsDeduction)}`
  const fee = cancelFee === 0 ? '' : `, less fee ${moneyText(cancelFee)}`
  const net = claims === '' && fee === '' ? '' : ` = ${moneyText(netRefund)}`
  return `${gross}${claims}${fee}${net}.`
}

const taxSentence = ({ salesTaxRefund, totalRefund }: CancelCalculation): string[] =>
  salesTaxRefund === 0
    ? []
    : [`Sales tax ${moneyText(salesTaxRefund)} goes with it, in all ${moneyText(totalRefund)}.`]

const LINES_GIVE = 'The lines give back'

/** Whether a sentence tells what dealer cost is made of, which is not for everybody. */
export const tellsOfLines = (sentence: string): boolean => sentence.startsWith(LINES_GIVE)

function shortfallSentence({ facts }: Worksheet, { shortfall, grossRefund }: CancelCalculation): string[] {
  if (shortfall === 0) return []
  const { name } = facts.settings.shortfallAccount
  const lines = `${LINES_GIVE} ${moneyText(minus(grossRefund, shortfall))}`
  return shortfall > 0
    ? [`${lines}; ${name} bears the shortfall of ${moneyText(shortfall)}.`]
    : [`${lines}; what is over, ${moneyText(minus(0 as typeof shortfall, shortfall))}, goes to ${name}.`]
}

const noticeSentence = ({ rule, terms }: Worksheet): string[] =>
  rule.side === 'Holder' || rule.noticeDays === null
    ? []
    : [
        `The provider owes the holder written notice ${rule.noticeDays} days before ${terms.cancelDate} (${rule.source ?? rule.ruleCode}).`,
      ]

const payerSentence = ({ facts }: Worksheet, { refundPayer }: CancelCalculation): string[] =>
  refundPayer === 'Dealer' && facts.contract.isDealerOwing
    ? [
        'The dealer has not paid for the contract: it refunds the customer, and is credited against what it owes.',
      ]
    : []

function overrideSentence({ terms: { override } }: Worksheet): string[] {
  if (!override) return []
  const { reason, ...given } = override
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return names.length === 0 ? [] : [`Set by hand: ${names.join(', ')} (${reason}).`]
}
