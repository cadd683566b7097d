import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import {
  type CashOnLine,
  type LineFacts,
  lineText,
  type StatementSums,
  statementFigures,
} from './statement.ts'
import { statementLetter } from './statement-letter.ts'

const facts: LineFacts = { entryType: 'Finalize', code: null, reason: null, isCredit: false, cash: null }
const check: CashOnLine = {
  ...{ type: 'Receipt', method: 'Check', number: 'CT-000088', checkNumber: '10441' },
  isReversal: false,
}

const cases: readonly (readonly [Partial<LineFacts>, string])[] = [
  [{}, 'Contract sold'],
  [{ code: 'AGENT' }, 'Contract sold (AGENT)'],
  [{ entryType: 'Manual', reason: 'Bonus for May' }, 'Adjustment: Bonus for May'],
  [{ entryType: 'Cancel', code: 'MARKUP' }, 'Cancellation: share to give back (MARKUP)'],
  [{ entryType: 'Cancel', code: 'MARKUP', isCredit: true }, 'Cancellation: refund'],
  [{ entryType: 'Cash', cash: check }, 'Payment received: check 10441, CT-000088'],
  [
    { entryType: 'Cash', cash: { ...check, isReversal: true } },
    'Payment received, taken back: check 10441, CT-000088',
  ],
  [
    { entryType: 'Cash', cash: { ...check, type: 'Payment', method: 'ACH', checkNumber: null } },
    'Payment sent: ACH, CT-000088',
  ],
]

test.each(cases)('%j reads %s', (changes, text) => {
  expect(lineText({ ...facts, ...changes })).toBe(text)
})

const cents = fc.integer({ min: -1e9, max: 1e9 }).map((amount) => amount as Cents)

test('opening, charges and cash always give the closing balance', () => {
  const sums = fc.record({ newBusiness: cents, cancels: cents, claims: cents, other: cents, cash: cents })
  fc.assert(
    fc.property(cents, sums, (opening, moved) => {
      const figures = statementFigures(opening, moved)
      const { newBusiness, cancels, claims, other, cash } = moved
      expect(figures.closingBalance + cash - other - claims - cancels - newBusiness).toBe(opening)
    }),
  )
})

test('the paper shows the balances, the groups that have lines, and who owes whom', () => {
  const sums = { newBusiness: 136293, cancels: -36904, claims: 0, other: 0, cash: 50000 }
  const figures = statementFigures(1000 as Cents, sums as unknown as StatementSums)
  const letter = statementLetter({
    ...{ writtenAt: '2024-05-01T00:00:00Z', date: '2024-05-01', number: 'STM-7', sender: ['Admin LLC'] },
    ...{ addressee: ['Dealer'], account: 'D1001', fromDate: '2024-04-01', toDate: '2024-04-30', figures },
    lines: [
      {
        group: 'newBusiness',
        date: '2024-04-02',
        contractNumber: 'VSC-1',
        text: 'Contract sold',
        amount: 136293 as Cents,
      },
      {
        group: 'cash',
        date: '2024-04-12',
        contractNumber: null,
        text: 'Payment received',
        amount: 50000 as Cents,
      },
    ],
  })
  expect(letter.sections.map(({ heading }) => heading)).toEqual(['Summary', 'New business', 'Payments'])
  expect(letter.closing).toEqual(['You owe us $503.89.'])
})
