import { describe, expect, test } from 'vitest'
import {
  contractC1,
  contractC3,
  contractC4,
  seededMethods,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { usageOn } from '../cancellation/method.ts'
import { toSixDecimals } from '../fraction.ts'
import { centsOf } from '../money.ts'
import { type MethodCode, type MonthRule, methodCodes, type Usage, unearnedBy } from './methods.ts'

const methodOf = (code: MethodCode, monthRule: MonthRule = 'Ignore') => {
  const method = seededMethods.find((one) => one.code === code)
  if (!method) throw new Error(`${code} is not seeded.`)
  return { ...method, monthRule }
}
const c1 = usageOn(contractC1, { cancelDate: '2025-09-10', cancelOdometer: 41_250 })
const c3 = usageOn(contractC3, { cancelDate: '2025-09-25', cancelOdometer: null })
const factor = (code: MethodCode, usage: Usage, rule?: MonthRule) => {
  const unearned = unearnedBy(methodOf(code, rule), usage)
  return unearned && toSixDecimals(unearned.factor)
}

test('every method is seeded', () => {
  expect(seededMethods.map(({ code }) => code)).toEqual([...methodCodes])
})

describe('C1, a contract of 60 months and 75,000 miles after 544 days and 29,250 miles', () => {
  test.each<[MethodCode, number]>([
    ['FLAT', 1],
    ['PRORATA_DAYS', 0.702081],
    ['PRORATA_DAYS_INCL', 0.702629],
    ['PRORATA_MONTHS', 0.716667],
    ['PRORATA_MILES', 0.61],
    ['PRORATA_LESSER', 0.61],
    ['PRORATA_GREATER', 0.702081],
    ['RULE78', 0.51694],
    ['RULE78_BALANCE', 0.51694],
    ['SHORTRATE', 0.645],
    ['SERVICES', 0],
    ['NONE', 0],
  ])('%s leaves %d', (code, left) => {
    expect(factor(code, c1)).toBe(left)
  })
})

describe('C3, a contract of 72 months after 20 full months', () => {
  test.each<[MethodCode, string]>([
    ['RULE78', '2756/5256'],
    ['PRORATA_MONTHS', '52/72'],
    ['PRORATA_DAYS', '1578/2192'],
    ['PRORATA_DAYS_INCL', '1579/2192'],
  ])('%s leaves %s', (code, left) => {
    const { part = 0, whole = 0 } = unearnedBy(methodOf(code), c3)?.factor ?? {}
    expect(`${part}/${whole}`).toBe(left)
  })

  test('without a mileage limit, lesser and greater count days only', () => {
    expect(factor('PRORATA_LESSER', c3)).toBe(factor('PRORATA_DAYS', c3))
    expect(factor('PRORATA_GREATER', c3)).toBe(factor('PRORATA_DAYS', c3))
    expect(factor('PRORATA_MILES', c3)).toBe(factor('PRORATA_DAYS', c3))
  })
})

describe('a partial month', () => {
  const usedOn = (date: string) => usageOn(contractC3, { cancelDate: date, cancelOdometer: null })

  test.each<[MonthRule, string, number]>([
    ['Ignore', '2025-09-20', 20],
    ['Ignore', '2025-10-19', 20],
    ['CountFull', '2025-09-20', 20],
    ['CountFull', '2025-09-21', 21],
    ['Day15', '2025-10-04', 20],
    ['Day15', '2025-10-05', 21],
    ['CountFull', '2030-01-19', 72],
  ])('with %s on %s %i months are used', (rule, date, months) => {
    expect(unearnedBy(methodOf('PRORATA_MONTHS', rule), usedOn(date))?.monthsElapsed).toBe(months)
    expect(factor('PRORATA_MONTHS', usedOn(date), rule)).toBe(toSixDecimals({ part: 72 - months, whole: 72 }))
  })
})

describe('balances', () => {
  test('that decline evenly give the rule of 78', () => {
    const balances = Array.from({ length: 72 }, (_, at) => centsOf(72 - at))
    expect(factor('RULE78_BALANCE', { ...c3, balances })).toBe(factor('RULE78', c3))
  })

  test('of a loan are used unchanged', () => {
    const usage = { ...c3, clock: { ...c3.clock, totalMonths: 3, monthsElapsed: 1 } }
    const balances = [centsOf(1000), centsOf(700), centsOf(300)]
    expect(factor('RULE78_BALANCE', { ...usage, balances })).toBe(0.5)
  })
})

describe('services', () => {
  const usage = usageOn(contractC4, { cancelDate: '2024-09-25', cancelOdometer: null })
  const oil = { code: 'OIL', price: centsOf(55), quantity: 6, used: 2, reserved: 0 }

  test.each([
    ['two of six used', [oil], 0.666667],
    ['one more reserved', [{ ...oil, reserved: 1 }], 0.5],
    ['all used', [{ ...oil, used: 6 }], 0],
    ['at their prices', [oil, { ...oil, code: 'TIRES', price: centsOf(110), quantity: 1, used: 0 }], 0.75],
  ])('%s', (_, services, left) => {
    expect(factor('SERVICES', { ...usage, services })).toBe(left)
  })
})

test.each<MethodCode>(['PRORATA_MILES', 'PRORATA_LESSER', 'PRORATA_GREATER'])(
  '%s does not guess the odometer',
  (code) => {
    const unread = usageOn(contractC1, { cancelDate: '2025-09-10', cancelOdometer: null })
    expect(unearnedBy(methodOf(code), unread)).toBeUndefined()
    expect(unearnedBy(methodOf(code), { ...unread, totalMiles: null })).toBeDefined()
  },
)

describe('factors stay between 0 and 1', () => {
  test.each<[string, string, number, MethodCode, number]>([
    ['past the miles', '2025-09-10', 99_000, 'PRORATA_LESSER', 0],
    ['past the miles, by the greater', '2025-09-10', 99_000, 'PRORATA_GREATER', 0.702081],
    ['below the first reading', '2025-09-10', 11_000, 'PRORATA_MILES', 1],
    ['on the day of sale, the day counting', '2024-03-15', 12_000, 'PRORATA_DAYS_INCL', 1],
    ['on the last day', '2029-03-15', 12_000, 'PRORATA_DAYS', 0],
    ['on the last day, the day counting', '2029-03-15', 12_000, 'PRORATA_DAYS_INCL', 0.000548],
    ['after the end', '2030-01-01', 12_000, 'PRORATA_MONTHS', 0],
  ])('%s', (_, cancelDate, cancelOdometer, code, left) => {
    expect(factor(code, usageOn(contractC1, { cancelDate, cancelOdometer }))).toBe(left)
  })

  test('a term without days has nothing left', () => {
    const term = { ...contractC1.term, expirationDate: contractC1.term.saleDate }
    const usage = usageOn({ ...contractC1, term }, { cancelDate: term.saleDate, cancelOdometer: 12_000 })
    for (const code of ['PRORATA_DAYS', 'PRORATA_MONTHS', 'RULE78'] as const)
      expect(factor(code, usage)).toBe(0)
  })
})
