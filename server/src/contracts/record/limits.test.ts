import { describe, expect, test } from 'vitest'
import { centsOf, ZERO } from '../../domain/money.ts'
import type { LimitRule } from '../../domain/rate-book/coverage.ts'
import { componentLimit, type LimitedContract, limitsOfLiability } from './limits.ts'

const rule = (given: Partial<LimitRule>): LimitRule => ({
  ...{ id: 1, scope: 'PerClaim', basis: 'Fixed', amount: null, percent: null },
  ...{ components: null, criteria: null },
  ...given,
})
const fixed = (amount: number, given: Partial<LimitRule> = {}) =>
  rule({ basis: 'Fixed', amount: centsOf(amount), ...given })
const PERCENT = 1_000_000

const contract = (
  limits: readonly LimitRule[],
  given: Partial<LimitedContract> = {},
  benefit?: number,
): LimitedContract => ({
  sold: {
    limits,
    gap: benefit === undefined ? null : { maximumBenefit: centsOf(benefit), deductibleLimit: ZERO },
  },
  retail_price: centsOf(2995),
  vehicle_purchase_price: centsOf(52_000),
  ...given,
})

const both: LimitRule[] = [
  rule({ basis: 'VehiclePrice' }),
  rule({ scope: 'Aggregate', basis: 'VehiclePrice' }),
]
const unpriced = { vehicle_purchase_price: null }

describe('limits by scope', () => {
  test.each<[string, LimitedContract, Record<string, number>]>([
    ['none', contract([]), {}],
    ['the price of the vehicle', contract(both), { PerClaim: 52_000, Aggregate: 52_000 }],
    ['unknown until the price is known', contract(both, unpriced), {}],
    ['an amount', contract([fixed(1500)]), { PerClaim: 1500 }],
    ['the price of the contract', contract([rule({ basis: 'RetailPrice' })]), { PerClaim: 2995 }],
    [
      'a part of the vehicle, to the cent',
      contract([rule({ basis: 'PercentOf', percent: 33.3333 * PERCENT })]),
      { PerClaim: 17_333.32 },
    ],
    [
      'a percentage of an unknown price',
      contract([rule({ basis: 'PercentOf', percent: PERCENT })], unpriced),
      {},
    ],
    ['the value at the loss is not known yet', contract([rule({ basis: 'CurrentValue' })]), {}],
    ['the lowest of several', contract([fixed(900), fixed(800), fixed(850)]), { PerClaim: 800 }],
    [
      'the lowest that is known',
      contract([rule({ basis: 'CurrentValue' }), ...both, fixed(60_000)]),
      { PerClaim: 52_000, Aggregate: 52_000 },
    ],
    ['zero is an amount too', contract([fixed(0), fixed(5)]), { PerClaim: 0 }],
    ['a limit for each component', contract([fixed(700, { scope: 'PerComponent' })]), { PerComponent: 700 }],
    [
      'a limit for some components does not count',
      contract([fixed(700, { scope: 'PerComponent', components: ['TURBO'] })]),
      {},
    ],
    ['a waiver', contract([], {}, 50_000), { Aggregate: 50_000 }],
    [
      'a waiver that is limited twice',
      contract([fixed(9, { scope: 'Aggregate' })], {}, 10),
      { Aggregate: 9 },
    ],
  ])('%s', (_, given, expected) => {
    const { limits, remainingAggregate, usedAggregate } = limitsOfLiability(given)
    expect(Object.fromEntries(limits.map(({ scope, amount }) => [scope, amount]))).toEqual(expected)
    expect([usedAggregate, remainingAggregate]).toEqual([0, expected.Aggregate ?? null])
  })

  test('claims use up the aggregate limit, and no more than that', () => {
    const limited = contract([fixed(500, { scope: 'Aggregate' })])
    const left = (used: number) => limitsOfLiability(limited, centsOf(used)).remainingAggregate
    expect([0, 499.99, 500, 600].map(left)).toEqual([500, 0.01, 0, 0])
  })

  test('limits have a fixed order, regardless of the order in the book', () => {
    const rules = [...both.toReversed(), fixed(7, { scope: 'PerComponent' })]
    expect(limitsOfLiability(contract(rules)).limits.map(({ scope }) => scope)).toEqual([
      'PerComponent',
      'PerClaim',
      'Aggregate',
    ])
  })
})

describe('the limit of a component', () => {
  const each = fixed(900, { scope: 'PerComponent' })
  const turbo = fixed(700, { scope: 'PerComponent', components: ['TURBO', 'RACK'] })
  test.each<[string, LimitRule[], number | null]>([
    ['no rule', both, null],
    ['a rule for all components', [each], 900],
    ['a rule for this component', [turbo], 700],
    ['the lower of two rules', [each, turbo], 700],
    ['the lower of two rules in reverse', [fixed(500, { scope: 'PerComponent' }), turbo], 500],
    ['not the rule of another component', [fixed(1, { scope: 'PerComponent', components: ['FAN'] })], null],
  ])('%s', (_, limits, expected) => {
    expect(componentLimit(contract(limits), 'TURBO')).toBe(expected === null ? null : centsOf(expected))
  })
})
