import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AMOUNT_AT_MOST, allocate, amountOf, type Cents, centsOf, prorate, prorateBy } from './money.ts'

describe('amounts and cents', () => {
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

  test('every number of cents converts to an amount and back', () => {
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

const cents = (count: number) => count as Cents

// The last product is 999,999,989,999,900,000,001: more than a number can hold, and just above a whole cent.
test.each([
  [1, 1, 3, [0, 1, 0]],
  [1, 1, 2, [1, 1, 0]],
  [200, 1, 2, [100, 100, 100]],
  [-1, 1, 3, [0, -1, 0]],
  [0, 1, 3, [0, 0, 0]],
  [9_999_999_999_999, 99_999_999, 100_000_000, [9_999_999_899_999, 9_999_999_900_000, 9_999_999_899_999]],
])('%i × %i / %i is, by halves, up and down, %j', (amount, part, whole, expected) => {
  const { HalfUp, Up, Down } = prorateBy
  expect([HalfUp, Up, Down].map((by) => by(cents(amount), part, whole))).toEqual(expected)
})

describe('a part of an amount', () => {
  test.each([
    // 780.00 × 1.10 × 1.15
    [78_000, 1_265, 1_000, 98_670],
    // 2 % of 1,061.70
    [106_170, 2, 100, 2_123],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [1, 1, 3, 0],
    [100_000, 184, 365, 50_411],
    // 1,287.93 / 0.94
    [128_793, 100, 94, 137_014],
    [3_518_437_208_883_199, 999_999, 1_000_000, 3_518_433_690_445_990],
    [0, 5, 7, 0],
  ])('%i × %i / %i is %i', (amount, part, whole, expected) => {
    expect(prorate(cents(amount), part, whole)).toBe(expected)
  })

  test('equals the result with big integers', () => {
    const whole = fc.integer({ min: 1, max: 2 ** 40 })
    fc.assert(
      fc.property(
        fc.integer({ min: -(2 ** 45), max: 2 ** 45 }),
        fc.nat(2 ** 20),
        whole,
        (amount, part, of) => {
          const size = BigInt(Math.abs(amount)) * BigInt(part)
          fc.pre(size / BigInt(of) < 2n ** 52n)
          const rounded = Number((size * 2n + BigInt(of)) / (BigInt(of) * 2n))
          expect(prorate(cents(amount), part, of)).toBe(amount < 0 && rounded > 0 ? -rounded : rounded)
        },
      ),
    )
  })
})

describe('splitting an amount', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    // Cut down below zero as well: the cent goes to who lacks most.
    [11_213, [6_043, 580, 870, 3_626, 2_417, 190_189, -97_643], [639, 61, 92, 383, 256, 20_103, -10_321]],
    [8_221, [6_000_000], [8_221]],
    [10, [3, 3, 4], [3, 3, 4]],
    [0, [1, 2], [0, 0]],
  ])('%i by %j is %j', (total, weights, shares) => {
    expect(allocate(cents(total), weights)).toEqual(shares)
  })

  test('the shares sum to the amount, and each is within a cent of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), weights, (total, given) => {
        fc.pre(given.some((weight) => weight > 0))
        const shares = allocate(cents(total), given)
        const sum = given.reduce((all, weight) => all + weight, 0)
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
        shares.forEach((share, at) => {
          expect(Math.abs(share - (total * (given[at] ?? 0)) / sum)).toBeLessThan(1.000001)
        })
      }),
    )
  })

  test('weights that sum to zero are refused', () => {
    expect(() => allocate(cents(5), [0, 0])).toThrow('more than 0')
  })
})
