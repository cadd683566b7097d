import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, milesFrom, readingFrom, readingIn, readingUnit } from './odometer-unit.ts'

test.each([
  [19_312, 12_000],
  [66_385, 41_250],
  [0, 0],
  [1, 1],
  [100_000, 62_137],
])('%i km are %i miles', (kilometers, miles) => {
  expect(milesFrom(kilometers, 'Km')).toBe(miles)
  expect(milesFrom(kilometers, 'Miles')).toBe(kilometers)
})

test('miles as kilometers are the same miles again', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (miles) => {
      expect(milesFrom(readingFrom(miles, 'Km'), 'Km')).toBe(miles)
    }),
  )
})

test('conversion is exact to a half', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (value) => {
      const exact = BigInt(value) * 621_371n
      expect(BigInt(milesFrom(value, 'Km'))).toBe((exact * 2n + 1_000_000n) / 2_000_000n)
    }),
  )
})

test.each([
  ['Km', 100, undefined, 100],
  ['Km', 100, 'Km', 100],
  ['Km', 12_000, 'Miles', 19_312],
  ['Miles', 19_312, 'Km', 12_000],
  ['Miles', 7, undefined, 7],
  [null, 500, 'Km', 500],
] as const)('on a contract in %s, %i with the unit %s is %i', (unit, value, own, expected) => {
  expect(readingIn(unit, value, own)).toBe(expected)
})

test('hours are not converted', () => {
  expect(readingUnit({ usageUnit: 'Hours', vehicle: null })).toBeNull()
  expect(readingUnit({ usageUnit: 'Miles', vehicle: { odometerUnit: 'Km' } })).toBe('Km')
  expect([comparable(500, null), comparable(66_385, 'Km')]).toEqual([500, 41_250])
})
