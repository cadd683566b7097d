import { describe, expect, test } from 'vitest'
import { edited, faultsOf, sandboxFiles, testSlips } from '../support/builders/rate-books.ts'

// Lines that cannot be computed, and prices that cannot be found.

const VSC = 'programs/VSC-STD/program.yaml'
const GAP = 'programs/GAP-STD/program.yaml'
const RATES = 'programs/VSC-STD/rates.csv'
const FLAT = '{ type: Flat, amount: 12.00 }'
const ofReserve = 'base: [RESERVE]'

describe('lines', () => {
  testSlips(
    VSC,
    [
      [
        'a base that is not there',
        ofReserve,
        'base: [PREMIUM]',
        38,
        'PREMTAX is a percent of PREMIUM, which is not',
      ],
      ['a percent of itself', ofReserve, 'base: PREMTAX', 38, 'circular: PREMTAX of PREMTAX.'],
      ['a base that is found later', ofReserve, 'base: [MARKUP]', 38, 'which is computed after it'],
      [
        'a cost by the price',
        ofReserve,
        'base: Retail',
        38,
        'part of dealer cost, so it cannot be a percent of Retail',
      ],
      [
        'a cost by the markup',
        ofReserve,
        'base: Markup',
        38,
        'part of dealer cost, so it cannot be a percent of Markup',
      ],
      [
        'a percent of nothing',
        ofReserve,
        'base: []',
        38,
        'CalculationInvalid: PREMTAX is a percent of nothing;',
      ],
      ['no type', FLAT, '{ amount: 12.00 }', 48, 'A calculation needs a type'],
      ['an unknown type', FLAT, '{ type: Fixed }', 48, 'type: "Fixed" is not one of Flat, RateRow'],
      [
        'a member of another type',
        FLAT,
        '{ type: Flat, amount: 1, percent: 2 }',
        48,
        'Unknown field "percent"',
      ],
      ['no calculation', `    calculation: ${FLAT}\n`, '', 45, 'The field calculation is missing.'],
      ['a markup that is fixed', '{ type: Remainder }', FLAT, 68, 'MARKUP is the rest of the price'],
      ["a markup that is an agent's", 'to: Dealer\n', 'to: Agent\n', 68, 'MARKUP must go to the Dealer.'],
      ['a second markup', FLAT, '{ type: Remainder }', 48, 'only MARKUP is the rest of the price'],
      [
        'a surcharge on what follows',
        '{ RESERVE: 75.00 }',
        '{ MARKUP: 75.00 }',
        76,
        'which has no amount of its own',
      ],
      ['factors of nothing', 'column: RESERVE, tables', 'tables', 33, 'a column of the rows or an amount'],
      ['a figure that is a key', 'column: RESERVE', 'column: state', 33, 'a column that rows are found by'],
    ],
    'more',
  )
  testSlips(GAP, [
    [
      'a curve without its table',
      'RULE78',
      'CURVE',
      25,
      'must have an earningFactorTable if it earns by CURVE',
    ],
    [
      'an own method that is not named',
      'RULE78',
      'RULE78\n    cancelRule: OwnMethod',
      26,
      'a cancelMethodCode',
    ],
  ])

  /** The sandbox with a line as a percent of dealer cost. */
  const ofCost = (files: ReadonlyMap<string, string>, code: string, percent: string) =>
    edited(
      VSC,
      new RegExp(`(- code: ${code}\\n.*\\n.*\\n) *calculation: .*`),
      `$1    calculation: { type: PercentOf, percent: ${percent}, base: DealerCost }`,
      files,
    )

  test('a circle of two lines is reported at both lines', () => {
    const half = edited(VSC, ofReserve, 'base: [ADMIN]')
    const ring = edited(
      VSC,
      '{ type: Flat, amount: 125.00 }',
      '{ type: PercentOf, percent: 1, base: PREMTAX }',
      half,
    )
    expect(faultsOf(half)).toEqual([])
    expect(faultsOf(ring)).toEqual([
      { file: VSC, line: 38, reason: expect.stringContaining('circular: PREMTAX of ADMIN of PREMTAX.') },
      { file: VSC, line: 43, reason: expect.stringContaining('circular: ADMIN of PREMTAX of ADMIN.') },
    ])
  })

  test('percents of dealer cost must add up to less than 100, to the last decimal', () => {
    const most = ofCost(sandboxFiles, 'AGENT', '60')
    expect(faultsOf(ofCost(most, 'DLRGRP', '39.999999'))).toEqual([])
    expect(faultsOf(ofCost(most, 'DLRGRP', '40'))).toEqual([
      {
        file: VSC,
        line: 65,
        reason: expect.stringMatching(/^CalculationInvalid: on 2015-01-01 .* 100 percent/),
      },
    ])
  })

  test('a line cannot be a percent of a line that is computed from dealer cost', () => {
    const files = edited(VSC, ofReserve, 'base: [AGENT]', ofCost(sandboxFiles, 'AGENT', '6'))
    expect(faultsOf(files)).toEqual([
      {
        file: VSC,
        line: 38,
        reason: expect.stringContaining('CalculationInvalid: PREMTAX is a percent of AGENT'),
      },
    ])
  })

  test('only one line may be the remainder of dealer cost', () => {
    const one = edited(VSC, FLAT, '{ type: Remainder, column: COST }')
    const two = edited(VSC, '{ type: Flat, amount: 18.00 }', '{ type: Remainder, column: COST }', one)
    const priced = (files: ReadonlyMap<string, string>) =>
      new Map([...files, [RATES, 'RESERVE,COST\n1.00,900.00\n']])
    expect(faultsOf(priced(one))).toEqual([])
    expect(faultsOf(priced(two))).toEqual([
      { file: VSC, line: 65, reason: expect.stringContaining('there are CLIP and ROADSIDE') },
    ])
  })

  test('a program without MARKUP', () => {
    expect(faultsOf(edited(VSC, / {2}- code: MARKUP\n(?: {4}.*\n){4}/, ''))).toEqual([
      { file: VSC, line: 30, reason: expect.stringContaining('There is no line MARKUP') },
    ])
  })

  test('a line may change on a date, but must not overlap itself', () => {
    const ended = edited(VSC, 'amount: 125.00 }', 'amount: 125.00 }\n    effectiveTo: 2024-12-31')
    const again = (date: string) =>
      `  - { code: ADMIN, to: DisbursementAccount ADMIN, calculation: { type: Flat, amount: 130.00 },
      earningMethodCode: PRORATA_DAYS, effectiveFrom: ${date} }\n  - code: MARKUP`
    const from = (date: string) => faultsOf(edited(VSC, '  - code: MARKUP', again(date), ended))
    expect(from('2025-01-01')).toEqual([])
    expect(from('2024-12-31')).toEqual([
      { file: VSC, line: 66, reason: 'ADMIN is already on line 40, for the same dates.' },
    ])
  })

  test('a column cannot be an amount for one line and a percent for another', () => {
    const file = 'programs/APL-STD/program.yaml'
    const files = edited(file, '{ type: Flat, amount: 15.00 }', '{ type: RateRow, column: RESERVE }')
    expect(faultsOf(files)).toEqual([
      { file, line: 21, reason: 'The column RESERVE is an amount for one line and a percent for another.' },
    ])
  })

  test('reports a column that no line uses, and one that is missing in the rates', () => {
    expect(faultsOf(edited(VSC, 'column: RESERVE', 'column: BASE'))).toEqual([
      { file: RATES, line: 1, reason: expect.stringContaining('Unknown column "RESERVE"') },
      { file: RATES, line: 1, reason: 'The column BASE is missing.' },
    ])
  })
})

describe('prices', () => {
  testSlips(
    GAP,
    [
      [
        'no rule for the rest',
        '- type: MSRP',
        '- type: MSRP\n    states: [TX]',
        48,
        'There is no general retail rule',
      ],
      [
        'a cap without a type',
        '{ type: PercentOfFinanced, percent: 4 }',
        '{ percent: 4 }',
        60,
        'A cap needs a type',
      ],
    ],
    'more',
  )
  testSlips(GAP, [
    [
      'a cap of another type',
      'PercentOfFinanced, percent: 4 }',
      'MarkupPercent, percent: 4 }',
      56,
      'needs a cap of type PercentOfFinanced',
    ],
    [
      'a rule without its cap',
      / {4}caps:\n.*atLeast.*\n/,
      '',
      50,
      'A CapOfFinanced rule needs a cap of type PercentOfFinanced.',
    ],
  ])
  testSlips(VSC, [
    [
      'a price that is not said',
      '    suggestedMarkup: 1200.00\n',
      '',
      108,
      'A Filed rule needs a suggestedPrice',
    ],
    [
      'two prices',
      '    suggestedMarkup: 1500.00',
      '    suggestedMarkup: 1.00\n    suggestedPrice: 9.00',
      106,
      'not both',
    ],
    [
      'a discount that is not said',
      /$/,
      'related:\n  - { relationType: DiscountWith, product: GAP1 }\n',
      128,
      'A relation must have a discount if its type is DiscountWith',
    ],
  ])
})
