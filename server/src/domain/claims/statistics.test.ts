import { expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import { claimRatios } from './statistics.ts'

const ratios = (paid: number, reserve: number, paidCount: number, earned: number | null) =>
  claimRatios({
    ...{ paid: paid as Cents, reserve: reserve as Cents, paidCount },
    earned: earned === null ? null : (earned as Cents),
  })

test.each([
  ['nothing', [0, 0, 0, 0], { incurred: 0, averagePaid: null, lossRatio: null }],
  ['no contracts of its own', [500, 0, 1, null], { incurred: 500, averagePaid: 500, lossRatio: null }],
  ['earned and no losses', [0, 0, 0, 10_000], { incurred: 0, averagePaid: null, lossRatio: 0 }],
  ['a reserve counts', [4_000, 2_000, 2, 10_000], { incurred: 6_000, averagePaid: 2_000, lossRatio: 0.6 }],
  ['an average of half a cent', [101, 0, 2, 1], { incurred: 101, averagePaid: 51, lossRatio: 101 }],
  [
    'four decimals, down',
    [10_000, 0, 1, 30_000],
    { incurred: 10_000, averagePaid: 10_000, lossRatio: 0.3333 },
  ],
  ['four decimals, half up', [1, 0, 1, 20_000], { incurred: 1, averagePaid: 1, lossRatio: 0.0001 }],
  ['money came back', [-500, 0, 0, 10_000], { incurred: -500, averagePaid: null, lossRatio: -0.05 }],
  ['more came back than left', [-10, 0, 1, 100], { incurred: -10, averagePaid: -10, lossRatio: -0.1 }],
  ['earnings were taken back', [500, 0, 1, -1_000], { incurred: 500, averagePaid: 500, lossRatio: -0.5 }],
] as const)('%s', (_, [paid, reserve, count, earned], expected) => {
  expect(ratios(paid, reserve, count, earned)).toEqual(expected)
})

test('large sums are exact', () => {
  expect(ratios(2 ** 50, 0, 3, 2 ** 50 - 1)).toEqual({
    ...{ incurred: 2 ** 50, averagePaid: 375_299_968_947_541, lossRatio: 1 },
  })
})
