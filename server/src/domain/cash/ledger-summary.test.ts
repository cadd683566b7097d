import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, centsOf, ZERO } from '../money.ts'
import { completeSummary, type LedgerSums } from './ledger-summary.ts'

const nothing: LedgerSums = {
  ...{ count: 0, net: ZERO, cancelled: ZERO, claims: ZERO, other: ZERO },
  ...{ received: ZERO, paid: ZERO, held: ZERO, pending: ZERO },
}

test.each<[string, Partial<LedgerSums>, { readonly written: number; readonly open: number }]>([
  ['what a dealer owes', { net: centsOf(100) }, { written: 100, open: 100 }],
  ['what it has paid of it', { net: centsOf(100), received: centsOf(30) }, { written: 100, open: 70 }],
  ['what we owe', { net: centsOf(-100), paid: centsOf(30) }, { written: -100, open: -70 }],
  ['what is held', { net: centsOf(-100), held: centsOf(-60) }, { written: -100, open: -40 }],
  ['what waits', { net: centsOf(-100), pending: centsOf(-100) }, { written: -100, open: 0 }],
  ['a cancel', { net: centsOf(40), cancelled: centsOf(-60) }, { written: 100, open: 40 }],
  ['a claim', { net: centsOf(-5), claims: centsOf(-5) }, { written: 0, open: -5 }],
  ['a fee', { net: centsOf(35), other: centsOf(35) }, { written: 0, open: 35 }],
])('%s', (_, sums, { written, open }) => {
  const summary = completeSummary({ ...nothing, ...sums })
  expect([summary.written, summary.open]).toEqual([centsOf(written), centsOf(open)])
})

test('net is what was paid and what is left, and the sum of all business', () => {
  const amount = fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents as Cents)
  const sums = fc.record({
    ...{ count: fc.nat(9), net: amount, cancelled: amount, claims: amount, other: amount },
    ...{ received: amount, paid: amount, held: amount, pending: amount },
  })
  fc.assert(
    fc.property(sums, (some) => {
      const { net, received, paid, open, held, pending, ...of } = completeSummary(some)
      expect(net).toBe(received - paid + open + held + pending)
      expect(net).toBe(of.written + of.cancelled + of.claims + of.other)
    }),
  )
})
