import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, type Cents, centsOf } from './money.ts'

describe('money on the wire and in cents', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [1.15, 115],
    [8.2, 820],
    [1362.93, 136_293],
    [-412.35, -41_235],
    [90_071_992_547_409.91, 9_007_199_254_740_991],
  ])('%d is %i cents', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents)
    expect(amountOf(cents as Cents)).toBe(amount)
  })

  test('there and back is the same, for every count of cents', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        expect(centsOf(amountOf(cents as Cents))).toBe(cents)
      }),
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('%d is refused', (amount) => {
    expect(() => centsOf(amount)).toThrow('cents')
  })
})
