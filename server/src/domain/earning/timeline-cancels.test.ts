import { describe, expect, test } from 'vitest'
import {
  contract,
  earned,
  events,
  figures,
  lines,
} from '../../../test/support/oracle/earnings/timeline-examples.ts'
import { amountOf, centsOf } from '../money.ts'
import { resolveEffect } from './holds.ts'

describe('a cancel', () => {
  const refunds = new Map(
    Object.entries({
      RESERVE: 647.64,
      PREMTAX: 12.95,
      ADMIN: 76.25,
      CLIP: 7.32,
      ROADSIDE: 10.98,
      AGENT: 45.75,
      DLRGRP: 30.5,
      MARKUP: 995.56,
    }).map(([code, amount]) => [code, centsOf(amount)]),
  )
  const cancel = { kind: 'Cancel', date: '2025-09-10', cancelId: 3, refunds } as const
  const reinstatement = { kind: 'Reinstatement', date: '2025-10-01', cancelId: 3, gapDays: 0 } as const

  test('leaves nothing unearned from its date on', () => {
    const cancelled = events(cancel)
    expect(figures(cancelled, 'RESERVE', '2025-09-09')).toMatchObject({ earned: 315.72, refunded: 0 })
    expect(figures(cancelled, 'RESERVE', '2025-09-10')).toMatchObject({
      earned: 414.06,
      unearned: 0,
      refunded: 647.64,
      roundedFactor: 0.389997,
    })
    expect(figures(cancelled, 'ADMIN', '2025-09-10')).toMatchObject({
      earned: 48.75,
      unearned: 0,
      refunded: 76.25,
    })
    expect(figures(cancelled, 'AGENT', '2031-01-01')).toMatchObject({
      earned: 29.25,
      unearned: 0,
      refunded: 45.75,
    })
  })

  test('leaves no line less than nothing, however it is corrected afterwards', () => {
    const edit = (kind: 'LedgerEdit' | 'LedgerDelete', by: number) =>
      ({ kind, date: '2025-09-20', code: 'ADMIN', by: centsOf(by) }) as const
    const amountsAfter = (...edits: ReturnType<typeof edit>[]) =>
      figures(events(cancel, ...edits), 'ADMIN', '2025-09-20')
    expect(amountsAfter(edit('LedgerEdit', -25))).toMatchObject({
      amount: 100,
      earned: 23.75,
      refunded: 76.25,
    })
    expect(amountsAfter(edit('LedgerEdit', -75))).toMatchObject({ earned: 0, unearned: 0, refunded: 50 })
    expect(amountsAfter(edit('LedgerDelete', -125))).toMatchObject({ earned: 0, unearned: 0, refunded: 0 })
    expect(amountsAfter(edit('LedgerDelete', -125), edit('LedgerEdit', 125))).toMatchObject({
      ...{ earned: 48.75, refunded: 76.25 },
    })
    expect(figures(events(cancel, edit('LedgerDelete', -125)), 'MARKUP', '2025-09-20')).toMatchObject({
      ...{ earned: 761.51, refunded: 995.56 },
    })
  })

  test('leaves a line nothing less when it takes effect again after the reinstatement of a later cancel', () => {
    const lowered = { kind: 'LedgerEdit', date: '2025-09-15', code: 'ADMIN', by: centsOf(-75) } as const
    const later = { ...cancel, date: '2025-09-20', refunds: new Map([['ADMIN', centsOf(30)]]) }
    const again = events(lowered, later, reinstatement, { ...cancel, cancelId: 4 })
    expect(
      ['2025-09-14', '2025-09-15', '2025-09-20', '2025-10-01'].map((date) => {
        const { amount, earned, refunded } = figures(again, 'ADMIN', date)
        return [amount, earned, refunded]
      }),
    ).toEqual([
      [125, 48.75, 76.25],
      [50, 0, 50],
      [50, 20, 30],
      [50, 0, 50],
    ])
  })

  test('that is flat refunds every amount and leaves nothing earned', () => {
    const flat = events({ ...cancel, refunds: new Map(lines.map(({ code, amount }) => [code, amount])) })
    for (const { code, amount } of lines)
      expect(figures(flat, code, '2025-09-10')).toMatchObject({
        earned: 0,
        unearned: 0,
        refunded: amountOf(amount),
        roundedFactor: 0,
      })
  })

  test('earns a line without a refund in full', () => {
    expect(figures(events({ ...cancel, refunds: new Map() }), 'ADMIN', '2025-09-10')).toMatchObject({
      earned: 125,
      refunded: 0,
    })
  })

  test('that is reinstated leaves no trace after the reinstatement, and keeps its figures before it', () => {
    const back = events(cancel, reinstatement)
    expect(figures(back, 'RESERVE', '2025-09-30')).toMatchObject({ earned: 414.06, refunded: 647.64 })
    expect(figures(back, 'RESERVE', '2025-10-01')).toMatchObject({
      earned: 328.51,
      unearned: 733.19,
      refunded: 0,
      expirationDate: '2029-03-15',
    })
    expect(earned(back, 'AGENT', '2025-10-01')).toBe(75)
  })

  test('that is reinstated with a gap suspends the days of the gap', () => {
    const back = events(cancel, { ...reinstatement, gapDays: 21 })
    expect(figures(back, 'RESERVE', '2025-10-01')).toMatchObject({
      earned: 316.3,
      expirationDate: '2029-04-05',
    })
    expect(earned(back, 'RESERVE', '2025-09-09')).toBe(315.72)
  })

  test.each([
    ['Freeze', '2025-11-01', 346.54],
    ['Suspend', '2025-11-01', 222.11],
  ] as const)(
    'that is reinstated opens a %s hold again: earned goes back to the hold date',
    (mode, resolved, after) => {
      const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode, codes: 'all' } as const
      const back = events(
        hold,
        cancel,
        { ...reinstatement, kind: 'ReinstatementHold' },
        { kind: 'Resolve', date: resolved, holdId: 7 },
      )
      expect(
        ['2025-04-01', '2025-09-10', '2025-09-30', '2025-10-01', '2025-10-31', resolved].map((date) =>
          earned(back, 'RESERVE', date),
        ),
      ).toEqual([222.11, 414.06, 414.06, 222.11, 222.11, after])
    },
  )

  test('moves the expiration once for the days of a gap within a suspension', () => {
    const hold = { kind: 'Hold', date: '2025-09-01', holdId: 7, mode: 'Suspend', codes: 'all' } as const
    const back = events(hold, cancel, { ...reinstatement, kind: 'ReinstatementHold', gapDays: 21 })
    expect(figures(back, 'RESERVE', '2025-10-01').expirationDate).toBe('2029-04-05')
    // From 2025-09-01 to 2025-10-31 are 60 days. The expiration has already moved by 21 of them.
    expect(resolveEffect(contract, back, { holdId: 7, date: '2025-10-31' }).extendsExpirationDays).toBe(39)
  })

  test('can follow a reinstatement, even with a date before it', () => {
    const again = events(cancel, reinstatement, {
      ...cancel,
      cancelId: 4,
      date: '2025-09-20',
      refunds: new Map(),
    })
    expect(['2025-09-15', '2025-09-20', '2025-10-01'].map((date) => earned(again, 'RESERVE', date))).toEqual([
      414.06, 1061.7, 1061.7,
    ])
  })
})

describe('a void or an expiry', () => {
  test('a void leaves nothing earned and refunds everything', () => {
    const voided = events({ kind: 'Void', date: '2024-04-20' })
    expect(figures(voided, 'AGENT', '2024-04-19')).toMatchObject({ earned: 75, refunded: 0 })
    expect(figures(voided, 'AGENT', '2024-04-20')).toMatchObject({
      earned: 0,
      unearned: 0,
      refunded: 75,
      roundedFactor: 0,
    })
  })

  test('an expiry earns everything, held or not, and a reopening continues the timeline', () => {
    const hold = { kind: 'Hold', date: '2025-04-01', holdId: 7, mode: 'Freeze', codes: ['ADMIN'] } as const
    const expired = events(
      hold,
      { kind: 'Expire', date: '2025-05-01' },
      { kind: 'Reopen', date: '2025-05-16' },
    )
    expect(figures(expired, 'RESERVE', '2025-05-01')).toMatchObject({
      earned: 1061.7,
      unearned: 0,
      roundedFactor: 1,
    })
    expect(earned(expired, 'ADMIN', '2025-05-15')).toBe(125)
    expect([earned(expired, 'RESERVE', '2025-05-16'), earned(expired, 'ADMIN', '2025-05-16')]).toEqual([
      248.27, 26.15,
    ])
  })
})
