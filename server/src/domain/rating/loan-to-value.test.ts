import { expect, test } from 'vitest'
import { compareToPercent, loanToValuePercent } from './loan-to-value.ts'

test.each([
  // 112.1 % of 30,000.00 is 33,630.00; as binary fractions the two are not the same.
  [3_363_000, 3_000_000, 112.1, 0],
  [3_363_001, 3_000_000, 112.1, 1],
  [3_362_999, 3_000_000, 112.1, -1],
  [1_121, 1_000, 112.1, 0],
  [7, 3, 233.333333, 1],
  [7, 3, 233.333334, -1],
  [33_333_333, 100_000_000, 33.333333, 0],
  [110, 100, 110, 0],
  // Too large for a number to hold the products.
  [1_121_000_000_000_000, 1_000_000_000_000_000, 112.1, 0],
  [1_121_000_000_000_001, 1_000_000_000_000_000, 112.1, 1],
  [1_120_999_999_999_999, 1_000_000_000_000_000, 112.1, -1],
])('%i of %i compared with %f %%', (financed, value, percent, expected) => {
  expect(compareToPercent({ financed, value }, percent)).toBe(expected)
})

test('a whole percent has no decimals', () => {
  expect(loanToValuePercent({ financed: 3_300_000, value: 3_000_000 })).toBe(110)
})
