import { describe, expect, test } from 'vitest'
import {
  contract,
  earned,
  events,
  figures,
  line,
} from '../../../test/support/oracle/earnings/timeline-examples.ts'
import { amountOf } from '../money.ts'
import type { EarningContract } from './events.ts'
import { resolveEffect } from './holds.ts'

describe('a hold that freezes', () => {
  const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: 'all' } as const
  const resolve = { kind: 'Resolve', date: '2025-05-16', holdId: 7 } as const

  test('keeps earned at the hold date, and catches up in one entry when it is resolved', () => {
    const held = events(hold, resolve)
    expect(
      ['2025-03-31', '2025-04-01', '2025-05-15', '2025-05-16', '2025-05-17'].map((date) =>
        earned(held, 'RESERVE', date),
      ),
    ).toEqual([221.53, 222.11, 222.11, 248.27, 248.85])
    expect([earned(held, 'ADMIN', '2025-05-15'), earned(held, 'ADMIN', '2025-05-16')]).toEqual([26.15, 29.23])
    expect(figures(held, 'RESERVE', '2025-06-01').expirationDate).toBe('2029-03-15')
  })

  test('shows the catch-up of the resolve', () => {
    const { catchUp, extendsExpirationDays } = resolveEffect(contract, events(hold), {
      holdId: 7,
      date: '2025-05-16',
    })
    expect(catchUp.map(({ code, amount }) => [code, amountOf(amount)])).toEqual([
      ['RESERVE', 26.16],
      ['ADMIN', 3.08],
      ['CLIP', 0.3],
      ['ROADSIDE', 0.44],
    ])
    expect(extendsExpirationDays).toBe(0)
  })

  test('holds only the lines it names', () => {
    const held = events({ ...hold, codes: ['ADMIN'] })
    expect([earned(held, 'ADMIN', '2025-05-16'), earned(held, 'RESERVE', '2025-05-16')]).toEqual([
      26.15, 248.27,
    ])
    const { catchUp } = resolveEffect(contract, held, { holdId: 7, date: '2025-05-16' })
    expect(catchUp).toEqual([{ code: 'ADMIN', amount: 308 }])
  })

  test('keeps a line at the earliest open hold when there are several', () => {
    const second = { ...hold, holdId: 8, date: '2025-04-10' } as const
    const held = events(
      hold,
      second,
      { ...resolve, date: '2025-05-01' },
      { ...resolve, holdId: 8, date: '2025-05-16' },
    )
    // 382, 382, 391 (the second hold) and 427 days of 1826.
    expect(
      ['2025-04-10', '2025-04-30', '2025-05-01', '2025-05-16'].map((date) => earned(held, 'RESERVE', date)),
    ).toEqual([222.11, 222.11, 227.34, 248.27])
  })
})

describe('a hold that suspends', () => {
  const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Suspend', codes: 'all' } as const
  const resolve = { kind: 'Resolve', date: '2025-05-16', holdId: 7 } as const

  test('stops earning, and the contract expires that many days later', () => {
    const held = events(hold, resolve)
    expect(
      ['2025-04-01', '2025-05-15', '2025-05-16', '2025-05-17'].map((date) => earned(held, 'RESERVE', date)),
    ).toEqual([222.11, 222.11, 222.11, 222.69])
    expect(figures(held, 'RESERVE', '2025-05-15').expirationDate).toBe('2029-03-15')
    expect(figures(held, 'RESERVE', '2025-05-16').expirationDate).toBe('2029-04-29')
    expect(figures(held, 'RESERVE', '2029-04-28').roundedFactor).toBe(0.999452)
    expect(figures(held, 'RESERVE', '2029-04-29').roundedFactor).toBe(1)
    expect(resolveEffect(contract, events(hold), { holdId: 7, date: '2025-05-16' })).toEqual({
      catchUp: [],
      extendsExpirationDays: 45,
    })
  })

  test('continues past the expiration until it is resolved', () => {
    expect(earned(events(hold), 'RESERVE', '2031-01-01')).toBe(222.11)
  })

  test('suspends a day once, however many holds there are', () => {
    const second = { ...hold, holdId: 8, date: '2025-04-20' } as const
    const held = events(hold, second, resolve, { ...resolve, holdId: 8, date: '2025-06-01' })
    expect(figures(held, 'RESERVE', '2025-05-20')).toMatchObject({
      earned: 222.11,
      expirationDate: '2029-04-29',
    })
    expect(figures(held, 'RESERVE', '2025-06-01')).toMatchObject({
      earned: 222.11,
      expirationDate: '2029-05-15',
    })
    expect(earned(held, 'RESERVE', '2025-06-02')).toBe(222.69)
    const first = events(hold, second, resolve)
    expect(resolveEffect(contract, first, { holdId: 8, date: '2025-06-01' }).extendsExpirationDays).toBe(16)
    // A hold within the days of another extends nothing, in whatever order they are resolved.
    expect(resolveEffect(contract, first, { holdId: 8, date: '2025-05-01' }).extendsExpirationDays).toBe(0)
    const other = events(hold, second, { ...resolve, holdId: 8, date: '2025-06-01' })
    expect(resolveEffect(contract, other, { holdId: 7, date: '2025-05-16' }).extendsExpirationDays).toBe(19)
  })

  test('leaves a frozen line where it was frozen', () => {
    const freeze = { ...hold, holdId: 8, date: '2025-03-31', mode: 'Freeze', codes: ['RESERVE'] } as const
    const held = events(freeze, hold, resolve)
    expect([earned(held, 'RESERVE', '2025-06-01'), earned(held, 'ADMIN', '2025-05-16')]).toEqual([
      221.53, 26.15,
    ])
  })

  test('stops methods that count months as well as days', () => {
    const gap: EarningContract = {
      terms: { ...contract.terms, effectiveDate: '2024-01-20', expirationDate: '2030-01-20' },
      lines: [line('RESERVE', 240, 'RULE78')],
    }
    const held = events(hold, resolve)
    // 45 days after 2025-09-25, which is 20 months and 5 of 30 days.
    expect(earned(held, 'RESERVE', '2025-11-09', gap)).toBe(114.95)
  })
})
