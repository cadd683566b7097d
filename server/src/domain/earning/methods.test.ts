import { describe, expect, test } from 'vitest'
import { AFTER_ALL, addDays, addMonths, epochDay } from '../dates.ts'
import { partOfAmount, toSixDecimals } from '../fraction.ts'
import { amountOf, type Cents, centsOf } from '../money.ts'
import { type EarningTerms, earningRun } from './events.ts'
import { earnedUndisturbed } from './holds.ts'
import { readEarningMethod } from './method-codes.ts'
import { type EarningCurve, earnedPart, type KnownOdometer } from './methods.ts'

const term = (effectiveDate: string, months: number, more: Partial<EarningTerms> = {}): EarningTerms => ({
  effectiveDate,
  expirationDate: addMonths(effectiveDate, months),
  effectiveOdometer: null,
  expirationOdometer: null,
  annualMileage: null,
  warrantyMonths: null,
  ...more,
})

const unread: KnownOdometer = { highest: null, expectedUntil: AFTER_ALL }

function earned(
  methodCode: string,
  amount: number,
  terms: EarningTerms,
  date: string,
  curve: EarningCurve | null = null,
): number {
  return amountOf(
    earnedUndisturbed({ code: 'RESERVE', amount: centsOf(amount), methodCode, curve }, terms, date),
  )
}

const factor = (methodCode: string, terms: EarningTerms, date: string, curve: EarningCurve | null = null) =>
  toSixDecimals(earnedPart(readEarningMethod(methodCode, curve), earningRun(terms), epochDay(date), unread))

describe('a reserve of 1,061.70 over 60 months', () => {
  const terms = term('2024-03-15', 60)
  test.each([
    [0, 0, 0, 0, 0],
    [6, 106.17, 200.16, 12.18, 0],
    [12, 212.34, 379.43, 45.25, 0],
    [18, 318.51, 537.81, 99.21, 0],
    [24, 424.68, 675.31, 174.05, 0],
    [36, 637.02, 887.65, 386.39, 0],
    [48, 849.36, 1016.45, 682.27, 530.85],
    [60, 1061.7, 1061.7, 1061.7, 1061.7],
    [61, 1061.7, 1061.7, 1061.7, 1061.7],
  ])('month %i', (months, ...figures) => {
    const methods = ['PRORATA_MONTHS', 'RULE78', 'REVERSE78', 'DELAYED(36)']
    const date = addMonths('2024-03-15', months)
    expect(methods.map((method) => earned(method, 1061.7, terms, date))).toEqual(figures)
  })

  test('by months, the parts match the table', () => {
    const sixMonths = addMonths('2024-03-15', 6)
    expect(factor('PRORATA_MONTHS', terms, sixMonths)).toBe(0.1)
    expect(factor('RULE78', terms, sixMonths)).toBe(0.188525)
    expect(factor('REVERSE78', terms, sixMonths)).toBe(0.011475)
  })

  test.each([
    ['2024-03-14', 0, 0],
    ['2024-03-15', 0, 0],
    ['2024-03-16', 0.000548, 0.58],
    ['2025-03-31', 0.208653, 221.53],
    ['2025-04-01', 0.2092, 222.11],
    ['2025-05-16', 0.233844, 248.27],
    ['2025-09-10', 0.297919, 316.3],
    ['2025-10-01', 0.309419, 328.51],
    ['2029-03-14', 0.999452, 1061.12],
    ['2029-03-15', 1, 1061.7],
    ['2031-01-01', 1, 1061.7],
  ])('by days on %s', (date, part, amount) => {
    expect(factor('PRORATA_DAYS', terms, date)).toBe(part)
    expect(earned('PRORATA_DAYS', 1061.7, terms, date)).toBe(amount)
  })
})

test('a published table of the reverse rule of 78 over 72 months, in percent', () => {
  const terms = term('2024-01-20', 72)
  const percents = [12, 24, 36, 48, 60, 72].map((months) =>
    Math.round(factor('REVERSE78', terms, addMonths('2024-01-20', months)) * 100),
  )
  expect(percents).toEqual([3, 11, 25, 45, 70, 100])
  expect(factor('REVERSE78', term('2024-01-20', 12), '2024-04-20')).toBe(0.076923)
})

test('a reserve of 400 with a factor of 20 percent at month 12', () => {
  const curve: EarningCurve = { interpolation: 'Linear', points: [{ month: 12, factor: 200_000 }] }
  expect(earned('CURVE', 400, term('2024-01-01', 60), '2025-01-01', curve)).toBe(80)
})

describe('a curve', () => {
  const points = Object.entries({ 12: 1, 24: 7, 36: 33, 48: 55, 60: 85, 72: 100 })
  const linear: EarningCurve = {
    interpolation: 'Linear',
    points: points.map(([month, percent]) => ({ month: Number(month), factor: percent * 10_000 })),
  }
  const on = (months: number, curve = linear, term_ = term('2024-01-20', 72)) =>
    factor('CURVE', term_, addMonths('2024-01-20', months), curve)

  test.each([
    [0, 0],
    [6, 0.005],
    [12, 0.01],
    [24, 0.07],
    [30, 0.2],
    [36, 0.33],
    [42, 0.44],
    [60, 0.85],
    [66, 0.925],
    [72, 1],
  ])('month %i', (month, part) => {
    expect(on(month)).toBe(part)
  })

  test('is straight within a month too', () => {
    // 20 months and 5 of 30 days: 1 percent and 8 1/6 of the 12 months to 7 percent.
    expect(factor('CURVE', term('2024-01-20', 72), '2025-09-25', linear)).toBe(0.050833)
  })

  test('without interpolation stays at the last point', () => {
    const steps: EarningCurve = { ...linear, interpolation: 'None' }
    expect([11, 12, 23, 30, 71, 72].map((month) => on(month, steps))).toEqual([0, 0.01, 0.01, 0.07, 0.85, 1])
  })

  test('ends with the contract, even if that is shorter or longer', () => {
    const [shorter, longer] = [term('2024-01-20', 30), term('2024-01-20', 84)]
    expect([24, 27, 30].map((month) => on(month, linear, shorter))).toEqual([0.07, 0.535, 1])
    expect([60, 72, 78, 84].map((month) => on(month, linear, longer))).toEqual([0.85, 1, 1, 1])
  })

  test('a line without its curve is an error', () => {
    expect(() => factor('CURVE', term('2024-01-20', 72), '2025-01-20')).toThrow('has no curve')
  })
})

describe('inside a month', () => {
  test('the rule of 78 counts days: 20 months and 5 of 30 days', () => {
    expect(earned('RULE78', 240, term('2024-01-20', 72), '2025-09-25')).toBe(114.95)
  })

  test('a term that ends inside a month counts the whole month, and is fully earned at its end', () => {
    const terms = { ...term('2024-01-10', 12), expirationDate: '2024-12-25' }
    expect(earningRun(terms).months).toBe(12)
    expect(factor('PRORATA_MONTHS', terms, '2024-12-10')).toBe(0.916667)
    expect(factor('PRORATA_MONTHS', terms, '2024-12-25')).toBe(1)
  })
})

describe('the manufacturer’s warranty', () => {
  const terms = term('2024-03-15', 60)
  const at = (months: number) => addMonths('2024-03-15', months)

  test('a split earns 10 percent over 36 months and the rest after that', () => {
    const figures = [0, 18, 36, 48, 60].map((month) =>
      earned('WARRANTY_SPLIT(10,36)', 1000, terms, at(month)),
    )
    expect(figures).toEqual([0, 50, 100, 550, 1000])
  })

  test.each(['DELAYED(36)', 'WARRANTY_SPLIT(10,36)'])(
    '%s: the warranty of the contract goes first',
    (method) => {
      const own = { ...terms, warrantyMonths: 48 }
      const expected = method === 'DELAYED(36)' ? [0, 0, 500] : [75, 100, 550]
      expect([36, 48, 54].map((month) => earned(method, 1000, own, at(month)))).toEqual(expected)
    },
  )

  test.each([
    ['DELAYED(60)', null],
    ['DELAYED(36)', 72],
    ['WARRANTY_SPLIT(10,60)', null],
    ['WARRANTY_SPLIT(10,36)', 60],
    // A warranty that is over already covers nothing.
    ['DELAYED(36)', 0],
    ['WARRANTY_SPLIT(10,36)', 0],
    ['WARRANTY_SPLIT(10,36)', -3],
  ])('%s with a warranty of %s months is by months', (method, warrantyMonths) => {
    const own = { ...terms, warrantyMonths }
    expect([15, 30, 45].map((month) => earned(method, 1000, own, at(month)))).toEqual([250, 500, 750])
  })

  test.each([
    ['PRORATA_MONTHS', 250, 500],
    ['RULE78', 430, 740],
    ['REVERSE78', 70, 260],
    ['PRORATA_DAYS', 251.71, 500.68],
  ])('the rest can be earned by %s', (base, quarter, half) => {
    const figures = [42, 48].map((month) => earned(`DELAYED(36,${base})`, 1000, terms, at(month)))
    expect(figures).toEqual([quarter, half])
  })
})

test('the half-month convention earns half a month in the first month and the other half at the end', () => {
  const terms = term('2024-03-15', 12)
  const at = (months: number) => factor('PRORATA_MONTHS(HALF)', terms, addMonths('2024-03-15', months))
  expect([0, 1, 2, 6, 11, 12].map(at)).toEqual([0, 0.041667, 0.125, 0.458333, 0.875, 1])
  // 15 of 31 days of the first month.
  expect(factor('PRORATA_MONTHS(HALF)', terms, '2024-03-30')).toBe(0.020161)
})

test('a line that is earned at once is earned from the effective date on', () => {
  const terms = term('2024-03-15', 60)
  expect(['2024-03-14', '2024-03-15'].map((date) => earned('IMMEDIATE', 75, terms, date))).toEqual([0, 75])
})

describe('miles', () => {
  const terms = term('2024-03-15', 60, { effectiveOdometer: 12_000, expirationOdometer: 87_000 })
  const on = (methodCode: string, date: string, odometer: KnownOdometer, of = terms) =>
    toSixDecimals(earnedPart(readEarningMethod(methodCode, null), earningRun(of), epochDay(date), odometer))

  test.each([
    [12_000, 0],
    [41_250, 0.39],
    [87_000, 1],
    [120_000, 1],
    [11_000, 0],
  ])('a reading of %i', (highest, part) => {
    expect(on('MILES', '2025-09-10', { highest, expectedUntil: epochDay('2024-03-15') })).toBe(part)
  })

  test('without a reading, the expected miles count: the annual mileage, or the limit spread over the term', () => {
    expect(on('MILES', '2025-03-15', unread)).toBe(0.2)
    expect(on('MILES', '2025-03-15', unread, { ...terms, annualMileage: 12_000 })).toBe(0.16)
    expect(on('MILES', '2028-03-15', unread, { ...terms, annualMileage: 25_000 })).toBe(1)
  })

  test('a reading below the expected miles does not reduce the earned amount', () => {
    const odometer = { highest: 15_000, expectedUntil: epochDay('2025-03-14') }
    expect(on('MILES', '2025-03-15', odometer)).toBe(0.199405)
    expect(on('MILES', '2026-03-15', odometer)).toBe(0.199405)
    expect(on('MILES', '2026-03-15', { ...odometer, highest: 34_500 })).toBe(0.3)
  })

  test('time or miles uses the greater part', () => {
    const read = (highest: number) => ({ highest, expectedUntil: epochDay('2024-03-15') })
    expect(on('TIME_OR_MILES', '2025-09-10', read(41_250))).toBe(0.39)
    expect(on('TIME_OR_MILES', '2025-09-10', read(20_000))).toBe(0.297919)
  })

  test.each(['MILES', 'TIME_OR_MILES'])('%s without a limit of miles is by days', (method) => {
    const unlimited = { ...terms, expirationOdometer: null }
    expect(
      on(method, '2025-09-10', { highest: 50_000, expectedUntil: epochDay('1970-01-01') }, unlimited),
    ).toBe(0.297919)
  })

  test.each(['MILES', 'TIME_OR_MILES'])(
    '%s: everything is earned when the term is over, however little was driven',
    (method) => {
      expect(on(method, '2029-03-15', { highest: 13_000, expectedUntil: epochDay('1970-01-01') })).toBe(1)
    },
  )
})

test.each([
  '',
  'DAYS',
  'DELAYED',
  'DELAYED(x)',
  'DELAYED(36,CURVE)',
  'WARRANTY_SPLIT(10)',
  'WARRANTY_SPLIT(101,36)',
  'RULE78(3)',
])('%j is not an earning method', (code) => {
  expect(() => readEarningMethod(code, null)).toThrow('is not an earning method')
})

test('halves of a cent are rounded away from zero, once', () => {
  expect(partOfAmount(1 as Cents, { part: 1, whole: 2 })).toBe(1)
  expect(partOfAmount(-1 as Cents, { part: 1, whole: 2 })).toBe(-1)
  expect(
    earned(
      'PRORATA_DAYS',
      0.01,
      { ...term('2024-01-01', 1), expirationDate: addDays('2024-01-01', 2) },
      '2024-01-02',
    ),
  ).toBe(0.01)
})

test('very large amounts are exact', () => {
  const terms = term('2024-03-15', 60)
  // 2^45 × 381 / 1826, worked out with whole numbers.
  expect(
    earnedUndisturbed(
      { code: 'RESERVE', amount: centsOf(2 ** 45), methodCode: 'PRORATA_DAYS', curve: null },
      terms,
      '2025-03-31',
    ),
  ).toBe(Number((BigInt(2 ** 45) * 100n * 381n * 2n + 1826n) / (2n * 1826n)))
})
