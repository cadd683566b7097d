import { dateWords, deductibleWords, moneyWords } from '../contract-form/words.ts'
import type { Fact, Row, Section } from '../letter.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import type { AdjustmentReason } from './claim.ts'
import { primaryFailure } from './components.ts'
import {
  type ClaimLetter,
  isAuthorized,
  isDenied,
  isUndecided,
  type LetterDetail,
  type LetterSettlement,
} from './letter-facts.ts'

// What was decided for each complaint, and why. Only cuts that the customer bears are told: guide times, labor rates, prices
// and cuts by hand are between us and the shop.

/** A section for each complaint. */
export const detailSections = (letter: ClaimLetter): Section[] =>
  letter.details.map((detail) => ({
    heading: [`${detail.sequence}. ${detail.title}`, ...componentNames(letter, detail)].join(': '),
    blocks: [
      { kind: 'facts', columns: 4, facts: detailFacts(letter, detail) },
      { kind: 'text', paragraphs: reasonsOf(letter, detail) },
    ],
  }))

function componentNames({ components }: ClaimLetter, detail: LetterDetail): string[] {
  const names = detail.components.map(({ code }) => components.get(code)?.name ?? code)
  return names.length === 0 ? [] : [names.join(', ')]
}

const fact = (label: string, line: string): Fact => ({ label, lines: [line] })

function detailFacts({ settlement }: ClaimLetter, detail: LetterDetail): Fact[] {
  const { requested, payable, customerPay } = detail.figures
  return [
    fact('Asked for, before tax', moneyWords(requested)),
    fact('Decision', decisionWords(detail)),
    ...(isUndecided(detail) ? [] : [fact('We pay', moneyWords(payable))]),
    // What a customer still owes after a total loss is in the settlement.
    ...(isUndecided(detail) || settlement ? [] : [fact('You pay', moneyWords(customerPay))]),
  ]
}

function decisionWords(detail: LetterDetail): string {
  if (detail.status === 'Paid') return 'Authorized and paid'
  return isDenied(detail) ? 'Denied' : isAuthorized(detail) ? 'Authorized' : 'Not decided yet'
}

function reasonsOf(letter: ClaimLetter, detail: LetterDetail): string[] {
  if (isUndecided(detail)) return ['We have not decided this yet. We write to you again when we have.']
  const clause = clauseOf(letter, primaryFailure(detail))
  if (isDenied(detail))
    return [`We pay nothing for it. Reason: ${detail.deniedReason ?? 'not covered'}. Clause: ${clause}.`]
  const { tax, deductibleApplied, overLimit, notCovered } = detail.figures
  const { deductible } = letter.contract.coverage
  const { formNumber } = letter.contract
  return [
    `Covered by ${clause}.${tax > 0 ? ` What we pay includes ${moneyWords(tax)} of sales tax.` : ''}`,
    ...(deductibleApplied > 0
      ? [
          `${moneyWords(deductibleApplied)} of what you pay is your deductible${deductible ? ` (${deductibleWords(deductible)})` : ''}. Clause: Deductible, form ${formNumber}.`,
        ]
      : []),
    ...(overLimit > 0
      ? [
          `${moneyWords(overLimit)} of what you pay is above the limits of your contract. Clause: Limits of liability, form ${formNumber}.`,
        ]
      : []),
    ...(notCovered > 0 ? customersCuts(letter, detail) : []),
  ]
}

/** The coverage group and the form, as the contract names them. */
function clauseOf({ components, contract }: ClaimLetter, code: string | null): string {
  const group = code === null ? undefined : components.get(code)?.groupName
  return group === undefined ? `form ${contract.formNumber}` : `${group}, form ${contract.formNumber}`
}

const customersReasons: readonly AdjustmentReason[] = ['NotCovered', 'MfrWarranty', 'BenefitCap']

/** What was cut at the customer's expense: one sentence for each component or benefit. */
function customersCuts(letter: ClaimLetter, detail: LetterDetail): string[] {
  const cuts = new Map<string, { readonly words: string; cut: Cents }>()
  for (const { target, targetId, reasonCode, amount } of detail.figures.adjustments) {
    if (!customersReasons.includes(reasonCode)) continue
    const line = detail.lines.find((one) => one.target === target && one.id === targetId)
    const code = line?.componentCode ?? primaryFailure(detail)
    const words = cutWords(letter, reasonCode, code, line?.name ?? '')
    const known = cuts.get(words) ?? { words, cut: ZERO }
    known.cut = minus(known.cut, amount)
    cuts.set(words, known)
  }
  return [...cuts.values()]
    .filter(({ cut }) => cut > 0)
    .map(({ words, cut }) => `${moneyWords(cut)} of what you pay: ${words}`)
}

function cutWords(letter: ClaimLetter, reason: AdjustmentReason, code: string | null, line: string): string {
  const { formNumber } = letter.contract
  const name = code === null ? 'a line without a component' : (letter.components.get(code)?.name ?? code)
  const clause = clauseOf(letter, code)
  if (reason === 'BenefitCap')
    return `${line} is paid up to the benefit of your contract. Clause: Benefits, form ${formNumber}.`
  return reason === 'MfrWarranty'
    ? `${name} is under the maker's warranty. Clause: ${clause}.`
    : `${name} is not covered. Clause: ${clause}.`
}

/** How the settlement of a total loss came about. */
export function settlementSection({ settlement, lossDate }: ClaimLetter): Section[] {
  if (!settlement) return []
  return [
    {
      heading: 'How the settlement was calculated',
      blocks: [
        {
          kind: 'table',
          columns: [
            { heading: 'Item', share: 3 },
            { heading: 'Amount', share: 1, isAmount: true },
          ],
          rows: settlementRows(settlement, dateWords(lossDate)),
        },
      ],
    },
  ]
}

function settlementRows(settled: LetterSettlement, lossDay: string): Row[] {
  const row = (words: string, amount: Cents, isTotal = false): Row => ({
    ...{ cells: [words, moneyWords(amount)], isTotal },
  })
  const off = (words: string, amount: Cents) => (amount > 0 ? [row(words, minus(ZERO, amount))] : [])
  const { maxBenefit, payable, gap, customerResidual } = settled
  const most = maxBenefit === null ? '' : `, at most ${moneyWords(maxBenefit)}`
  return [
    row(`Owed on ${lossDay} by the schedule of the loan`, settled.scheduledPayoff),
    ...off('Refunds of cancelled products', settled.refunds),
    ...off('Not covered by the waiver', settled.exclusions),
    row('Balance that the waiver covers', settled.coveredBalance),
    ...off('What your insurance pays, or the value of the vehicle', settled.insuranceCredit),
    row('Gap', gap),
    row(`We pay${most}`, payable, true),
    ...(customerResidual > 0 ? [row('You still owe your lender', customerResidual, true)] : []),
  ]
}
