import { expect, test } from 'vitest'
import { type GapFacts, gapEndOn, gapRefusals, type NewerGap } from './superseded.ts'

const facts: GapFacts = {
  ...{ productTypeCode: 'GAP', status: 'Active', saleDate: '2024-01-20', expirationDate: '2030-01-20' },
  ...{ newer: [], payoffDate: null, refundsAtPayoff: false, hasClaim: false, hasOpenRequest: false },
}
const sold = (saleDate: string, id = 2, isActive = true): NewerGap => ({
  ...{ id, number: `GAP-${id}`, saleDate, isActive },
})
const paidOff = { payoffDate: '2025-05-01', refundsAtPayoff: true }

/** The reason, the day, and the contract that replaced it. */
const endOf = (changes: Partial<GapFacts>, asOf = '2026-01-01') => {
  const end = gapEndOn({ ...facts, ...changes }, asOf)
  return end && [end.reason, end.cancelDate, end.newer?.id ?? null]
}

test.each([
  ['alone', {}, null],
  ['one sold later', { newer: [sold('2025-03-01')] }, ['DUPGAP', '2025-03-01', 2]],
  ['one sold on the same day', { newer: [sold('2024-01-20')] }, null],
  ['one sold before', { newer: [sold('2023-12-01')] }, null],
  [
    'three: the next one counts',
    { newer: [sold('2025-06-01', 3), sold('2025-03-01')] },
    ['DUPGAP', '2025-03-01', 2],
  ],
  [
    'two later ones on one day: the first that was entered',
    { newer: [sold('2025-03-01', 7), sold('2025-03-01', 3)] },
    ['DUPGAP', '2025-03-01', 3],
  ],
  [
    'the next one was replaced first',
    { newer: [sold('2025-03-01', 2, false), sold('2025-06-01', 3)] },
    ['DUPGAP', '2025-03-01', 2],
  ],
  ['the only later one was cancelled', { newer: [sold('2025-03-01', 2, false)] }, null],
  ['one sold after the term', { newer: [sold('2030-01-21')] }, null],
  ['paid off where the law demands the refund', paidOff, ['PAYOFF', '2025-05-01', null]],
  ['paid off elsewhere', { payoffDate: '2025-05-01' }, null],
  ['not paid off', { refundsAtPayoff: true }, null],
  ['replaced before the payoff', { ...paidOff, newer: [sold('2025-03-01')] }, ['DUPGAP', '2025-03-01', 2]],
  ['replaced after the payoff', { ...paidOff, newer: [sold('2025-06-01')] }, ['PAYOFF', '2025-05-01', null]],
  [
    'replaced on the day of the payoff',
    { ...paidOff, newer: [sold('2025-05-01')] },
    ['PAYOFF', '2025-05-01', null],
  ],
] as const)('%s', (_, changes, end) => {
  expect(endOf(changes)).toEqual(end)
})

test('what has not happened by the date does not count', () => {
  const newer = [sold('2025-03-01')]
  expect(endOf({ newer }, '2025-02-28')).toBeNull()
  expect(endOf({ newer }, '2025-03-01')).toEqual(['DUPGAP', '2025-03-01', 2])
  expect(endOf(paidOff, '2025-04-30')).toBeNull()
  expect(endOf(paidOff, '2025-05-01')).toEqual(['PAYOFF', '2025-05-01', null])
  // The next one is active only because of one that is sold later still.
  expect(endOf({ newer: [sold('2025-03-01', 2, false), sold('2025-06-01', 3)] }, '2025-05-31')).toBeNull()
})

test.each([
  [{ newer: [sold('2025-03-01')] }, []],
  [{}, ['NotSuperseded']],
  [{ productTypeCode: 'VSC', newer: [sold('2025-03-01')] }, ['NotGap']],
  [{ status: 'Cancelled' }, ['NotActive', 'NotSuperseded']],
  [{ status: 'OnHold', newer: [sold('2025-03-01')] }, ['NotActive']],
  [{ hasClaim: true, hasOpenRequest: true, newer: [sold('2025-03-01')] }, ['OpenClaim', 'OpenCancelRequest']],
] as const)('%o is refused for %o', (changes, refusals) => {
  expect(gapRefusals({ ...facts, ...changes }, '2026-01-01')).toEqual(refusals)
})
