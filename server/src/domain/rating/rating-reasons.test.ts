import { describe, expect, test } from 'vitest'
import { ask, facts, rules } from '../../../test/support/oracle/rating/rating-examples.ts'
import { bookWith, from2015 } from '../../../test/support/oracle/rating/small-book.ts'
import { compileBook } from './compile-book.ts'
import { NO_FILTER, type RateFacts } from './request.ts'

describe('when a plan is not offered', () => {
  test.each([
    [
      {},
      { dealer: { ...facts.dealer, status: 'Inactive' } },
      [[null, 'DealerInactive', 'dealerNumber', 'Inactive', 'Active', 'Configuration']],
    ],
    [
      { assetTypeCode: 'TV' },
      {},
      [[null, 'AssetTypeNotCovered', 'assetTypeCode', 'TV', ['AUTO', 'TRUCK'], 'Input']],
    ],
    [{ make: 'KIA' }, {}, [[null, 'VehicleNotClassed', 'make', 'KIA', null, 'Configuration']]],
    [{ make: 'FERRARI' }, {}, [[null, 'ClassIneligible', 'make', 'FERRARI', null, 'Input']]],
    [
      { saleDate: '2024-03-16' },
      {},
      [[null, 'SaleDateInFuture', 'saleDate', '2024-03-16', '<= 2024-03-15', 'Input']],
    ],
    [
      { saleDate: '2023-12-20' },
      {},
      [[null, 'SaleDateTooOld', 'saleDate', '2023-12-20', '>= 2023-12-21', 'Input']],
    ],
    [
      { saleDate: '2014-06-01' },
      { ignoresBackDays: true, dealer: { ...facts.dealer, effectiveDate: '2010-01-01' } },
      [[null, 'ProgramNotEffective', 'saleDate', '2014-06-01', '>= 2015-01-01', 'Configuration']],
    ],
    [
      { usage: 100_001, year: 2013 },
      {},
      [
        [null, 'Criteria', 'vehicle.age', 11, '<= 10', 'Input'],
        [null, 'Criteria', 'vehicle.odometer', 100_001, '<= 100000', 'Input'],
      ],
    ],
    [{ usage: null }, {}, [[null, 'Criteria', 'vehicle.odometer', null, '<= 100000', 'Input']]],
  ])('%j with %j gives the reason', (more, truth, expected) => {
    expect(rules(more, truth as Partial<RateFacts>)).toEqual(expected)
  })

  test('one plan may fail with reasons while the others are offered', () => {
    const { rates, reasons } = ask({ usage: 60_001 })
    expect(new Set(rates.map(({ plan: { plan: one } }) => one.code))).toEqual(new Set(['GOLD']))
    expect(reasons).toMatchObject([
      { planCode: 'PLATINUM', rule: 'Criteria', field: 'vehicle.odometer', seen: 60_001, needed: '<= 60000' },
    ])
  })

  test('a term that is not sold names the requested term', () => {
    const { rates, reasons } = ask({ only: { ...NO_FILTER, productTypeCodes: ['VSC'], termMonths: [13] } })
    expect(rates).toEqual([])
    expect(reasons).toMatchObject([
      { planCode: 'GOLD', rule: 'NoRateRow', field: 'termMonths', seen: [13] },
      { planCode: 'PLATINUM', rule: 'NoRateRow', field: 'termMonths', seen: [13] },
    ])
  })

  test('hidden rates are left out: the most specific visibility row wins, and hidden wins a tie', () => {
    const row = {
      ...from2015,
      dealer: null,
      dealerGroup: null,
      product: null,
      program: null,
      plan: null,
      term: null,
      deductible: null,
      classCode: null,
    }
    const seen = (...visibility: object[]) => {
      const of = compileBook(
        bookWith({ visibility: visibility.map((more) => ({ ...row, isVisible: true, ...more })) }),
      )
      const { rates, reasons } = ask({}, {}, of)
      return [rates.length, reasons.map(({ planCode, rule }) => [planCode, rule])]
    }
    expect(seen({ product: 'VSC1', isVisible: false })).toEqual([0, [[null, 'NotVisible']]])
    expect(seen({ plan: 'PLATINUM', isVisible: false })).toEqual([4, [['PLATINUM', 'NotVisible']]])
    expect(seen({ plan: 'PLATINUM', isVisible: false }, { dealer: 'D1001', plan: 'PLATINUM' })).toEqual([
      8,
      [],
    ])
    expect(seen({ product: 'VSC1', isVisible: false }, { product: 'VSC1', plan: 'GOLD' })).toEqual([
      4,
      [['PLATINUM', 'NotVisible']],
    ])
    expect(seen({ plan: 'GOLD' }, { plan: 'GOLD', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ dealerGroup: 'G100', term: '84/100000', isVisible: false })).toEqual([4, []])
    expect(seen({ dealer: 'd1001', plan: 'GOLD', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ plan: 'GOLD', classCode: '3', isVisible: false })).toEqual([4, [['GOLD', 'NotVisible']]])
    expect(seen({ dealer: 'D9999', isVisible: false })).toEqual([8, []])
    expect(seen({ isVisible: false, effectiveTo: '2024-03-14' })).toEqual([8, []])
  })
})
