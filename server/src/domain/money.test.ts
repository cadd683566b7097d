import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AMOUNT_AT_MOST, amountOf, type Cents, centsOf } from './money.ts'

describe('money on the wire and in cents', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [1.15, 115],
    [8.2, 820],
    [1362.93, 136_293],
    [-412.35, -41_235],
    [35_184_372_088_831.99, 3_518_437_208_883_199],
  ])('%d is %i cents', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents)
    expect(amountOf(cents as Cents)).toBe(amount)
  })

  test('there and back is the same, for every count of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -AMOUNT_AT_MOST * 100, max: AMOUNT_AT_MOST * 100 }), (cents) => {
        expect(centsOf(amountOf(cents as Cents))).toBe(cents)
      }),
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 45 + 1])('%d is refused', (amount) => {
    expect(() => centsOf(amount)).toThrow('cents')
  })
})
