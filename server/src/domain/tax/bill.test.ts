import { describe, expect, test } from 'vitest'
import { amountOf, centsOf } from '../money.ts'
import type { SalesTaxRule } from '../rate-book/rate-book.ts'
import { type BillLine, billTax } from './bill.ts'

const rule = (id: number, given: Partial<SalesTaxRule>): SalesTaxRule => ({
  ...{ id, type: 'State', state: 'TX', county: null, city: null, productTypeCode: null, lineItemType: null },
  ...{ rate: 0, maximumTaxable: null, exempt: false, refundable: false, roundMode: 'HalfUp' },
  ...{ effectiveFrom: '2015-01-01', effectiveTo: null },
  ...given,
})
const PERCENT = 1_000_000
const texas = [
  rule(1, { lineItemType: 'ContractRetail', rate: 6 * PERCENT }),
  rule(2, {
    ...{ type: 'County', county: 'Travis', lineItemType: 'ContractRetail' },
    ...{ rate: PERCENT, maximumTaxable: centsOf(5_000) },
  }),
  rule(3, { type: 'City', city: 'Austin', lineItemType: 'ContractRetail', rate: 0.5 * PERCENT }),
  rule(4, { lineItemType: 'Part', rate: 8.25 * PERCENT }),
  rule(5, { lineItemType: 'Labor', exempt: true }),
  rule(6, { lineItemType: 'Fee', productTypeCode: 'VSC', exempt: true }),
  rule(7, { lineItemType: 'Fee', rate: 2 * PERCENT }),
]
const austin = { state: 'TX', county: 'Travis', city: 'Austin', date: '2024-03-15', productTypeCode: 'VSC' }

const line = (lineItemType: BillLine['lineItemType'], amount: number, given: Partial<BillLine> = {}) => ({
  ...{ id: 1, lineItemType, amount: centsOf(amount), quantity: 10_000, taxableOverride: null },
  ...given,
})
const twice = { quantity: 20_000 }

describe('a bill', () => {
  test.each<[string, BillLine[], number, number, [number, number, number][]]>([
    [
      'the price of a contract',
      [line('ContractRetail', 2_995)],
      2_995,
      224.63,
      [
        [1, 2_995, 179.7],
        [2, 2_995, 29.95],
        [3, 2_995, 14.98],
      ],
    ],
    [
      'one above what the county taxes',
      [line('ContractRetail', 6_200)],
      6_200,
      453,
      [
        [1, 6_200, 372],
        [2, 5_000, 50],
        [3, 6_200, 31],
      ],
    ],
    [
      'parts, each rounded by itself',
      [line('Part', 389.95), line('Part', 18.4, twice)],
      426.75,
      35.21,
      [
        [4, 389.95, 32.17],
        [4, 36.8, 3.04],
      ],
    ],
    ['parts of an hour', [line('Part', 145, { quantity: 38_000 })], 551, 45.46, [[4, 551, 45.46]]],
    ['what a rule exempts', [line('Labor', 551)], 0, 0, []],
    ['what no rule is about', [line('Misc', 45)], 45, 0, []],
    ['what somebody exempts', [line('Part', 100, { taxableOverride: false })], 0, 0, []],
    ['one line exempt, one not', [line('Part', 100), line('Labor', 50)], 100, 8.25, [[4, 100, 8.25]]],
    ['what is exempt for this product', [line('Fee', 40)], 0, 0, []],
    ['and is taxed in any case', [line('Fee', 40, { taxableOverride: true })], 40, 0.8, [[7, 40, 0.8]]],
    ['in any case, and by nothing', [line('Labor', 9, { taxableOverride: true })], 9, 0, []],
    ['what is taxed already', [line('Part', 100, { taxableOverride: true })], 100, 8.25, [[4, 100, 8.25]]],
    ['none', [line('Part', 100, { quantity: 0 })], 0, 0, [[4, 0, 0]]],
    ['money back', [line('Part', -100)], -100, -8.25, [[4, -100, -8.25]]],
  ])('%s', (_, lines, taxable, total, details) => {
    const bill = billTax(texas, austin, lines)
    expect([amountOf(bill.taxable), amountOf(bill.totalTax)]).toEqual([taxable, total])
    expect(bill.details.map((one) => [one.rule.id, amountOf(one.taxable), amountOf(one.tax)])).toEqual(
      details,
    )
  })

  test('other places pay only the state tax', () => {
    const away = { ...austin, county: null, city: null }
    expect(amountOf(billTax(texas, away, [line('ContractRetail', 2_995)]).totalTax)).toBe(179.7)
  })

  test('each tax names its line', () => {
    const bill = billTax(texas, austin, [line('Part', 1, { id: 7 }), line('Part', 2, { id: 9 })])
    expect(bill.details.map(({ lineId }) => lineId)).toEqual([7, 9])
  })
})
