import { describe, expect, test } from 'vitest'
import { seededRules } from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { centsOf } from '../money.ts'
import { type LateRefund, latePenalties, nextPenalty, type RefundOwed } from './late-penalty.ts'

const penaltyOf = (ruleCode: string) =>
  seededRules.find((rule) => rule.ruleCode === ruleCode)?.penalty ?? null

const refund = (ruleCode: string, more: Partial<LateRefund> = {}): LateRefund => ({
  penalty: penaltyOf(ruleCode),
  refundDueDate: '2025-10-25',
  retail: centsOf(2995),
  isFreeLook: false,
  payments: [{ amount: centsOf(1364.6), paid: [] }],
  ...more,
})
const owed = (amount: number, ...paid: [string, number][]): RefundOwed => ({
  amount: centsOf(amount),
  paid: paid.map(([date, part]) => ({ date, amount: centsOf(part) })),
})
const inDollars = (late: LateRefund, asOf: string) => latePenalties(late, asOf).map((cents) => cents / 100)

describe('a tenth of what is outstanding for each month begun (TX, Occupations Code 1304.159)', () => {
  test.each([
    ['the day it is due', '2025-10-25', 0],
    ['a day late', '2025-10-26', 136.46],
    ['to the end of the first month', '2025-11-25', 136.46],
    ['the second month', '2025-11-26', 272.92],
    ['C5', '2025-12-25', 272.92],
    ['the third month', '2025-12-26', 409.38],
  ])('%s', (_, asOf, penalty) => {
    expect(inDollars(refund('TX-SC'), asOf)).toEqual([penalty])
  })

  test('counts each month on the amount unpaid on its first day', () => {
    const half = refund('TX-SC', { payments: [owed(1000, ['2025-11-26', 600], ['2026-02-01', 400])] })
    // Months begin on 10-26, 11-26 (paid that day, so still outstanding), 12-26, 01-26.
    expect(inDollars(half, '2026-03-01')).toEqual([100 + 100 + 40 + 40])
  })

  test('ends with the payment', () => {
    const paid = refund('TX-SC', { payments: [owed(1000, ['2025-10-26', 1000])] })
    expect(inDollars(paid, '2026-03-01')).toEqual([100])
    const inTime = refund('TX-SC', { payments: [owed(1000, ['2025-10-25', 1000])] })
    expect(inDollars(inTime, '2026-03-01')).toEqual([0])
  })

  test('is calculated for each payment separately, rounded once', () => {
    const two = refund('TX-SC', { payments: [owed(0.33), owed(10, ['2025-10-20', 10])] })
    expect(inDollars(two, '2025-12-25')).toEqual([0.07, 0])
  })
})

test('New York has the same penalty (Insurance Law 7903(e))', () => {
  expect(inDollars(refund('NY-SC'), '2025-11-26')).toEqual([272.92])
})

describe('a tenth of the price for each 30 days begun, for returns in the free look (NV, NRS 690C.250)', () => {
  test.each([
    ['the day it is due', '2025-10-25', 0],
    ['a day late', '2025-10-26', 299.5],
    ['after 30 days', '2025-11-24', 299.5],
    ['after 31 days', '2025-11-25', 599],
  ])('%s', (_, asOf, penalty) => {
    expect(inDollars(refund('NV-SC', { isFreeLook: true }), asOf)).toEqual([penalty])
    expect(inDollars(refund('NV-SC'), asOf)).toEqual([0])
  })

  test('is owed once, split over the payments that are late', () => {
    const two = refund('NV-SC', {
      isFreeLook: true,
      payments: [owed(2000), owed(995), owed(500, ['2025-10-01', 500])],
    })
    expect(inDollars(two, '2025-10-26')).toEqual([200, 99.5, 0])
  })

  test('all periods together are rounded once', () => {
    const odd = refund('NV-SC', { isFreeLook: true, retail: centsOf(2995.05) })
    expect(inDollars(odd, '2025-10-26')).toEqual([299.51])
    expect(inDollars(odd, '2025-11-25')).toEqual([599.01])
  })

  test('is split by the amounts, the cents of all periods together', () => {
    const split = refund('NV-SC', {
      ...{ isFreeLook: true, retail: centsOf(745) },
      payments: [owed(248.33), owed(496.67)],
    })
    expect(inDollars(split, '2026-04-24')).toEqual([173.83, 347.67])
    const paid = refund('NV-SC', {
      ...{ isFreeLook: true, retail: centsOf(745) },
      payments: [owed(248.33, ['2025-12-01', 248.33]), owed(496.67)],
    })
    // Two periods on both, five on the second alone.
    expect(inDollars(paid, '2026-04-24')).toEqual([49.67, 471.83])
  })

  test('ends with the last payment', () => {
    const paid = { ...refund('NV-SC', { isFreeLook: true }), payments: [owed(2995, ['2025-10-30', 2995])] }
    expect(inDollars(paid, '2026-10-30')).toEqual([299.5])
  })
})

describe('a tenth of the refund, once (WA, RCW 48.110.075)', () => {
  const penalty = { base: 'Refund', percent: 10, period: 'Once', inFreeLookOnly: false } as const
  const late = (change: Partial<LateRefund> = {}) => refund('DEFAULT', { penalty, ...change })

  test.each([
    ['the day it is due', '2025-10-25', 0],
    ['a day late', '2025-10-26', 100],
    ['a year late', '2026-10-26', 100],
  ])('%s', (_, asOf, cost) => {
    expect(inDollars(late({ payments: [owed(1000)] }), asOf)).toEqual([cost])
  })

  test('a part that was paid in time does not lessen it, and a refund that was paid in time has none', () => {
    const payments = [owed(1000, ['2025-10-20', 400]), owed(500, ['2025-10-25', 500])]
    expect(inDollars(late({ payments }), '2025-12-01')).toEqual([100, 0])
  })

  test('is ahead until it is owed, and never again', () => {
    const payments = [owed(1000)]
    expect(nextPenalty(late({ payments }), '2025-10-25')).toEqual({
      ...{ date: '2025-10-26', added: [centsOf(100)] },
    })
    expect(nextPenalty(late({ payments }), '2025-10-26')).toBeNull()
  })
})

test('there is no penalty if the rule has none', () => {
  expect(inDollars(refund('DEFAULT'), '2030-01-01')).toEqual([0])
})

describe('the next penalty', () => {
  test.each([
    ['before it is due', '2025-10-01', '2025-10-26', 136.46],
    ['the day it is due', '2025-10-25', '2025-10-26', 136.46],
    ['a day late', '2025-10-26', '2025-11-26', 136.46],
    ['the day before a month begins', '2025-11-25', '2025-11-26', 136.46],
    ['the day it begins', '2025-11-26', '2025-12-26', 136.46],
  ])('%s', (_, today, date, added) => {
    expect(nextPenalty(refund('TX-SC'), today)).toEqual({ date, added: [centsOf(added)] })
  })

  test.each([
    ['the rule has no penalty', refund('FL-MV')],
    ['it is for returns in the free look', refund('NV-SC')],
    ['everything is paid', refund('TX-SC', { payments: [owed(1000, ['2025-10-30', 1000])] })],
  ])('there is none if %s', (_, late) => {
    expect(nextPenalty(late, '2025-11-01')).toBeNull()
  })

  test('is what the penalty of that day is more than that of today, for each payment', () => {
    const two = refund('NV-SC', { isFreeLook: true, payments: [owed(1000), owed(500, ['2025-11-01', 500])] })
    const next = nextPenalty(two, '2025-11-10')
    const sum = (asOf: string) => inDollars(two, asOf)
    expect(next?.date).toBe('2025-11-25')
    expect(next?.added.map((cents) => cents / 100)).toEqual(
      sum('2025-11-25').map(
        (penalty, at) => Math.round((penalty - (sum('2025-11-10')[at] ?? 0)) * 100) / 100,
      ),
    )
  })
})
