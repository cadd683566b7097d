import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { centsOf } from '../money.ts'
import { addToAging, agingBucket, agingBuckets, noAging } from './aging.ts'

test.each([
  [-400, 'current'],
  [-1, 'current'],
  [0, 'current'],
  [1, 'days1To30'],
  [30, 'days1To30'],
  [31, 'days31To60'],
  [60, 'days31To60'],
  [61, 'days61To90'],
  [90, 'days61To90'],
  [91, 'over90'],
  [4_000, 'over90'],
])('%i days past due is %s', (days, bucket) => {
  expect(agingBucket('2024-03-15', addDays('2024-03-15', days))).toBe(bucket)
})

test('every amount is in one bucket', () => {
  const amounts = fc.array(fc.record({ days: fc.integer({ min: -200, max: 200 }), cents: fc.nat(100_000) }))
  fc.assert(
    fc.property(amounts, (some) => {
      const aging = some.reduce(
        (sum, { days, cents }) =>
          addToAging(sum, agingBucket('2024-03-15', addDays('2024-03-15', days)), centsOf(cents / 100)),
        noAging,
      )
      const total = agingBuckets.reduce((sum, { bucket }) => sum + aging[bucket], 0)
      expect(total).toBe(some.reduce((sum, { cents }) => sum + cents, 0))
    }),
  )
})
