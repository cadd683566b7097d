import { describe, expect, test } from 'vitest'
import { amountOf, type Cents, centsOf } from '../money.ts'
import type { GapFacts, GapFinancing, GapInsurance } from './gap-facts.ts'
import { ltvValueFor } from './gap-facts.ts'
import { type GapSettlement, settleGap } from './gap-settlement.ts'

const financing: GapFinancing = {
  ...{ dealType: 'Loan', amountFinanced: centsOf(32_000), apr: 6.9, termMonths: 72, monthlyPayment: null },
  ...{ firstPaymentDate: '2024-02-20', residualValue: null, balloonAmount: null },
}
const insurance: GapInsurance = {
  ...{ actualCashValue: centsOf(19_850), salesTax: centsOf(0), deductible: centsOf(1_500) },
  ...{ priorDamage: centsOf(350), salvageValue: centsOf(0), unpaidPremium: centsOf(0) },
  ...{ otherDeductions: centsOf(0), netSettlement: centsOf(18_000) },
}
/** Twelve days after the 20th due date, 2025-09-20. */
const first: GapFacts = {
  promise: {
    ...{ formNumber: 'GAP-100', maximumBenefit: null, deductibleLimit: centsOf(1_000) },
    maxLtvPercent: 125,
  },
  dateOfLoss: '2025-10-02',
  financing,
  lenderPayoff: centsOf(25_600.46),
  noPrimaryInsurance: false,
  insuranceSettlement: insurance,
  vehicleValue: null,
  ltvValue: centsOf(30_000),
  refunds: [{ type: 'VSC', amount: centsOf(1_364.6) }],
  exclusions: [],
}

function settled(changes: Partial<GapFacts>): GapSettlement {
  const result = settleGap({ ...first, ...changes })
  if (!('settlement' in result)) throw new Error(`Not settled: ${JSON.stringify(result)}`)
  return result.settlement
}

/** The amounts as decimals, zeros left out of the parts of the residual. */
const read = ({ residualParts, steps, ...rest }: GapSettlement) => ({
  ...Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value !== 'number' || /Percent|Factor|Due/.test(name) ? value : amountOf(value as Cents),
    ]),
  ),
  parts: Object.fromEntries(
    Object.entries(residualParts)
      .filter(([, part]) => part !== 0)
      .map(([name, part]) => [name, amountOf(part)]),
  ),
})

describe('the settlement of a total loss', () => {
  test('a loan with two missed payments and a deductible above the limit', () => {
    expect(read(settled({}))).toEqual({
      ...{ payment: 544.03, paymentsDue: 20, scheduledBalance: 24_392.16, interestToLoss: 55.33 },
      ...{ scheduledPayoff: 24_447.49, refunds: 1_364.6, exclusions: 0, coveredBalanceBeforeLtv: 23_082.89 },
      ...{ ltvPercent: 106.67, maxLtvPercent: 125, ltvFactor: 1, coveredBalance: 23_082.89 },
      ...{ deductibleCovered: 1_000, insuranceCredit: 18_850, gap: 4_232.89, maxBenefit: null },
      ...{ payable: 4_232.89, customerResidual: 2_002.97 },
      parts: { arrears: 1_152.97, deductibleAboveLimit: 500, insurerDeductions: 350 },
    })
  })

  test('a loan-to-value above the maximum', () => {
    expect(read(settled({ ltvValue: centsOf(24_000) }))).toMatchObject({
      ...{ ltvPercent: 133.33, ltvFactor: 0.9375, coveredBalance: 21_640.21, payable: 2_790.21 },
      customerResidual: 3_445.65,
      parts: {
        ...{ arrears: 1_152.97, ltvCut: 1_442.68, deductibleAboveLimit: 500, insurerDeductions: 350 },
      },
    })
  })

  test('a loan-to-value of exactly the maximum is not cut', () => {
    expect(settled({ ltvValue: centsOf(25_600) })).toMatchObject({ ltvPercent: 125, ltvFactor: 1 })
    expect(settled({ ltvValue: centsOf(25_599.99) }).residualParts.ltvCut).toBe(centsOf(0.01))
  })

  test('a plan without a maximum needs no value', () => {
    const promise = { ...first.promise, maxLtvPercent: null }
    expect(settled({ promise, ltvValue: null })).toMatchObject({ ltvPercent: null, ltvFactor: 1 })
  })

  test('the factor is exact for amounts that a number cannot multiply', () => {
    const large = settled({
      financing: { ...financing, amountFinanced: centsOf(9_000_000), monthlyPayment: centsOf(100_000) },
      ltvValue: centsOf(6_999_999.99),
      lenderPayoff: centsOf(7_777_777.77),
      refunds: [],
    })
    // 7,777,777.77 x 1.25 x 6,999,999.99 / 9,000,000.00 = 7,561,728.376…
    expect(read(large)).toMatchObject({ coveredBalanceBeforeLtv: 7_777_777.77, coveredBalance: 7_561_728.38 })
  })

  test('a lease', () => {
    const lease: GapFinancing = {
      ...{ ...financing, dealType: 'Lease', termMonths: 36, residualValue: centsOf(15_000) },
    }
    expect(settled({ financing: lease }).payment).toBe(centsOf(610.38))
  })

  test('no primary insurance', () => {
    const uninsured = settled({
      ...{ insuranceSettlement: null, noPrimaryInsurance: true, vehicleValue: centsOf(20_000) },
    })
    expect(read(uninsured)).toMatchObject({
      ...{ deductibleCovered: 0, insuranceCredit: 20_000, payable: 3_082.89, customerResidual: 1_152.97 },
      parts: { arrears: 1_152.97 },
    })
  })

  test('the maximum benefit, exclusions and sales tax', () => {
    const limited = settled({
      promise: { ...first.promise, maximumBenefit: centsOf(3_000) },
      exclusions: [
        { type: 'Tires', amount: centsOf(400) },
        { type: 'Old loan', amount: centsOf(100) },
      ],
      insuranceSettlement: { ...insurance, salesTax: centsOf(50), netSettlement: centsOf(18_050) },
    })
    expect(read(limited)).toMatchObject({
      ...{ exclusions: 500, insuranceCredit: 18_900, gap: 3_682.89, maxBenefit: 3_000, payable: 3_000 },
      customerResidual: 3_185.86,
      parts: {
        ...{ arrears: 1_152.97, exclusions: 500, deductibleAboveLimit: 500, insurerDeductions: 350 },
        overMaximum: 682.89,
      },
    })
  })

  test('a credit above the balance, and refunds above the payoff, are a surplus', () => {
    const paid = { ...insurance, actualCashValue: centsOf(30_000), netSettlement: null }
    expect(read(settled({ insuranceSettlement: paid, lenderPayoff: centsOf(20_000) }))).toMatchObject({
      ...{ payable: 0, customerResidual: -9_514.6 },
      parts: { deductibleAboveLimit: 500, insurerDeductions: 350, surplus: -10_364.6 },
    })
    const refunded = settled({ lenderPayoff: centsOf(1_000) })
    expect(read(refunded)).toMatchObject({
      ...{ coveredBalanceBeforeLtv: 0, payable: 0, customerResidual: -18_364.6 },
      parts: { deductibleAboveLimit: 500, insurerDeductions: 350, surplus: -19_214.6 },
    })
  })

  test('a payoff below the schedule has no arrears', () => {
    expect(read(settled({ lenderPayoff: centsOf(24_000) }))).toMatchObject({
      ...{ coveredBalanceBeforeLtv: 22_635.4, payable: 3_785.4, customerResidual: 850 },
    })
  })
})

describe('what is missing', () => {
  const nothing: GapFinancing = {
    ...{ dealType: null, amountFinanced: null, apr: null, termMonths: null, monthlyPayment: null },
    ...{ firstPaymentDate: null, residualValue: null, balloonAmount: null },
  }
  test.each<[string, Partial<GapFacts>, string[]]>([
    [
      'everything',
      {
        ...{ financing: nothing, lenderPayoff: null, insuranceSettlement: null, ltvValue: null },
      },
      [
        ...['financing.amountFinanced', 'financing.apr', 'financing.termMonths'],
        ...['financing.firstPaymentDate', 'lenderPayoff', 'insuranceSettlement', 'ltvValue'],
      ],
    ],
    [
      'the residual of a lease',
      { financing: { ...financing, dealType: 'Lease' } },
      ['financing.residualValue'],
    ],
    ['a balloon', { financing: { ...financing, dealType: 'Balloon' } }, ['financing.balloonAmount']],
    [
      'the cash value',
      { insuranceSettlement: { ...insurance, actualCashValue: null } },
      ['insuranceSettlement.actualCashValue'],
    ],
    [
      'the value of a vehicle without insurance',
      { insuranceSettlement: null, noPrimaryInsurance: true },
      ['vehicleValue'],
    ],
  ])('%s', (_, changes, missing) => {
    expect(settleGap({ ...first, ...changes })).toEqual({ missing })
  })

  test("the insurer's payment must be what its figures come to", () => {
    const wrong = { ...insurance, netSettlement: centsOf(18_000.01) }
    expect(settleGap({ ...first, lenderPayoff: null, insuranceSettlement: wrong })).toEqual({
      ...{ refused: 'SettlementMismatch', expected: centsOf(18_000), sent: centsOf(18_000.01) },
    })
    expect(settled({ insuranceSettlement: { ...insurance, netSettlement: null } }).payable).toBe(
      centsOf(4_232.89),
    )
  })

  test.each<[string, number | null, number | null, number | null, number | null]>([
    ['New', 30_000, 20_000, 1, 30_000],
    ['Used', 30_000, 20_000, 1, 20_000],
    ['CPO', 30_000, null, 25_000, 25_000],
    ['New', null, 20_000, null, null],
    ['New', 0, null, 25_000, 25_000],
  ])('the value of a %s vehicle', (condition, msrp, nada, sent, value) => {
    const cents = (amount: number | null) => (amount === null ? null : centsOf(amount))
    expect(ltvValueFor({ condition, msrp: cents(msrp), nadaValue: cents(nada) }, cents(sent))).toBe(
      cents(value),
    )
  })
})

describe('the worksheet', () => {
  test('has every figure in words', () => {
    const { steps } = settled({
      ltvValue: centsOf(24_000),
      exclusions: [{ type: 'Tires', amount: centsOf(400) }],
    })
    expect(steps.map(({ code }) => code)).toEqual([
      ...['payment', 'paymentsDue', 'scheduledBalance', 'interestToLoss', 'scheduledPayoff', 'refund:VSC'],
      ...['exclusion:Tires', 'coveredBalanceBeforeLtv', 'ltvFactor', 'coveredBalance', 'deductibleCovered'],
      ...['insuranceCredit', 'gap', 'payable', 'customerResidual', 'residual:arrears'],
      ...['residual:exclusions', 'residual:ltvCut', 'residual:deductibleAboveLimit'],
      'residual:insurerDeductions',
    ])
    const step = (wanted: string) => steps.find(({ code }) => code === wanted)
    expect(step('ltvFactor')).toMatchObject({
      ...{ exact: '0.9375', rounding: 'HalfUpToSixDecimals', source: 'GAP-100' },
      words: 'The loan was 133.33% of the value; the plan has a maximum of 125%: factor 0.9375.',
    })
    // 22,682.89 x 0.9375
    expect(step('coveredBalance')).toMatchObject({ exact: '21265.209375', amount: centsOf(21_265.21) })
    expect(step('payable')?.words).toBe('GAP pays 2,415.21.')
    expect(steps.every(({ words }) => words.endsWith('.'))).toBe(true)
  })
})
