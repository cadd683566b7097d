import { describe, expect, test } from 'vitest'
import { type Cents, centsOf } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'
import { salesTax, type TaxPlace, taxRulesFor, totalTax } from './sales-tax.ts'

const rule = (
  id: number,
  type: SalesTaxRule['type'],
  percent: number,
  more: Partial<SalesTaxRule> = {},
): SalesTaxRule => ({
  id,
  type,
  state: 'TX',
  county: null,
  city: null,
  productTypeCode: 'VSC',
  lineItemType: 'ContractRetail',
  rate: percent * 1_000_000,
  maximumTaxable: null,
  exempt: false,
  refundable: false,
  roundMode: 'HalfUp',
  effectiveFrom: '2015-01-01',
  effectiveTo: null,
  ...more,
})

const texas = [
  rule(1, 'State', 6),
  rule(2, 'County', 1, { county: 'Travis', maximumTaxable: 500_000 as Cents }),
  rule(3, 'City', 0.5, { city: 'Austin' }),
  rule(4, 'State', 7, { state: 'FL', refundable: true }),
]

const austin: TaxPlace = {
  state: 'TX',
  county: 'Travis',
  city: 'austin',
  date: '2024-03-15',
  productTypeCode: 'VSC',
}

const taxes = (amount: number, place: Partial<TaxPlace> = {}, rules = texas) => {
  const details = salesTax(taxRulesFor(rules, { ...austin, ...place }, 'ContractRetail'), centsOf(amount))
  return [...details.map(({ tax }) => tax / 100), totalTax(details) / 100]
}

describe('sales tax', () => {
  test.each([
    [2_995, {}, [179.7, 29.95, 14.98, 224.63]],
    [6_200, {}, [372, 50, 31, 453]],
    [2_862.93, {}, [171.78, 28.63, 14.31, 214.72]],
    [2_995, { county: null, city: null }, [179.7, 179.7]],
    [2_562.93, { state: 'FL' }, [179.41, 179.41]],
    [2_995, { state: 'CA' }, [0]],
    [2_995, { productTypeCode: 'GAP' }, [0]],
    [2_995, { date: '2014-12-31' }, [0]],
  ])('of %d with %j is %j', (amount, place, expected) => {
    expect(taxes(amount, place)).toEqual(expected)
  })

  // 1% of 0.01 is 0.0001 and of 1.50 is 0.015; 6.25% of 2,995.00 is 187.1875, of 100.00 is 6.25 and of 16.08 is 1.005;
  // 8.375% of 199.99 is 16.7491625 and of 199.90 is 16.741625.
  test.each([
    [2_995, 6.25, { HalfUp: 187.19, Up: 187.19, Down: 187.18 }],
    [100, 6.25, { HalfUp: 6.25, Up: 6.25, Down: 6.25 }],
    [16.08, 6.25, { HalfUp: 1.01, Up: 1.01, Down: 1 }],
    [199.99, 8.375, { HalfUp: 16.75, Up: 16.75, Down: 16.74 }],
    [199.9, 8.375, { HalfUp: 16.74, Up: 16.75, Down: 16.74 }],
    [0.01, 1, { HalfUp: 0, Up: 0.01, Down: 0 }],
    [1.5, 1, { HalfUp: 0.02, Up: 0.02, Down: 0.01 }],
    [0, 6.25, { HalfUp: 0, Up: 0, Down: 0 }],
    [-1.5, 1, { HalfUp: -0.02, Up: -0.02, Down: -0.01 }],
    [-0.01, 1, { HalfUp: 0, Up: -0.01, Down: 0 }],
  ])('of %d at %d% is rounded as its rule says: %j', (amount, percent, expected) => {
    const inMode = (roundMode: SalesTaxRule['roundMode']) =>
      taxes(amount, {}, [rule(1, 'State', percent, { roundMode })])[0]
    expect({ HalfUp: inMode('HalfUp'), Up: inMode('Up'), Down: inMode('Down') }).toEqual(expected)
  })

  test('is rounded type by type, each as its own rule says', () => {
    const rules = [
      rule(1, 'State', 6.25, { roundMode: 'Down' }),
      rule(2, 'County', 1.125, { county: 'Travis', roundMode: 'Up' }),
      rule(3, 'City', 0.5, { city: 'Austin' }),
    ]
    // 187.1875, 33.69375 and 14.975.
    expect(taxes(2_995, {}, rules)).toEqual([187.18, 33.7, 14.98, 235.86])
  })

  test('of each type follows the most specific rule', () => {
    const rules = [
      rule(1, 'State', 6, { productTypeCode: null }),
      rule(2, 'State', 4),
      rule(3, 'State', 0, { productTypeCode: 'GAP', exempt: true }),
    ]
    expect(taxes(100, {}, rules)).toEqual([4, 4])
    expect(taxes(100, { productTypeCode: 'KEY' }, rules)).toEqual([6, 6])
    expect(taxes(100, { productTypeCode: 'GAP' }, rules)).toEqual([0])
  })
})
