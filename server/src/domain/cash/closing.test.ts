import { expect, test } from 'vitest'
import { closingReasons, lastDayOfPeriod } from './closing.ts'

test.each([
  ['2024-02', '2024-02-29'],
  ['2023-02', '2023-02-28'],
  ['2024-12', '2024-12-31'],
])('%s ends on %s', (period, day) => {
  expect(lastDayOfPeriod(period)).toBe(day)
})

const ready = { lastDay: '2024-03-31', differing: [], batches: [], unposted: [] }

test('a month is closed when the books agree, no batch waits and earnings are posted', () => {
  expect(closingReasons(ready)).toEqual([])
})

test('everything that is missing is named at once, with a few examples', () => {
  expect(
    closingReasons({
      ...ready,
      differing: ['CashEqualsTransactions'],
      batches: [4, 7],
      unposted: [1, 2, 3, 4, 5, 6],
    }),
  ).toEqual([
    'The books do not agree as of 2024-03-31: CashEqualsTransactions.',
    'Batches of the month are not processed: 4, 7.',
    'Earnings are not posted through 2024-03-31, for example of contract 1, 2, 3, 4, 5 and others.',
  ])
})
