import { describe, expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import type { Benefit } from '../rate-book/coverage.ts'
import type { FormCoverage, FormDeductible, FormLimit, FormService } from './form.ts'
import {
  benefitWords,
  dateWords,
  deductibleWords,
  limitBasisWords,
  limitScopeWords,
  moneyWords,
  percentWords,
  serviceIntervalWords,
  shortDateWords,
  termWords,
  waitingWords,
} from './words.ts'

const cents = (amount: number) => amount as Cents

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [299_500, '$2,995.00'],
  [-1_250, '-$12.50'],
  [3_518_437_208_883_200, '$35,184,372,088,832.00'],
])('%d cents are %s', (amount, words) => {
  expect(moneyWords(cents(amount))).toBe(words)
})

test.each([
  ['2024-03-15', 'March 15, 2024'],
  ['2029-12-01', 'December 1, 2029'],
])('%s is %s', (date, words) => {
  expect(dateWords(date)).toBe(words)
})

test.each([
  [6_000_000, '6%'],
  [500_000, '0.5%'],
  [8_250_000, '8.25%'],
])('%d millionths of one percent are %s', (rate, words) => {
  expect(percentWords(rate)).toBe(words)
})

const coverage = (given: Partial<FormCoverage>) => ({ usageUnit: 'Miles', ...given }) as FormCoverage

test.each([
  [{ term: { months: 60, usage: 75_000 } }, '60 months or 75,000 miles, whichever comes first'],
  [{ term: { months: 1, usage: null } }, '1 month'],
  [
    { term: { months: 24, usage: 500 }, usageUnit: 'Hours' as const },
    '24 months or 500 hours, whichever comes first',
  ],
])('a term %#', (given, words) => {
  expect(termWords(coverage(given))).toBe(words)
})

test.each([
  [{ waitingDays: 0, waitingUsage: 0 }, 'None'],
  [{ waitingDays: 30, waitingUsage: 0 }, '30 days'],
  [{ waitingDays: 1, waitingUsage: 1_000 }, '1 day and 1,000 miles'],
])('a waiting period %#', (given, words) => {
  expect(waitingWords(coverage(given))).toBe(words)
})

test.each([
  ['2024-05-01', 'May 1, 2024'],
  ['2024-06-30', 'June 30, 2024'],
  ['2029-09-15', 'Sep 15, 2029'],
  ['2024-12-31', 'Dec 31, 2024'],
])('a date where there is little room: %s', (date, words) => {
  expect(shortDateWords(date)).toBe(words)
})

describe('a deductible', () => {
  const deductible = (given: Partial<FormDeductible>): FormDeductible => ({
    amount: cents(10_000),
    type: 'PerVisit',
    reducedAmount: null,
    ...given,
  })
  test.each([
    [deductible({}), '$100.00 per repair visit'],
    [deductible({ amount: cents(0), type: 'Disappearing' }), '$0.00'],
    [deductible({ type: 'PerComponent' }), '$100.00 per component'],
    [deductible({ type: 'PerItem' }), '$100.00 per item'],
    [
      deductible({ type: 'Disappearing' }),
      '$100.00 per repair visit, waived at the selling dealer and its dealer group',
    ],
    [
      deductible({ type: 'Reduced', reducedAmount: cents(2_500) }),
      '$100.00 per repair visit, $25.00 at the selling dealer and its dealer group',
    ],
  ])('%#', (given, words) => {
    expect(deductibleWords(given)).toBe(words)
  })
})

describe('a limit', () => {
  const limit = (given: Partial<FormLimit>): FormLimit => ({
    scope: 'PerClaim',
    basis: 'Fixed',
    amount: null,
    percent: null,
    components: null,
    ...given,
  })
  test.each([
    [limit({}), 'Per claim', 'Fixed amount'],
    [
      limit({ scope: 'Aggregate', basis: 'VehiclePrice' }),
      'All claims together',
      'Price you paid for the vehicle',
    ],
    [
      limit({ scope: 'PerComponent', basis: 'CurrentValue', components: ['Pump', 'Fan'] }),
      'Per component: Pump, Fan',
      'Value of the vehicle at the time of loss',
    ],
    [limit({ basis: 'RetailPrice' }), 'Per claim', 'Price of this contract'],
    [
      limit({ basis: 'PercentOf', percent: 80_000_000 }),
      'Per claim',
      '80% of the price you paid for the vehicle',
    ],
  ])('%#', (given, scope, basis) => {
    expect([limitScopeWords(given), limitBasisWords(given)]).toEqual([scope, basis])
  })
})

test.each([
  ['Day', 4_000, 5, null, '$40.00 per day, up to 5 days per claim'],
  ['Day', 4_000, 1, 80_000, '$40.00 per day, up to 1 day per claim; $800.00 over the life of the contract'],
  ['Occurrence', 7_500, 1, null, '$75.00 per occurrence, up to 1 per claim'],
] as const)('a benefit by the %s', (unit, unitCap, maximumUnits, contractCap, words) => {
  const benefit: Benefit = {
    code: 'B',
    name: 'B',
    unit,
    unitCap: cents(unitCap),
    maximumUnits,
    contractCap: contractCap === null ? null : cents(contractCap),
  }
  expect(benefitWords(benefit)).toBe(words)
})

describe('when a prepaid service can be used', () => {
  const service = (given: Partial<FormService>): FormService => ({
    code: 'OIL',
    name: 'Oil service',
    quantity: 6,
    intervalMonths: 6,
    intervalUsage: 7_500,
    toleranceUsage: 1_000,
    useRule: 'Anytime',
    ...given,
  })
  test.each([
    [service({}), 'At any time; recommended every 6 months or 7,500 miles'],
    [service({ intervalMonths: null, intervalUsage: null }), 'At any time'],
    [
      service({ useRule: 'InWindow' }),
      'Every 6 months or 7,500 miles, within 30 days or 1,000 miles of the due point',
    ],
    [service({ useRule: 'InWindow', intervalUsage: null, toleranceUsage: 0 }), 'Every 6 months'],
    [service({ useRule: 'InWindow', intervalMonths: null, intervalUsage: null }), 'When due'],
  ])('%#', (given, words) => {
    expect(serviceIntervalWords(given, 'Miles')).toBe(words)
  })
})
