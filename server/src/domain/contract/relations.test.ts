import { describe, expect, test } from 'vitest'
import type { RelatedProduct } from '../rate-book/rate-book.ts'
import type { RatedRate } from '../rating/results.ts'
import { hasRelations, type OtherContract, relationReasons } from './relations.ts'

const relation = (
  relationType: RelatedProduct['relationType'],
  product: string,
  more = {},
): RelatedProduct => ({
  ...{ relationType, product, plan: null, discount: null, effectiveFrom: null, effectiveTo: null, ...more },
})
const soldWith = (...related: RelatedProduct[]) =>
  ({
    program: { product: { code: 'KEY1' }, program: { code: 'KEY-STD', related } },
    plan: { plan: { code: 'KEY' } },
  }) as unknown as Pick<RatedRate, 'program' | 'plan'>
const contract = (product: string, plan: string, ...related: RelatedProduct[]): OtherContract => ({
  ...{ id: 7, product, plan, related },
})
const rules = (sold: ReturnType<typeof soldWith>, others: OtherContract[], on = '2024-03-15') =>
  relationReasons(sold, others, on).map(({ rule, seen, needed }) => [rule, seen, needed])

describe('a product that requires another', () => {
  const sold = soldWith(relation('Requires', 'VSC1', { plan: 'GOLD' }))
  test.each([
    ['nothing', [], [['Requires', null, 'VSC1 GOLD']]],
    ['another plan', [contract('VSC1', 'SILVER')], [['Requires', null, 'VSC1 GOLD']]],
    ['another product', [contract('TW1', 'GOLD')], [['Requires', null, 'VSC1 GOLD']]],
    ['that plan', [contract('TW1', 'TW'), contract('VSC1', 'GOLD')], []],
  ])('next to %s', (_, others, expected) => {
    expect(rules(sold, others)).toEqual(expected)
  })

  test('needs every one that it requires', () => {
    const both = soldWith(relation('Requires', 'VSC1'), relation('Requires', 'TW1'))
    expect(rules(both, [contract('TW1', 'TW')])).toEqual([['Requires', null, 'VSC1']])
  })
})

describe('a product that excludes another', () => {
  test('is not sold next to it, whichever of the two says so', () => {
    const told = [['Excludes', 'TW1 TW, contract 7', null]]
    expect(rules(soldWith(relation('Excludes', 'TW1')), [contract('TW1', 'TW')])).toEqual(told)
    expect(rules(soldWith(), [contract('TW1', 'TW', relation('Excludes', 'KEY1'))])).toEqual(told)
    expect(rules(soldWith(relation('Excludes', 'TW1', { plan: 'TW2' })), [contract('TW1', 'TW')])).toEqual([])
  })

  test('does not tell of a contract that the caller may not see', () => {
    const hidden = { ...contract('TW1', 'TW'), id: null }
    expect(rules(soldWith(relation('Excludes', 'TW1')), [hidden])).toEqual([['Excludes', 'TW1 TW', null]])
  })
})

test('a relation counts on its dates only, and discounts forbid nothing', () => {
  const sold = soldWith(
    relation('Requires', 'VSC1', { effectiveFrom: '2024-03-16' }),
    relation('Excludes', 'TW1', { effectiveTo: '2024-03-14' }),
    relation('DiscountWith', 'TW1'),
    relation('Includes', 'PDR1'),
  )
  expect(rules(sold, [contract('TW1', 'TW')])).toEqual([])
  expect(rules(sold, [], '2024-03-16')).toEqual([['Requires', null, 'VSC1']])
})

test('most products need no other contracts', () => {
  expect(hasRelations('KEY1', [relation('DiscountWith', 'TW1')], [relation('Excludes', 'TW1')])).toBe(false)
  expect(hasRelations('KEY1', [relation('Requires', 'TW1')], [])).toBe(true)
  expect(hasRelations('KEY1', [], [relation('Excludes', 'KEY1')])).toBe(true)
})
