import { describe, expect, test } from 'vitest'
import {
  contractC1,
  contractC2,
  contractC3,
  contractC4,
  factsOf,
  on,
  reasonOf,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { countText, exactText, moneyText } from '../figure-text.ts'
import { type Cents, centsOf } from '../money.ts'
import { calculateCancel } from './calculation.ts'
import type { CancelledContract, CancelTerms } from './facts.ts'
import type { CancelCalculation } from './results.ts'
import { stepsFromWorksheet, worksheetFromSteps } from './worksheet.ts'

const calculated = (contract: CancelledContract, terms: CancelTerms) =>
  calculateCancel(factsOf(contract), terms) as CancelCalculation

describe('the worksheet', () => {
  const calculation = calculated(contractC1, termsC1)
  const stepOf = (code: string, of = calculation) => of.steps.find((step) => step.code === code)

  test('has every figure, in order', () => {
    expect(calculation.steps.map(({ code }) => code)).toEqual([
      ...[
        'rule',
        'freeLook',
        'daysElapsed',
        'totalDays',
        'monthsElapsed',
        'milesUsed',
        'timeFactor',
        'milesFactor',
      ],
      ...[
        'unearnedFactor',
        'grossRefund',
        'claimsDeduction',
        'cancelFee',
        'netRefund',
        'salesTaxRefund:State',
        'salesTaxRefund:County',
        'salesTaxRefund:City',
        'totalRefund',
      ],
      ...contractC1.lines.map(({ code }) => `line:${code}`),
      ...['shortfall', 'refundDueDate', 'payee'],
    ])
  })

  test('shows the inputs, rounding and rule of each figure', () => {
    expect(stepOf('grossRefund')).toEqual({
      code: 'grossRefund',
      inputs: { retail: 2995, unearnedFactor: '45750/75000', refundPercent: 100 },
      formula: 'retail x unearnedFactor x refundPercent',
      exact: '1826.95',
      rounding: 'HalfUpToCent',
      amount: centsOf(1826.95),
      ruleCode: 'TX-SC',
      source: 'Texas Occupations Code 1304.1581, 1304.159',
      clause: 'refunds 100% of the unearned part',
      words: 'Of the price of 2,995.00, 1,826.95 is refunded before deductions.',
    })
    expect(stepOf('cancelFee')).toMatchObject({
      clause: 'at most 50.00',
      words: 'The fee is 50.00: at most 50.00.',
    })
    expect(stepOf('refundDueDate')).toMatchObject({ exact: '2025-10-25', clause: '45 days' })
    expect(stepOf('line:AGENT')).toMatchObject({ rounding: 'LargestRemainder', amount: centsOf(45.75) })
  })

  test('is read back from the stored steps, figure by figure', () => {
    const { steps } = calculated(contractC2, on('2025-09-10'))
    const worksheet = worksheetFromSteps(steps)
    expect(worksheet.grossRefund).toBe(steps.find(({ code }) => code === 'grossRefund'))
    expect(worksheet.taxes.map(({ code }) => code)).toEqual(['salesTaxRefund:State'])
    expect(worksheet.lines).toHaveLength(contractC2.lines.length)
    expect(worksheet.milesFactor).toBeNull()
    expect(new Set(stepsFromWorksheet(worksheet))).toEqual(new Set(steps))
  })

  test('tells by which rule a tax is not refunded', () => {
    const { steps, salesTaxRefund } = calculated(contractC1, on('2025-09-10', { cancelOdometer: 41_250 }))
    expect(salesTaxRefund).toBe(0)
    expect(steps.filter(({ code }) => code.startsWith('salesTaxRefund:'))).toMatchObject([
      {
        ...{ code: 'salesTaxRefund:State', amount: 0, formula: 'not refundable', ruleCode: 'SALESTAX-1' },
        words: 'The state tax of 179.70 is not refunded: the sales tax rule of TX does not refund it.',
      },
      { code: 'salesTaxRefund:County', amount: 0, source: 'County sales tax, Travis County, TX' },
      { code: 'salesTaxRefund:City', amount: 0, source: 'City sales tax, Austin, TX' },
    ])
  })

  test('shows a repeating decimal as a fraction', () => {
    const florida = calculated(contractC2, on('2025-09-10'))
    // 2,995.00 x 641/913 x 9/10
    expect(stepOf('grossRefund', florida)?.exact).toBe('3455631/1826')
    expect(stepOf('salesTaxRefund:State', florida)).toMatchObject({
      ...{ exact: '132.4722', amount: centsOf(132.47), formula: expect.stringContaining('rate x taxable') },
    })
  })

  test('has the amounts of the calculation', () => {
    for (const of of [
      calculation,
      calculated(contractC2, on('2024-05-14')),
      calculated(contractC4, on('2024-09-25')),
    ])
      for (const { code, amount, words } of of.steps) {
        expect(words).toMatch(/\.$/)
        if (code in of && amount !== null) expect(of[code as 'netRefund']).toBe(amount)
      }
  })

  test('shows overridden figures beside those by the rule', () => {
    const override = { reason: 'Goodwill', grossRefund: centsOf(2000) }
    const set = calculated(contractC1, { ...termsC1, override })
    expect(stepOf('grossRefund', set)).toMatchObject({ formula: 'as set', inputs: { byRule: 1826.95 } })
    expect(set.explanation).toContain(
      'The refund is set to 2,000.00, less claims 412.35, less fee 50.00 = 1,537.65.',
    )
    expect(set.explanation.at(-1)).toBe('Set by hand: grossRefund (Goodwill).')
  })

  test('does not cite a rule for a figure that was set by hand', () => {
    const override = { reason: 'Goodwill', claimsDeduction: centsOf(100), cancelFee: centsOf(75) }
    const set = calculated(contractC1, { ...termsC1, override })
    expect(stepOf('claimsDeduction', set)).toMatchObject({
      ...{ formula: 'as set', clause: 'set by hand', amount: centsOf(100) },
      words: 'Of claims of 412.35, 100.00 is deducted: set by hand.',
    })
    expect(stepOf('cancelFee', set)).toMatchObject({
      formula: 'as set',
      words: 'The fee is 75.00: set by hand.',
    })
  })

  test('calculates nothing from an unknown odometer', () => {
    const override = { reason: 'Goodwill', grossRefund: centsOf(2000) }
    const set = calculated(contractC1, { ...termsC1, cancelOdometer: null, override })
    expect(stepOf('unearnedFactor', set)).toMatchObject({ formula: 'as set' })
    expect(stepOf('grossRefund', set)).toMatchObject({ formula: 'as set', exact: '2,000.00' })
    expect(set.explanation[2]).toBe(
      'The refund is set to 2,000.00, less claims 412.35, less fee 50.00 = 1,537.65.',
    )
  })

  test('says why there is no fee if the sale is unwound, and which floor applied', () => {
    const unwound = calculated(contractC1, { ...termsC1, reason: reasonOf('UNWIND'), requestedBy: 'Dealer' })
    expect(stepOf('cancelFee', unwound)).toMatchObject({ clause: 'no fee with UNWIND', amount: centsOf(0) })
    const wisconsin: CancelledContract = { ...contractC3, stateOfSale: 'WI', programMethod: 'NONE' }
    expect(stepOf('unearnedFactor', calculated(wisconsin, on('2025-09-25')))).toMatchObject({
      ...{ inputs: { method: 'NONE', floor: 'RULE78' }, formula: 'NONE, at least RULE78' },
    })
  })
})

describe('sentences', () => {
  const sentence = (contract: CancelledContract, terms: CancelTerms, at: number) =>
    calculated(contract, terms).explanation[at]
  const by = (cancelMethodCode: 'RULE78' | 'SHORTRATE' | 'NONE' | 'PRORATA_GREATER', terms = termsC1) => ({
    ...terms,
    override: { reason: 'x', cancelMethodCode },
  })

  test.each<[string, CancelledContract, CancelTerms, number, string]>([
    ['everything', contractC1, on('2024-04-01'), 1, 'FLAT: the whole price.'],
    [
      'the free look',
      contractC1,
      on('2024-04-01'),
      0,
      'Rule TX-SC: cancelled by the holder on day 17, within the free look until 2024-04-14.',
    ],
    ['nothing', contractC1, by('NONE'), 1, 'NONE: no part of the price.'],
    [
      'the greater',
      contractC1,
      by('PRORATA_GREATER'),
      1,
      'PRORATA_GREATER: time 1282/1826 = 0.702081, miles 45,750/75,000 = 0.61; the greater is 0.702081.',
    ],
    ['months', contractC3, on('2025-09-25'), 1, 'PRORATA_MONTHS: time 52/72 = 0.722222.'],
    [
      'the rule of 78',
      contractC3,
      by('RULE78', on('2025-09-25')),
      1,
      'RULE78: time 52/72 = 0.722222; by the method 2756/5256 = 0.524353.',
    ],
    ['services', contractC4, on('2024-09-25'), 1, 'SERVICES: unused services 220.00/330.00 = 0.666667.'],
    [
      'a percent',
      contractC2,
      on('2025-09-10'),
      2,
      '2,995.00 x 0.702081 x 90% = 1,892.46, less claims 412.35 = 1,480.11.',
    ],
    ['the tax', contractC2, on('2025-09-10'), 3, 'Sales tax of 132.47 is added: 1,612.58 in total.'],
    [
      'hours',
      { ...contractC1, odometerUnit: 'hours' },
      termsC1,
      1,
      'PRORATA_LESSER: time 1282/1826 = 0.702081, hours 45,750/75,000 = 0.61; the lesser is 0.61.',
    ],
  ])('about %s', (_, contract, terms, at, text) => {
    expect(sentence(contract, terms, at)).toBe(text)
  })

  test('about a shortfall', () => {
    const lines = contractC1.lines.map((line) =>
      ['ADMIN', 'CLIP', 'ROADSIDE'].includes(line.code)
        ? { ...line, cancelRule: 'NonRefundable' as const }
        : line,
    )
    expect(sentence({ ...contractC1, lines }, termsC1, 3)).toBe(
      'The lines give back 1,732.40; ADMIN bears the shortfall of 94.55.',
    )
    const more = contractC1.lines.map((line) =>
      line.code === 'CLIP'
        ? { ...line, cancelRule: 'OwnMethod' as const, cancelMethodCode: 'FLAT' as const }
        : line,
    )
    expect(sentence({ ...contractC1, lines: more }, termsC1, 3)).toBe(
      'The lines give back 1,831.63; the surplus of 4.68 goes to ADMIN.',
    )
  })
})

describe('figures in words', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [-4680, '-46.80'],
    [123_456_789, '1,234,567.89'],
  ])('%i cents', (cents, text) => {
    expect(moneyText(cents as Cents)).toBe(text)
  })

  test.each([
    [100, { part: 1, whole: 3 }, '1/3'],
    [100, { part: 1, whole: 8 }, '0.125'],
    [300, { part: 1, whole: 1 }, '3'],
    [0, { part: 1, whole: 3 }, '0'],
  ])('%i times %j exactly', (cents, fraction, text) => {
    expect(exactText(cents as Cents, fraction)).toBe(text)
  })

  test('counts have commas', () => {
    expect([999, 1000, 75_000].map(countText)).toEqual(['999', '1,000', '75,000'])
  })
})
