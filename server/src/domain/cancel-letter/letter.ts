import { goesToEstate } from '../cancellation/reasons.ts'
import type { CancelCalculation } from '../cancellation/results.ts'
import { worksheetFromSteps } from '../cancellation/worksheet.ts'
import { reachAt } from '../contract-form/claims.ts'
import { holderLines, holderNames, itemFact } from '../contract-form/holder.ts'
import {
  dateWords,
  meterWords,
  moneyWords,
  partyLines,
  shortDateWords,
  usageWords,
} from '../contract-form/words.ts'
import type { Fact, Letter, Section } from '../letter.ts'
import {
  type CancelLetter,
  type LetterStatus,
  livePayments,
  paidTo,
  paysOut,
  requesterName,
} from './facts.ts'
import { refundSection, ruleSection, shareSections } from './figures.ts'
import { nextSteps, openingParagraphs } from './opening.ts'
import { paymentSections } from './payment.ts'

// The worksheet of a cancellation as a letter to the customer. It says how much the customer gets and why. It does not say
// how the price is split, who gives back what, or why a figure was set by hand.

const headings: Readonly<Record<LetterStatus, string>> = {
  Quote: 'Cancellation quote',
  Expired: 'Expired cancellation quote',
  Requested: 'Cancellation request',
  NeedsInfo: 'Cancellation request: information needed',
  Approved: 'Cancellation request approved',
  Executed: 'Your contract is cancelled',
  Denied: 'Cancellation request denied',
  Withdrawn: 'Cancellation request withdrawn',
  Active: 'Your contract is cancelled',
  Reversed: 'Your contract is reinstated',
}

/** The content of the letter. */
export function cancelLetter(letter: CancelLetter): Letter {
  const { contract, calculation, number, status } = letter
  const { administrator } = contract
  const contractNumber = contract.contractNumber ?? ''
  return {
    writtenAt: letter.writtenAt,
    title: `${headings[status]} ${contractNumber}`.trim(),
    sender: [administrator.name, ...partyLines(administrator)],
    date: dateWords(letter.date),
    addressee: addresseeOf(letter),
    references: [
      { label: 'Contract', lines: [contractNumber] },
      { label: 'Our reference', lines: [number] },
    ],
    heading: headings[status],
    opening: [
      `Dear ${goesToEstate(letter.reason) ? 'Sir or Madam' : holderNames(contract)},`,
      ...openingParagraphs(letter),
    ],
    glance: glanceOf(letter),
    sections: [
      contractSection(letter),
      ...(calculation ? calculationSections(letter, calculation) : []),
      { heading: 'What you need to do', blocks: [{ kind: 'text', paragraphs: nextSteps(letter) }] },
    ],
    closing: [
      `If you have questions, ${lowerFirst(reachAt(administrator))} Mention contract ${contractNumber}.`,
      'Sincerely,',
      administrator.name,
    ],
    footer: [`Contract ${contractNumber}`, number].join(' · '),
  }
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function calculationSections(letter: CancelLetter, calculation: CancelCalculation): Section[] {
  const figures = { letter, calculation, worksheet: worksheetFromSteps(calculation.steps) }
  return [
    ruleSection(figures),
    ...shareSections(figures),
    refundSection(figures),
    ...paymentSections(letter, calculation),
  ]
}

function addresseeOf({ contract, reason }: CancelLetter): string[] {
  return goesToEstate(reason)
    ? holderLines(contract, `Estate of ${contract.customer.name}`)
    : holderLines(contract)
}

const fact = (label: string, ...lines: readonly string[]): Fact => ({ label, lines })

function glanceOf(letter: CancelLetter): Fact[] {
  const { calculation, status, cancelDate, validUntil } = letter
  const when = fact('Cancelled as of', shortDateWords(cancelDate))
  if (!calculation) return [when]
  const { totalRefund, refundDueDate } = calculation
  const to = new Set(livePayments(letter, calculation).map(paidTo))
  const isPaid = totalRefund > 0 && paysOut(status)
  return [
    fact('Total refund', moneyWords(totalRefund)),
    when,
    ...(isPaid && status !== 'Quote' ? [fact('Due by', shortDateWords(refundDueDate))] : []),
    ...(isPaid ? [fact('Paid to', ...to)] : []),
    ...(status === 'Quote' && validUntil ? [fact('Quote valid until', shortDateWords(validUntil))] : []),
  ]
}

function contractSection(letter: CancelLetter): Section {
  const { contract, requestedBy, reason, cancelOdometer, cancelDate, noticeReceivedDate } = letter
  const { coverage } = contract
  const facts = [
    fact('Contract', coverage.productName, ...(coverage.planName === '' ? [] : [coverage.planName])),
    itemFact(contract),
    fact('Sold on', dateWords(coverage.saleDate)),
    fact('Term ends on', dateWords(coverage.expirationDate)),
    fact('Cancelled as of', dateWords(cancelDate)),
    fact('Requested by', requesterName(requestedBy, contract)),
    fact('Reason', reason.name),
    fact('Notice received on', dateWords(noticeReceivedDate)),
    ...(cancelOdometer === null
      ? []
      : [fact(meterWords(coverage.usageUnit), usageWords(cancelOdometer, coverage.usageUnit))]),
  ]
  return { heading: 'Your contract', blocks: [{ kind: 'facts', columns: 4, facts }] }
}
