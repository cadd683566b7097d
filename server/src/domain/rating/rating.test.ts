import { describe, expect, test } from 'vitest'
import {
  ask,
  facts,
  figures,
  platinum60,
  rules,
} from '../../../test/support/oracle/rating/rating-examples.ts'
import {
  bookWith,
  dollars,
  flat,
  gap,
  line,
  lines,
  percent,
  product,
  vsc,
} from '../../../test/support/oracle/rating/small-book.ts'
import type { Calculation } from '../rate-book/rate-book.ts'
import { compileBook } from './compile-book.ts'
import { NO_FILTER } from './request.ts'

describe('a vehicle service contract', () => {
  test('is priced line by line, to the cent', () => {
    const found = platinum60(ask())
    expect(figures(found)).toEqual({
      RESERVE: 1_061.7,
      PREMTAX: 21.23,
      ADMIN: 125,
      CLIP: 12,
      ROADSIDE: 18,
      AGENT: 75,
      DLRGRP: 50,
      MARKUP: 1_500,
    })
    expect(found).toMatchObject({
      dealerCost: 136_293,
      suggested: 286_293,
      minimum: 136_293,
      maximum: null,
      expirationDate: '2029-03-15',
      expirationOdometer: 87_000,
    })
  })

  test('has every plan, term and deductible in book order', () => {
    const order = ask().rates.map(({ plan: { plan: one }, term: { code }, deductible }) => [
      one.code,
      code,
      deductible.code,
    ])
    expect(order).toEqual([
      ['GOLD', '60/75000', '0'],
      ['GOLD', '60/75000', '100'],
      ['GOLD', '84/100000', '0'],
      ['GOLD', '84/100000', '100'],
      ['PLATINUM', '60/75000', '0'],
      ['PLATINUM', '60/75000', '100'],
      ['PLATINUM', '84/100000', '0'],
      ['PLATINUM', '84/100000', '100'],
    ])
  })

  test('has no agent or group line if the dealer has none', () => {
    const alone = { dealer: { ...facts.dealer, groupNumber: null, agentNumber: null } }
    const found = platinum60(ask({}, alone))
    expect(Object.keys(figures(found))).toEqual(['RESERVE', 'PREMTAX', 'ADMIN', 'CLIP', 'ROADSIDE', 'MARKUP'])
    expect(found.dealerCost).toBe(136_293 - 12_500)
  })

  test('has the filed price in Florida, wherever the dealer is', () => {
    const filed = { suggested: 256_293, minimum: 256_293, maximum: 256_293 }
    expect(platinum60(ask({ state: 'FL' }))).toMatchObject(filed)
    expect(platinum60(ask({}, { dealer: { ...facts.dealer, state: 'FL' } }))).toMatchObject(filed)
  })

  test('includes an optional surcharge if it is chosen', () => {
    const found = platinum60(ask({ surchargeCodes: ['SEALS'] }))
    expect(figures(found).RESERVE).toBe(1_106.7)
    const chosen = found.surcharges.map(({ surcharge, isSelected }) => [surcharge.code, isSelected])
    expect(chosen).toEqual([
      ['AWD', true],
      ['SEALS', true],
    ])
    expect(platinum60(ask({ driveType: 'FWD' })).surcharges.map(({ surcharge }) => surcharge.code)).toEqual([
      'SEALS',
    ])
  })

  test('can pay an agent a percent of the dealer cost that it is part of', () => {
    const calculation = { type: 'PercentOf', percent: percent(6), base: 'DealerCost' } as const
    const disbursements = lines.map((one) => (one.code === 'AGENT' ? { ...one, calculation } : one))
    const changed = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements })] }),
    )
    const found = platinum60(ask({}, {}, changed))
    expect(found.dealerCost).toBe(137_014)
    expect(figures(found).AGENT).toBe(82.21)
  })

  test('pays no line to a missing agent or group', () => {
    const retailShare = { type: 'PercentOf', percent: percent(3), base: 'Retail' } as const
    const bonus = {
      ...line('BONUS', retailShare, { type: 'Agent', number: null }),
      includedInDealerCost: false,
    }
    const of = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements: [...lines, bonus] })] }),
    )
    const found = platinum60(ask({}, {}, of))
    expect(figures(found)).toMatchObject({ BONUS: 85.89, MARKUP: 1_414.11 })
    const alone = platinum60(ask({}, { dealer: { ...facts.dealer, agentNumber: null } }, of))
    expect(figures(alone)).toMatchObject({ MARKUP: 1_500 })
    expect(figures(alone)).not.toHaveProperty('BONUS')
  })

  test('a percent of a line that changes on a date uses the line in force', () => {
    const changing = lines.flatMap((one) =>
      one.code === 'ADMIN'
        ? [
            { ...one, effectiveTo: '2024-03-14' },
            { ...one, id: 90, effectiveFrom: '2024-03-15', calculation: flat(200) },
          ]
        : [one],
    )
    const fee = line('FEE', { type: 'PercentOf', percent: percent(10), base: ['ADMIN'] })
    const of = compileBook(
      bookWith({ products: [product(1, 'VSC1', 'VSC', { ...vsc, disbursements: [...changing, fee] })] }),
    )
    expect(figures(platinum60(ask({}, {}, of)))).toMatchObject({ ADMIN: 200, FEE: 20 })
    expect(figures(platinum60(ask({ saleDate: '2024-03-14' }, {}, of)))).toMatchObject({
      ADMIN: 125,
      FEE: 12.5,
    })
  })

  test('applies overrides for the dealer', () => {
    const overrides = [
      {
        program: 'VSC-STD',
        disbursementCode: 'AGENT',
        plan: 'PLATINUM',
        term: null,
        deductible: null,
        classCode: null,
        calculation: flat(90),
      },
    ]
    const rating = ask({}, { overrides })
    expect(figures(platinum60(rating)).AGENT).toBe(90)
    expect(figures(rating.rates[0] as never).AGENT).toBe(75)
  })

  const agreed = (disbursementCode: string, calculation: Calculation) => ({
    program: 'VSC-STD',
    disbursementCode,
    plan: null,
    term: null,
    deductible: null,
    classCode: null,
    calculation,
  })

  test('computes overrides from the effective lines, not from those of the book', () => {
    const overrides = [
      agreed('AGENT', { type: 'PercentOf', percent: percent(5), base: ['PREMTAX'] }),
      agreed('PREMTAX', { type: 'PercentOf', percent: percent(10), base: ['ADMIN'] }),
    ]
    const found = platinum60(ask({}, { overrides }))
    expect(figures(found)).toMatchObject({ ADMIN: 125, PREMTAX: 12.5, AGENT: 0.63 })
    expect(found.lines.find(({ definition }) => definition.code === 'AGENT')?.calculation).toBe(
      overrides[0]?.calculation,
    )
  })

  test.each([
    ['a circle of lines', [agreed('RESERVE', { type: 'PercentOf', percent: percent(5), base: ['PREMTAX'] })]],
    [
      'a line of all the dealer cost',
      [agreed('AGENT', { type: 'PercentOf', percent: percent(100), base: 'DealerCost' })],
    ],
    [
      'a part of the dealer cost depend on the price',
      [agreed('AGENT', { type: 'PercentOf', percent: percent(1), base: 'Retail' })],
    ],
    [
      'the reserve depend on the dealer cost',
      [agreed('RESERVE', { type: 'PercentOf', percent: percent(1), base: 'DealerCost' })],
    ],
  ])('has no price if overrides make %s', (_, overrides) => {
    expect(rules({}, { overrides }).map(([planCode, rule]) => [planCode, rule])).toEqual([
      ['GOLD', 'NoRateRow'],
      ['PLATINUM', 'NoRateRow'],
    ])
  })
})

describe('GAP', () => {
  const loan = {
    only: { ...NO_FILTER, productTypeCodes: ['GAP'] },
    financedAmount: dollars(32_000),
    financeTermMonths: 72,
    apr: 6.9,
    msrp: dollars(30_000),
    usage: 500,
  }
  const colorado = { dealer: { ...facts.dealer, state: 'CO', groupNumber: null } }

  test('is priced by the amount financed, capped, for the term of the loan', () => {
    const { rates, reasons } = ask(loan, colorado)
    expect(reasons).toEqual([])
    expect(rates.map(({ plan: { plan: one }, term: { months } }) => [one.code, months])).toEqual([
      ['GAP125', 72],
      ['GAP150', 72],
    ])
    expect(rates[0]).toMatchObject({
      dealerCost: 34_480,
      suggested: 84_480,
      maximum: 128_000,
      expirationOdometer: null,
    })
    expect(rates[0]?.retailRule.type).toBe('CapOfFinanced')
  })

  test.each([
    [{ financeTermMonths: 61 }, 72],
    [{ financeTermMonths: 12 }, 12],
    [{ financeTermMonths: 84 }, 84],
  ])('for %j has the next longer term: %i', (more, months) => {
    expect(ask({ ...loan, ...more }, colorado).rates[0]?.term.months).toBe(months)
  })

  test.each([
    [{ dealType: 'Cash' }, [[null, 'LienRequired', 'dealType', 'Cash', 'Loan, Lease or Balloon', 'Input']]],
    [
      { financeTermMonths: 85 },
      [
        ['GAP125', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
        ['GAP150', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(100_000.01), msrp: dollars(100_000) },
      [
        ['GAP125', 'FinancedAmountTooHigh', 'financedAmount', 100_000.01, '<= 100000', 'Input'],
        ['GAP150', 'FinancedAmountTooHigh', 'financedAmount', 100_000.01, '<= 100000', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(45_000.01) },
      [
        ['GAP125', 'LtvTooHigh', 'financedAmount', 150, '<= 125', 'Input'],
        ['GAP150', 'LtvTooHigh', 'financedAmount', 150, '<= 150', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(45_000.01), financeTermMonths: 85 },
      [
        ['GAP125', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
        ['GAP125', 'LtvTooHigh', 'financedAmount', 150, '<= 125', 'Input'],
        ['GAP150', 'FinanceTermTooLong', 'financeTermMonths', 85, '<= 84', 'Input'],
        ['GAP150', 'LtvTooHigh', 'financedAmount', 150, '<= 150', 'Input'],
      ],
    ],
    [
      { financedAmount: dollars(20_999.99), state: 'CA' },
      [
        ['GAP125', 'LtvTooLow', 'financedAmount', 70, '>= 70', 'Input'],
        ['GAP150', 'LtvTooLow', 'financedAmount', 70, '>= 70', 'Input'],
      ],
    ],
  ])('gives the reason for %j', (more, expected) => {
    expect(rules({ ...loan, ...more }, colorado)).toEqual(expected)
  })

  test('is sold at exactly a limit with decimals, but not a cent above it', () => {
    const plans = gap.plans.map((one) => ({ ...one, maximumLtv: 112.1 }))
    const of = compileBook(bookWith({ products: [product(2, 'GAP1', 'GAP', { ...gap, plans })] }))
    expect(ask({ ...loan, financedAmount: dollars(33_630) }, colorado, of).rates).toHaveLength(2)
    const above = { ...loan, financedAmount: dollars(33_630.01) }
    expect(rules(above, colorado, of)[0]).toEqual([
      'GAP125',
      'LtvTooHigh',
      'financedAmount',
      112.1,
      '<= 112.1',
      'Input',
    ])
  })

  test('is sold at exactly the limit', () => {
    expect(ask({ ...loan, financedAmount: dollars(37_500) }, colorado).rates).toHaveLength(2)
    expect(ask({ ...loan, financedAmount: dollars(21_000), state: 'CA' }, colorado).rates).toHaveLength(2)
  })
})
