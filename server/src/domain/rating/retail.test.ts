import { describe, expect, test } from 'vitest'
import { retailRule } from '../../../test/support/builders/rate-request.ts'
import { type Cents, centsOf } from '../money.ts'
import type { RetailRule } from '../rate-book/rate-book.ts'
import { retailRange, retailRuleFor } from './retail.ts'

const rule = retailRule

const dollars = (amount: number) => centsOf(amount)
const percent = (value: number) => value * 1_000_000

const range = (more: Partial<RetailRule>, cost = 1_362.93, financed: number | null = null) => {
  const found = retailRange(rule(more), {
    dealerCost: dollars(cost),
    financed: financed === null ? null : dollars(financed),
    vehiclePrice: dollars(30_000),
  })
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, value === null ? null : value / 100]),
  )
}

describe('the retail price', () => {
  test('is suggested above dealer cost with no limit', () => {
    expect(range({ suggestedMarkup: dollars(1_500) })).toEqual({
      suggested: 2_862.93,
      minimum: 1_362.93,
      maximum: null,
    })
  })

  test('is fixed if it is filed', () => {
    const filed = { type: 'Filed', suggestedMarkup: dollars(1_200) } as const
    expect(range(filed)).toEqual({ suggested: 2_562.93, minimum: 2_562.93, maximum: 2_562.93 })
    expect(range({ type: 'Filed', suggestedPrice: dollars(1_000) })).toEqual({
      minimum: 1_362.93,
      maximum: 1_000,
    })
  })

  test.each([
    ['100 % of dealer cost', [{ type: 'MarkupPercent', percent: percent(100) }], 2_725.86],
    ['a price', [{ type: 'Price', amount: dollars(2_400) }], 2_400],
    ['an amount', [{ type: 'Markup', amount: dollars(500) }], 1_862.93],
    ['of the vehicle', [{ type: 'PercentOfVehiclePrice', percent: percent(5), atLeast: null }], 1_500],
    [
      'the lowest of several',
      [
        { type: 'Price', amount: dollars(2_400) },
        { type: 'Markup', amount: dollars(500) },
      ],
      1_862.93,
    ],
  ] as const)('is capped by %s', (_, caps, maximum) => {
    expect(range({ suggestedMarkup: dollars(1_500), caps })).toEqual({
      suggested: maximum,
      minimum: 1_362.93,
      maximum,
    })
  })

  test.each([
    // Colorado: the greater of 4 % and 600.00; California: 4 %.
    [32_000, 600, 844.8, 1_280],
    [12_000, 600, 600, 600],
    [12_000, null, 480, 480],
  ])('of GAP with %d financed and at least %j is %d, at most %d', (financed, atLeast, suggested, maximum) => {
    const caps = [
      {
        type: 'PercentOfFinanced',
        percent: percent(4),
        atLeast: atLeast === null ? null : dollars(atLeast),
      },
    ] as const
    const found = range({ type: 'CapOfFinanced', suggestedMarkup: dollars(500), caps }, 344.8, financed)
    expect(found).toEqual({ suggested, minimum: 344.8, maximum })
  })

  test('is a conflict if the cap is below cost', () => {
    expect(range({ caps: [{ type: 'Price', amount: dollars(1_000) }] })).toEqual({
      minimum: 1_362.93,
      maximum: 1_000,
    })
  })

  test.each([
    ['UpTo1', 2_863],
    ['UpTo5', 2_865],
    ['End9', 2_869],
    ['None', 2_862.93],
  ] as const)('rounded %s is %d', (rounding, suggested) => {
    expect(range({ suggestedMarkup: dollars(1_500), rounding }).suggested).toBe(suggested)
  })

  test.each([
    ['UpTo1', 1_900, 1_900],
    ['End9', 1_909, 1_909],
    ['End9', 1_909.01, 1_919],
  ] as const)('rounded %s, %d becomes %d', (rounding, price, suggested) => {
    expect(range({ suggestedPrice: dollars(price), rounding }).suggested).toBe(suggested)
  })
})

describe('the retail rule', () => {
  const rules = [
    rule({ regulatedRuleId: 'all' }),
    rule({ regulatedRuleId: 'gold', plans: ['GOLD'] }),
    rule({ regulatedRuleId: 'florida', states: ['FL', 'OK'] }),
    rule({ regulatedRuleId: 'florida gold', states: ['FL'], plans: ['GOLD'] }),
    rule({ regulatedRuleId: 'summer', effectiveFrom: '2024-06-01', effectiveTo: '2024-08-31' }),
    rule({ regulatedRuleId: 'from autumn', states: ['OK'], effectiveFrom: '2024-09-01' }),
  ]

  test.each([
    ['TX', 'SILVER', '2024-03-15', 'all'],
    ['TX', 'GOLD', '2024-03-15', 'gold'],
    ['FL', 'SILVER', '2024-03-15', 'florida'],
    ['OK', 'GOLD', '2024-03-15', 'florida'],
    ['FL', 'GOLD', '2024-03-15', 'florida gold'],
    ['TX', 'SILVER', '2024-05-31', 'all'],
    ['TX', 'SILVER', '2024-06-01', 'summer'],
    ['TX', 'SILVER', '2024-08-31', 'summer'],
    ['TX', 'SILVER', '2024-09-01', 'all'],
    ['TX', 'GOLD', '2024-06-01', 'gold'],
    ['OK', 'SILVER', '2024-08-31', 'florida'],
    ['OK', 'SILVER', '2024-09-01', 'from autumn'],
  ])('in %s for %s on %s is the rule of %s', (state, plan, date, id) => {
    expect(retailRuleFor(rules, state, plan, date)?.regulatedRuleId).toBe(id)
    expect(retailRuleFor(rules.toReversed(), state, plan, date)?.regulatedRuleId).toBe(id)
  })

  test('may be missing', () => {
    expect(retailRuleFor([], 'TX', 'GOLD', '2024-03-15')).toBeUndefined()
  })
})

test('prices are whole cents', () => {
  const { suggested } = retailRange(rule({ suggestedMarkupPercent: 33_333_333 }), {
    dealerCost: 10_001 as Cents,
    financed: null,
    vehiclePrice: null,
  }) as { suggested: number }
  expect(Number.isInteger(suggested)).toBe(true)
})
