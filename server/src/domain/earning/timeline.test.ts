import { describe, expect, test } from 'vitest'
import {
  contract,
  earned,
  events,
  figures,
  line,
  lines,
} from '../../../test/support/oracle/earnings/timeline-examples.ts'
import { amountOf, type Cents, centsOf } from '../money.ts'
import type { EarningContract, EarningEvent } from './events.ts'
import { earnedUndisturbed } from './holds.ts'
import { buildTimeline, earningsOn } from './timeline.ts'

describe('a contract without later events', () => {
  test('earns on 2025-03-31 what the example of the earning details shows', () => {
    const earnings = earningsOn(buildTimeline(contract, events()), '2025-03-31')
    const sum = (of: 'amount' | 'earned' | 'unearned') =>
      amountOf(earnings.reduce((total, line) => total + line[of], 0) as Cents)
    expect([sum('amount'), sum('earned'), sum('unearned')]).toEqual([2995, 2032.17, 962.83])
    expect(figures(events(), 'RESERVE', '2025-03-31')).toEqual({
      code: 'RESERVE',
      amount: 1061.7,
      methodCode: 'PRORATA_DAYS',
      effectiveDate: '2024-03-15',
      expirationDate: '2029-03-15',
      factor: { part: 381, whole: 1826 },
      roundedFactor: 0.208653,
      earned: 221.53,
      unearned: 840.17,
      refunded: 0,
    })
    expect(figures(events(), 'AGENT', '2025-03-31')).toMatchObject({
      roundedFactor: 1,
      earned: 75,
      unearned: 0,
    })
    expect(figures(events(), 'ADMIN', '2025-03-31')).toMatchObject({ earned: 26.08, unearned: 98.92 })
    expect(earned(events(), 'RESERVE', '2025-02-28')).toBe(203.5)
  })

  test('has earned nothing until it is finalized, and then everything up to that day at once', () => {
    const late = [{ kind: 'Contract', id: 1, date: '2024-05-20' } as const]
    expect(figures(late, 'RESERVE', '2024-05-19')).toMatchObject({
      roundedFactor: 0,
      earned: 0,
      unearned: 1061.7,
    })
    expect(earned(late, 'AGENT', '2024-05-19')).toBe(0)
    expect(earned(late, 'RESERVE', '2024-05-20')).toBe(38.37)
    expect(earned(late, 'AGENT', '2024-05-20')).toBe(75)
    expect(earned([], 'RESERVE', '2030-01-01')).toBe(0)
  })

  test('earns the same by the short calculation', () => {
    for (const date of ['2024-03-14', '2025-03-31', '2029-03-15'])
      for (const line of lines)
        expect(amountOf(earnedUndisturbed(line, contract.terms, date))).toBe(
          earned(events(), line.code, date),
        )
  })
})

describe('a change of amounts or terms', () => {
  test('an edit counts from its date on, and the markup changes by the opposite amount', () => {
    const edited = events({ kind: 'LedgerEdit', date: '2025-03-31', code: 'RESERVE', by: centsOf(-61.7) })
    expect(figures(edited, 'RESERVE', '2025-03-30')).toMatchObject({ amount: 1061.7, earned: 220.95 })
    expect(figures(edited, 'RESERVE', '2025-03-31')).toMatchObject({ amount: 1000, earned: 208.65 })
    expect(figures(edited, 'MARKUP', '2025-03-31')).toMatchObject({ amount: 1693.77, earned: 1693.77 })
  })

  test('a deleted line has earned nothing', () => {
    const deleted = events({ kind: 'LedgerDelete', date: '2025-03-31', code: 'ADMIN', by: centsOf(-125) })
    expect(figures(deleted, 'ADMIN', '2025-03-31')).toMatchObject({ amount: 0, earned: 0, unearned: 0 })
    expect(figures(deleted, 'MARKUP', '2025-03-31').amount).toBe(1757.07)
  })

  test('an edit of the tax does not change the markup', () => {
    const taxed = events({ kind: 'LedgerEdit', date: '2025-03-31', code: 'SALESTAX', by: centsOf(10) })
    expect(figures(taxed, 'MARKUP', '2025-04-01').amount).toBe(1632.07)
  })

  test('a refinalized contract follows the schedule of the new term from its start', () => {
    const refinalized = events({
      kind: 'Refinalize',
      date: '2025-03-31',
      terms: { ...contract.terms, expirationDate: '2030-03-15' },
      lines: [line('RESERVE', 1200), line('MARKUP', 1795, 'IMMEDIATE')],
    })
    expect(earned(refinalized, 'RESERVE', '2025-03-30')).toBe(220.95)
    // 381 of 2191 days.
    expect(figures(refinalized, 'RESERVE', '2025-03-31')).toMatchObject({
      earned: 208.67,
      expirationDate: '2030-03-15',
    })
    expect(figures(refinalized, 'ADMIN', '2025-03-31')).toMatchObject({ amount: 0, earned: 0 })
    const retail = (date: string) =>
      earningsOn(buildTimeline(contract, refinalized), date).reduce((sum, { amount }) => sum + amount, 0)
    expect([retail('2025-03-30'), retail('2025-03-31')]).toEqual([299_500, 299_500])
  })
})

describe('odometer readings', () => {
  const byMiles: EarningContract = {
    terms: { ...contract.terms, annualMileage: 12_000 },
    lines: [line('RESERVE', 1000, 'MILES')],
  }
  const reading = (date: string, value: number, isCorrection = false) =>
    ({ kind: 'Odometer', date, value, isCorrection }) as const
  const on = (history: readonly EarningEvent[], ...dates: string[]) =>
    dates.map((date) => earned(history, 'RESERVE', date, byMiles))

  test('count from their date on, and the expected miles count until then', () => {
    const read = events(reading('2025-03-15', 27_000), reading('2026-03-15', 34_500))
    expect(on(read, '2024-09-15', '2025-03-15', '2026-03-14', '2026-03-15', '2029-03-15')).toEqual([
      80, 200, 200, 300, 1000,
    ])
  })

  test('never reduce the earned amount', () => {
    const read = events(
      reading('2025-03-15', 13_000),
      reading('2025-09-15', 42_000),
      reading('2025-10-15', 40_000),
    )
    expect(on(read, '2025-03-14', '2025-03-15', '2025-09-14', '2025-09-15', '2025-10-15')).toEqual([
      159.52, 159.52, 159.52, 400, 400,
    ])
  })

  test('are replaced by a later correction', () => {
    const read = events(
      reading('2025-03-15', 82_000),
      reading('2025-04-15', 28_200, true),
      reading('2025-05-15', 29_700),
    )
    expect(on(read, '2025-03-15', '2025-04-15', '2025-05-15')).toEqual([933.33, 216, 236])
  })

  test('do not count while a hold suspends the contract', () => {
    const hold = { kind: 'Hold', date: '2025-03-15', holdId: 7, mode: 'Suspend', codes: 'all' } as const
    const read = events(hold, reading('2025-03-20', 42_000), {
      kind: 'Resolve',
      date: '2025-04-01',
      holdId: 7,
    })
    expect(on(read, '2025-03-15', '2025-03-31', '2025-04-01')).toEqual([160, 160, 400])
  })
})
