import { describe, expect, test } from 'vitest'
import { centsOf } from '../money.ts'
import { type CheckFacts, type PaidRow, printedCheck } from './check.ts'

const row = (amount: number, changes: Partial<PaidRow> = {}): PaidRow => ({
  ...{ contractNumber: 'VSC-000120', ledgerType: 'ContractDisbursement', direction: 'Pay' },
  ...{ disbursementCode: 'AGENT', isDealerCost: false, sourceNumber: null, reason: null },
  amount: centsOf(amount),
  ...changes,
})

const facts = (changes: Partial<CheckFacts> = {}): CheckFacts => ({
  writtenAt: '2024-04-12T15:00:00.000Z',
  administrator: {
    name: 'Summit Protection',
    number: null,
    address: null,
    phone: '512-555-0100',
    email: null,
  },
  ...{ number: 'CT-000088', checkNumber: '10441', date: '2024-04-12', payee: 'Lien Bank NA' },
  mailTo: { line1: '1 Main Street', line2: 'Suite 4', city: 'Waco', state: 'TX', zip: '76701' },
  ...{ amount: centsOf(75), memo: null, isVoid: false, rows: [row(75)] },
  ...changes,
})

/** The rows of the stub. */
function stubOf(changes: Partial<CheckFacts>): string[] {
  const tables = printedCheck(facts(changes)).stub.blocks.filter((block) => block.kind === 'table')
  return tables.flatMap(({ rows }) => rows.map(({ cells }) => cells.join(' | ')))
}

test('a check says who pays whom how much, in figures and in words', () => {
  const check = printedCheck(facts({ amount: centsOf(1362.93), memo: 'April' }))
  expect(check).toMatchObject({
    ...{ title: 'Check 10441', checkNumber: '10441', date: 'April 12, 2024', payee: 'Lien Bank NA' },
    ...{
      mailTo: ['1 Main Street, Suite 4', 'Waco, TX 76701'],
      amount: '$1,362.93',
      memo: 'April',
      mark: null,
    },
    amountInWords: 'One thousand three hundred sixty-two and 93/100 dollars',
    sender: ['Summit Protection', '512-555-0100'],
  })
})

test('a voided check is marked, and one without a number has that of the payment', () => {
  expect(printedCheck(facts({ isVoid: true })).mark).toBe('VOID')
  const check = printedCheck(facts({ checkNumber: null }))
  expect(check).toMatchObject({ title: 'Check CT-000088', checkNumber: '' })
})

describe('the stub', () => {
  const cases: readonly (readonly [string, Partial<PaidRow>, string])[] = [
    ['a line of a contract', {}, 'VSC-000120 | Contract, AGENT | $75.00'],
    [
      'a claim',
      { ledgerType: 'Claim', sourceNumber: 'CLM-000311', disbursementCode: null },
      'VSC-000120 | Claim CLM-000311 | $75.00',
    ],
    [
      'a row of our own',
      { ledgerType: 'Adjustment', contractNumber: null, reason: 'Bonus for March' },
      ' | Adjustment: Bonus for March | $75.00',
    ],
  ]
  test.each(cases)('names %s', (_, changes, words) => {
    expect(stubOf({ rows: [row(75, changes)] })).toEqual([words, ' | Total | $75.00'])
  })

  test('takes off what is netted, does not say what dealer cost is made of, and adds up', () => {
    const netted = { direction: 'Receive', isDealerCost: true, disbursementCode: null } as const
    const rows = [row(369.04, { ledgerType: 'Cancel', disbursementCode: 'MARKUP' }), row(300, netted)]
    expect(stubOf({ rows, amount: centsOf(70) })).toEqual([
      'VSC-000120 | Cancellation, MARKUP | $369.04',
      'VSC-000120 | Contract, dealer cost | -$300.00',
      ' | On account | $0.96',
      ' | Total | $70.00',
    ])
  })
})
