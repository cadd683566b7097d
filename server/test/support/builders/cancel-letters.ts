import type { CancelLetter, LetterPayment } from '../../../src/domain/cancel-letter/facts.ts'
import type { CancelFacts, CancelTerms } from '../../../src/domain/cancellation/facts.ts'
import type { CancelCalculation } from '../../../src/domain/cancellation/results.ts'
import type { Block, Fact, Letter } from '../../../src/domain/letter.ts'
import { centsOf } from '../../../src/domain/money.ts'
import { calculated, contractC1, factsOf, people, termsC1 } from '../oracle/refunds/cancel-examples.ts'
import { serviceContract } from './contract-forms.ts'

// Letters about the cancellations of the examples.

/** A letter about a cancellation. Default: a request. */
export function letterAbout(
  { contract }: Pick<CancelFacts, 'contract'>,
  asked: CancelTerms,
  calculation: CancelCalculation | null,
  more: Partial<CancelLetter> = {},
): CancelLetter {
  const { saleDate, expirationDate } = contract.term
  return {
    writtenAt: '2025-09-11T15:00:00Z',
    date: '2025-09-11',
    contract: {
      ...serviceContract,
      customer: { ...serviceContract.customer, name: people.customer.name },
      cobuyer: null,
      coverage: {
        ...serviceContract.coverage,
        ...{ saleDate, expirationDate, usageUnit: contract.odometerUnit === 'hours' ? 'Hours' : 'Miles' },
      },
    },
    number: 'CXR-000088',
    status: 'Requested',
    requestedBy: asked.requestedBy,
    reason: { code: asked.reason.code, name: `Reason ${asked.reason.code}` },
    noticeReceivedDate: asked.noticeReceivedDate,
    cancelDate: asked.cancelDate,
    cancelOdometer: asked.cancelOdometer,
    calculation,
    missing: calculation?.missing ?? [],
    validUntil: null,
    denyReason: null,
    reinstateDate: null,
    payments: [],
    ...more,
  }
}

export const letterC1 = letterAbout(factsOf(contractC1), termsC1, calculated(factsOf(contractC1), termsC1))

export const paymentC1: LetterPayment = {
  payeeName: 'First Bank FBO Maria Lopez',
  forPayeeName: null,
  amount: centsOf(1364.6),
  method: 'Check',
  status: 'Pending',
  refundDueDate: '2025-10-25',
  latePenalty: centsOf(0),
  checkNumber: null,
  paidDate: null,
  confirmedDate: null,
  mailTo: { line1: 'PO Box 9', line2: null, city: 'Dallas', state: 'TX', zip: '75201' },
}

/** The text of a letter, with a line for each fact, row and paragraph. */
export function saidIn(letter: Letter): string[] {
  const facts = (all: readonly Fact[]) => all.map(({ label, lines }) => [label, ...lines].join(' | '))
  const block = (one: Block): string[] => {
    if (one.kind === 'facts') return facts(one.facts)
    if (one.kind === 'text') return [...one.paragraphs]
    return one.rows.map(({ cells }) => cells.join(' | '))
  }
  return [
    ...[letter.title, ...letter.sender, letter.date, ...letter.addressee, ...facts(letter.references)],
    ...[letter.heading, ...letter.opening, ...facts(letter.glance)],
    ...letter.sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(block)]),
    ...[...letter.closing, letter.footer],
  ]
}
