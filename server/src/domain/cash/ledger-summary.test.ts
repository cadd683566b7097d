import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directions, ledgerTypes } from '../ledger/rows.ts'
import { type Cents, centsOf } from '../money.ts'
import { addToSummary, emptySummary, itemStates, type SummedRows } from './ledger-summary.ts'

const rows = (some: Partial<SummedRows>): SummedRows => ({
  ...{ ledgerType: 'ContractDisbursement', direction: 'Receive', state: 'Open', count: 1 },
  ...{ amount: centsOf(100), paidAmount: centsOf(30), ...some },
})

test.each<[string, Partial<SummedRows>, Partial<Record<keyof typeof emptySummary, number>>]>([
  ['what a dealer owes', {}, { written: 10_000, received: 3_000, open: 7_000 }],
  [
    'what we owe',
    { direction: 'Pay', ledgerType: 'Claim' },
    { claims: -10_000, paid: 3_000, open: -7_000, net: -10_000 },
  ],
  ['a refinalize', { ledgerType: 'Refinalize' }, { written: 10_000, received: 3_000, open: 7_000 }],
  ['a cancel fee', { ledgerType: 'CancelFee' }, { cancelled: 10_000, received: 3_000, open: 7_000 }],
  ['an inspection', { ledgerType: 'InspectionFee' }, { claims: 10_000, received: 3_000, open: 7_000 }],
  ['a penalty', { ledgerType: 'Penalty' }, { other: 10_000, received: 3_000, open: 7_000 }],
  ['a held row', { state: 'Held' }, { written: 10_000, received: 3_000, held: 7_000 }],
  ['a row that waits', { state: 'Pending' }, { written: 10_000, received: 3_000, pending: 7_000 }],
  ['a paid row', { state: 'Paid', paidAmount: centsOf(100) }, { written: 10_000, received: 10_000 }],
])('%s', (_, row, expected) => {
  expect(addToSummary(emptySummary, rows(row))).toEqual({
    ...{ ...emptySummary, count: 1, net: 10_000, ...expected },
  })
})

test('net is what was paid and what is left', () => {
  const row = fc.record({
    ledgerType: fc.constantFrom(...ledgerTypes),
    direction: fc.constantFrom(...directions),
    state: fc.constantFrom(...itemStates),
    count: fc.nat(9),
    amount: fc.nat(100_000).map((cents) => cents as Cents),
    paidAmount: fc.nat(100_000).map((cents) => cents as Cents),
  })
  fc.assert(
    fc.property(fc.array(row), (some) => {
      const { net, received, paid, open, held, pending, ...of } = some.reduce(addToSummary, emptySummary)
      expect(net).toBe(received - paid + open + held + pending)
      expect(net).toBe(of.written + of.cancelled + of.claims + of.other)
    }),
  )
})
